//! Times of day: how owners type them, and how visitors read them.

use jiff::civil::{Date, Time};

/// `9`, `9:30`, `09.30`, `9 pm` or `24:00`, which is midnight.
pub(crate) fn read_time(text: &str) -> Option<Time> {
    let lower = text.trim().to_ascii_lowercase();
    let (digits, half) = match (lower.strip_suffix("am"), lower.strip_suffix("pm")) {
        (Some(digits), _) => (digits.trim_end(), Some(0)),
        (_, Some(digits)) => (digits.trim_end(), Some(12)),
        _ => (lower.as_str(), None),
    };
    let (hour, minute) = digits.split_once([':', '.']).unwrap_or((digits, "0"));
    let number = |text: &str| {
        let plain = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| text.parse::<i8>().ok()).flatten()
    };
    let (hour, minute) = (number(hour)?, number(minute)?);
    let hour = match half {
        Some(half) if (1..=12).contains(&hour) => hour % 12 + half,
        Some(_) => return None,
        None if hour == 24 && minute == 0 => 0,
        None => hour,
    };
    Time::new(hour, minute, 0, 0).ok()
}

/// With am and pm where people read times so, else from 0 to 23.
pub(crate) fn show_time(time: Time, locale: &str) -> String {
    let mut parts = locale.split(['-', '_']);
    let english = parts.next().is_some_and(|language| language.eq_ignore_ascii_case("en"));
    let british =
        parts.next().is_some_and(|region| ["GB", "IE", "ZA"].iter().any(|known| known.eq_ignore_ascii_case(region)));
    let (hour, minute) = (time.hour(), time.minute());
    if !english || british {
        return format!("{hour}:{minute:02}");
    }
    let half = if hour < 12 { "am" } else { "pm" };
    let hour = if hour % 12 == 0 { 12 } else { hour % 12 };
    format!("{hour}:{minute:02} {half}")
}

/// A date by the pattern of a language, such as `{d}.{m}.{y}`. Day and month have two digits, except between words.
pub(crate) fn show_date(date: Date, pattern: &str) -> String {
    let number = |number: i8| if pattern.is_ascii() { format!("{number:02}") } else { number.to_string() };
    pattern
        .replace("{d}", &number(date.day()))
        .replace("{m}", &number(date.month()))
        .replace("{y}", &date.year().to_string())
}
