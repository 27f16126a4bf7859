//! One input of a run, and how it is opened: what it is, is told by its first bytes.

use std::fs::File;
use std::io::{self, Cursor, Read};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::input::codec::{self, Raw};
use crate::input::decode::Decoding;
use crate::input::encoding::Encoding;
use crate::input::stream::Stream;
use crate::input::{Bytes, archive, mmap};
use crate::{Error, Result};

/// Streams that lie one in the other, at most: `a.pgn.gz` in `b.zip` is two.
const DEEPEST: usize = 4;

/// One input of a run.
#[derive(Clone, Debug)]
pub struct Source {
    /// Its name, as it was given; `-` for standard input, `a.zip/b.pgn` for a member of an archive.
    pub name: String,
    kind: Kind,
    encoding: Option<Encoding>,
    /// Archives that it lies in.
    depth: usize,
}

#[derive(Clone, Debug)]
enum Kind {
    Stdin,
    File { path: PathBuf, map: bool },
    Bytes(Arc<Vec<u8>>),
    Part(archive::Part),
}

/// An input that has been opened.
pub(super) enum Opened {
    Whole(Bytes),
    Stream(Stream),
    /// An archive; each of its members is a source.
    Several(Vec<Source>),
}

impl Source {
    fn new(name: String, kind: Kind) -> Self {
        Self { name, kind, encoding: None, depth: 0 }
    }

    /// Standard input.
    pub fn stdin() -> Self {
        Self::new(String::from("-"), Kind::Stdin)
    }

    /// A file; mapped into memory if it is a regular one, holds plain text, and `map` says so.
    pub fn file(path: impl Into<PathBuf>, map: bool) -> Self {
        let path = path.into();
        Self::new(path.display().to_string(), Kind::File { path, map })
    }

    /// Bytes at hand.
    pub fn bytes(name: impl Into<String>, bytes: Vec<u8>) -> Self {
        Self::new(name.into(), Kind::Bytes(Arc::new(bytes)))
    }

    /// The same, in that encoding whatever its first bytes say.
    pub fn in_encoding(self, encoding: Option<Encoding>) -> Self {
        Self { encoding, ..self }
    }

    /// Size in bytes, as it lies in its file, where that is known before reading.
    pub fn size(&self) -> Option<u64> {
        match &self.kind {
            Kind::Stdin => None,
            Kind::File { path, .. } => {
                path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len())
            }
            Kind::Bytes(bytes) => Some(bytes.len() as u64),
            Kind::Part(_) => Some(0),
        }
    }

    /// Whether it lies in an archive that is an input.
    pub(super) fn is_member(&self) -> bool {
        self.depth > 0
    }

    /// # Errors
    /// The file cannot be opened or read, or is a directory.
    pub(super) fn open(&self, threads: usize) -> Result<Opened> {
        self.open_kind(threads).map_err(|source| Error::Input { name: self.name.clone(), source })
    }

    fn open_kind(&self, threads: usize) -> io::Result<Opened> {
        match &self.kind {
            Kind::Stdin => self.open_reader(Box::new(io::stdin()), 0, threads),
            Kind::Bytes(bytes) if is_plain(bytes, self.encoding.as_ref()) => {
                Ok(Opened::Whole(Bytes::Owned(Arc::clone(bytes))))
            }
            Kind::Bytes(bytes) => self.open_reader(Box::new(Cursor::new(SharedBytes(Arc::clone(bytes)))), 0, threads),
            Kind::Part(part) => self.open_reader(part.open(), part.begins_at(), threads),
            Kind::File { path, map } => {
                let file = File::open(path)?;
                let metadata = file.metadata()?;
                if metadata.is_dir() {
                    return Err(io::Error::from(io::ErrorKind::IsADirectory));
                }
                if *map && metadata.is_file() && metadata.len() > 0 {
                    let map = mmap::map(&file)?;
                    if is_plain(&map, self.encoding.as_ref()) {
                        return Ok(Opened::Whole(Bytes::Mapped(Arc::new(map))));
                    }
                }
                let mut file = file;
                if metadata.is_file() && archive::begins(&head(&mut file)?) {
                    return self.several(file);
                }
                let file = if metadata.is_file() { File::open(path)? } else { file };
                self.open_reader(Box::new(file), 0, threads)
            }
        }
    }

    /// Unpacks what is packed, and finds out how its text is written.
    fn open_reader(&self, raw: Raw, begins_at: u64, threads: usize) -> io::Result<Opened> {
        let progress = Arc::new(AtomicU64::new(begins_at));
        let mut packed = self.is_member();
        let mut reader = Peeked::new(Box::new(Counted { reader: raw, count: Arc::clone(&progress) }));
        for _ in 0..DEEPEST {
            if archive::begins(reader.head()) && self.depth < DEEPEST {
                return self.several(archive::spool(&mut reader)?);
            }
            let Some(codec) = codec::of(reader.head()) else { break };
            packed = true;
            let head = reader.head().to_vec();
            reader = Peeked::new(codec::unpack(Box::new(reader), codec, &head, threads));
        }
        let decoding = decoding(self.encoding.as_ref(), reader.head());
        Ok(Opened::Stream(Stream { reader: Box::new(reader), decoding, packed, progress }))
    }

    /// The members of an archive.
    fn several(&self, file: File) -> io::Result<Opened> {
        let source = |part: archive::Part| Self {
            name: if part.name().is_empty() { self.name.clone() } else { format!("{}/{}", self.name, part.name()) },
            kind: Kind::Part(part),
            encoding: self.encoding.clone(),
            depth: self.depth + 1,
        };
        Ok(Opened::Several(archive::parts(file)?.into_iter().map(source).collect()))
    }
}

