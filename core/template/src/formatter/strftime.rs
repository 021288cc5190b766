//! Date patterns with `%` letters.

use memchr::memchr;
use stoa_locale::{DateName, Locale, Moment};

/// Formats an instant by a pattern. An unknown letter is copied with its `%`.
pub(super) fn write_formatted(moment: &Moment, pattern: &str, locale: &Locale, out: &mut String) {
    let mut rest = pattern;
    while let Some(mark) = memchr(b'%', rest.as_bytes())
        && let Some((before, field)) = rest.split_at_checked(mark)
    {
        out.push_str(before);
        let mut letters = field.chars();
        letters.next();
        match letters.next() {
            None => out.push('%'),
            Some(code) => write_field(out, moment, code, locale),
        }
        rest = letters.as_str();
    }
    out.push_str(rest);
}

/// Appends an integer, padded on the left.
fn pad(out: &mut String, number: i64, width: usize, filling: char) {
    let mut buffer = itoa::Buffer::new();
    let digits = buffer.format(number);
    for _ in digits.len()..width {
        out.push(filling);
    }
    out.push_str(digits);
}

fn two(out: &mut String, number: i64) {
    pad(out, number, 2, '0');
}

/// Appends two-digit numbers with a separator.
fn joined(out: &mut String, numbers: &[i64], mark: char) {
    for (index, number) in numbers.iter().enumerate() {
        if index > 0 {
            out.push(mark);
        }
        two(out, *number);
    }
}

fn half_day_hour(moment: &Moment) -> i64 {
    match moment.hour() % 12 {
        0 => 12,
        hour => hour,
    }
}

fn half_day(moment: &Moment) -> &'static str {
    if moment.hour() < 12 { "AM" } else { "PM" }
}

/// Minutes, seconds and AM/PM after an hour of the 12-hour clock.
fn push_minutes_and_seconds(out: &mut String, moment: &Moment) {
    out.push(':');
    joined(out, &[moment.minute(), moment.second()], ':');
    out.push(' ');
    out.push_str(half_day(moment));
}

/// The week of the year, counted from 1 January, for weeks that begin on a weekday (0 is Sunday).
fn week(moment: &Moment, begins: i64) -> i64 {
    let day = moment.day_of_year() - 1;
    let first_weekday = (moment.weekday() - day).rem_euclid(7);
    (day + (first_weekday - begins).rem_euclid(7)) / 7 + 1
}

fn offset(out: &mut String, moment: &Moment) {
    let minutes = moment.offset_seconds() / 60;
    out.push(if minutes < 0 { '-' } else { '+' });
    two(out, minutes.abs() / 60);
    out.push(':');
    two(out, minutes.abs() % 60);
}

/// Appends one field.
fn write_field(out: &mut String, moment: &Moment, code: char, locale: &Locale) {
    let (year, month, day) = (moment.year(), moment.month(), moment.day());
    let name = |name| locale.date_name(moment, name);
    match code {
        'a' => out.push_str(name(DateName::ShortWeekday)),
        'A' => out.push_str(name(DateName::Weekday)),
        'b' | 'h' => out.push_str(name(DateName::ShortMonth)),
        'B' => out.push_str(name(DateName::Month)),
        'C' => two(out, year / 100),
        'd' => two(out, day),
        'e' => pad(out, day, 2, ' '),
        'g' => two(out, moment.iso_week().0.rem_euclid(100)),
        'G' => pad(out, moment.iso_week().0, 1, '0'),
        'H' => two(out, moment.hour()),
        'k' => pad(out, moment.hour(), 2, ' '),
        'i' => pad(out, half_day_hour(moment), 1, '0'),
        'I' => two(out, half_day_hour(moment)),
        'l' => pad(out, half_day_hour(moment), 2, ' '),
        'j' => pad(out, moment.day_of_year(), 3, '0'),
        'm' => two(out, month),
        'M' => two(out, moment.minute()),
        'S' => two(out, moment.second()),
        'N' => pad(out, moment.nanosecond(), 9, '0'),
        'n' => out.push('\n'),
        't' => out.push('\t'),
        'p' => out.push_str(half_day(moment)),
        'P' => out.push_str(&half_day(moment).to_ascii_lowercase()),
        'q' => pad(out, (month + 2) / 3, 1, '0'),
        's' => pad(out, moment.milliseconds().div_euclid(1000), 1, '0'),
        'u' => pad(out, if moment.weekday() == 0 { 7 } else { moment.weekday() }, 1, '0'),
        'w' => pad(out, moment.weekday(), 1, '0'),
        'U' => two(out, week(moment, 0)),
        'W' => two(out, week(moment, 1)),
        'V' => two(out, moment.iso_week().1),
        'y' => two(out, year.rem_euclid(100)),
        'Y' => pad(out, year, 1, '0'),
        'z' => offset(out, moment),
        'Z' => out.push_str(&moment.zone_abbreviation()),
        '%' => out.push('%'),
        _ => write_combined(out, moment, code, locale),
    }
}

/// Appends several fields that one code stands for, or the code itself if it stands for nothing.
fn write_combined(out: &mut String, moment: &Moment, code: char, locale: &Locale) {
    let (year, month, day) = (moment.year(), moment.month(), moment.day());
    let name = |name| locale.date_name(moment, name);
    match code {
        'c' => {
            let (weekday, month) = (name(DateName::ShortWeekday), name(DateName::ShortMonth));
            out.push_str(&format!("{weekday}, {month} {day}, {year} {}", half_day_hour(moment)));
            push_minutes_and_seconds(out, moment);
            out.push(' ');
            out.push_str(&moment.zone_abbreviation());
        }
        'D' => joined(out, &[month, day, year.rem_euclid(100)], '/'),
        'F' => {
            pad(out, year, 1, '0');
            out.push('-');
            joined(out, &[month, day], '-');
        }
        'r' => {
            pad(out, half_day_hour(moment), 1, '0');
            push_minutes_and_seconds(out, moment);
        }
        'R' => joined(out, &[moment.hour(), moment.minute()], ':'),
        'T' => joined(out, &[moment.hour(), moment.minute(), moment.second()], ':'),
        'v' => {
            pad(out, day, 2, ' ');
            out.push_str(&format!("-{}-{year}", name(DateName::ShortMonth)));
        }
        'x' => {
            joined(out, &[month, day], '/');
            out.push('/');
            pad(out, year, 1, '0');
        }
        'X' => {
            two(out, half_day_hour(moment));
            push_minutes_and_seconds(out, moment);
        }
        _ => out.extend(['%', code]),
    }
}
