//! Submitted values of form fields as text.

use std::collections::BTreeMap;

use serde_json::Value;
use stoa_email::NO_ANSWER;
pub use stoa_entity::tenant::submission::Answer;
use stoa_kernel::search::folded;

const GRADES: [(&str, &str); 5] =
    [("-2", "Strongly Disagree"), ("-1", "Disagree"), ("0", "Neutral"), ("1", "Agree"), ("2", "Strongly Agree")];
/// Parts of a postal address, one per line.
const ADDRESS: [&str; 6] = ["line1", "line2", "city", "region", "postalCode", "country"];

/// The texts of a JSON value by name: a single value under `0`, list entries under their positions, object entries
/// under their names. Deeper levels are ignored.
pub(super) fn parts(value: &Value) -> BTreeMap<String, String> {
    match value {
        Value::Array(list) => list
            .iter()
            .take(100)
            .enumerate()
            .filter_map(|(index, entry)| scalar(entry).map(|text| (format!("{index:03}"), text)))
            .collect(),
        Value::Object(object) => object
            .iter()
            .take(100)
            .filter_map(|(name, entry)| {
                let text = scalar(entry).or_else(|| entry.as_array().and_then(|list| scalar(list.first()?)))?;
                Some((name.clone(), text))
            })
            .collect(),
        single => scalar(single).map(|text| ("0".to_owned(), text)).into_iter().collect(),
    }
}

fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.replace('\0', "")),
        Value::Number(number) => Some(number.to_string()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// Whether a text is one of the five grades of an agreement scale.
pub(super) fn is_grade(text: &str) -> bool {
    GRADES.iter().any(|(grade, _)| *grade == text)
}

/// The selected options; none for other kinds of fields.
pub(super) fn choices(kind: &str, parts: &BTreeMap<String, String>) -> Vec<String> {
    let chosen = parts.values().map(|text| text.trim()).filter(|text| !text.is_empty() && kind == "checkbox");
    chosen.map(str::to_owned).collect()
}

/// The displayed value; [`NO_ANSWER`] when there is none.
pub(super) fn text(kind: &str, parts: &BTreeMap<String, String>) -> String {
    let in_order = |names: &[&str]| -> Vec<&str> {
        let named = names.iter().filter_map(|name| parts.get(*name));
        let others = parts.iter().filter(|(name, _)| !names.contains(&name.as_str())).map(|(_, text)| text);
        named.chain(others).map(|text| text.trim()).filter(|text| !text.is_empty()).collect()
    };
    let given = in_order(&[]);
    let read = match kind {
        "name" => in_order(&["first", "last"]).join(" "),
        "address" => in_order(&ADDRESS).join("\n"),
        "date" => date(&given).unwrap_or_else(|| given.join("/")),
        "time" => time(&given).unwrap_or_else(|| given.join(":")),
        "phone" => phone(parts),
        "likert" => {
            let line = |(question, grade): (&String, &String)| format!("{question}: {}", grade_name(grade));
            parts.iter().map(line).collect::<Vec<_>>().join("\n")
        }
        _ => given.join(", "),
    };
    if read.is_empty() { NO_ANSWER.to_owned() } else { read }
}

/// The search text of a submission: its values line by line in lower case, without passwords.
pub(super) fn searched(answers: &[Answer]) -> String {
    let searchable = answers.iter().filter(|answer| answer.kind != "password" && answer.value != NO_ANSWER);
    searchable.map(|answer| folded(&answer.value)).collect::<Vec<_>>().join("\n")
}

fn grade_name(text: &str) -> &'static str {
    GRADES.iter().find(|(grade, _)| *grade == text).map_or("Neutral", |(_, name)| name)
}

/// A date as MM/DD/YYYY, from one text as sent by date inputs or from month, day and year. None when the date does not
/// exist.
pub(super) fn date(parts: &[&str]) -> Option<String> {
    let date = match parts {
        [one] => one.parse::<jiff::civil::Date>().ok()?,
        [month, day, year] => {
            jiff::civil::Date::new(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?).ok()?
        }
        _ => return None,
    };
    Some(format!("{:02}/{:02}/{:04}", date.month(), date.day(), date.year()))
}

