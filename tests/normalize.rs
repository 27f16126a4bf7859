//! `normalize` from the library: standard PGN out of anything, nothing lost, and back again.

use std::fs;
use std::path::Path;

use plydex::chess::notation::{self, LANGUAGES, Language, NOTATIONS, System, Written, written};
use plydex::chess::{Position, Role};
use plydex::output::{ColumnSet, Columns, Fens, Format, Normalize, Strip};
use plydex::pgn::{Games, Nag, Step, Token};
use plydex::pipeline::{Job, run_on_bytes};

fn normalized(input: &str, normalize: &Normalize) -> String {
    let mut out = Vec::new();
    run_on_bytes(input.as_bytes(), normalize, &Job::default(), &mut out).expect("bytes can be read and written");
    String::from_utf8(out).expect("output is UTF-8")
}

fn standard(input: &str) -> String {
    normalized(input, &Normalize::default())
}

/// The movetext that a game without tags has in standard PGN, on one line.
fn movetext(input: &str) -> String {
    let pgn = standard(&format!("[Event \"?\"]\n\n{input}\n"));
    let (_, movetext) = pgn.split_once("\n\n").expect("a blank line follows the tags");
    movetext.split_ascii_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn movetext_is_written_in_export_format() {
    for (input, expected) in [
        ("1.e4 e5 2.Nf3 *", "1. e4 e5 2. Nf3 *"),
        ("e4 {a} e5 (1... c5 {b}) 2. Nf3 $1 d6 1-0", "1. e4 {a} 1... e5 (1... c5 {b}) 2. Nf3 $1 d6 1-0"),
        ("1. e4! e5?! 2. Nf3 +/- *", "1. e4 $1 e5 $6 2. Nf3 $16 *"),
        ("1. e4 ; to the end\ne5 *", "1. e4 {to the end} 1... e5 *"),
        ("1. e4 ; with a } brace\ne5 *", "1. e4 ;with a } brace 1... e5 *"),
        ("1. e4 { [%clk 0:01:00] [%xyz q] } e5 *", "1. e4 {[%clk 0:01:00] [%xyz q]} 1... e5 *"),
        ("1. e4 e5 (1... c5 (1... c6 2. d4) 2. Nf3) 2. f4 *", "1. e4 e5 (1... c5 (1... c6 2. d4) 2. Nf3) 2. f4 *"),
        ("1. e4 (=) e5 *", "1. e4 {draw offered} 1... e5 *"),
        ("1. e4 Z0 2. d4 *", "1. e4 -- 2. d4 *"),
        ("1. e4 e5 ½-½", "1. e4 e5 1/2-1/2"),
        ("1. e4 e5 White resigns", "1. e4 e5 {White resigns} 0-1"),
        ("1. e4 e5 as usual 2. Nf3 *", "1. e4 e5 {as usual} 2. Nf3 *"),
        ("1. e4 e5 () 2. Nf3 ({only text}) d6 *", "1. e4 e5 2. Nf3 {only text} 2... d6 *"),
        // Text with a brace is kept to the end of its line.
        ("1. e4 e5 2. Nf6 d6 {c} (2... x) 3. d4 1-0", "1. e4 e5 ;unread: Nf6 d6 {c} (2... x) 3. d4 1-0"),
        ("1. e4 e5 (1... c5 2. d5 (x", "1. e4 e5 (1... c5 {unread: d5 (x}) *"),
        ("1. e4 e5 2. Nf6 d6 1-0", "1. e4 e5 {unread: Nf6 d6} 1-0"),
        (
            "1. e4 e5 (1... Nc5 2. d4) (1... c5 2. Ne2 Qh9 3. d4) 2. d4 *",
            "1. e4 e5 {unread: (Nc5 2. d4)} (1... c5 2. Ne2 {unread: Qh9 3. d4}) 2. d4 *",
        ),
    ] {
        assert_eq!(movetext(input), expected, "{input}");
    }
}

#[test]
fn tags_are_in_the_order_of_the_standard() {
    let input = "[White \"A\"]\n[ECO \"C20\"]\n[Event \"x \\\"y\\\"\"]\n[Annotator \"Z\"]\n[Result \"1:0\"]\n\
                 [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 1-0\n";
    let expected = "[Event \"x \\\"y\\\"\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n[Black \"?\"]\n\
                    [Result \"1-0\"]\n[Annotator \"Z\"]\n[ECO \"C20\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. e4 1-0\n\n";
    assert_eq!(standard(input), expected);
    let roster = Normalize { roster_only: true, ..Normalize::default() };
    assert!(!normalized(input, &roster).contains("ECO"));
    assert!(normalized(input, &roster).contains("[FEN "));
}

#[test]
fn scores_that_pgn_cannot_say_are_kept_in_the_termination_tag() {
    for (result, movetext, standard_result, termination) in [
        ("+/-", "*", "1-0", "forfeit"),
        ("-:+", "", "0-1", "forfeit"),
        ("0-0", "*", "*", "0-0"),
        ("½-0", "", "*", "½-0"),
    ] {
        let pgn = standard(&format!("[Event \"?\"]\n[Result \"{result}\"]\n\n{movetext}\n"));
        assert!(pgn.contains(&format!("[Result \"{standard_result}\"]")), "{result}: {pgn}");
        assert!(pgn.contains(&format!("[Termination \"{termination}\"]")), "{result}: {pgn}");
    }
}

#[test]
fn what_is_stripped_is_gone_and_the_rest_stays() {
    let input = "[Event \"?\"]\n\n1. e4 $1 { [%clk 0:01:00] good } e5 (1... c5 {x}) {[%emt 1]} 2. Nf3 *\n";
    let strip = |strip| {
        let pgn = normalized(input, &Normalize { strip, ..Normalize::default() });
        pgn.split_once("\n\n").map(|(_, movetext)| movetext.trim().to_owned()).unwrap_or_default()
    };
    let none = Strip::default();
    for (what, expected) in [
        (none, "1. e4 $1 {[%clk 0:01:00] good} 1... e5 (1... c5 {x}) {[%emt 1]} 2. Nf3 *"),
        (Strip { comments: true, ..none }, "1. e4 $1 e5 (1... c5) 2. Nf3 *"),
        (Strip { nags: true, ..none }, "1. e4 {[%clk 0:01:00] good} 1... e5 (1... c5 {x}) {[%emt 1]} 2. Nf3 *"),
        (Strip { variations: true, ..none }, "1. e4 $1 {[%clk 0:01:00] good} 1... e5 {[%emt 1]} 2. Nf3 *"),
        (Strip { clocks: true, ..none }, "1. e4 $1 {good} 1... e5 (1... c5 {x}) 2. Nf3 *"),
    ] {
        assert_eq!(strip(what), expected, "{what:?}");
    }
}

/// SAN of a game in the notation that is found for it, and kinds of problems.
fn read(movetext: &str) -> String {
    let columns = Columns::parse("san", ColumnSet::Positions).unwrap();
    let plies = plydex::output::PlyRange { first: 1, last: u32::MAX };
    let fens = Fens { format: Format::Csv, columns, plies, ..Fens::default() };
    let mut out = Vec::new();
    run_on_bytes(format!("[Event \"?\"]\n\n{movetext}\n").as_bytes(), &fens, &Job::default(), &mut out).unwrap();
    String::from_utf8(out).unwrap().lines().skip(1).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_language_is_told_by_what_is_legal_in_the_whole_game_and_never_guessed() {
    for (movetext, sans) in [
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Lxc6 dxc6 5. O-O Dd4", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 O-O Qd4"),
        ("1. e4 e5 2. Pf3 Pc6 3. Lb5 a6 4. Lxc6 dxc6 5. Pxe5 Dd4", "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6 dxc6 Nxe5 Qd4"),
        ("1. e4 e5 2. Кf3 Кc6 3. Сc4 Сc5 4. Крe2 Фe7", "e4 e5 Nf3 Nc6 Bc4 Bc5 Ke2 Qe7"),
        ("1. e4 e5 2. Jf3 Jc6 3. Bb5 a6", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. e4 e5 2. ♘f3 ♞c6 3. ♗b5", "e4 e5 Nf3 Nc6 Bb5"),
        ("1. 5254 5755 2. 7163 2836", "e4 e5 Nf3 Nc6"),
        ("1. DOGO LOHO 2. BEFI", "e4 e5 Nf3"),
        ("1. GEGO SESO 2. KAHI", "e4 e5 Nf3"),
        ("1. P-K4 P-K4 2. N-KB3 N-QB3 3. B-N5 P-QR3", "e4 e5 Nf3 Nc6 Bb5 a6"),
        ("1. P4R P4R 2. C3AR C3AD", "e4 e5 Nf3 Nc6"),
        // Two languages fit and differ; English fails, and no letter says that it is another one.
        ("1. e4 e5 2. Se2 Se7", "e4 e5"),
        ("1. e4 e5 2. Pf3", "e4 e5"),
        ("1. e4 e5 2. Nc4 Nf6", "e4 e5"),
        ("1. e4 e5 2. Rf3", "e4 e5"),
        // An error in a German game is one there, too.
        ("1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 4. Sxh4 Lh9 5. d4", "e4 e5 Nf3 Nc6 Bb5 Qh4 Nxh4"),
        // The pawn's letter is tried last: an English bishop in a German game.
        ("1. b4 e5 2. Ba3 Sc6", "b4 e5 Ba3 Nc6"),
    ] {
        assert_eq!(read(movetext), sans, "{movetext}");
    }
}

/// A small generator, the same numbers for the same seed.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % bound
    }
}

