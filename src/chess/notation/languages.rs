//! The piece letters of the languages that games are written in.
//!
//! One row a language, with every way of writing a letter that is worth reading; what the letters
//! mean in a position is left to [`sloppy`](super::sloppy). Figurines and codes belong to no
//! language and stand in files of their own.

use crate::chess::Role;
use crate::chess::notation::{Letter, Letters};

/// A language and its piece letters.
#[derive(Clone, Copy, Debug)]
pub struct Language {
    /// The code of the language, as in `--lang de`; `prob` is English as chess problemists write it.
    pub code: &'static str,
    /// Its English name.
    pub name: &'static str,
    /// King, queen, rook, bishop, knight, pawn; of each first what is written, then what else is
    /// read.
    table: &'static [Letter<'static>],
}

/// A row of the table: code and name, then the letters of king, queen, rook, bishop, knight and
/// pawn, several of one piece without a comma between them.
macro_rules! language {
    ($code:literal, $name:literal:
     $($k:literal)+, $($q:literal)+, $($r:literal)+, $($b:literal)+, $($n:literal)+ $(, $($p:literal)+)?) => {
        Language {
            code: $code,
            name: $name,
            table: &[
                $(($k, Role::King),)+
                $(($q, Role::Queen),)+
                $(($r, Role::Rook),)+
                $(($b, Role::Bishop),)+
                $(($n, Role::Knight),)+
                $($(($p, Role::Pawn),)+)?
            ],
        }
    };
}

/// Every language that is read.
// An accent may be a code point of its own (`Z\u{30c}`); a king of two letters may begin with the
// letter of another piece, and the square behind it tells which is meant.
pub const LANGUAGES: &[Language] = &[
    language!("en", "English": "K", "Q", "R", "B", "N" "Kt", "P"),
    language!("de", "German": "K", "D", "T", "L", "S", "B"),
    language!("fr", "French": "R", "D", "T", "F", "C", "P"),
    language!("es", "Spanish": "R", "D", "T", "A", "C", "P"),
    language!("it", "Italian": "R", "D", "T", "A", "C", "P"),
    language!("pt", "Portuguese": "R", "D", "T", "B", "C", "P"),
    language!("ca", "Catalan": "R", "D", "T", "A", "C", "P"),
    language!("gl", "Galician": "R", "D", "T", "B" "A", "C", "P"),
    language!("oc", "Occitan": "R", "D", "T", "F", "C", "P"),
    language!("ro", "Romanian": "R", "D", "T", "N", "C", "P"),
    language!("nl", "Dutch": "K", "D", "T", "L", "P"),
    language!("af", "Afrikaans": "K", "D", "T", "L", "R", "P"),
    language!("lb", "Luxembourgish": "K", "D", "T", "L", "P", "B"),
    language!("da", "Danish": "K", "D", "T", "L", "S", "B"),
    language!("nb", "Norwegian": "K", "D", "T", "L", "S", "B"),
    language!("sv", "Swedish": "K", "D", "T", "L", "S", "B"),
    language!("is", "Icelandic": "K", "D", "H", "B", "R", "P"),
    language!("fo", "Faroese": "K", "D", "R", "B", "R", "F"),
    language!("fi", "Finnish": "K", "D", "T", "L", "R", "P"),
    language!("et", "Estonian": "K", "L", "V", "O", "R", "E"),
    language!("lv", "Latvian": "K", "D", "T", "L", "Z", "B"),
    language!("lt", "Lithuanian": "K", "V", "B", "R", "Ž" "Z\u{30c}", "P"),
    language!("pl", "Polish": "K", "H", "W", "G", "S", "P"),
    language!("cs", "Czech": "K", "D", "V", "S", "J", "P"),
    language!("sk", "Slovak": "K", "D", "V", "S", "J", "P"),
    language!("hu", "Hungarian": "K", "V", "B", "F", "H", "G"),
    language!("sl", "Slovene": "K", "D", "T", "L", "S", "P"),
    language!("hr", "Croatian": "K", "D", "T", "L" "B", "S", "P"),
    language!("sr-Latn", "Serbian (Latin)": "K", "D", "T", "L" "B", "S" "N", "P"),
    language!("sr-Cyrl", "Serbian (Cyrillic)": "К", "Д", "Т", "Л", "С", "П"),
    language!("mk", "Macedonian": "К", "Д", "Т", "Л", "С", "П"),
    language!("bg", "Bulgarian": "Ц", "Д", "Т", "О", "К", "П"),
    language!("ru", "Russian": "Кр", "Ф", "Л", "С", "К", "п"),
    language!("uk", "Ukrainian": "Кр" "Kp", "Ф", "Т", "С", "К", "п"),
    language!("be", "Belarusian": "К", "Ф", "Л", "С", "В", "П"),
    language!("el", "Greek": "Ρ" "Πα", "Β", "Π" "Πυ", "Α" "A", "Ι", "Σ" "Πι"),
    language!("tr", "Turkish": "Ş" "S\u{327}", "V", "K", "F", "A", "P"),
    language!("az", "Azerbaijani": "Ş" "S\u{327}", "V", "T", "F", "A", "P"),
    language!("sq", "Albanian": "M", "D", "T", "O", "K", "U"),
    language!("hy", "Armenian": "Ա", "Թ", "Ն", "Փ", "Ձ", "Զ"),
    language!("ka", "Georgian": "მფ", "ლ", "ე", "კ", "მ", "პ"),
    language!("he", "Hebrew": "מ", "ה", "צ", "ר", "פ"),
    language!("ar", "Arabic": "م", "و", "ر", "ف", "ح", "ب"),
    language!("fa", "Persian": "ش", "و", "ر", "ف", "ا", "س"),
    language!("hi", "Hindi": "रा", "व", "ह", "ऊँ", "घ", "प"),
    language!("ja", "Japanese": "K", "Q", "R", "B", "N", "P"),
    language!("ko", "Korean": "킹", "퀸", "룩", "비숍", "나이트", "폰"),
    language!("zh", "Chinese": "王", "后", "车", "象", "马", "兵"),
    language!("vi", "Vietnamese": "V", "H", "X", "T", "M"),
    language!("id", "Indonesian": "R", "M", "B", "G", "K", "P"),
    language!("eu", "Basque": "E", "D", "G", "A", "Z", "P"),
    language!("br", "Breton": "R", "Rz", "T", "F", "M", "P"),
    language!("ga", "Irish": "R", "B", "C", "E", "D", "F"),
    language!("cy", "Welsh": "T", "B", "C", "E", "M", "G"),
    language!("la", "Latin": "R", "D", "T", "E", "Q", "P"),
    language!("eo", "Esperanto": "R", "D", "T", "K", "Ĉ" "C\u{302}", "P"),
    language!("prob", "Problemists": "K", "Q", "R", "B", "S", "P"),
];

