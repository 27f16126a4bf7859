//! The progress bar: bytes, games a second, time left.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressStyle};

use crate::cli::args::{Common, When};
use crate::input::Source;

/// Shows how far a run has come, where somebody looks.
pub enum Progress {
    Hidden,
    Bar(ProgressBar, Instant),
    /// Lines for a standard error that is no terminal.
    Lines {
        total: Option<u64>,
        started: Instant,
        last: Instant,
    },
}

const EVERY: Duration = Duration::from_millis(500);

impl Progress {
    pub fn new(common: &Common, sources: &[Source]) -> Self {
        let terminal = io::stderr().is_terminal();
        let total = sources.iter().map(Source::size).sum::<Option<u64>>();
        let now = Instant::now();
        match common.progress {
            _ if common.quiet => Self::Hidden,
            When::Never => Self::Hidden,
            When::Auto if !terminal => Self::Hidden,
            When::Always if !terminal => Self::Lines { total, started: now, last: now },
            When::Auto | When::Always => Self::Bar(bar(total), now),
        }
    }

    pub fn at(&mut self, bytes: u64, games: u64) {
        match self {
            Self::Hidden => {}
            Self::Bar(bar, started) => {
                bar.set_position(bytes);
                bar.set_message(format!("{:.0} games/s", games as f64 / started.elapsed().as_secs_f64().max(0.001)));
            }
            Self::Lines { total, started, last } => {
                if last.elapsed() >= EVERY {
                    *last = Instant::now();
                    let of = total.map_or(String::new(), |total| format!(" of {total}"));
                    let speed = games as f64 / started.elapsed().as_secs_f64();
                    let _ = writeln!(io::stderr(), "bytes {bytes}{of}, games {games}, {speed:.0} games/s");
                }
            }
        }
    }

    /// Writes to standard error without breaking the bar.
    pub fn print(&self, line: &str) {
        let print = || {
            let _ = writeln!(io::stderr(), "{line}");
        };
        match self {
            Self::Bar(bar, _) => bar.suspend(print),
            Self::Hidden | Self::Lines { .. } => print(),
        }
    }

    pub fn finish(&self) {
        if let Self::Bar(bar, _) = self {
            bar.finish_and_clear();
        }
    }
}

fn bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{wide_bar} {bytes}/{total_bytes} {msg} {eta} left"),
        None => (ProgressBar::no_length(), "{spinner} {bytes} {msg}"),
    };
    bar.with_style(ProgressStyle::with_template(template).expect("the template is ours"))
}
