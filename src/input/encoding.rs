//! Encodings that somebody names: `--encoding LABEL`.

use std::str::FromStr;

use encoding_rs::{UTF_8, UTF_16BE, UTF_16LE};
use oem_cp::code_table::DECODING_TABLE_CP_MAP;

use crate::Error;

/// How the bytes of an input are to be read as text.
#[derive(Clone, Debug, PartialEq)]
pub struct Encoding(pub(super) Kind);

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Kind {
    /// As it stands; what is not UTF-8 is read as Windows-1252.
    Utf8,
    Utf16 {
        big_endian: bool,
    },
    /// A byte is a character; these are those from 0x80 on.
    Table(Box<[char; 128]>),
    Other(&'static encoding_rs::Encoding),
}

/// Labels beside those of the WHATWG's standard.
const ALIASES: &[(&str, &str)] = &[("macroman", "macintosh"), ("mac-roman", "macintosh"), ("ansi", "windows-1252")];

/// What code pages of DOS are written with.
const DOS: &[&str] = &["cp", "ibm", "dos", "oem"];

impl Encoding {
    /// UTF-16, as its byte order mark says.
    pub(super) fn utf16(big_endian: bool) -> Self {
        Self(Kind::Utf16 { big_endian })
    }
}

impl FromStr for Encoding {
    type Err = Error;

    /// Reads a label: `windows-1252`, `utf-16le`, `macintosh`, `koi8-r`, `cp850`.
    fn from_str(label: &str) -> Result<Self, Error> {
        let lower = label.trim().to_ascii_lowercase();
        let name = ALIASES.iter().find(|(alias, _)| *alias == lower).map_or(lower.as_str(), |(_, name)| name);
        if let Some(encoding) = encoding_rs::Encoding::for_label_no_replacement(name.as_bytes()) {
            return Ok(Self(match encoding {
                utf8 if utf8 == UTF_8 => Kind::Utf8,
                utf16 if utf16 == UTF_16LE => Kind::Utf16 { big_endian: false },
                utf16 if utf16 == UTF_16BE => Kind::Utf16 { big_endian: true },
                table if table.is_single_byte() => Kind::Table(Box::new(table_of(table))),
                other => Kind::Other(other),
            }));
        }
        let number = DOS.iter().find_map(|prefix| name.strip_prefix(prefix)).unwrap_or(name);
        let page = number.trim_start_matches(['-', '_']).parse().ok();
        let table = page.and_then(|page: u16| DECODING_TABLE_CP_MAP.get(&page)).ok_or_else(|| {
            Error::Usage(format!(
                "no encoding \"{label}\"; there are such as windows-1252, utf-16le, macintosh, koi8-r, cp850"
            ))
        })?;
        let character =
            |index: usize| table.decode_char_checked(0x80 + index as u8).unwrap_or(char::REPLACEMENT_CHARACTER);
        Ok(Self(Kind::Table(Box::new(std::array::from_fn(character)))))
    }
}

fn table_of(encoding: &'static encoding_rs::Encoding) -> [char; 128] {
    std::array::from_fn(|index| {
        let byte = [0x80 + index as u8];
        let (text, _) = encoding.decode_without_bom_handling(&byte);
        text.chars().next().unwrap_or(char::REPLACEMENT_CHARACTER)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_those_of_the_web_of_dos_and_of_the_mac() {
        for (label, byte, expected) in [
            ("windows-1252", 0xe9, 'é'),
            ("latin1", 0xe9, 'é'),
            ("Windows-1251", 0xe9, 'й'),
            ("cp850", 0x82, 'é'),
            ("IBM437", 0x82, 'é'),
            ("852", 0x9f, 'č'),
            ("macroman", 0x8e, 'é'),
            ("koi8-r", 0xc1, 'а'),
        ] {
            let Ok(Encoding(Kind::Table(table))) = label.parse() else { panic!("{label} is a table") };
            assert_eq!(table[byte - 0x80], expected, "{label}");
        }
        assert_eq!("UTF-8".parse::<Encoding>().unwrap(), Encoding(Kind::Utf8));
        assert_eq!("utf-16be".parse::<Encoding>().unwrap(), Encoding::utf16(true));
        assert!(matches!("shift_jis".parse(), Ok(Encoding(Kind::Other(_)))));
        for label in ["", "utf-7", "cp1", "klingon", "iso-2022-kr"] {
            assert!(label.parse::<Encoding>().is_err(), "{label}");
        }
    }
}
