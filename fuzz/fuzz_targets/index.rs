#![no_main]

#[path = "../../tests/fuzz/index.rs"]
mod index;

libfuzzer_sys::fuzz_target!(|data: &[u8]| index::damaged_index(data));
