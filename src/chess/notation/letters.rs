//! Which text before a square means which piece.
//!
//! A table given by the caller, so that the sloppy grammar reads every language and every set of
//! figurines in the same way. Letters may be of several code points and of any script.

use crate::chess::Role;

/// One piece letter: the text that stands for a role.
pub type Letter<'a> = (&'a str, Role);

/// The piece letters of one language, or of several ways to write one.
///
/// Two entries may have the same text or the same role; a text that then fits two legal moves is
/// ambiguous. Letters are matched in either case; the exact case goes first.
///
/// ```
/// use plydex::chess::{Position, Role, notation::{Letters, sloppy}};
///
/// let german = Letters::new(&[("K", Role::King), ("S", Role::Knight), ("B", Role::Pawn)]);
/// let read = sloppy::read(&Position::start(), b"Sf3", &german)?;
/// assert_eq!(read.mv.to.to_string(), "f3");
/// # Ok::<_, plydex::chess::notation::MoveError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Letters<'a>(&'a [Letter<'a>]);

impl Letters<'static> {
    /// `K Q R B N`, the `Kt` of older books, and `P` for the pawn.
    pub const ENGLISH: Self = Self(&[
        ("K", Role::King),
        ("Q", Role::Queen),
        ("R", Role::Rook),
        ("B", Role::Bishop),
        ("N", Role::Knight),
        ("Kt", Role::Knight),
        ("P", Role::Pawn),
    ]);

    /// The figurines of both colours, and the English letters that may tell a promotion beside them.
    pub const FIGURINES: Self = Self(&[
        ("♔", Role::King),
        ("♕", Role::Queen),
        ("♖", Role::Rook),
        ("♗", Role::Bishop),
        ("♘", Role::Knight),
        ("♙", Role::Pawn),
        ("♚", Role::King),
        ("♛", Role::Queen),
        ("♜", Role::Rook),
        ("♝", Role::Bishop),
        ("♞", Role::Knight),
        ("♟", Role::Pawn),
        ("Q", Role::Queen),
        ("R", Role::Rook),
        ("B", Role::Bishop),
        ("N", Role::Knight),
    ]);

    /// Cyrillic and Greek capitals that look like an English piece letter.
    ///
    /// Not part of [`ENGLISH`](Self::ENGLISH): `К` is the knight of a Russian game, and a game's
    /// language is asked first.
    pub const LOOKALIKES: Self = Self(&[
        ("\u{41A}", Role::King),
        ("\u{39A}", Role::King),
        ("\u{412}", Role::Bishop),
        ("\u{392}", Role::Bishop),
        ("\u{39D}", Role::Knight),
    ]);
}

impl<'a> Letters<'a> {
    /// The letters of `table`; an empty text is never matched.
    pub const fn new(table: &'a [Letter<'a>]) -> Self {
        Self(table)
    }

    /// The entries.
    pub const fn table(self) -> &'a [Letter<'a>] {
        self.0
    }

    /// The entries that `chars` begins with: role, number of code points, exact case or not.
    pub(super) fn prefixes(self, chars: &[char]) -> impl Iterator<Item = (Role, usize, bool)> {
        self.0.iter().filter_map(move |&(text, role)| {
            let length = text.chars().count();
            let start = chars.get(..length).filter(|start| !start.is_empty())?;
            let exact = text.chars().eq(start.iter().copied());
            let folded = || text.chars().zip(start).all(|(a, &b)| a.to_lowercase().eq(b.to_lowercase()));
            (exact || folded()).then_some((role, length, exact))
        })
    }
}