/// Random games in standard PGN, some of Chess960.
fn random_games(seed: u64, count: usize, plies: usize) -> String {
    let mut random = Random(seed);
    let mut pgn = String::new();
    for game in 0..count {
        let mut position = Position::start();
        pgn.push_str("[Event \"?\"]\n");
        if game % 4 == 3 {
            position = Position::chess960(random.below(960) as u16).expect("a number below 960");
            let mut fen = Vec::new();
            position.write_fen(&mut fen);
            pgn.push_str(&format!("[Variant \"Chess960\"]\n[FEN \"{}\"]\n", String::from_utf8(fen).unwrap()));
        }
        pgn.push('\n');
        for _ in 0..plies {
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let mv = moves[random.below(moves.len())];
            let mut san = Vec::new();
            notation::san::write(&position, mv, &mut san);
            position.play(mv);
            notation::san::write_mark(&position, &mut san);
            pgn.push_str(&String::from_utf8(san).unwrap());
            pgn.push(' ');
        }
        pgn.push_str("*\n\n");
    }
    standard(&pgn)
}

/// English SAN with the letters of a language, by replacing letter after letter.
fn translated(pgn: &str, language: &Language) -> String {
    let letter = |role| language.letter(role).expect("every piece has a letter");
    let mut movetext = false;
    let mut out = String::new();
    for line in pgn.lines() {
        movetext = !line.starts_with('[') && (movetext || !line.is_empty());
        for c in line.chars() {
            match c {
                'K' if movetext => out.push_str(letter(Role::King)),
                'Q' if movetext => out.push_str(letter(Role::Queen)),
                'R' if movetext => out.push_str(letter(Role::Rook)),
                'B' if movetext => out.push_str(letter(Role::Bishop)),
                'N' if movetext => out.push_str(letter(Role::Knight)),
                c => out.push(c),
            }
        }
        out.push('\n');
    }
    out
}

