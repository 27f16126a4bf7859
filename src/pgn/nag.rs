//! Numeric annotation glyphs and the signs that stand for them.
//!
//! Numbers are those of the PGN standard, section 10; the signs are those of Informant as
//! ChessBase and Scid write them.

/// A numeric annotation glyph, 0 to 255.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nag(pub u8);

impl Nag {
    /// The glyph of a `$n`, given its digits.
    pub fn from_digits(digits: &[u8]) -> Option<Self> {
        let value = digits.iter().try_fold(0u8, |sum, digit| sum.checked_mul(10)?.checked_add(digit - b'0'))?;
        (!digits.is_empty()).then_some(Self(value))
    }

    /// The glyph that a sign stands for, such as `!?` or `±`.
    pub fn from_glyph(glyph: &[u8]) -> Option<Self> {
        GLYPHS.iter().find(|(sign, _)| sign.as_bytes() == glyph).map(|&(_, nag)| Self(nag))
    }
}

/// Signs and their numbers. A new sign is a new line.
pub const GLYPHS: &[(&str, u8)] = &[
    ("!", 1),
    ("?", 2),
    ("!!", 3),
    ("‼", 3),
    ("??", 4),
    ("⁇", 4),
    ("!?", 5),
    ("⁉", 5),
    ("?!", 6),
    ("⁈", 6),
    ("□", 7),
    ("=", 10),
    ("∞", 13),
    ("+/=", 14),
    ("+=", 14),
    ("⩲", 14),
    ("=/+", 15),
    ("=+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("+/−", 16),
    ("±", 16),
    ("-/+", 17),
    ("−/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("−+", 19),
    ("–+", 19),
    ("=/∞", 44),
    ("⌓", 142),
    ("N", 146),
    ("TN", 146),
];

/// With compensation: for White where White is down in material, else for Black.
pub const COMPENSATION_WHITE: Nag = Nag(44);
/// See [`COMPENSATION_WHITE`].
pub const COMPENSATION_BLACK: Nag = Nag(45);

/// Length of the one-character sign outside ASCII at the start of `text`: it ends a word.
pub(crate) fn sign(text: &[u8]) -> Option<usize> {
    GLYPHS
        .iter()
        .map(|(sign, _)| sign.as_bytes())
        .find(|sign| sign[0] >= 0x80 && is_one_char(sign) && text.starts_with(sign))
        .map(<[u8]>::len)
}

fn is_one_char(sign: &[u8]) -> bool {
    sign.iter().filter(|&&byte| byte & 0xc0 != 0x80).count() == 1
}

/// The sign that ends `word`, and what stands before it: `Bc4+/-` is `Bc4` and 16.
/// Only signs that cannot be part of a move are cut off (not `N`).
pub fn split_suffix(word: &[u8]) -> Option<(&[u8], Nag)> {
    GLYPHS
        .iter()
        .filter(|(sign, _)| !sign.bytes().any(|byte| byte.is_ascii_alphanumeric()))
        .filter_map(|&(sign, nag)| Some((word.strip_suffix(sign.as_bytes())?, Nag(nag))))
        .min_by_key(|(before, _)| before.len())
        .filter(|(before, _)| !before.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_up_to_255() {
        for (digits, nag) in
            [("0", Some(0)), ("255", Some(255)), ("256", None), ("99999999999", None), ("", None), ("007", Some(7))]
        {
            assert_eq!(Nag::from_digits(digits.as_bytes()), nag.map(Nag), "{digits}");
        }
    }

    #[test]
    fn the_longest_sign_is_cut_off() {
        for (word, before, nag) in
            [("Bc4+/-", "Bc4", 16), ("Nf3+-", "Nf3", 18), ("e4=", "e4", 10), ("d4=/∞", "d4", 44), ("Rd1−+", "Rd1", 19)]
        {
            assert_eq!(split_suffix(word.as_bytes()), Some((before.as_bytes(), Nag(nag))), "{word}");
        }
        assert_eq!(split_suffix(b"e4"), None);
        assert_eq!(split_suffix(b"+-"), None);
    }

    #[test]
    fn signs_outside_ascii_end_a_word() {
        assert_eq!(sign("±x".as_bytes()), Some(2));
        assert_eq!(sign("−+".as_bytes()), None, "a minus may belong to castling");
        assert_eq!(sign(b"!"), None);
    }
}
