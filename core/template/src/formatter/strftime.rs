//! Date patterns with `%` letters.

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
            Some(code) => match field(moment, code, locale) {
                Some(text) => out.push_str(&text),
                None => {
                    out.push('%');
                    out.push(code);
                }
            },
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

fn field(moment: &Moment, code: char, locale: &Locale) -> Option<String> {
    let (year, month, day) = (moment.year(), moment.month(), moment.day());
    Some(match code {
        'a' => name(moment, "EEE", locale),
        'A' => name(moment, "EEEE", locale),
        'b' | 'h' => name(moment, "MMM", locale),
        'B' => name(moment, "MMMM", locale),
        'c' => format!(
            "{}, {} {day}, {year} {}:{} {} {}",
            name(moment, "EEE", locale),
            name(moment, "MMM", locale),
            half_day_hour(moment),
            minutes_and_seconds(moment),
            half_day(moment),
            moment.zone_abbreviation()
        ),
        'C' => format!("{:02}", year / 100),
        'd' => format!("{day:02}"),
        'D' => format!("{month:02}/{day:02}/{:02}", year.rem_euclid(100)),
        'e' => format!("{day:2}"),
        'F' => format!("{year}-{month:02}-{day:02}"),
        'g' => format!("{:02}", moment.iso_week().0.rem_euclid(100)),
        'G' => moment.iso_week().0.to_string(),
        'H' => format!("{:02}", moment.hour()),
        'k' => format!("{:2}", moment.hour()),
        'i' => half_day_hour(moment).to_string(),
        'I' => format!("{:02}", half_day_hour(moment)),
        'l' => format!("{:2}", half_day_hour(moment)),
        'j' => format!("{:03}", moment.day_of_year()),
        'm' => format!("{month:02}"),
        'M' => format!("{:02}", moment.minute()),
        'S' => format!("{:02}", moment.second()),
        'N' => format!("{:09}", moment.nanosecond()),
        'n' => "\n".to_owned(),
        't' => "\t".to_owned(),
        'p' => half_day(moment).to_owned(),
        'P' => half_day(moment).to_ascii_lowercase(),
        'q' => ((month + 2) / 3).to_string(),
        'r' => {
            format!("{}:{} {}", half_day_hour(moment), minutes_and_seconds(moment), half_day(moment))
        }
        'R' => format!("{:02}:{:02}", moment.hour(), moment.minute()),
        'T' => format!("{:02}:{}", moment.hour(), minutes_and_seconds(moment)),
        's' => moment.milliseconds().div_euclid(1000).to_string(),
        'u' => match moment.weekday() {
            0 => "7".to_owned(),
            weekday => weekday.to_string(),
        },
        'w' => moment.weekday().to_string(),
        'U' => format!("{:02}", week(moment, 0)),
        'W' => format!("{:02}", week(moment, 1)),
        'V' => format!("{:02}", moment.iso_week().1),
        'v' => format!("{day:2}-{}-{year}", name(moment, "MMM", locale)),
        'x' => format!("{month:02}/{day:02}/{year}"),
        'X' => {
            format!("{:02}:{} {}", half_day_hour(moment), minutes_and_seconds(moment), half_day(moment))
        }
        'y' => format!("{:02}", year.rem_euclid(100)),
        'Y' => year.to_string(),
        'z' => offset(moment),
        'Z' => moment.zone_abbreviation(),
        '%' => "%".to_owned(),
        _ => return None,
    })
}
