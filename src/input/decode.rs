//! Text of another encoding as UTF-8, with the way back to the places of its bytes.

use encoding_rs::Decoder;

use crate::input::encoding::{Encoding, Kind};
use crate::offsets::{Offsets, Recorder};

/// Longest text that one call of a decoder with one byte gives.
const MOST_TEXT: usize = 32;

/// Decodes an input piece by piece.
pub(super) struct Decoding {
    how: How,
    /// Bytes that the next piece completes.
    carry: Vec<u8>,
    recorder: Recorder,
    begun: bool,
}

enum How {
    Utf16 { big_endian: bool },
    Table(Box<[char; 128]>),
    Other { decoder: Box<Decoder>, pending: usize, clean: bool },
}

impl Decoding {
    /// None for UTF-8, which is read as it stands.
    pub fn new(encoding: &Encoding) -> Option<Self> {
        let how = match &encoding.0 {
            Kind::Utf8 => return None,
            Kind::Utf16 { big_endian } => How::Utf16 { big_endian: *big_endian },
            Kind::Table(table) => How::Table(table.clone()),
            Kind::Other(encoding) => How::Other {
                decoder: Box::new(encoding.new_decoder_without_bom_handling()),
                pending: 0,
                clean: encoding.is_ascii_compatible(),
            },
        };
        Some(Self { how, carry: Vec::new(), recorder: Recorder::default(), begun: false })
    }

    /// Appends a piece as UTF-8. `last` says that no more follows.
    pub fn decode(&mut self, piece: &[u8], last: bool, out: &mut Vec<u8>) {
        let Self { how, carry, recorder, begun } = self;
        match how {
            How::Utf16 { big_endian } => {
                carry.extend_from_slice(piece);
                let used = utf16(carry, last, big_endian, begun, recorder, out);
                carry.drain(..used);
            }
            How::Table(table) => by_table(table, piece, recorder, out),
            How::Other { decoder, pending, clean } => by_byte(decoder, pending, clean, piece, last, recorder, out),
        }
    }

    /// The way back for text from `text` on.
    pub fn offsets(&mut self, text: u64) -> Offsets {
        self.recorder.from(text)
    }
}

/// Decodes as many units as there are whole characters of; tells how many bytes that were.
fn utf16(
    input: &[u8],
    last: bool,
    big_endian: &mut bool,
    begun: &mut bool,
    recorder: &mut Recorder,
    out: &mut Vec<u8>,
) -> usize {
    let unit = |at: usize, big: bool| {
        let bytes = input.get(at..at + 2)?;
        Some(if big { u16::from_be_bytes([bytes[0], bytes[1]]) } else { u16::from_le_bytes([bytes[0], bytes[1]]) })
    };
    let mut at = 0;
    while let Some(mut first) = unit(at, *big_endian) {
        // The mark of the other byte order: a file of another kind begins here.
        if first == 0xfffe {
            *big_endian = !*big_endian;
            first = 0xfeff;
        }
        if !std::mem::replace(begun, true) && first == 0xfeff {
            recorder.skip(2);
            at += 2;
            continue;
        }
        let second = unit(at + 2, *big_endian);
        if (0xd800..0xdc00).contains(&first) && second.is_none() && !last {
            return at;
        }
        let character = char::decode_utf16([first].into_iter().chain(second)).next();
        let character = character.and_then(Result::ok).unwrap_or(char::REPLACEMENT_CHARACTER);
        let width = 2 * character.len_utf16();
        push(character, width as u8, recorder, out);
        at += width;
    }
    if last && at < input.len() {
        push(char::REPLACEMENT_CHARACTER, 1, recorder, out);
        at = input.len();
    }
    at
}

fn by_table(table: &[char; 128], mut input: &[u8], recorder: &mut Recorder, out: &mut Vec<u8>) {
    loop {
        let plain = ascii(input);
        out.extend_from_slice(&input[..plain]);
        recorder.characters(plain, 1, 1);
        let Some(&byte) = input.get(plain) else { return };
        push(table[usize::from(byte & 0x7f)], 1, recorder, out);
        input = &input[plain + 1..];
    }
}

/// One byte at a time, so that it is known of how many bytes each character is.
fn by_byte(
    decoder: &mut Decoder,
    pending: &mut usize,
    clean: &mut bool,
    mut input: &[u8],
    last: bool,
    recorder: &mut Recorder,
    out: &mut Vec<u8>,
) {
    let stateless = decoder.encoding().is_ascii_compatible();
    loop {
        if stateless && *clean && *pending == 0 {
            let plain = ascii(input);
            out.extend_from_slice(&input[..plain]);
            recorder.characters(plain, 1, 1);
            input = &input[plain..];
        }
        let (byte, end) = match input.split_first() {
            Some((byte, rest)) => {
                input = rest;
                (std::slice::from_ref(byte), false)
            }
            None if last => (&[][..], true),
            None => return,
        };
        let mut text = [0; MOST_TEXT];
        let (_, _, written, errors) = decoder.decode_to_utf8(byte, &mut text, end);
        *pending += byte.len();
        *clean = !errors;
        if written > 0 {
            out.extend_from_slice(&text[..written]);
            recorder.characters(1, written as u8, (*pending).min(255) as u8);
            *pending = 0;
        }
        if end {
            return;
        }
    }
}

fn ascii(input: &[u8]) -> usize {
    input.iter().position(|byte| !byte.is_ascii()).unwrap_or(input.len())
}

fn push(character: char, source: u8, recorder: &mut Recorder, out: &mut Vec<u8>) {
    let mut text = [0; 4];
    let text = character.encode_utf8(&mut text).as_bytes();
    out.extend_from_slice(text);
    recorder.characters(1, text.len() as u8, source);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text, and the place in the source of each byte where a character begins.
    fn decoded(label: &str, input: &[u8], piece: usize) -> (String, Vec<u64>) {
        let mut decoding = Decoding::new(&label.parse().unwrap()).expect("not UTF-8");
        let mut out = Vec::new();
        input.chunks(piece).for_each(|piece| decoding.decode(piece, false, &mut out));
        decoding.decode(&[], true, &mut out);
        let text = String::from_utf8(out).expect("UTF-8");
        let offsets = decoding.offsets(0);
        let places = text.char_indices().map(|(at, _)| offsets.in_source(at as u64)).collect();
        (text, places)
    }

    #[test]
    fn every_character_knows_its_byte_in_the_source() {
        for (label, input, text, places) in [
            ("windows-1252", b"a\xe9\x80b".as_slice(), "aé€b", [0, 1, 2, 3].as_slice()),
            ("cp850", b"\x82x", "éx", &[0, 1]),
            ("shift_jis", b"a\x93\xfa\x96{b", "a日本b", &[0, 1, 3, 5]),
            ("gbk", b"\xc4\xe3x", "你x", &[0, 2]),
            ("utf-16le", b"\xff\xfea\0\xe9\0\xac\x20", "aé€", &[2, 4, 6]),
            ("utf-16be", b"\0a\xd8\x3d\xde\0\0b", "a😀b", &[0, 2, 6]),
            ("utf-16", b"\xfe\xff\0a\xff\xfeb\0", "a\u{feff}b", &[2, 4, 6]),
            ("utf-16le", b"a\0\x3d\xd8b\0c", "a\u{fffd}b\u{fffd}", &[0, 2, 4, 6]),
        ] {
            for piece in 1..=input.len() {
                assert_eq!(
                    decoded(label, input, piece),
                    (text.to_owned(), places.to_vec()),
                    "{label}, pieces of {piece}"
                );
            }
        }
    }
}