#[test]
fn random_games_of_every_language_come_back_in_standard_san() {
    for (seed, language) in LANGUAGES.iter().enumerate().filter(|(_, language)| language.can_write()) {
        let pgn = random_games(seed as u64, 6, 60);
        let foreign = translated(&pgn, language);
        let given = Normalize { from: Some(System::Language(language)), ..Normalize::default() };
        assert_eq!(normalized(&foreign, &given), pgn, "{} given", language.code);
        assert_eq!(standard(&foreign), pgn, "{} found", language.code);
    }
}

#[test]
fn what_is_written_in_any_notation_reads_back_byte_for_byte() {
    let pgn = random_games(77, 8, 90) + &standard(&sample("classics.pgn")) + &standard(&sample("chess960.pgn"));
    let languages = LANGUAGES.iter().filter(|language| language.can_write()).map(Written::Language);
    for notation in NOTATIONS.iter().map(|entry| entry.1).chain(languages) {
        let there = normalized(&pgn, &Normalize { written: notation, ..Normalize::default() });
        let from = Some(written::read_back_system(notation));
        assert_eq!(normalized(&there, &Normalize { from, ..Normalize::default() }), pgn, "{notation:?}");
    }
}

fn sample(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("sample-pgn").join(name))
        .expect("the sample is there")
}