impl Language {
    /// The language of a code, in either case.
    ///
    /// ```
    /// use plydex::chess::{Role, notation::Language};
    ///
    /// let german = Language::by_code("de").expect("a row of the table");
    /// assert_eq!(german.letter(Role::Knight), Some("S"));
    /// assert!(Language::by_code("tlh").is_none());
    /// ```
    pub fn by_code(code: &str) -> Option<&'static Self> {
        LANGUAGES.iter().find(|language| language.code.eq_ignore_ascii_case(code))
    }

    /// The letters to read a piece by. Without that of the pawn, which is often another piece in
    /// some other language.
    pub fn letters(&self) -> Letters<'static> {
        let pawn = self.table.partition_point(|&(_, role)| role != Role::Pawn);
        Letters::new(&self.table[..pawn])
    }

    /// The letters to read a piece or a pawn by.
    pub const fn letters_with_pawn(&self) -> Letters<'static> {
        Letters::new(self.table)
    }

    /// The letter that is written. `None` for the pawn of a language that has none.
    pub fn letter(&self, role: Role) -> Option<&'static str> {
        self.alternatives(role).next()
    }

    /// Every letter that is read as `role`, the written one first.
    pub fn alternatives(&self, role: Role) -> impl Iterator<Item = &'static str> {
        self.table.iter().filter(move |entry| entry.1 == role).map(|entry| entry.0)
    }

    /// Whether a game may be written in the language: every piece has a letter of its own.
    pub fn can_write(&self) -> bool {
        let pieces = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight];
        let is_first = |(index, &role)| pieces[..index].iter().all(|&other| self.letter(other) != self.letter(role));
        pieces.iter().enumerate().all(is_first)
    }
}

impl PartialEq for Language {
    /// Codes name languages: the letters need no comparing.
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Eq for Language {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chess::Position;
    use crate::chess::notation::MoveErrorKind::{Ambiguous, Illegal, NotAMove};
    use crate::chess::notation::sloppy;
    use crate::chess::notation::tests::position;

    /// Every white piece has a move to e4, and so has the pawn.
    const ALL_TO_E4: &str = "4Q3/6k1/8/8/R7/2NKP3/8/7B w - - 0 1";

    fn language(code: &str) -> &'static Language {
        Language::by_code(code).unwrap_or_else(|| panic!("no language {code}"))
    }

    fn role_to_e4(letters: Letters<'_>, letter: &str) -> Option<Role> {
        let position = position(ALL_TO_E4);
        let text = format!("{letter}e4");
        let read = sloppy::read(&position, text.as_bytes(), &letters).ok()?;
        position.board().role_at(read.mv.from)
    }

