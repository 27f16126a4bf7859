//! Bytes to begin with: small inputs of each kind, and a way to change them that is the same on every run.

use std::io::Write;

const PGN: &[&str] = &[
    "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 {c} 2. Nf3 $1 (2. f4 exf4 (2... d5)) Nc6 1-0\n\n[Event \"b\"]\n\n1. d4 *\n",
    "1. e4 e5 2. Ke2 Ke7 * ) garbage } 1. d4 Qh9 0-1 1. c4",
    "[Event \"x\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"0\"]\n\n1. e4 {open\n\n[Event \"y\"]\n\n1. Sf3 Sf6 *",
    "\u{feff}1.e4\u{a0}e5 1\u{2013}0\r\n\r\n[Event \"b\"]\r1.P-K4 P-K4 *",
    "1. 5254 5755 2. 7163 * 1. e2-e4 e7e5 2. ♘f3 ½-½",
    "[White \"R\u{e9}ti\"]\n\n%escaped\n1. e4 ; line\ne5 -- 2. -- (=) $999 e8=(Q)+ *",
    "[Variant \"Chess960\"]\n[FEN \"nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1\"]\n\n1. O-O *",
    "((((((((((1. e4)))))))[[[[[\"\"\"{{{{}",
    "\0\0[E\0 \"a\0\"]\0\u{1a}*",
];

/// Bytes of other encodings; those that a property once did not hold for are here, too.
const FOUND: &[&[u8]] = &[
    b"[White \"R\xe9ti\"]\n\n1. e4 \xff\xfe *",
    b"[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - \x7f\0\0\0]\n[Set2p \"0\"]\n\n1. e4 {open\n\n[Event \"y\"]\xe2\x80\x93+ Sf3 Sf6 *",
    b"[Result \"1-\x010\"]\n[Variant \"chess\xa0960\"]\n[SetUp \"\x7f1\"]\n\n1. e4 *",
    b"[FE\xfe\xff\xffN \"4k3/8/8/8/8/8/4PwK3 43 /- - 0 1\"]\n\n2. e4 {o *",
];

const FENS: &[&str] = &[
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 12 34",
    "nrkbbqrn/pppppppp/8/8/8/8/PPPPPPPP/NRKBBQRN w GBgb - 0 1",
    "8/8/8/8/8/4k3/4p3/4K3 w - -",
    "4k3/8/8/8/8/8/4P3/4K3",
    "r1bqkb1r/8/8/8/8/8/8/R1BQKB1R[] b KQkq - 3+3 0 99999999999",
];

const MOVES: &[&str] = &[
    "e4", "Nf3", "O-O", "0-0-0", "e2e4", "exd5", "Sf3", "5254", "P-K4", "♘f3", "--", "e8=Q+", "Ngf3!?", "N1xd2#",
    "eikkuu",
];

/// The seeds of a property.
pub fn of(property: &str) -> Vec<Vec<u8>> {
    let pgn = || PGN.iter().map(|text| text.as_bytes().to_vec());
    match property {
        "fen" => FENS.iter().map(|text| text.as_bytes().to_vec()).collect(),
        "san" => MOVES.iter().flat_map(|text| [0, 3, 9].map(|length| san(length, text))).collect(),
        "split" => {
            pgn().enumerate().map(|(index, text)| [vec![7 * index as u8, 5, index as u8], text].concat()).collect()
        }
        "index" => changes_of_files(),
        "packed" => pgn().flat_map(|text| packings(&text)).collect(),
        _ => pgn().chain(FOUND.iter().map(|bytes| bytes.to_vec())).collect(),
    }
}

fn san(length: u8, text: &str) -> Vec<u8> {
    let choices = (0..length).map(|number| number.wrapping_mul(37));
    [length].into_iter().chain(choices).chain(text.bytes()).collect()
}

/// How files of an index are changed, four bytes a change; before them, what else is done.
fn changes_of_files() -> Vec<Vec<u8>> {
    let one = (0..72u8).map(|what| vec![what % 8, what, what.wrapping_mul(37), what % 5, b'7']);
    // Digits of the manifest, whose digest is made to fit.
    let digits =
        (0..60u8).map(|step| vec![2 + step % 2 + 4 * (step % 3 / 2), 36, step.wrapping_mul(41), step / 7, b'9']);
    [vec![0], vec![1]].into_iter().chain(one).chain(digits).collect()
}

fn packings(text: &[u8]) -> Vec<Vec<u8>> {
    let mut gz = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    let mut bz2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    gz.write_all(text).and_then(|()| bz2.write_all(text)).expect("a Vec takes it");
    let zst = zstd::stream::encode_all(text, 1).expect("a Vec takes it");
    let prefix = [&[0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0], &(zst.len() as u32).to_le_bytes()[..]].concat();
    let name = [0; 4].into_iter().chain((text.len() as u32).to_le_bytes().repeat(2)).chain([5, 0, 0, 0]);
    let stored =
        [b"PK\x03\x04\x0a\0\0\0\0\0\0\0\0\0".to_vec(), name.collect(), b"a.pgn".to_vec(), text.to_vec()].concat();
    let utf16 = String::from_utf8_lossy(text).encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    vec![
        gz.finish().expect("a Vec takes it"),
        bz2.finish().expect("a Vec takes it"),
        [&prefix[..], &zst, &prefix, &zst].concat(),
        zst,
        stored,
        [vec![0xff, 0xfe], utf16].concat(),
    ]
}

/// A copy with a few bytes changed, doubled or cut off.
pub fn changed(seed: &[u8], number: u64) -> Vec<u8> {
    let mut state = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state % below.max(1) as u64) as usize
    };
    let mut bytes = seed.to_vec();
    for _ in 0..1 + next(3) {
        let at = next(bytes.len());
        match next(4) {
            0 => bytes.truncate(at),
            1 => bytes.splice(at..at, seed[..next(seed.len())].iter().copied()).for_each(drop),
            2 if at < bytes.len() => bytes[at] ^= 1 << next(8),
            _ => bytes.insert(at, b"[]{}()\"\n\0 ;%$*-\xff"[next(16)]),
        }
    }
    bytes
}