/// All that a file holds beside moves, in order: tags, comments, glyphs, variations.
fn contents(pgn: &str) -> Vec<String> {
    let fold = |text: &[u8]| String::from_utf8_lossy(text).split_ascii_whitespace().collect::<Vec<_>>().join(" ");
    let mut contents = Vec::new();
    let mut games = Games::new(pgn.as_bytes(), 0, true, notation::is_first_move);
    while let Step::Game(game, mut tokens) = games.next_game() {
        let mut tags: Vec<String> = game
            .tags
            .iter()
            .filter(|tag| !matches!(tag.name, b"Result" | b"SetUp"))
            .map(|tag| format!("{} {}", fold(tag.name), fold(&tag.value.unescaped())))
            .filter(|tag| !tag.ends_with(" ?") && !tag.ends_with("????.??.??"))
            .collect();
        tags.sort();
        contents.push(format!("game {tags:?}"));
        let (mut comments, mut nags, mut variations) = (Vec::new(), Vec::new(), 0);
        for lexeme in &game.comments {
            if let Token::Comment(comment) = lexeme.token {
                comments.push(fold(comment.text));
            }
        }
        while let Some(lexeme) = tokens.next_lexeme() {
            match lexeme.token {
                Token::Comment(comment) => comments.push(fold(comment.text)),
                Token::DrawOffer => comments.push("draw offered".to_owned()),
                Token::Nag(digits) => nags.extend(Nag::from_digits(digits)),
                Token::Glyph(sign) => nags.extend(Nag::from_glyph(sign)),
                Token::Word(word) => {
                    let suffix = plydex::pgn::nag::split_suffix(word).map(|(_, nag)| nag);
                    nags.extend(Nag::from_glyph(word).or(suffix.filter(|_| !word.starts_with(b"O"))));
                }
                Token::VariationStart => variations += 1,
                _ => {}
            }
        }
        contents.push(format!("comments {comments:?}\nnags {nags:?}\nvariations {variations}"));
        assert!(games.advance(&tokens));
    }
    contents
}

#[test]
fn nothing_of_a_sample_is_lost_or_moved_and_twice_is_once() {
    for name in [
        "classics.pgn",
        "annotations.pgn",
        "over-the-board.pgn",
        "lichess-like.pgn",
        "chess960.pgn",
        "from-position.pgn",
        "transpositions.pgn",
        "sloppy-san.pgn",
        "windows-crlf.pgn",
        "comments-with-fake-games.pgn",
        "broken.pgn",
    ] {
        let source = sample(name);
        let once = standard(&source);
        assert_eq!(standard(&once), once, "{name} twice");
        if name != "broken.pgn" {
            for (before, after) in contents(&source).iter().zip(contents(&once)) {
                assert_eq!(*before, after, "{name}");
            }
        }
        assert_eq!(finals(&source), finals(&once), "{name}: last positions");
    }
}

fn finals(pgn: &str) -> String {
    let mut out = Vec::new();
    let fens = Fens { last_only: true, ..Fens::default() };
    run_on_bytes(pgn.as_bytes(), &fens, &Job::default(), &mut out).expect("bytes can be read and written");
    String::from_utf8(out).expect("FEN is ASCII")
}
