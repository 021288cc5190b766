use jiff::civil::Date;
use jiff::tz::TimeZone;
use serde_json::{Map, Value, json};

/// Entries with a date, the earliest first, each with the moment its day begins on the site.
pub(super) fn dates(settings: &Map<String, Value>, time_zone: &str) -> Value {
    let zone = TimeZone::get(time_zone).unwrap_or(TimeZone::UTC);
    let entries = settings.get("dates").and_then(Value::as_array).into_iter().flatten();
    let mut found: Vec<(i64, Value)> = entries.filter_map(|entry| dated(entry, &zone)).collect();
    found.sort_by_key(|(begins, _)| *begins);
    found.into_iter().map(|(_, entry)| entry).collect()
}

fn dated(entry: &Value, zone: &TimeZone) -> Option<(i64, Value)> {
    let date: Date = entry.get("date")?.as_str()?.trim().parse().ok()?;
    let begins = date.to_zoned(zone.clone()).ok()?.timestamp().as_millisecond();
    let mut entry = entry.clone();
    entry.as_object_mut()?.insert("on".to_owned(), json!(begins));
    Some((begins, entry))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_stand_in_order_and_what_is_no_date_is_left_out() {
        let settings = json!({"dates": [
            {"date": "2027-06-01", "venue": "Second"}, {"date": "", "venue": "None"},
            {"date": "2027-05-31", "venue": "First"}, {"date": "2027-02-30", "venue": "No day"},
        ]});
        let made = dates(settings.as_object().unwrap(), "UTC");
        assert_eq!(
            made.pointer("/0"),
            Some(&json!({"date": "2027-05-31", "venue": "First", "on": 1_811_721_600_000_i64}))
        );
        assert_eq!(made.pointer("/1/venue"), Some(&json!("Second")));
        assert_eq!(made.as_array().unwrap().len(), 2);
    }
}
