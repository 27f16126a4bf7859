//! One value of a row, and how CSV and JSON write it.
//!
//! Numbers and texts that can hold neither quotes nor separators (FEN, SAN, UCI, hashes) are
//! appended as they are; everything else goes through csv's and serde_json's own quoting.
//! Tests hold the result equal to what those crates write for a whole record.

use std::io::Write;

use crate::pgn::{Nag, text};

/// A value of a row.
#[derive(Clone, Copy, Debug)]
pub(super) enum Cell<'a> {
    /// Missing.
    Null,
    Int(i64),
    /// A number with so many digits behind the point.
    Decimal(f64, usize),
    /// ASCII without quotes, commas, backslashes and control characters.
    Plain(&'a [u8]),
    /// Any bytes of an archive.
    Text(&'a [u8]),
    /// A Zobrist key: 16 hex digits.
    Hash(u64),
    Nags(&'a [Nag]),
}

impl Cell<'_> {
    /// Appends the value as a CSV field.
    pub fn write_csv(self, out: &mut Vec<u8>) {
        match self {
            Self::Null => {}
            Self::Int(value) => out.extend_from_slice(itoa::Buffer::new().format(value).as_bytes()),
            Self::Decimal(value, digits) => write!(out, "{value:.digits$}").expect("a Vec takes it"),
            Self::Plain(value) => out.extend_from_slice(value),
            Self::Text(value) if is_plain(value, b',') => out.extend_from_slice(value),
            Self::Text(value) => write_quoted(text::decode(value).as_bytes(), out),
            Self::Hash(key) => write_hash(key, out),
            Self::Nags(nags) => write_list(nags, b' ', out),
        }
    }

    /// Appends the value as JSON.
    pub fn write_json(self, out: &mut Vec<u8>) {
        match self {
            Self::Null => out.extend_from_slice(b"null"),
            Self::Int(_) | Self::Decimal(..) => self.write_csv(out),
            Self::Plain(_) | Self::Hash(_) => {
                out.push(b'"');
                self.write_csv(out);
                out.push(b'"');
            }
            Self::Text(value) if is_plain(value, b'\\') => {
                out.push(b'"');
                out.extend_from_slice(value);
                out.push(b'"');
            }
            Self::Text(value) => write_json_text(&text::decode(value), out),
            Self::Nags(nags) => {
                out.push(b'[');
                write_list(nags, b',', out);
                out.push(b']');
            }
        }
    }
}

/// Whether a text is printable ASCII without quotes and without one byte more: that of CSV's
/// separator, or of JSON's escapes.
fn is_plain(text: &[u8], without: u8) -> bool {
    text.iter().fold(true, |plain, &byte| plain & matches!(byte, b' '..=b'~') & (byte != b'"') & (byte != without))
}

/// Appends a JSON string.
pub(super) fn write_json_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("a string is JSON, and a Vec takes it");
}

/// Appends a field by the rules of the csv crate: quoted only where it must be.
fn write_quoted(field: &[u8], out: &mut Vec<u8>) {
    if field.is_empty() {
        // csv_core takes it for the only field of its record, and quotes it.
        return;
    }
    let mut writer = csv_core::Writer::new();
    let mut rest = field;
    let mut buffer = [0; 256];
    loop {
        let (result, read, written) = writer.field(rest, &mut buffer);
        out.extend_from_slice(&buffer[..written]);
        rest = &rest[read..];
        if matches!(result, csv_core::WriteResult::InputEmpty) {
            break;
        }
    }
    let (_, written) = writer.finish(&mut buffer);
    out.extend_from_slice(&buffer[..written]);
}

fn write_hash(key: u64, out: &mut Vec<u8>) {
    write!(out, "{key:016x}").expect("a Vec takes it");
}

fn write_list(nags: &[Nag], separator: u8, out: &mut Vec<u8>) {
    for (i, nag) in nags.iter().enumerate() {
        if i > 0 {
            out.push(separator);
        }
        Cell::Int(i64::from(nag.0)).write_csv(out);
    }
}
