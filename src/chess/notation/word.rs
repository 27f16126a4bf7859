//! A word of movetext as code points, in a buffer of fixed size.
//!
//! Blanks, joiners and soft hyphens inside a word are dropped; bytes that are not UTF-8 are read
//! as Windows-1252. A longer word than any move is none.

/// Longest word that is looked at, in code points: `Qh4xe1 dis ch e.p.` and long piece letters.
const CAPACITY: usize = 32;

/// The code points of a word.
pub(super) struct Word {
    chars: [char; CAPACITY],
    length: usize,
}

impl Word {
    /// `None` if the word is longer than any move.
    pub(super) fn new(text: &[u8]) -> Option<Self> {
        let mut word = Self { chars: ['\0'; CAPACITY], length: 0 };
        // A word of thousands of letters is no move, whatever its blanks.
        if text.len() > 8 * CAPACITY {
            return None;
        }
        for chunk in text.utf8_chunks() {
            let stray = chunk.invalid().iter().map(|&byte| windows_1252(byte));
            for char in chunk.valid().chars().chain(stray) {
                if !is_dropped(char) {
                    *word.chars.get_mut(word.length)? = char;
                    word.length += 1;
                }
            }
        }
        Some(word)
    }

    pub(super) fn chars(&self) -> &[char] {
        &self.chars[..self.length]
    }
}

/// Blanks of any width, invisible joiners, soft hyphens, and selectors of a figurine's looks.
fn is_dropped(char: char) -> bool {
    char.is_whitespace()
        || matches!(char, '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{2064}' | '\u{FE0E}' | '\u{FE0F}' | '\u{FEFF}')
}

/// The signs of Windows-1252 that moves are written with; the rest as in Latin-1.
fn windows_1252(byte: u8) -> char {
    match byte {
        0x86 => '†',
        0x87 => '‡',
        0x96 => '–',
        0x97 => '—',
        other => char::from(other),
    }
}

/// A hyphen, a dash or a minus sign.
pub(super) fn is_dash(char: char) -> bool {
    matches!(char, '-' | '\u{2010}'..='\u{2015}' | '\u{2212}')
}

/// The Latin letter that a letter of another script looks like, or the letter itself.
///
/// Only letters that stand in squares, castling and captures; piece letters of other scripts
/// belong to languages.
pub(super) fn latin(char: char) -> char {
    match char {
        'а' => 'a',
        'с' | 'ϲ' => 'c',
        'ԁ' => 'd',
        'е' => 'e',
        'ɡ' => 'g',
        'һ' => 'h',
        'о' | 'ο' => 'o',
        'х' | 'χ' => 'x',
        'А' | 'Α' => 'A',
        'В' | 'Β' => 'B',
        'С' | 'Ϲ' => 'C',
        'Е' | 'Ε' => 'E',
        'Н' | 'Η' => 'H',
        'О' | 'Ο' => 'O',
        'Х' | 'Χ' => 'X',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: &[u8]) -> Option<String> {
        Word::new(bytes).map(|word| word.chars().iter().collect())
    }

    #[test]
    fn blanks_and_invisible_signs_inside_a_word_are_dropped() {
        for (given, kept) in [
            ("e8 =Q", "e8=Q"),
            ("N\u{a0}f3", "Nf3"),
            ("N\u{200b}f\u{ad}3\u{feff}", "Nf3"),
            ("♘\u{fe0e}f3", "♘f3"),
            ("", ""),
        ] {
            assert_eq!(text(given.as_bytes()).as_deref(), Some(kept), "{given:?}");
        }
    }

    #[test]
    fn stray_bytes_are_windows_1252() {
        assert_eq!(text(b"0\x960").as_deref(), Some("0–0"));
        assert_eq!(text(b"B\xd7e5\x86").as_deref(), Some("B×e5†"));
    }

    #[test]
    fn a_word_longer_than_any_move_is_none() {
        assert!(Word::new(&[b'N'; 33]).is_none());
        assert!(Word::new(&[b'N'; 5000]).is_none());
        assert!(Word::new(&[b' '; 5000]).is_none());
    }
}