/// A time as H:MM:SS AM, from one text as sent by time inputs or from hour, minute and optionally second and AM/PM.
/// None when the time does not exist.
pub(super) fn time(parts: &[&str]) -> Option<String> {
    let [first, rest @ ..] = parts else { return None };
    if rest.is_empty() {
        let time = first.parse::<jiff::civil::Time>().ok()?;
        let half = if time.hour() < 12 { "AM" } else { "PM" };
        let hour = if time.hour() % 12 == 0 { 12 } else { time.hour() % 12 };
        return Some(format!("{hour}:{:02}:{:02} {half}", time.minute(), time.second()));
    }
    let (numbers, half) = match rest {
        [numbers @ .., half] if half.eq_ignore_ascii_case("am") || half.eq_ignore_ascii_case("pm") => {
            (numbers, Some(half.to_ascii_uppercase()))
        }
        numbers => (numbers, None),
    };
    let hour = first.parse::<u8>().ok().filter(|hour| (1..=12).contains(hour))?;
    let number = |place: usize| match numbers.get(place) {
        Some(text) => text.parse::<u8>().ok().filter(|number| *number < 60),
        None => Some(0),
    };
    if numbers.len() > 2 {
        return None;
    }
    let clock = format!("{hour}:{:02}:{:02}", number(0)?, number(1)?);
    Some(half.map_or_else(|| clock.clone(), |half| format!("{clock} {half}")))
}

/// A telephone number: as entered, or from country code and parts as (+1) 555-123-4567.
fn phone(parts: &BTreeMap<String, String>) -> String {
    let texts: Vec<&str> = parts.values().map(|part| part.trim()).collect();
    match texts.as_slice() {
        [country, rest @ ..] if !rest.is_empty() => {
            let number = rest.iter().copied().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
            match country.trim_start_matches('+') {
                "" => number,
                country => format!("(+{country}) {number}"),
            }
        }
        others => others.join(""),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn displayed_answer_values() {
        let check = |kind: &str, value: Value, expected: &str| assert_eq!(text(kind, &parts(&value)), expected);
        check("text", json!("hello"), "hello");
        check("name", json!({"last": "Lovelace", "first": "Ada"}), "Ada Lovelace");
        check("name", json!(["Ada", "Lovelace"]), "Ada Lovelace");
        check("checkbox", json!(["a", "b"]), "a, b");
        check("phone", json!(["", "555", "123", "4567"]), "555-123-4567");
        check("phone", json!(["1", "555", "123", "4567"]), "(+1) 555-123-4567");
        check("phone", json!(["+49", "30 1234567"]), "(+49) 30 1234567");
        check("phone", json!("+49 30 1234567"), "+49 30 1234567");
        check("date", json!("2024-02-29"), "02/29/2024");
        check("date", json!(["2", "29", "2024"]), "02/29/2024");
        check("time", json!("09:30"), "9:30:00 AM");
        check("time", json!("00:05"), "12:05:00 AM");
        check("time", json!("15:00:09"), "3:00:09 PM");
        check("time", json!(["9", "5", "7", "pm"]), "9:05:07 PM");
        check("likert", json!({"Easy to use": "2", "Pretty": "0"}), "Easy to use: Strongly Agree\nPretty: Neutral");
        check("address", json!({"city": "Kyoto", "line1": "1 Street", "country": "Japan"}), "1 Street\nKyoto\nJapan");
        check("address", json!({}), NO_ANSWER);
        check("text", Value::Null, NO_ANSWER);
        check("text", json!({"a": {"b": 1}}), NO_ANSWER);
    }

    // spec: form.likert.answers
    #[test]
    fn grade_names_with_neutral_fallback() {
        for (grade, name) in GRADES {
            assert!(is_grade(grade));
            assert_eq!(grade_name(grade), name);
            assert_eq!(GRADES.iter().find(|(_, known)| *known == name).map(|(grade, _)| *grade), Some(grade));
        }
        assert!(!is_grade("3"));
        assert_eq!(grade_name("3"), "Neutral");
    }
}