    #[test]
    fn every_letter_of_every_language_is_read_as_its_piece() {
        for language in LANGUAGES {
            for &(letter, role) in language.letters().table() {
                // Faroese writes rook and knight alike.
                let expected = if (language.code, letter) == ("fo", "R") { None } else { Some(role) };
                for letter in [letter.to_string(), letter.to_lowercase(), letter.to_uppercase()] {
                    let file = matches!(&*letter, "b" | "d" | "f" | "g" | "h" | "c" | "a" | "e");
                    let found = role_to_e4(language.letters(), &letter);
                    assert!(
                        found == expected || file && found == Some(Role::Pawn),
                        "{letter}: {found:?} in {language:?}"
                    );
                }
            }
            for pawn in language.alternatives(Role::Pawn) {
                assert_eq!(role_to_e4(language.letters_with_pawn(), pawn), Some(Role::Pawn), "{pawn} {language:?}");
                assert_eq!(role_to_e4(language.letters(), pawn), None, "{pawn} {language:?}");
            }
        }
    }

    #[test]
    fn a_letter_means_what_its_language_says() {
        use Role::{Bishop, King, Knight, Queen, Rook};
        for (letter, role, codes) in [
            ("A", Bishop, "es it ca eu"),
            ("A", Knight, "tr az"),
            ("B", Bishop, "en pt gl is fo ja prob"),
            ("B", Queen, "ga cy"),
            ("B", Rook, "lt hu id"),
            ("C", Knight, "fr es it pt ca gl oc ro"),
            ("C", Rook, "ga cy"),
            ("D", Knight, "ga"),
            ("D", Queen, "de fr es it pt ca gl oc ro nl af lb da nb sv is fo fi lv cs sk sl hr sr-Latn sq eu la eo"),
            ("E", Bishop, "ga cy la"),
            ("E", King, "eu"),
            ("G", Bishop, "pl id"),
            ("G", Rook, "eu"),
            ("H", Knight, "hu"),
            ("H", Queen, "pl vi"),
            ("H", Rook, "is"),
            ("K", Bishop, "eo"),
            ("K", King, "en de nl af lb da nb sv is fo fi et lv lt pl cs sk hu sl hr sr-Latn ja prob"),
            ("K", Knight, "sq id"),
            ("K", Rook, "tr"),
            ("L", Bishop, "de nl af lb da nb sv fi lv sl hr sr-Latn"),
            ("L", Queen, "et"),
            ("M", King, "sq"),
            ("M", Knight, "vi br cy"),
            ("M", Queen, "id"),
            ("N", Bishop, "ro"),
            ("N", Knight, "en ja"),
            ("Q", Knight, "la"),
            ("Q", Queen, "en ja prob"),
            ("R", Bishop, "lt"),
            ("R", King, "fr es it pt ca gl oc ro id br ga la eo"),
            ("R", Knight, "af is fi et"),
            ("R", Rook, "en ja prob"),
            ("S", Bishop, "cs sk"),
            ("S", Knight, "de da nb sv pl sl hr sr-Latn prob"),
            ("T", Bishop, "vi"),
            ("T", King, "cy"),
            ("T", Rook, "de fr es it pt ca gl oc ro nl af lb da nb sv fi lv sl hr sr-Latn az sq br la eo"),
            ("V", King, "vi"),
            ("V", Queen, "lt hu tr az"),
            ("V", Rook, "et cs sk"),
            ("К", King, "sr-Cyrl mk be"),
            ("К", Knight, "bg ru uk"),
            ("Л", Bishop, "sr-Cyrl mk"),
            ("Л", Rook, "ru be"),
            ("С", Bishop, "ru uk be"),
            ("С", Knight, "sr-Cyrl mk"),
        ] {
            for code in codes.split(' ') {
                assert_eq!(role_to_e4(language(code).letters(), letter), Some(role), "{letter} in {code}");
            }
        }
        let russian = language("ru").letters();
        assert_eq!(role_to_e4(russian, "Кр"), Some(King));
        assert_eq!(role_to_e4(russian, "К"), Some(Knight));
    }

    #[test]
    fn a_piece_that_cannot_go_there_is_never_a_pawn() {
        let start = Position::start();
        for (code, text, error) in
            [("de", "Sf6", Illegal), ("de", "Se3", Illegal), ("de", "Nf3", NotAMove), ("ru", "Крf3", Illegal)]
        {
            let read = sloppy::read(&start, text.as_bytes(), &language(code).letters_with_pawn());
            assert_eq!(read.map_err(|error| error.kind()).map(|read| read.mv), Err(error), "{text} in {code}");
        }
        let rook_and_knight = position("7k/8/8/8/R7/2N5/8/K7 w - - 0 1");
        let read = sloppy::read(&rook_and_knight, b"Re4", &language("fo").letters());
        assert_eq!(read.map_err(|error| error.kind()).map(|read| read.mv), Err(Ambiguous));
    }

    #[test]
    fn every_language_but_faroese_can_be_written() {
        let read_only: Vec<_> = LANGUAGES.iter().filter(|language| !language.can_write()).collect();
        assert_eq!(read_only, [language("fo")]);
    }

    #[test]
    fn a_code_names_one_language() {
        for row in LANGUAGES {
            assert_eq!(Language::by_code(&row.code.to_uppercase()), Some(row));
        }
        assert_eq!(Language::by_code("SR-LATN").map(|language| language.code), Some("sr-Latn"));
        assert_eq!(Language::by_code(""), None);
    }
}
