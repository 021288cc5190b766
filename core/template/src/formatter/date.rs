//! Dates, times and relative times.

use std::borrow::Cow;
use std::sync::LazyLock;

use stoa_locale::{
    Calendar, Context, DEFAULT_ZONE, DateTimeOptions, IntervalOptions, Locale, Moment, Part, RelativeField,
    RelativeOptions, RelativeWidth, Width, Zone,
};

use super::options::{digit_option, pair};
use super::strftime::write_formatted;
use super::{Formatter, entry, first, printing};
use crate::compile::call::{Arguments, Rule};
use crate::limits::LOCALE_STEPS;
use crate::parse::pattern::Reference;
use crate::run::{Machine, Stop};
use crate::value::{Amount, Node};

pub(super) static FORMATTERS: &[Formatter] = &[
    printing("date", Rule::ANY, date, print_date),
    entry("datetime", Rule::ANY, datetime),
    entry("datetime-interval", Rule::ANY, datetime_interval),
    entry("relative-time", Rule::ANY, relative_time),
    entry("timesince", Rule::ANY, timesince),
];

type Result<'r> = std::result::Result<Node<'r>, Stop>;

/// Milliseconds of a number or numeric text.
pub(crate) fn milliseconds(node: Node<'_>) -> Option<i64> {
    match (node.as_amount(), node.as_str()) {
        (Some(amount), _) => Some(amount.truncated()),
        (None, Some(text)) => {
            let text = text.trim();
            let whole = text.parse::<i64>().ok();
            whole.or_else(|| Some(Amount::Float(text.parse::<f64>().ok()?).truncated()))
        }
        (None, None) => None,
    }
}

/// An instant in the time zone of the website in scope. An instant outside the calendar's range is an error. The last
/// zone and instant are cached, since templates print most instants more than once.
pub(crate) fn moment(machine: &mut Machine<'_>, milliseconds: i64) -> std::result::Result<Moment, Stop> {
    /// It remembers the position where it was found.
    static NAME: LazyLock<Option<Reference>> = LazyLock::new(|| Reference::parse("website.timeZone"));
    let name = NAME.as_ref().map_or(Node::Missing, |name| machine.resolve(name)).to_plain_text();
    let name = if name.is_empty() { Cow::Borrowed(DEFAULT_ZONE) } else { name };
    if machine.zone.as_ref().is_some_and(|(known, _)| *known != name) {
        (machine.zone, machine.moment) = (None, None);
    }
    if let Some(latest) = machine.moment.as_ref().filter(|latest| latest.milliseconds() == milliseconds) {
        return Ok(latest.clone());
    }
    let (_, zone) = machine.zone.get_or_insert_with(|| {
        let zone = Zone::named(&name);
        (name, zone)
    });
    match Moment::at(milliseconds, zone) {
        Ok(moment) => Ok(machine.moment.insert(moment).clone()),
        Err(error) => machine.fail_unexpected("DateRangeError", &error.to_string()),
    }
}

/// An instant and the locale of the run, after charging for the text of its pattern.
fn dated<'r>(
    machine: &mut Machine<'r>,
    pattern: &str,
    node: Node<'r>,
) -> std::result::Result<(Moment, &'r Locale), Stop> {
    let moment = moment(machine, node.to_integer())?;
    let fields = pattern.bytes().filter(|byte| *byte == b'%').count();
    machine.charge(fields.saturating_mul(LOCALE_STEPS))?;
    Ok((moment, machine.context.locale.unwrap_or(Locale::default_ref())))
}

fn date<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let (moment, locale) = dated(machine, &arguments.raw, first(values))?;
    let mut text = String::new();
    write_formatted(&moment, &arguments.raw, locale, &mut text);
    machine.text(text)
}

fn print_date<'r>(
    machine: &mut Machine<'r>,
    arguments: &Arguments,
    values: &[Node<'r>],
) -> std::result::Result<(), Stop> {
    let (moment, locale) = dated(machine, &arguments.raw, first(values))?;
    machine.write_with(|out| write_formatted(&moment, &arguments.raw, locale, out))
}

