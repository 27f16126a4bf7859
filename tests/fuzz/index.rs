//! An index with damaged files: an error, or the right answer, and never a panic.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

use plydex::chess::Position;
use plydex::index::{self, Exported, Found, Index, Settings, Tally, Verdict};
use plydex::output::Find;
use plydex::pipeline::Job;
use plydex::report::Unobserved;
use plydex::search::{Equality, Queries, Sought};
use xxhash_rust::xxh3::xxh3_64;

const SOURCES: [(&str, &str); 2] = [
    (
        "a.pgn",
        "[White \"A\"]\n[WhiteElo \"2500\"]\n[BlackElo \"2401\"]\n[Date \"1999.12.31\"]\n\n1. e4 e5 2. Nf3 1-0\n\n\
         [White \"B\"]\n\n1. d4 d5 0-1\n\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 *\n",
    ),
    ("b.pgn", "[White \"C\"]\n\n1. e4 c5 1/2-1/2\n\n[White \"D\"]\n\n1. Nf3 Nf6 2. Ng1 Ng8 1-0\n"),
];

const MANIFEST: &str = "MANIFEST.json";

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 b - - 0 1",
];

/// A small index of two segments as it was built, and what it answers.
struct Sample {
    /// Goes with the sample.
    _folder: tempfile::TempDir,
    directory: PathBuf,
    /// The files of the index, the manifest first, and behind them the sources.
    files: Vec<(PathBuf, Vec<u8>)>,
    right: Answers,
}

/// What an index answers; none where it says that it is damaged.
#[derive(Clone, Debug, Default, PartialEq)]
struct Answers {
    games: Vec<Option<Vec<Found>>>,
    tallies: Vec<Option<Tally>>,
    rows: Option<Vec<u8>>,
    exported: Option<Vec<Exported>>,
    verdict: Option<Verdict>,
    deep: Option<Verdict>,
}

impl Sample {
    fn build() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let directory = folder.path().join("index");
        let settings = Settings { job: Job { threads: 1, ..Job::default() }, memory: 1 << 20, ..Settings::default() };
        let mut sources = Vec::new();
        for (name, text) in SOURCES {
            let path = folder.path().join(name);
            fs::write(&path, text).expect("a file");
            let write = if sources.is_empty() { index::build } else { index::add };
            write(&directory, std::slice::from_ref(&path), &settings, &mut Unobserved).expect("an index");
            sources.push(path);
        }
        let manifest = index::Manifest::read(&directory).expect("a manifest");
        let named = manifest.segments.iter().flat_map(|segment| {
            [&segment.game_file, &segment.tree_file].into_iter().chain(&segment.position_files).map(|file| &file.path)
        });
        let names = std::iter::once(directory.join(MANIFEST)).chain(named.map(|name| directory.join(name)));
        let files = names.chain(sources).map(|path| (path.clone(), fs::read(path).expect("a file"))).collect();
        let right = Answers::of(&directory, true);
        assert!(right.rows.is_some() && right.deep == Some(Verdict::default()), "{right:?}");
        Self { _folder: folder, directory, files, right }
    }

    /// Puts these bytes on disk; whatever else a command left is gone.
    fn put(&self, files: &[Vec<u8>]) {
        let _ = fs::remove_dir_all(&self.directory);
        for ((path, _), bytes) in self.files.iter().zip(files) {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, bytes).expect("a file");
        }
    }
}

impl Answers {
    /// `replays` says whether the sources are replayed, too, for which threads are started.
    fn of(directory: &Path, replays: bool) -> Self {
        let job = Job { threads: 1, ..Job::default() };
        let verdict = |deep| index::verify(directory, deep).ok();
        let (verdict, deep) = (verdict(None), replays.then(|| verdict(Some(&job))).flatten());
        let Ok(index) = Index::open(directory) else { return Self { verdict, deep, ..Self::default() } };
        let sought: Vec<Sought> = FENS
            .iter()
            .map(|fen| Sought::new(&Position::from_fen(fen.as_bytes()).expect("a FEN"), Equality::default()))
            .collect();
        let numbered = sought.iter().enumerate().map(|(number, sought)| (number as u64, sought.clone())).collect();
        let (mut rows, mut exported) = (Vec::new(), Vec::new());
        let find = Find::new(Queries::new(numbered));
        Self {
            games: sought.iter().map(|sought| index.games_with(&sought.keys()).ok()).collect(),
            tallies: sought.iter().map(|sought| index.tally(sought.keys()[0]).ok()).collect(),
            rows: index::find(&index, &find, u64::MAX, &mut rows).ok().map(|_| rows),
            exported: index::export(&index, |row| {
                exported.push(row.clone());
                Ok(())
            })
            .ok()
            .map(|()| exported),
            verdict,
            deep,
        }
    }

