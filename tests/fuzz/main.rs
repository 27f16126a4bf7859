//! The properties that `fuzz/` tries on bytes it makes up, held on every run over seeds and what a few changes make of them.

mod index;
mod properties;
mod seeds;

/// A property, by the name of its target.
type Property = fn(&[u8]);

/// Every property there is.
const PROPERTIES: &[(&str, Property)] = &[
    ("tokenizer", properties::tokenizer),
    ("split", properties::split),
    ("san", properties::san),
    ("fen", properties::fen),
    ("pipeline", properties::whole_pipeline),
    ("packed", properties::packed),
    ("index", index::damaged_index),
];

/// Changed copies of each seed that are tried.
const CHANGED: u64 = 6;

#[test]
fn properties_hold_over_the_seeds() {
    for (name, property) in PROPERTIES {
        for (index, seed) in seeds::of(name).iter().enumerate() {
            property(seed);
            for round in 0..CHANGED {
                property(&seeds::changed(seed, index as u64 * CHANGED + round));
            }
        }
    }
}

/// Writes the seeds where a target looks for them: `cargo test --test fuzz -- --ignored`.
#[test]
#[ignore = "writes files"]
fn seeds_are_written_for_the_targets() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz/corpus");
    for (name, _) in PROPERTIES {
        let folder = root.join(name);
        std::fs::create_dir_all(&folder).expect("a folder");
        for (index, seed) in seeds::of(name).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{index:03}")), seed).expect("a file");
        }
    }
}