/// Whether the bytes are text as it stands.
fn is_plain(bytes: &[u8], named: Option<&Encoding>) -> bool {
    let head = &bytes[..bytes.len().min(codec::MAGIC)];
    codec::of(head).is_none() && !archive::begins(head) && decoding(named, head).is_none()
}

/// From the encoding that was named, else from what a byte order mark says; none for UTF-8.
fn decoding(named: Option<&Encoding>, head: &[u8]) -> Option<Decoding> {
    let marked = match head {
        [0xff, 0xfe, ..] => Some(Encoding::utf16(false)),
        [0xfe, 0xff, ..] => Some(Encoding::utf16(true)),
        _ => None,
    };
    named.cloned().or(marked).and_then(|encoding| Decoding::new(&encoding))
}

/// Bytes that several readers share.
struct SharedBytes(Arc<Vec<u8>>);

impl AsRef<[u8]> for SharedBytes {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

/// Whether a file begins as text that is read as it stands.
pub(super) fn begins_plainly(file: &mut File) -> io::Result<bool> {
    let head = head(file)?;
    Ok(is_plain(&head, None))
}

/// The first bytes that a reader gives.
fn head(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = Vec::with_capacity(codec::MAGIC);
    reader.take(codec::MAGIC as u64).read_to_end(&mut head)?;
    Ok(head)
}

/// A reader whose first bytes are known before they are read.
struct Peeked {
    head: Cursor<Vec<u8>>,
    /// What came instead of more of them.
    error: Option<io::Error>,
    rest: Raw,
}

impl Peeked {
    fn new(mut rest: Raw) -> Self {
        let mut head = Vec::with_capacity(codec::MAGIC);
        let error = rest.by_ref().take(codec::MAGIC as u64).read_to_end(&mut head).err();
        Self { head: Cursor::new(head), error, rest }
    }

    fn head(&self) -> &[u8] {
        self.head.get_ref()
    }
}

impl Read for Peeked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.head.read(buffer)?;
        if read > 0 {
            return Ok(read);
        }
        self.error.take().map_or_else(|| self.rest.read(buffer), Err)
    }
}

/// Counts what is read.
struct Counted {
    reader: Raw,
    count: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}
