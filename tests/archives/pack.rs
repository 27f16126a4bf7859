//! The same bytes in every packing there is.

use std::io::Write;

use flate2::write::GzEncoder;

/// Bytes in one packing, and what it is called.
pub struct Packed {
    pub name: &'static str,
    pub bytes: Vec<u8>,
}

/// Every packing of the bytes.
pub fn all(bytes: &[u8]) -> Vec<Packed> {
    let half = bytes.len() / 2;
    let packings = [("gz", gz as fn(&[u8]) -> Vec<u8>), ("bz2", bz2), ("zst", zst), ("xz", xz)];
    let mut all = Vec::new();
    for (name, pack) in packings {
        all.push(Packed { name, bytes: pack(bytes) });
        // Two streams, one behind the other.
        all.push(Packed { name, bytes: [pack(&bytes[..half]), pack(&bytes[half..])].concat() });
    }
    all.push(Packed { name: "pzst", bytes: pzst(bytes, 9_000) });
    all.push(Packed { name: "zip", bytes: zip(&[("a.pgn", bytes, true)]) });
    all.push(Packed { name: "zip", bytes: zip(&[("a.pgn", bytes, false)]) });
    all
}

pub fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::new(4));
    encoder.write_all(bytes).expect("a Vec takes it");
    encoder.finish().expect("a Vec takes it")
}

pub fn bz2(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::new(1));
    encoder.write_all(bytes).expect("a Vec takes it");
    encoder.finish().expect("a Vec takes it")
}

pub fn zst(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = zstd::stream::Encoder::new(Vec::new(), 3).expect("a level there is");
    encoder.include_checksum(true).expect("a parameter there is");
    encoder.write_all(bytes).expect("a Vec takes it");
    encoder.finish().expect("a Vec takes it")
}

pub fn xz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = liblzma::write::XzEncoder::new(Vec::new(), 1);
    encoder.write_all(bytes).expect("a Vec takes it");
    encoder.finish().expect("a Vec takes it")
}

/// As pzstd writes it: a skippable frame with the length of the frame that follows, again and again.
pub fn pzst(bytes: &[u8], frame: usize) -> Vec<u8> {
    let frames = bytes.chunks(frame).map(|part| {
        let packed = zst(part);
        [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &(packed.len() as u32).to_le_bytes()[..], &packed].concat()
    });
    frames.collect::<Vec<_>>().concat()
}

/// A zip archive of members with their names, packed or stored.
pub fn zip(members: &[(&str, &[u8], bool)]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for (name, bytes, packed) in members {
        let method = if *packed { rawzip::CompressionMethod::DEFLATE } else { rawzip::CompressionMethod::STORE };
        let (mut entry, config) = archive.new_file(name).compression_method(method).start().expect("a Vec takes it");
        let descriptor = if *packed {
            let encoder = flate2::write::DeflateEncoder::new(&mut entry, flate2::Compression::default());
            let mut writer = config.wrap(encoder);
            writer.write_all(bytes).expect("a Vec takes it");
            let (encoder, descriptor) = writer.finish().expect("a Vec takes it");
            encoder.finish().expect("a Vec takes it");
            descriptor
        } else {
            let mut writer = config.wrap(&mut entry);
            writer.write_all(bytes).expect("a Vec takes it");
            writer.finish().expect("a Vec takes it").1
        };
        entry.finish(descriptor).expect("a Vec takes it");
    }
    archive.finish().expect("a Vec takes it");
    out
}