fn width(name: &str) -> Option<Width> {
    Some(match name {
        "short" => Width::Short,
        "medium" => Width::Medium,
        "long" => Width::Long,
        "full" => Width::Full,
        _ => return None,
    })
}

/// The width after `date:`, `time:` or `datetime:`; none for skeleton letters.
fn part_width(value: &str) -> Option<Width> {
    match value {
        "" => Some(Width::Short),
        name => width(name),
    }
}

fn context(value: &str) -> Context {
    match value {
        "begin-sentence" => Context::BeginSentence,
        _ => Context::MiddleOfText,
    }
}

/// Adds skeleton letters: date letters to the date, time letters to the time.
fn add_skeleton(options: &mut DateTimeOptions, letters: &str) {
    if !letters.chars().all(|letter| letter.is_ascii_alphabetic()) {
        return;
    }
    let is_time = |letter: &char| "hHkKjJmsSaBbzvVOXx".contains(*letter);
    let time: String = letters.chars().filter(is_time).collect();
    let date: String = letters.chars().filter(|letter| !is_time(letter)).collect();
    if !date.is_empty() {
        options.date = Some(Part::Skeleton(date));
    }
    if !time.is_empty() {
        options.time = Some(Part::Skeleton(time));
    }
}

pub(super) fn datetime_options<'a>(words: impl Iterator<Item = &'a str>) -> DateTimeOptions {
    let mut options = DateTimeOptions::default();
    for word in words {
        match pair(word) {
            (part @ ("date" | "time" | "datetime"), value) => match part_width(value) {
                Some(width) => {
                    if part != "time" {
                        options.date = Some(Part::Width(width));
                    }
                    if part != "date" {
                        options.time = Some(Part::Width(width));
                    }
                }
                None => add_skeleton(&mut options, value),
            },
            ("skeleton", value) => add_skeleton(&mut options, value),
            ("wrap", value) => options.wrap = width(value),
            ("context", value) => options.context = context(value),
            ("calendar", value) => {
                options.calendar = match value {
                    "buddhist" => Some(Calendar::Buddhist),
                    "iso8601" => Some(Calendar::Iso8601),
                    "japanese" => Some(Calendar::Japanese),
                    "persian" => Some(Calendar::Persian),
                    "gregory" | "gregorian" => Some(Calendar::Gregorian),
                    _ => None,
                }
            }
            (bare, "") => match width(bare) {
                Some(width) => {
                    options.date = Some(Part::Width(width));
                    options.time = Some(Part::Width(width));
                }
                None => add_skeleton(&mut options, bare),
            },
            _ => {}
        }
    }
    if options.date.is_none() && options.time.is_none() {
        options.date = Some(Part::Width(Width::Long));
    }
    options
}

pub(super) fn datetime_text<'a>(
    machine: &mut Machine<'_>,
    node: Node<'_>,
    words: impl Iterator<Item = &'a str>,
) -> std::result::Result<Option<String>, Stop> {
    let (Some(locale), Some(milliseconds)) = (machine.context.locale, milliseconds(node)) else {
        return Ok(None);
    };
    machine.charge(LOCALE_STEPS)?;
    let moment = moment(machine, milliseconds)?;
    Ok(Some(locale.format_datetime(&moment, &datetime_options(words))))
}

fn datetime<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    match datetime_text(machine, first(values), arguments.items())? {
        Some(text) => machine.text(text),
        None => Ok(Node::Missing),
    }
}

/// Skeleton letters of a date, from a width or letters.
fn date_letters(value: &str) -> &str {
    match width(value) {
        Some(Width::Short) => "yMd",
        Some(Width::Medium) => "yMMMd",
        Some(Width::Long) => "yMMMMd",
        Some(Width::Full) => "yMMMMEEEEd",
        None => value,
    }
}

/// Skeleton letters of a time, from a width or letters.
fn time_letters(value: &str) -> &str {
    match width(value) {
        Some(Width::Short) => "jm",
        Some(Width::Medium | Width::Long | Width::Full) => "jms",
        None => value,
    }
}

