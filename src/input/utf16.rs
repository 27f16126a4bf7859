//! UTF-16 with a byte order mark, as some Windows programs save it.
//!
//! Such an input is read as a stream of UTF-8; places in it count in that. Any other input
//! passes as it is.

use std::io::{self, Cursor, Read};

use encoding_rs_io::DecodeReaderBytes;

/// Whether the first bytes are a byte order mark of UTF-16.
pub(super) fn is_marked(input: &[u8]) -> bool {
    input.starts_with(&[0xff, 0xfe]) || input.starts_with(&[0xfe, 0xff])
}

/// The reader itself, or one that gives its UTF-16 as UTF-8.
///
/// # Errors
/// The first bytes cannot be read.
pub(super) fn as_utf8(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut mark = Vec::with_capacity(2);
    reader.by_ref().take(2).read_to_end(&mut mark)?;
    let marked = is_marked(&mark);
    let whole = Cursor::new(mark).chain(reader);
    Ok(if marked { Box::new(DecodeReaderBytes::new(whole)) } else { Box::new(whole) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_marked_utf16_is_decoded() {
        let utf16 = |bytes: fn(u16) -> [u8; 2]| "\u{feff}é4".encode_utf16().flat_map(bytes).collect::<Vec<u8>>();
        for (input, text) in [
            (utf16(u16::to_le_bytes), "é4"),
            (utf16(u16::to_be_bytes), "é4"),
            ("plain".into(), "plain"),
            ("x".into(), "x"),
            (Vec::new(), ""),
        ] {
            let mut read = String::new();
            as_utf8(Cursor::new(input.clone())).unwrap().read_to_string(&mut read).unwrap();
            assert_eq!(read, text, "{input:?}");
        }
    }
}
