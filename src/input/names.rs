//! Names: which files of a folder or an archive hold games.

use std::path::Path;

/// What may follow `.pgn`: the extensions that packers give.
const PACKED: &[&str] = &["gz", "bz2", "zst", "xz", "zip"];

/// Whether a name is that of PGN, packed or not: `a.pgn`, `a.PGN.gz`. What a Mac leaves beside each file (`._a.pgn`) is none.
pub(super) fn is_pgn(name: &str) -> bool {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name).to_ascii_lowercase();
    let stem = PACKED.iter().find_map(|packed| name.strip_suffix(packed)?.strip_suffix('.')).unwrap_or(&name);
    stem.ends_with(".pgn") && !name.starts_with("._")
}

/// Whether a file of a folder is read: PGN, or a zip archive, which may hold some.
pub(super) fn is_wanted(path: &Path) -> bool {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    is_pgn(&name) || (name.to_ascii_lowercase().ends_with(".zip") && !name.starts_with("._"))
}

/// A name as it stands in a zip archive: UTF-8 where the archive says so or it is that, else of DOS.
#[cfg(feature = "compression")]
pub(super) fn in_zip(name: &[u8], utf8: bool) -> String {
    match std::str::from_utf8(name) {
        Ok(name) => name.to_owned(),
        Err(_) if utf8 => String::from_utf8_lossy(name).into_owned(),
        Err(_) => oem_cp::decode_string_complete_table(name, &oem_cp::code_table::DECODING_TABLE_CP437),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pgn_is_told_by_its_name_packed_or_not() {
        for name in ["a.pgn", "A.PGN", "x/y z.pgn.zst", "b\\a.pgn.GZ", "a.pgn.zip", ".pgn", "twic1234.pgn.bz2"] {
            assert!(is_pgn(name), "{name}");
            assert!(is_wanted(Path::new(name)), "{name}");
        }
        for name in ["a.txt", "pgn", "a.pgn.txt", "x.pgn/readme", "__MACOSX/._a.pgn", "a.zst", "a.pgnx"] {
            assert!(!is_pgn(name), "{name}");
        }
        assert!(is_wanted(Path::new("twic.zip")) && !is_pgn("twic.zip"));
    }
}
