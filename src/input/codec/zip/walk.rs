//! The members of an archive without a directory, by the headers that stand before each.

use std::io;
use std::sync::Arc;

use rawzip::{CompressionMethod, ReaderAt};

use super::{Data, Member, Store};
use crate::input::names;

const SIGNATURE: &[u8] = b"PK\x03\x04";
const HEADER: usize = 30;
/// The sizes stand behind the data, not here.
const SIZES_FOLLOW: u16 = 1 << 3;
const ENCRYPTED: u16 = 1;
const UTF8_NAME: u16 = 1 << 11;
/// A size that stands in the extra field of zip64.
const LARGE: u32 = u32::MAX;
/// Bytes looked at at a time.
const AT_ONCE: usize = 256 * 1024;

/// The members whose headers are found.
pub(super) fn members(store: &Store, length: u64) -> io::Result<Vec<Member>> {
    let mut members: Vec<Member> = Vec::new();
    let mut at = 0;
    while let Some(found) = next_signature(store, at, length)? {
        at = found + 1;
        let mut header = [0; HEADER];
        if read_up_to(store, &mut header, found)? < HEADER {
            break;
        }
        let field = |at: usize| u16::from_le_bytes([header[at], header[at + 1]]);
        let long = |at: usize| u32::from_le_bytes([header[at], header[at + 1], header[at + 2], header[at + 3]]);
        let (flags, method, packed) = (field(6), field(8), long(18));
        let mut name = vec![0; usize::from(field(26))];
        let known = read_up_to(store, &mut name, found + HEADER as u64)?;
        // The letters may stand in the data of a member, too, by chance.
        if known < name.len() || name.is_empty() || name.contains(&0) || method > 99 {
            continue;
        }
        let start = found + (HEADER + name.len()) as u64 + u64::from(field(28));
        let sized = flags & SIZES_FOLLOW == 0 && packed != LARGE;
        let end = if sized { start.saturating_add(u64::from(packed)) } else { length };
        let data = match flags & ENCRYPTED {
            0 => Ok(Data {
                range: start.min(length)..end.min(length).max(start.min(length)),
                method: CompressionMethod::new(method),
                crc: sized.then(|| long(14)),
            }),
            _ => Err(String::from("zip: the member is encrypted")),
        };
        at = if sized && end <= length { end } else { start };
        if name.last() != Some(&b'/') {
            let name = names::in_zip(&name, flags & UTF8_NAME != 0);
            members.push(Member { name, store: Arc::clone(store), data });
        }
    }
    Ok(members)
}

fn next_signature(store: &Store, mut from: u64, length: u64) -> io::Result<Option<u64>> {
    let mut buffer = vec![0; AT_ONCE];
    while from < length {
        let read = read_up_to(store, &mut buffer, from)?;
        if let Some(found) = memchr::memmem::find(&buffer[..read], SIGNATURE) {
            return Ok(Some(from + found as u64));
        }
        if read < buffer.len() {
            break;
        }
        from += (read - SIGNATURE.len() + 1) as u64;
    }
    Ok(None)
}

fn read_up_to(store: &Store, buffer: &mut [u8], at: u64) -> io::Result<usize> {
    let mut filled = 0;
    while filled < buffer.len() {
        match store.read_at(&mut buffer[filled..], at + filled as u64)? {
            0 => break,
            read => filled += read,
        }
    }
    Ok(filled)
}
