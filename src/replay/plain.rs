//! The short way through plain movetext: standard SAN, numbers in place, annotations that
//! nobody asked for.
//!
//! Whatever it does not know is left, untouched, to the long way, which reads the plain in the
//! same manner.

use crate::chess::notation::{Written, plain, san, uci};
use crate::replay::reader::Reader;
use crate::replay::{Ply, Replay};

impl<'a> Replay<'_, 'a> {
    /// Whether the words to come may be read on the short way.
    pub(super) fn may_be_plain(&self) -> bool {
        self.reader == Reader::ENGLISH
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
    }

    /// The next ply, if it is reached on the short way from here.
    pub(super) fn plainly(&mut self) -> Option<Ply<'a>> {
        if self.asks.annotations || !self.may_be_plain() { None } else { self.plain_ply(true) }
    }

    /// The next ply that is to be given, as far as the movetext is plain; what stands before its
    /// end has been played. With `pass_over` comments and glyphs count as plain.
    #[inline(always)]
    pub(super) fn plain_ply(&mut self, pass_over: bool) -> Option<Ply<'a>> {
        let given = self.asks.variations || self.lines.depth() == 0;
        loop {
            let line = &mut self.lines.current;
            let word = self.tokens.plain_word(line.position.fullmove_number(), pass_over)?;
            let read = plain::read(&line.position, word.text, word.length)?;
            let mv = read.mv;
            if given && (self.asks.san | self.asks.uci) {
                if self.asks.san {
                    self.san.clear();
                    if read.is_standard {
                        self.san.extend_from_slice(&word.text.to_le_bytes()[..read.length]);
                    } else {
                        san::write(&line.position, mv, &mut self.san);
                    }
                }
                if self.asks.uci {
                    self.uci.clear();
                    uci::write(&line.position, mv, &mut self.uci);
                }
            }
            line.play(mv);
            let number = line.ply;
            let text = self.tokens.take_plain(&word);
            if let Some(mark) = read.mark {
                self.check_mark(mark, text, word.at);
            }
            if given {
                if self.asks.san {
                    san::write_mark(&self.lines.current.position, &mut self.san);
                }
                return Some(Ply { number, mv, text });
            }
        }
    }
}
