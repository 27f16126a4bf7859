//! Tags as values of a table.

use std::borrow::Cow;

use crate::output::cell::Cell;
use crate::output::column::{Column, Field};
use crate::pgn::Game;
use crate::replay::start;

/// A tag's text without its escapes; none when the game has no such tag.
pub(super) fn tag_text<'a>(game: &Game<'a>, name: &str) -> Option<Cow<'a, [u8]>> {
    game.tag(name.as_bytes()).map(|tag| tag.value.unescaped())
}

/// The text behind a column that is about a tag.
pub(super) fn column_text<'a>(game: &Game<'a>, column: &Column) -> Option<Cow<'a, [u8]>> {
    match column.field {
        Field::ResultTag => tag_text(game, "Result"),
        Field::DateText => tag_text(game, "Date"),
        Field::StartFen => start::fen_tag(game).map(|tag| tag.value.unescaped()),
        _ => tag_text(game, &column.name),
    }
}

/// A cell of the type that the field has.
pub(super) fn typed<'t>(field: Field, text: Option<&'t [u8]>, scratch: &'t mut Vec<u8>) -> Cell<'t> {
    let Some(text) = text else { return Cell::Null };
    let trimmed = text.trim_ascii();
    match field {
        Field::TagNumber => number(trimmed).map_or(Cell::Null, |value| Cell::Int(i64::from(value))),
        Field::TagDate if write_date(trimmed, scratch) => Cell::Plain(scratch),
        Field::TagTime if is_time(trimmed) => Cell::Plain(trimmed),
        Field::TagDate | Field::TagTime => Cell::Null,
        _ => Cell::Text(text),
    }
}

/// A tag as a number.
pub(crate) fn tag_number(game: &Game<'_>, name: &str) -> Option<i16> {
    number(tag_text(game, name)?.trim_ascii())
}

/// Sum of both players' ratings; 0 where one is not known.
pub(crate) fn ratings(game: &Game<'_>) -> u16 {
    match (tag_number(game, "WhiteElo"), tag_number(game, "BlackElo")) {
        (Some(white @ 1..), Some(black @ 1..)) => white as u16 + black as u16,
        _ => 0,
    }
}

/// A tag as a date, in days since 1970.
pub(crate) fn tag_date(game: &Game<'_>, name: &str) -> Option<i32> {
    let mut text = Vec::new();
    if !write_date(tag_text(game, name)?.trim_ascii(), &mut text) {
        return None;
    }
    days(&text)
}

/// A date such as `2024-05-31` in days since 1970.
pub(super) fn days(text: &[u8]) -> Option<i32> {
    let part = |range| digits(text, range);
    Some(days_since_1970(part(0..4)?, part(5..7)?, part(8..10)?))
}

/// A time such as `23:59:59` in milliseconds since midnight.
pub(super) fn milliseconds(text: &[u8]) -> Option<i32> {
    let part = |range| digits(text, range);
    Some((part(0..2)? * 3600 + part(3..5)? * 60 + part(6..8)?) * 1000)
}

fn digits(text: &[u8], range: std::ops::Range<usize>) -> Option<i32> {
    std::str::from_utf8(text.get(range)?).ok()?.parse().ok()
}

/// Days of the Gregorian calendar.
fn days_since_1970(year: i32, month: i32, day: i32) -> i32 {
    // Years begin in March here, so that the leap day is their last.
    let year = if month <= 2 { year - 1 } else { year };
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    365 * year + year / 4 - year / 100 + year / 400 + day_of_year - 719_468
}

/// A rating or a difference of ratings, with or without its sign.
fn number(text: &[u8]) -> Option<i16> {
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// `2024.05.31` or with dashes as `2024-05-31`; false when it is no whole date.
fn write_date(text: &[u8], out: &mut Vec<u8>) -> bool {
    let &[y1, y2, y3, y4, first, m1, m2, second, d1, d2] = text else { return false };
    let digits = [y1, y2, y3, y4, m1, m2, d1, d2];
    let separated = first == second && matches!(first, b'.' | b'-' | b'/');
    if !separated || !digits.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let two = |tens: u8, ones: u8| u32::from(tens - b'0') * 10 + u32::from(ones - b'0');
    let (year, month, day) = (two(y1, y2) * 100 + two(y3, y4), two(m1, m2), two(d1, d2));
    if year == 0 || !(1..=12).contains(&month) || day == 0 || day > days_of_month(year, month) {
        return false;
    }
    out.clear();
    out.extend_from_slice(&[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2]);
    true
}

fn days_of_month(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

fn is_time(text: &[u8]) -> bool {
    let &[h1, h2, b':', m1, m2, b':', s1, s2] = text else { return false };
    [h1, h2, m1, m2, s1, s2].iter().all(u8::is_ascii_digit)
        && (h1, h2) < (b'2', b'4')
        && h1 <= b'2'
        && m1 < b'6'
        && s1 < b'6'
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_written_whole_or_not_at_all() {
        for (text, date) in [
            ("2024.05.31", Some("2024-05-31")),
            ("2023-11-22", Some("2023-11-22")),
            ("2024.02.29", Some("2024-02-29")),
            ("2023.02.29", None),
            ("2024.??.??", None),
            ("04/29/2014 02:27PM", None),
            ("2024.13.01", None),
            ("", None),
        ] {
            let mut out = Vec::new();
            assert_eq!(
                write_date(text.as_bytes(), &mut out).then_some(out.as_slice()),
                date.map(str::as_bytes),
                "{text}"
            );
        }
    }

    #[test]
    fn days_are_counted_from_1970() {
        for (date, days) in [((1970, 1, 1), 0), ((2000, 2, 29), 11016), ((2000, 3, 1), 11017), ((1969, 12, 31), -1)] {
            assert_eq!(days_since_1970(date.0, date.1, date.2), days, "{date:?}");
        }
    }

    #[test]
    fn numbers_and_times_are_null_when_they_are_none() {
        for (text, value) in
            [("2700", Some(2700)), ("+9", Some(9)), ("-12", Some(-12)), ("-", None), ("1500?", None), ("99999", None)]
        {
            assert_eq!(number(text.as_bytes()), value, "{text}");
        }
        assert_eq!(milliseconds(b"23:59:58"), Some(86_398_000));
        for (text, is) in [("23:59:59", true), ("24:00:00", false), ("1:00:00", false), ("12:60:00", false)] {
            assert_eq!(is_time(text.as_bytes()), is, "{text}");
        }
    }
}
