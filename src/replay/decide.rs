//! Which notation a game is written in, when it is not English SAN.
//!
//! Takes a game whose words do not all fit English, and tries every other notation on the whole
//! of it. One under which all of it is legal is it; several that read the same moves are no
//! conflict; several that read different moves leave the game undecided from the first such move
//! on. Nothing is guessed: a game counts as another language's only if one of its words has a
//! letter that English does not have.

use crate::chess::Move;
use crate::chess::notation::{LANGUAGES, San, System};
use crate::pgn::{Game, Token, Tokens};
use crate::problem::Problems;
use crate::replay::reader::Reader;
use crate::replay::{Asks, Replay};

/// How a game is to be read.
#[derive(Clone, Debug)]
pub(super) struct Decision {
    pub reader: Reader,
    /// The mainline as it reads, as far as it reads.
    pub moves: Vec<Move>,
    /// The ply from which on several notations differ, and those.
    pub undecided: Option<(u32, Vec<Reader>)>,
}

/// One notation tried on a whole game.
struct Trial {
    reader: Reader,
    moves: Vec<Move>,
    /// All of it is legal.
    full: bool,
    /// Some words were not of the notation itself.
    mixed: bool,
    /// Some word had a letter that English does not have.
    foreign: bool,
}

/// Decides on the notation of a game. `pawn_letter` says that English could read it all so far,
/// but only by taking a letter as the pawn's. None when it is as well left to English.
pub(super) fn decide<'a>(game: &Game<'a>, tokens: &Tokens<'a>, pawn_letter: bool) -> Option<Decision> {
    if is_all_san(tokens) {
        return None;
    }
    let attempt = |reader| Trial::run(game, tokens, reader);
    let english = attempt(Reader::ENGLISH);
    let codes = [System::Uedemann, System::Gringmuth].map(|system| attempt(Reader::One(system)));
    if let Some(decision) = agree(codes.iter().filter(|trial| trial.full && !trial.mixed)) {
        return Some(decision);
    }
    let languages: Vec<Trial> = LANGUAGES
        .iter()
        .filter(|language| language.code != "en")
        .map(|language| attempt(Reader::One(System::Language(language))))
        .collect();
    let legal = |trial: &&Trial| trial.full && trial.foreign;
    let with_english = pawn_letter.then_some(&english).filter(|english| english.full);
    let pure = languages.iter().filter(|trial| trial.full && !trial.mixed && (trial.foreign || with_english.is_some()));
    if let Some(decision) = agree(with_english.into_iter().chain(pure)) {
        return Some(decision);
    }
    let descriptive =
        [System::DescriptiveEnglish, System::DescriptiveSpanish].map(|system| attempt(Reader::One(system)));
    if let Some(decision) = agree(descriptive.iter().filter(legal)) {
        return Some(decision);
    }
    if let Some(decision) = agree(languages.iter().filter(legal)) {
        return Some(decision);
    }
    let last = [attempt(Reader::Any), attempt(Reader::One(System::Lookalikes))];
    for trial in &last {
        if trial.full && (trial.foreign || trial.reader != Reader::Any) {
            return agree(std::iter::once(trial));
        }
    }
    furthest(&english, codes.iter().chain(&languages).chain(&descriptive).chain(&last))
}

/// Whether every word has the form of standard SAN. Then none has a letter that English does not
/// have, and an illegal move is just that: most games with an error need no trials.
fn is_all_san(tokens: &Tokens<'_>) -> bool {
    let mut tokens = tokens.clone();
    std::iter::from_fn(|| tokens.next_lexeme()).all(|lexeme| match lexeme.token {
        Token::Word(word) => San::parse(word).is_some(),
        _ => true,
    })
}

/// The mainline as English reads it, as far as it does.
pub(super) fn english<'a>(game: &Game<'a>, tokens: &Tokens<'a>) -> Vec<Move> {
    Trial::run(game, tokens, Reader::ENGLISH).moves
}

/// The trials' common reading, as far as they agree; none when there are none.
fn agree<'t>(trials: impl Iterator<Item = &'t Trial>) -> Option<Decision> {
    let trials: Vec<&Trial> = trials.collect();
    let first = trials.first()?;
    let same = |trial: &&Trial| first.moves.iter().zip(&trial.moves).take_while(|(a, b)| a == b).count();
    let common = trials.iter().map(same).min()?;
    let longest = trials.iter().map(|trial| trial.moves.len()).max()?;
    let undecided = (common < longest).then(|| (common as u32 + 1, trials.iter().map(|trial| trial.reader).collect()));
    Some(Decision { reader: first.reader, moves: first.moves.clone(), undecided })
}

/// No notation fits the whole game: it has an error in any of them. Those that read on furthest,
/// beyond English, tell where it is.
fn furthest<'t>(english: &Trial, trials: impl Iterator<Item = &'t Trial>) -> Option<Decision> {
    let trials: Vec<&Trial> = trials.filter(|trial| trial.foreign && trial.moves.len() > english.moves.len()).collect();
    let most = trials.iter().map(|trial| trial.moves.len()).max()?;
    agree(trials.into_iter().filter(|trial| trial.moves.len() == most))
}

impl Trial {
    fn run<'a>(game: &Game<'a>, tokens: &Tokens<'a>, reader: Reader) -> Self {
        let mut tokens = tokens.clone();
        let mut problems = Problems::default();
        let mut replay = Replay::new(game, &mut tokens, 0, Asks::default(), &mut problems);
        replay.try_reader(reader);
        let mut moves = Vec::new();
        while let Some(ply) = replay.next_ply() {
            if ply.number > 0 {
                moves.push(ply.mv);
            }
        }
        let (mixed, foreign, unharmed) = (replay.is_mixed, replay.is_foreign, !replay.lines.is_mainline_dead());
        let full = unharmed && !problems.of_game().iter().any(|problem| problem.kind.is_illegal_move());
        Self { reader, moves, full, mixed, foreign }
    }
}
