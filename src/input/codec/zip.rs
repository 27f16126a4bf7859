//! zip: the members of an archive, each an input of its own.
//!
//! The directory at the archive's end says what is in it. An archive that was cut has none; then its members are looked
//! for by the headers before each. Where a member fails, the others are read all the same.

mod walk;

use std::fmt;
use std::io::{self, Read};
use std::ops::Range;
use std::sync::Arc;

use flate2::Crc;
use rawzip::{CompressionMethod, RECOMMENDED_BUFFER_SIZE, RangeReader, ReaderAt, ZipArchive, ZipLocator};

use crate::input::codec::bzip2::Bzip2;
use crate::input::codec::gzip::Deflate;
use crate::input::codec::zstd::Zstd;
use crate::input::codec::{Decoder, Inflate, Raw};
use crate::input::fault::Fault;
use crate::input::names;

/// How a zip archive begins; the second is that of one without members.
pub(in crate::input) const MAGIC: &[&[u8]] = &[b"PK\x03\x04", b"PK\x05\x06"];

/// Flag of a member whose name is UTF-8.
const UTF8_NAME: u16 = 1 << 11;

/// An archive: bytes that can be read at any place.
pub(in crate::input) type Store = Arc<dyn ReaderAt + Send + Sync>;

/// One member of an archive, not opened yet.
#[derive(Clone)]
pub(in crate::input) struct Member {
    /// Its name in the archive.
    pub name: String,
    store: Store,
    /// Where its data lie; else why they cannot be read.
    data: Result<Data, String>,
}

#[derive(Clone, Debug)]
struct Data {
    range: Range<u64>,
    method: CompressionMethod,
    /// The checksum of what is unpacked, where it is known before.
    crc: Option<u32>,
}

impl fmt::Debug for Member {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Member").field("name", &self.name).field("data", &self.data).finish_non_exhaustive()
    }
}

/// The members to read, in the archive's order, and what is wrong with the archive as a whole.
///
/// # Errors
/// The archive cannot be read.
pub(in crate::input) fn members(store: &Store, length: u64) -> io::Result<(Vec<Member>, Option<String>)> {
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let (mut all, fault) = match ZipLocator::new().locate_in_reader(Arc::clone(store), &mut buffer, length) {
        Ok(archive) => listed(&archive, store, &mut buffer),
        Err(_) => {
            let fault = format!("zip: the archive ends early, at byte {length}: its directory is missing");
            (walk::members(store, length)?, Some(fault))
        }
    };
    // Beside the games there may be a note about them. Where nothing has the name of PGN, anything may be it.
    if all.iter().any(|member| names::is_pgn(&member.name)) {
        all.retain(|member| names::is_pgn(&member.name));
    }
    Ok((all, fault))
}

/// The members that the directory lists, up to where it is damaged.
fn listed(archive: &ZipArchive<Store>, store: &Store, buffer: &mut [u8]) -> (Vec<Member>, Option<String>) {
    let mut members = Vec::new();
    let mut entries = archive.entries(buffer);
    loop {
        let entry = match entries.next_entry() {
            Ok(Some(entry)) => entry,
            Ok(None) => return (members, None),
            Err(error) => return (members, Some(format!("zip: the archive's directory is damaged: {error}"))),
        };
        if entry.is_dir() {
            continue;
        }
        let (method, crc) = (entry.compression_method(), entry.crc32());
        let utf8_name = entry.flags().bits() & UTF8_NAME != 0;
        let data = match archive.get_entry(entry.wayfinder()) {
            _ if entry.flags().is_encrypted() => Err(String::from("zip: the member is encrypted")),
            Ok(found) => {
                let (start, end) = found.compressed_data_range();
                Ok(Data { range: start..end, method, crc: Some(crc) })
            }
            Err(error) => Err(format!("zip: the member is not where the directory says: {error}")),
        };
        let name = names::in_zip(entry.file_path().as_bytes(), utf8_name);
        members.push(Member { name, store: Arc::clone(store), data });
    }
}

impl Member {
    /// A reader of what is unpacked. What cannot be read is told by it as damage.
    pub fn open(&self) -> Raw {
        let data = match &self.data {
            Ok(data) => data.clone(),
            Err(reason) => return Box::new(Failed(reason.clone())),
        };
        let packed: Raw = Box::new(RangeReader::new(Arc::clone(&self.store), data.range));
        let stream: Box<dyn Inflate> = match data.method {
            CompressionMethod::STORE => return checked(packed, data.crc),
            CompressionMethod::DEFLATE => Box::new(Deflate::bare()),
            CompressionMethod::BZIP2 => Box::<Bzip2>::default(),
            CompressionMethod::ZSTD => Box::new(Zstd::new()),
            #[cfg(feature = "xz")]
            CompressionMethod::XZ => Box::new(super::xz::Xz::new()),
            method => {
                return Box::new(Failed(format!("zip: the member is packed by a method that is not read: {method}")));
            }
        };
        checked(Box::new(Decoder::single(packed, "zip", stream)), data.crc)
    }

    /// Where in the archive its data begin.
    pub fn begins_at(&self) -> u64 {
        self.data.as_ref().map_or(0, |data| data.range.start)
    }
}

/// Fails at once.
pub(in crate::input) struct Failed(pub String);

impl Read for Failed {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(Fault::error(self.0.as_str()))
    }
}

fn checked(reader: Raw, crc: Option<u32>) -> Raw {
    match crc {
        Some(expected) => Box::new(Checked { reader, crc: Crc::new(), expected }),
        None => reader,
    }
}

/// Holds what is unpacked against the checksum that the directory has.
struct Checked {
    reader: Raw,
    crc: Crc,
    expected: u32,
}

impl Read for Checked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.crc.update(&buffer[..read]);
        if read == 0 && !buffer.is_empty() && self.crc.sum() != self.expected {
            return Err(Fault::error("zip: the checksum of the member is wrong"));
        }
        Ok(read)
    }
}
