//! Results, in movetext and in the Result tag.
//!
//! PGN has four (standard, section 8.2.6); everything else that people write is mapped to
//! one of them, or is no result.

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: going on, unknown, or a score that PGN cannot say.
    Unknown,
}

/// A result as read: what it means, and whether it was one of the standard's four texts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ReadOutcome {
    /// What it means.
    pub outcome: Outcome,
    /// Whether the text was one of the four.
    pub standard: bool,
}

impl Outcome {
    /// The text of the standard.
    pub fn text(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }

    /// 1 when White won, -1 when Black did, 0 for a draw; none when it is not known.
    pub fn score(self) -> Option<i8> {
        match self {
            Self::WhiteWins => Some(1),
            Self::Draw => Some(0),
            Self::BlackWins => Some(-1),
            Self::Unknown => None,
        }
    }

    fn standard(text: &[u8]) -> Option<Self> {
        match text {
            b"1-0" => Some(Self::WhiteWins),
            b"0-1" => Some(Self::BlackWins),
            b"1/2-1/2" => Some(Self::Draw),
            b"*" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// Reads a result that ends movetext. `0-0` is none here: it is castling.
    pub fn read(text: &[u8]) -> Option<ReadOutcome> {
        if let Some(outcome) = Self::standard(text) {
            return Some(ReadOutcome { outcome, standard: true });
        }
        let outcome = match plain(text)?.as_slice() {
            b"1-0" => Self::WhiteWins,
            b"0-1" => Self::BlackWins,
            b"1/2-1/2" | b"1/2" | b"0.5-0.5" => Self::Draw,
            _ => return None,
        };
        Some(ReadOutcome { outcome, standard: false })
    }

    /// Reads a result of a Result tag, or of a game without moves: forfeits too.
    pub fn read_tag(text: &[u8]) -> Option<ReadOutcome> {
        Self::read(text).or_else(|| {
            let outcome = match plain(text)?.as_slice() {
                b"+/-" | b"+--" => Self::WhiteWins,
                b"-/+" | b"--+" => Self::BlackWins,
                // With letters it is castling that is not legal.
                b"0-0" if text.contains(&b'0') => Self::Unknown,
                b"-/-" | b"1/2-0" | b"0-1/2" => Self::Unknown,
                _ => return None,
            };
            Some(ReadOutcome { outcome, standard: false })
        })
    }
}

/// The result at the end of a longer word (`Nc60-1`), and what stands before it.
pub(crate) fn glued(word: &[u8]) -> Option<usize> {
    let &last = word.last()?;
    if !matches!(last, b'0' | b'1' | b'2' | 0xbd) || word.len() < 4 {
        return None;
    }
    GLUED.iter().filter_map(|result| word.strip_suffix(result.as_bytes())).map(<[u8]>::len).min().filter(|&at| {
        at >= 2
            && matches!(word[at - 1], b'1'..=b'8' | b'O' | b'+' | b'#' | b'Q' | b'R' | b'B' | b'N')
            && word[..at].iter().any(u8::is_ascii_alphabetic)
    })
}

const GLUED: &[&str] = &["1-0", "0-1", "1/2-1/2", "½-½", "1–0", "0–1", "½–½"];

/// Every dash as `-`, a half as `1/2`, a colon as `-`, the letter O as nought.
fn plain(text: &[u8]) -> Option<Vec<u8>> {
    if text.len() > 24 {
        return None;
    }
    let text = std::str::from_utf8(text).ok()?.trim_end_matches([',', '.']);
    let mut plain = Vec::with_capacity(16);
    for c in text.chars() {
        match c {
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ad}' | ':' => plain.push(b'-'),
            '½' => plain.extend_from_slice(b"1/2"),
            'O' | 'o' => plain.push(b'0'),
            c if c.is_ascii() => plain.push(c as u8),
            _ => return None,
        }
    }
    Some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_every_spelling() {
        use Outcome::*;
        for (text, outcome, standard) in [
            ("1-0", WhiteWins, true),
            ("*", Unknown, true),
            ("½-½", Draw, false),
            ("½–½", Draw, false),
            ("½", Draw, false),
            ("1/2", Draw, false),
            ("0.5-0.5", Draw, false),
            ("1/2:1/2", Draw, false),
            ("1:0", WhiteWins, false),
            ("O-1", BlackWins, false),
            ("1—0", WhiteWins, false),
        ] {
            assert_eq!(Outcome::read(text.as_bytes()), Some(ReadOutcome { outcome, standard }), "{text}");
        }
        for text in ["0-0", "0-0-0", "O-O", "1", "e4", "+/-"] {
            assert_eq!(Outcome::read(text.as_bytes()), None, "{text}");
        }
        assert_eq!(Outcome::read_tag("+−−".as_bytes()).map(|read| read.outcome), Some(WhiteWins));
        assert_eq!(Outcome::read_tag("½-0".as_bytes()).map(|read| read.outcome), Some(Unknown));
    }

    #[test]
    fn a_result_glued_to_a_move_is_found() {
        for (word, at) in [
            ("Nc60-1", Some(3)),
            ("a61/2-1/2", Some(2)),
            ("d51-0", Some(2)),
            ("O-O-O0-1", Some(5)),
            ("Re1", None),
            ("0-0-0", None),
            ("e2-e4", None),
            ("10-1", None),
        ] {
            assert_eq!(glued(word.as_bytes()), at, "{word}");
        }
    }
}
