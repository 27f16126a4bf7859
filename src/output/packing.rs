//! Packed output: gzip, zstd, bzip2 and xz, told by the extension of a file's name.
//!
//! Takes blocks of bytes and gives packed ones; on which thread that happens is left to [`pipeline`](crate::pipeline).

use std::io;
#[cfg(feature = "compression")]
use std::io::Write;
use std::path::Path;

/// A kind of packed file.
#[derive(Debug)]
pub struct Packing {
    /// What it is called.
    pub name: &'static str,
    /// The extension that tells it.
    pub extension: &'static str,
    /// Begins a file.
    pub open: fn() -> io::Result<Box<dyn Pack>>,
}

/// A packed file being made.
pub trait Pack {
    /// Packs a block; appends what is ready to `out`.
    ///
    /// # Errors
    /// The library that packs says so.
    fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> io::Result<()>;

    /// Appends the rest.
    ///
    /// # Errors
    /// The library that packs says so.
    fn finish(self: Box<Self>, out: &mut Vec<u8>) -> io::Result<()>;
}

/// Every packing that is written.
pub const PACKINGS: &[Packing] = &[
    #[cfg(feature = "compression")]
    Packing {
        name: "gzip",
        extension: "gz",
        open: || Ok(Box::new(flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default()))),
    },
    #[cfg(feature = "compression")]
    Packing { name: "zstd", extension: "zst", open: || Ok(Box::new(zstd()?)) },
    #[cfg(feature = "compression")]
    Packing {
        name: "bzip2",
        extension: "bz2",
        open: || Ok(Box::new(bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::default()))),
    },
    #[cfg(feature = "xz")]
    Packing { name: "xz", extension: "xz", open: || Ok(Box::new(liblzma::write::XzEncoder::new(Vec::new(), 6))) },
];

/// Packed files that are not written: their names must not promise what they do not hold.
const NOT_WRITTEN: &[&str] = &["zip", "7z", "rar", "lz4", "br", "bz", "lzma", "xz", "zst", "gz", "bz2"];

impl Packing {
    /// The packing that the extension of a name tells.
    ///
    /// # Errors
    /// The extension is that of a packed file that is not written.
    pub fn of_path(path: &Path) -> Result<Option<&'static Self>, crate::Error> {
        let Some(extension) = path.extension().and_then(|extension| extension.to_str()) else { return Ok(None) };
        let extension = extension.to_ascii_lowercase();
        let found = PACKINGS.iter().find(|packing| packing.extension == extension);
        if found.is_none() && NOT_WRITTEN.contains(&extension.as_str()) {
            let extensions: Vec<_> = PACKINGS.iter().map(|packing| packing.extension).collect();
            let there_are = extensions.join(", ");
            return Err(crate::Error::Usage(format!("no .{extension} files are written; packed ones are {there_are}")));
        }
        Ok(found)
    }
}

#[cfg(feature = "compression")]
fn zstd() -> io::Result<zstd::stream::write::Encoder<'static, Vec<u8>>> {
    let mut encoder = zstd::stream::write::Encoder::new(Vec::new(), zstd::DEFAULT_COMPRESSION_LEVEL)?;
    encoder.include_checksum(true)?;
    Ok(encoder)
}

/// Encoders that write into a buffer, which is emptied after each block.
macro_rules! packs {
    ($($(#[$feature:meta])* $encoder:ty;)*) => {$(
        $(#[$feature])*
        impl Pack for $encoder {
            fn pack(&mut self, block: &[u8], out: &mut Vec<u8>) -> io::Result<()> {
                self.write_all(block)?;
                out.append(self.get_mut());
                Ok(())
            }

            fn finish(self: Box<Self>, out: &mut Vec<u8>) -> io::Result<()> {
                out.append(&mut (*self).finish()?);
                Ok(())
            }
        }
    )*};
}

packs! {
    #[cfg(feature = "compression")]
    flate2::write::GzEncoder<Vec<u8>>;
    #[cfg(feature = "compression")]
    zstd::stream::write::Encoder<'static, Vec<u8>>;
    #[cfg(feature = "compression")]
    bzip2::write::BzEncoder<Vec<u8>>;
    #[cfg(feature = "xz")]
    liblzma::write::XzEncoder<Vec<u8>>;
}
