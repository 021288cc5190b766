//! Date patterns with `%` letters.

use std::fmt::Write as _;

use stoa_locale::{Locale, Moment};

/// Writes an instant by a pattern. An unknown letter is copied with its `%`.
pub(crate) fn formatted(moment: &Moment, pattern: &str, locale: &Locale) -> String {
    let mut out = String::with_capacity(pattern.len() * 2);
    let mut letters = pattern.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            out.push(letter);
            continue;
        }
        match letters.next() {
            None => out.push('%'),
            Some(code) => {
                if !write_field(&mut out, moment, code, locale) {
                    out.extend(['%', code]);
                }
            }
        }
    }
    out
}

fn name(moment: &Moment, pattern: &str, locale: &Locale) -> String {
    locale.format_pattern(moment, pattern).unwrap_or_default()
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

fn minutes_and_seconds(moment: &Moment) -> String {
    format!("{:02}:{:02}", moment.minute(), moment.second())
}

/// The week of the year, counted from 1 January, when weeks begin on a weekday (0 is Sunday).
fn week(moment: &Moment, begins: i64) -> i64 {
    let day = moment.day_of_year() - 1;
    let first_weekday = (moment.weekday() - day).rem_euclid(7);
    (day + (first_weekday - begins).rem_euclid(7)) / 7 + 1
}

fn offset(moment: &Moment) -> String {
    let minutes = moment.offset_seconds() / 60;
    let sign = if minutes < 0 { '-' } else { '+' };
    format!("{sign}{:02}:{:02}", minutes.abs() / 60, minutes.abs() % 60)
}

/// Writes one field; false if there is none of this letter.
fn write_field(out: &mut String, moment: &Moment, code: char, locale: &Locale) -> bool {
    let (year, month, day) = (moment.year(), moment.month(), moment.day());
    let written = match code {
        'a' => out.write_str(&name(moment, "EEE", locale)),
        'A' => out.write_str(&name(moment, "EEEE", locale)),
        'b' | 'h' => out.write_str(&name(moment, "MMM", locale)),
        'B' => out.write_str(&name(moment, "MMMM", locale)),
        'c' => write!(
            out,
            "{}, {} {day}, {year} {}:{} {} {}",
            name(moment, "EEE", locale),
            name(moment, "MMM", locale),
            half_day_hour(moment),
            minutes_and_seconds(moment),
            half_day(moment),
            moment.zone_abbreviation()
        ),
        'C' => write!(out, "{:02}", year / 100),
        'd' => write!(out, "{day:02}"),
        'D' => write!(out, "{month:02}/{day:02}/{:02}", year.rem_euclid(100)),
        'e' => write!(out, "{day:2}"),
        'F' => write!(out, "{year}-{month:02}-{day:02}"),
        'g' => write!(out, "{:02}", moment.iso_week().0.rem_euclid(100)),
        'G' => write!(out, "{}", moment.iso_week().0),
        'H' => write!(out, "{:02}", moment.hour()),
        'k' => write!(out, "{:2}", moment.hour()),
        'i' => write!(out, "{}", half_day_hour(moment)),
        'I' => write!(out, "{:02}", half_day_hour(moment)),
        'l' => write!(out, "{:2}", half_day_hour(moment)),
        'j' => write!(out, "{:03}", moment.day_of_year()),
        'm' => write!(out, "{month:02}"),
        'M' => write!(out, "{:02}", moment.minute()),
        'S' => write!(out, "{:02}", moment.second()),
        'N' => write!(out, "{:09}", moment.nanosecond()),
        'n' => out.write_char('\n'),
        't' => out.write_char('\t'),
        'p' => out.write_str(half_day(moment)),
        'P' => out.write_str(&half_day(moment).to_ascii_lowercase()),
        'q' => write!(out, "{}", (month + 2) / 3),
        'r' => {
            write!(out, "{}:{} {}", half_day_hour(moment), minutes_and_seconds(moment), half_day(moment))
        }
        'R' => write!(out, "{:02}:{:02}", moment.hour(), moment.minute()),
        'T' => write!(out, "{:02}:{}", moment.hour(), minutes_and_seconds(moment)),
        's' => write!(out, "{}", moment.milliseconds().div_euclid(1000)),
        'u' => match moment.weekday() {
            0 => out.write_char('7'),
            weekday => write!(out, "{weekday}"),
        },
        'w' => write!(out, "{}", moment.weekday()),
        'U' => write!(out, "{:02}", week(moment, 0)),
        'W' => write!(out, "{:02}", week(moment, 1)),
        'V' => write!(out, "{:02}", moment.iso_week().1),
        'v' => write!(out, "{day:2}-{}-{year}", name(moment, "MMM", locale)),
        'x' => write!(out, "{month:02}/{day:02}/{year}"),
        'X' => {
            write!(out, "{:02}:{} {}", half_day_hour(moment), minutes_and_seconds(moment), half_day(moment))
        }
        'y' => write!(out, "{:02}", year.rem_euclid(100)),
        'Y' => write!(out, "{year}"),
        'z' => out.write_str(&offset(moment)),
        'Z' => out.write_str(&moment.zone_abbreviation()),
        '%' => out.write_char('%'),
        _ => return false,
    };
    written.is_ok()
}