pub(super) fn interval_text<'a>(
    machine: &mut Machine<'_>,
    start: Node<'_>,
    end: Node<'_>,
    words: impl Iterator<Item = &'a str>,
) -> std::result::Result<Option<String>, Stop> {
    let mut options = IntervalOptions::default();
    let mut letters = String::new();
    for word in words {
        match pair(word) {
            ("context", value) => options.context = context(value),
            ("skeleton", value) => letters.push_str(value),
            ("date", value) => letters.push_str(date_letters(value)),
            ("time", value) => letters.push_str(time_letters(value)),
            (bare, "") => letters.push_str(bare),
            _ => {}
        }
    }
    letters.retain(|letter| letter.is_ascii_alphabetic());
    if !letters.is_empty() {
        options.skeleton = Some(letters);
    }
    let (Some(locale), Some(start), Some(end)) = (machine.context.locale, milliseconds(start), milliseconds(end))
    else {
        return Ok(None);
    };
    machine.charge(LOCALE_STEPS)?;
    let (start, end) = (moment(machine, start)?, moment(machine, end)?);
    Ok(Some(locale.format_interval(&start, &end, &options)))
}

fn datetime_interval<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let [start, end, ..] = values else { return Ok(first(values)) };
    match interval_text(machine, *start, *end, arguments.items())? {
        Some(text) => machine.text(text),
        None => Ok(Node::Missing),
    }
}

/// Format of a relative time, and whether days of other weeks are named by their weekday.
fn relative_options<'a>(words: impl Iterator<Item = &'a str>) -> (RelativeOptions, bool) {
    let mut options = RelativeOptions::default();
    let mut by_weekday = false;
    for (key, value) in words.map(pair) {
        let on = value != "false";
        match key {
            "context" => options.context = context(value),
            "dayOfWeek" => by_weekday = on,
            "field" => options.field = RelativeField::parse(value),
            "allowWeeks" => options.no_weeks = !on,
            "numericOnly" => options.numeric_only = on,
            "alwaysNow" => options.always_now = on,
            "width" => {
                options.width = match value {
                    "short" => RelativeWidth::Short,
                    "narrow" => RelativeWidth::Narrow,
                    _ => RelativeWidth::Wide,
                }
            }
            _ => digit_option(key, value, &mut options.digits),
        }
    }
    (options, by_weekday)
}

fn relative_time<'r>(machine: &mut Machine<'r>, arguments: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let (options, by_weekday) = relative_options(arguments.items());
    let (from, to) = match values {
        [from, to, ..] => (milliseconds(*from), milliseconds(*to)),
        _ => (Some(machine.context.now_ms), milliseconds(first(values))),
    };
    let (Some(locale), Some(from), Some(to)) = (machine.context.locale, from, to) else {
        return Ok(Node::Missing);
    };
    machine.charge(LOCALE_STEPS)?;
    let distance = to.saturating_sub(from);
    let text = match by_weekday {
        true => locale.format_relative_weekday(distance, &moment(machine, to)?, &options),
        false => locale.format_relative(distance, &options),
    };
    machine.text(text)
}

/// Units of `timesince` in seconds, with their singular names.
const UNITS: [(i64, &str, &str); 6] = [
    (365 * 86_400, "a year", "years"),
    (30 * 86_400, "a month", "months"),
    (7 * 86_400, "a week", "weeks"),
    (86_400, "a day", "days"),
    (3_600, "an hour", "hours"),
    (60, "a minute", "minutes"),
];

fn timesince<'r>(machine: &mut Machine<'r>, _: &Arguments, values: &[Node<'r>]) -> Result<'r> {
    let node = first(values);
    let Some(amount) = node.as_amount() else { return machine.text("Invalid date.") };
    let then = amount.truncated();
    let seconds = machine.context.now_ms.saturating_sub(then) / 1000;
    let words = UNITS.iter().find(|(length, _, _)| seconds >= *length).map_or(
        "less than a minute".to_owned(),
        |(length, one, many)| match seconds / length {
            1 => format!("about {one}"),
            count => format!("about {count} {many}"),
        },
    );
    machine.text(format!("<span class=\"timesince\" data-date=\"{then}\">{words} ago</span>"))
}
