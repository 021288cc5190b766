//! The formatter `reading_time`: minutes needed to read a text or an HTML fragment.

use stoa_plugin_sdk::formatters::Formatters;
use stoa_plugin_sdk::{Error, ErrorCode, Value, error, invalid_input, setting};

const WORDS_PER_MINUTE: u64 = 220;
const CHARACTERS_PER_MINUTE: u64 = 500;
const PATTERN: &str = "{minutes} min read";

struct ReadingTime;

/// Reading speed, and the format of the result.
struct OutputFormat {
    words_per_minute: u64,
    pattern: String,
}

impl Formatters for ReadingTime {
    fn apply(name: String, input: Value, args: Vec<Value>) -> Result<Value, Error> {
        let manner = OutputFormat::of_site(&name, &args)?;
        manner.describe(&input)
    }

    fn apply_many(name: String, inputs: Vec<Value>, args: Vec<Value>) -> Result<Vec<Value>, Error> {
        let manner = OutputFormat::of_site(&name, &args)?;
        inputs.iter().map(|input| manner.describe(input)).collect()
    }
}

impl OutputFormat {
    /// From the site's settings; the first argument overrides the words per minute.
    fn of_site(name: &str, args: &[Value]) -> Result<Self, Error> {
        if name != "reading_time" {
            return Err(error(ErrorCode::NotSupported, format!("no formatter {name}")));
        }
        let configured = setting("wordsPerMinute").and_then(|value| value.as_u64());
        let words_per_minute = match args.first() {
            None => configured.unwrap_or(WORDS_PER_MINUTE),
            Some(Value::Integer(words)) => {
                u64::try_from(*words).map_err(|_| invalid_input("words per minute cannot be negative"))?
            }
            Some(_) => return Err(invalid_input("words per minute must be a whole number")),
        };
        if words_per_minute == 0 {
            return Err(invalid_input("words per minute cannot be zero"));
        }
        let pattern = setting("pattern").and_then(|value| value.as_str().map(str::to_owned));
        Ok(Self { words_per_minute, pattern: pattern.unwrap_or_else(|| PATTERN.to_owned()) })
    }

    fn describe(&self, input: &Value) -> Result<Value, Error> {
        let text = match input {
            Value::Text(text) => text,
            Value::None => return Ok(Value::None),
            _ => return Err(invalid_input("reading_time takes text")),
        };
        let reading = count(text);
        let (words, characters) = (u128::from(reading.words), u128::from(reading.characters));
        let (words_rate, characters_rate) = (u128::from(self.words_per_minute), u128::from(CHARACTERS_PER_MINUTE));
        let minutes = (words * characters_rate + characters * words_rate).div_ceil(words_rate * characters_rate).max(1);
        Ok(Value::Text(self.pattern.replace("{minutes}", &minutes.to_string())))
    }
}

/// Counts of words between spaces, and of characters of scripts written without spaces.
#[derive(Default)]
struct Reading {
    words: u64,
    characters: u64,
}

/// Counts visible text: tags, and the content of script and style elements, are left out.
fn count(html: &str) -> Reading {
    let mut reading = Reading::default();
    let mut rest = html;
    while let Some(at) = rest.find('<') {
        count_text(&rest[..at], &mut reading);
        let tag = &rest[at..];
        let begins = |name: &str| tag.get(1..=name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name));
        let end = if begins("script") {
            find_ignoring_case(tag, "</script")
        } else if begins("style") {
            find_ignoring_case(tag, "</style")
        } else {
            Some(0)
        };
        let Some(end) = end else { return reading };
        let Some(close) = tag[end..].find('>') else {
            // A lone "<" is text.
            count_text(tag, &mut reading);
            return reading;
        };
        rest = &tag[end + close + 1..];
    }
    count_text(rest, &mut reading);
    reading
}

fn find_ignoring_case(text: &str, wanted: &str) -> Option<usize> {
    text.as_bytes().windows(wanted.len()).position(|window| window.eq_ignore_ascii_case(wanted.as_bytes()))
}

fn count_text(text: &str, reading: &mut Reading) {
    for word in text.split_whitespace() {
        let unspaced = word.chars().filter(|character| is_unspaced(*character)).count() as u64;
        reading.characters += unspaced;
        let rest = word.chars().any(|character| character.is_alphanumeric() && !is_unspaced(character));
        reading.words += u64::from(rest);
    }
}

/// Han, kana, Thai, Lao, Khmer or Burmese.
fn is_unspaced(character: char) -> bool {
    matches!(character,
        '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}' | '\u{3040}'..='\u{30ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{323af}')
}

stoa_plugin_sdk::plugin!(formatters: ReadingTime);
