//! Entries with dates, in their order.

use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

/// Entries in order, each with the start of its day in the site's time zone; those without a day last, if they have a
/// place.
pub(super) fn dates(settings: &Map<String, Value>, time_zone: &str) -> Value {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let entries = settings.get("dates").and_then(Value::as_array).into_iter().flatten();
    let (mut dated, mut open) = (Vec::new(), Vec::new());
    for entry in entries {
        match begins(entry, &zone) {
            Some(begins) => dated.push((begins, with_moment(entry, begins))),
            None if is_named(entry) => open.push(entry.clone()),
            None => {}
        }
    }
    dated.sort_by_key(|(begins, _)| *begins);
    dated.into_iter().map(|(_, entry)| entry).chain(open).collect()
}

fn begins(entry: &Value, zone: &TimeZone) -> Option<i64> {
    let date: Date = entry.get("date")?.as_str()?.trim().parse().ok()?;
    Some(date.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond())
}

fn with_moment(entry: &Value, begins: i64) -> Value {
    let mut entry = entry.clone();
    if let Some(entry) = entry.as_object_mut() {
        entry.insert("on".to_owned(), json!(begins));
    }
    entry
}

fn is_named(entry: &Value) -> bool {
    ["venue", "place"]
        .iter()
        .any(|name| entry.get(name).and_then(Value::as_str).is_some_and(|text| !text.trim().is_empty()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_sorted_undated_last() {
        let settings = json!({"dates": [
            {"date": "", "venue": "Open"}, {"date": "", "venue": " "},
            {"date": "2027-06-01", "venue": "Second"}, {"date": "2027-05-31", "venue": "First"},
        ]});
        let made = dates(settings.as_object().unwrap(), "UTC");
        assert_eq!(
            made.pointer("/0"),
            Some(&json!({"date": "2027-05-31", "venue": "First", "on": 1_811_721_600_000_i64}))
        );
        assert_eq!(made.pointer("/1/venue"), Some(&json!("Second")));
        assert_eq!(made.pointer("/2"), Some(&json!({"date": "", "venue": "Open"})));
        assert_eq!(made.as_array().unwrap().len(), 3);
    }
}
