//! Ctrl-C, and the signals that ask a program to end: the run stops in order, so that nothing half done is left under a final name.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a shell sees of a program that Ctrl-C ended.
pub const CODE: u8 = 130;

/// The flag that the signal raises. A second one ends the program at once.
pub fn flag() -> &'static AtomicBool {
    // Where no handler can be set, the signal ends the program as it would any other.
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(i32::from(CODE));
        }
    });
    &INTERRUPTED
}
