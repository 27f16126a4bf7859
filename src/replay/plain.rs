//! The short way through plain movetext: standard SAN, numbers in place, annotations that
//! nobody asked for.
//!
//! Whatever it does not know is left, untouched, to the long way, which reads the plain in the
//! same manner.

use std::ops::ControlFlow;

use crate::chess::Position;
use crate::chess::notation::{CheckMark, Written, plain, san, uci};
use crate::pgn::PlainAnnotation;
use crate::replay::reader::Reader;
use crate::replay::{Ply, Reached, Replay, words};

impl<'a> Replay<'_, 'a> {
    /// Whether the words to come may be read on the short way.
    pub(super) fn may_be_plain(&self) -> bool {
        !self.asks.annotations
            && self.reader == Reader::ENGLISH
            && self.started
            && !self.lines.is_passing()
            && self.held.is_none()
            && self.pending.is_none()
            && self.queued.is_none()
            && self.undecided.is_none()
            && self.again.is_none()
            && !self.terminated
            && self.number_shift == 0
            && (!self.asks.san || self.asks.written == Written::San)
            && self.tokens.is_open()
            && self.tokens.end().is_none()
    }

    /// Plays on as far as the movetext is plain, and has `each` told of the plies that are to be
    /// given. Comments and glyphs are passed over, or, where they are asked for, `other` is told of
    /// them, with the position at which they stand.
    #[inline(always)]
    pub(super) fn plain_run(
        &mut self,
        each: &mut impl FnMut(&Reached<'_, 'a>) -> ControlFlow<()>,
        mut other: Option<&mut impl FnMut(PlainAnnotation<'a>, &Position)>,
    ) -> ControlFlow<()> {
        let pass_over = other.is_none();
        let given = self.gives_variations() || self.lines.depth() == 0;
        let (san, uci) = (given && self.asks.san, given && self.asks.uci);
        let mut cursor = self.tokens.plain();
        let (line, path) = self.lines.current_and_path();
        let mut flow = ControlFlow::Continue(());
        loop {
            cursor.passes_variations = self.passes_variations && line.moves > 0;
            let Some(word) = cursor.word(Some(line.position.fullmove_number()), pass_over) else {
                let Some(other) = &mut other else { break };
                let Some(annotation) = cursor.annotation() else { break };
                other(annotation, &line.position);
                continue;
            };
            let Some(read) = plain::read(&line.position, word.text, word.length) else { break };
            if san && !read.is_standard {
                self.san.clear();
                san::write(&line.position, read.mv, &mut self.san);
            }
            if uci {
                self.uci.clear();
                uci::write(&line.position, read.mv, &mut self.uci);
            }
            line.play(read.mv);
            let text = cursor.take(&word);
            if let Some(mark) = read.mark
                && !is_right(mark, &line.position)
            {
                self.problems.push(words::wrong_mark(text, self.base + word.at as u64, line.ply));
            }
            if given {
                let mut short = word.text.to_le_bytes();
                let mut length = read.length;
                if san && line.position.in_check() {
                    let mark = san::mark(&line.position);
                    short[length & 7] = mark;
                    length += 1;
                    self.san.push(mark);
                }
                let is_short = san && read.is_standard;
                let ply = Ply { number: line.ply, mv: read.mv, text };
                let reached = Reached {
                    ply: &ply,
                    position: &line.position,
                    san: if is_short { &short[..length] } else { &self.san },
                    short_san: is_short.then_some(&short),
                    uci: &self.uci,
                    line: path,
                    nags: &[],
                    comments: &[],
                };
                flow = each(&reached);
                if flow.is_break() {
                    break;
                }
            }
        }
        // One that is not plain is searched for its end once, and not again for each that it holds.
        self.passes_variations &= !cursor.met_odd_variation;
        self.tokens.go_on_at(&cursor);
        flow
    }
}

/// Where nobody asks for annotations.
pub(super) const NO_OTHER: Option<&mut fn(PlainAnnotation<'_>, &Position)> = None;

/// Whether the position after a move bears out its check mark. None at all is no wrong one.
pub(super) fn is_right(mark: CheckMark, after: &Position) -> bool {
    after.in_check()
        && match mark {
            CheckMark::Check => after.has_legal_move(),
            CheckMark::Mate => !after.has_legal_move(),
            CheckMark::DoubleOrMate => true,
        }
}