    /// Whether each answer that is given is the right one.
    fn agree_with(&self, right: &Self) -> bool {
        fn agree<T: PartialEq>(given: &Option<T>, right: &Option<T>) -> bool {
            given.is_none() || given == right
        }
        self.games.iter().zip(&right.games).all(|(given, right)| agree(given, right))
            && self.tallies.iter().zip(&right.tallies).all(|(given, right)| agree(given, right))
            && agree(&self.rows, &right.rows)
            && agree(&self.exported, &right.exported)
    }
}

/// A damaged index says so, or answers as a sound one: from no part of it comes a wrong answer, and compacting it makes none.
///
/// The first byte says whether it is compacted, whether the manifest is given the digest that fits it (then it may
/// say anything, and must only not end in a panic), and whether its sources are replayed. Each four bytes that follow
/// change a file.
pub fn damaged_index(data: &[u8]) {
    static SAMPLE: OnceLock<Mutex<Sample>> = OnceLock::new();
    let sample = SAMPLE.get_or_init(|| Mutex::new(Sample::build())).lock().unwrap_or_else(PoisonError::into_inner);
    let [how, changes @ ..] = data else { return };
    let [compacts, forges, replays] = [1, 2, 4].map(|bit| how & bit != 0);
    let mut files: Vec<Vec<u8>> = sample.files.iter().map(|(_, bytes)| bytes.clone()).collect();
    for change in changes.chunks_exact(4) {
        apply(&mut files, [change[0], change[1], change[2], change[3]]);
    }
    if forges {
        forge(&mut files[0]);
    }
    sample.put(&files);
    let given = Answers::of(&sample.directory, replays);
    if forges {
        if compacts {
            let _ = index::compact(&sample.directory, 1);
        }
        return;
    }
    assert!(given.agree_with(&sample.right), "{given:?}\n{:?}", sample.right);
    let sources = files.len() - SOURCES.len();
    let same = |range: std::ops::Range<usize>| range.into_iter().all(|file| files[file] == sample.files[file].1);
    let (sound, unchanged) = (same(0..sources), same(sources..files.len()));
    let is_sound = |verdict: &Option<Verdict>| verdict.as_ref().is_some_and(|verdict| verdict.faults.is_empty());
    assert_eq!(is_sound(&given.verdict), sound, "{:?}", given.verdict);
    assert_eq!(is_sound(&given.deep), replays && sound && unchanged, "{:?}", given.deep);
    if sound && unchanged {
        let deep = given.deep.clone();
        assert_eq!(given, Answers { deep, ..sample.right.clone() });
    }
    if compacts && index::compact(&sample.directory, 1).is_ok() {
        let given = Answers::of(&sample.directory, replays);
        assert!(given.agree_with(&sample.right), "compacted: {given:?}\n{:?}", sample.right);
        assert!(
            !sound || given.verdict.as_ref().is_some_and(|verdict| verdict.faults.is_empty()),
            "{:?}",
            given.verdict
        );
    }
}

/// Changes a byte of a file, cuts the file off, puts a byte in, or puts another file in its place.
fn apply(files: &mut [Vec<u8>], [what, low, high, value]: [u8; 4]) {
    let (file, change) = (usize::from(what) % files.len(), usize::from(what) / files.len() % 8);
    let at = usize::from(u16::from_le_bytes([low, high]));
    let length = files[file].len();
    match change {
        0 => files[file].truncate(at % (length + 1)),
        1 => files[file].insert(at % (length + 1), value),
        2 => files[file] = files[usize::from(value) % files.len()].clone(),
        // Counted from the end, where Parquet has what it needs first.
        3 if length > 0 => files[file][length - 1 - at % length] = value,
        _ if length > 0 => files[file][at % length] = value,
        _ => {}
    }
}

/// Has the manifest's own digest fit what it says.
fn forge(manifest: &mut [u8]) {
    let label = b"\"xxh3\": \"";
    let Some(at) = manifest.windows(label.len()).rposition(|window| window == label) else { return };
    let Some(digits) = manifest.get(at + label.len()..at + label.len() + 16).map(|_| at + label.len()) else { return };
    manifest[digits..digits + 16].fill(b'0');
    let digest = format!("{:016x}", xxh3_64(manifest));
    manifest[digits..digits + 16].copy_from_slice(digest.as_bytes());
}
