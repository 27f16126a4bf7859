//! Bytes of an archive as text.
//!
//! Archives mix UTF-8 with bytes from older code pages. Whatever is written out is UTF-8:
//! each run of bytes that is not is read as Windows-1252, the code page of most old archives.

use std::borrow::Cow;

use encoding_rs::WINDOWS_1252;

/// `bytes` as text; copies only when a byte is not UTF-8. NUL bytes are left out.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) if !text.contains('\0') => Cow::Borrowed(text),
        _ => Cow::Owned(repair(bytes)),
    }
}

/// The first run of bytes that is not UTF-8, and where it stands.
pub fn first_invalid(bytes: &[u8]) -> Option<(usize, &[u8])> {
    std::str::from_utf8(bytes).err()?;
    let mut at = 0;
    for chunk in bytes.utf8_chunks() {
        at += chunk.valid().len();
        if !chunk.invalid().is_empty() {
            return Some((at, chunk.invalid()));
        }
    }
    None
}

fn repair(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() + 8);
    for chunk in bytes.utf8_chunks() {
        text.extend(chunk.valid().chars().filter(|&c| c != '\0'));
        text.push_str(&WINDOWS_1252.decode_without_bom_handling(chunk.invalid()).0);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_run_that_is_not_utf8_is_windows_1252() {
        for (bytes, text) in [
            (b"Tarr\xe1sch".as_slice(), "Tarrásch"),
            ("Réti \u{2013} ".as_bytes(), "Réti \u{2013} "),
            (b"\xc3\xa9 and \xe9", "é and é"),
            (b"\x93quoted\x94", "\u{201c}quoted\u{201d}"),
            (b"a\0b", "ab"),
        ] {
            assert_eq!(decode(bytes), text);
        }
    }
}
