//! Event hooks and scheduled jobs of a manifest.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

/// Topics of the events that a hook may receive.
pub const EVENT_TOPICS: [&str; 17] = [
    "order.placed",
    "order.paid",
    "order.fulfilled",
    "order.cancelled",
    "order.refunded",
    "order.disputed",
    "product.created",
    "product.updated",
    "product.deleted",
    "stock.low",
    "stock.out",
    "stock.back",
    "customer.created",
    "form.submitted",
    "subscription.started",
    "page.published",
    "cart.abandoned",
];

/// The kind of data of the site that events of a topic tell of, as in `permissions.reads`.
#[must_use]
pub fn data_of_topic(topic: &str) -> &'static str {
    match topic.split('.').next() {
        Some("order") => "orders",
        Some("product" | "stock") => "products",
        Some("page") => "pages",
        // Forms, subscriptions and carts tell of people too.
        _ => "customers",
    }
}

/// The kinds of data that the events of these topics tell of, each once and sorted.
pub(super) fn data_of_topics<'a>(topics: impl Iterator<Item = &'a String>) -> Vec<String> {
    let kinds: BTreeSet<&str> = topics.map(|topic| data_of_topic(topic)).collect();
    kinds.into_iter().map(str::to_owned).collect()
}

const MINUTE_MS: i64 = 60_000;
/// Jobs run every fifteen minutes at most.
const MIN_INTERVAL_MS: i64 = 15 * MINUTE_MS;
/// Thirty days.
const MAX_INTERVAL_MS: i64 = 30 * 24 * 60 * MINUTE_MS;

/// When a job runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cadence {
    /// Each time that these milliseconds have passed.
    Every(i64),
    /// Once a day, at this time in the time zone of the site.
    Daily {
        /// 0 to 23.
        hour: i8,
        /// 0 to 59.
        minute: i8,
    },
}

impl Cadence {
    /// Reads the keys `every` and `daily` of a manifest, of which there is one.
    pub(super) fn read(every: Option<&str>, daily: Option<&str>) -> Result<Self, String> {
        match (every, daily) {
            (Some(text), None) => interval(text)
                .map(Self::Every)
                .ok_or_else(|| format!("provides.every `{text}` has to look like 15m, 6h or 1d, 15m to 30d")),
            (None, Some(text)) => time_of_day(text)
                .map(|(hour, minute)| Self::Daily { hour, minute })
                .ok_or_else(|| format!("provides.daily `{text}` has to look like 03:30")),
            _ => Err("a scheduled-job needs `every` or `daily`".to_owned()),
        }
    }
}

impl fmt::Display for Cadence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Every(ms) => write!(formatter, "every:{ms}"),
            Self::Daily { hour, minute } => write!(formatter, "daily:{hour:02}:{minute:02}"),
        }
    }
}

impl FromStr for Cadence {
    type Err = String;

    /// Reads what [`fmt::Display`] has written.
    fn from_str(text: &str) -> Result<Self, String> {
        let read = match text.split_once(':') {
            Some(("every", ms)) => ms.parse().ok().map(Self::Every),
            Some(("daily", time)) => time_of_day(time).map(|(hour, minute)| Self::Daily { hour, minute }),
            _ => None,
        };
        read.ok_or_else(|| format!("`{text}` is no cadence"))
    }
}

fn interval(text: &str) -> Option<i64> {
    let (digits, factor) = match (text.strip_suffix('m'), text.strip_suffix('h'), text.strip_suffix('d')) {
        (Some(digits), ..) => (digits, MINUTE_MS),
        (_, Some(digits), _) => (digits, 60 * MINUTE_MS),
        (.., Some(digits)) => (digits, 24 * 60 * MINUTE_MS),
        _ => return None,
    };
    let count: i64 = digits.parse().ok()?;
    count.checked_mul(factor).filter(|ms| (MIN_INTERVAL_MS..=MAX_INTERVAL_MS).contains(ms))
}

fn time_of_day(text: &str) -> Option<(i8, i8)> {
    let (hour, minute) = text.split_once(':').filter(|(hour, minute)| hour.len() == 2 && minute.len() == 2)?;
    let (hour, minute): (i8, i8) = (hour.parse().ok()?, minute.parse().ok()?);
    ((0..24).contains(&hour) && (0..60).contains(&minute)).then_some((hour, minute))
}

/// Checks the topics of a hook.
pub(super) fn check_topics(topics: &[String]) -> Result<(), String> {
    if topics.is_empty() {
        return Err("provides of kind event-hook contains no topics".to_owned());
    }
    match topics.iter().find(|topic| !EVENT_TOPICS.contains(&topic.as_str())) {
        Some(unknown) => Err(format!("provides.topics `{unknown}` is none of {}", EVENT_TOPICS.join(", "))),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{Cadence, EVENT_TOPICS, data_of_topic};
    use crate::manifest::READS;

    #[test]
    fn every_topic_is_about_data_that_can_be_granted() {
        assert!(EVENT_TOPICS.iter().all(|topic| READS.contains(&data_of_topic(topic))));
        let about = ["order.paid", "stock.low", "page.published", "form.submitted"].map(data_of_topic);
        assert_eq!(about, ["orders", "products", "pages", "customers"]);
    }

    #[test]
    fn cadences_of_manifests() {
        assert_eq!(Cadence::read(Some("15m"), None), Ok(Cadence::Every(900_000)));
        assert_eq!(Cadence::read(Some("1d"), None), Ok(Cadence::Every(86_400_000)));
        assert_eq!(Cadence::read(None, Some("03:30")), Ok(Cadence::Daily { hour: 3, minute: 30 }));
        for every in ["14m", "31d", "1w", "h", "-1h", ""] {
            assert!(Cadence::read(Some(every), None).is_err(), "{every}");
        }
        for daily in ["3:30", "24:00", "12:60", "noon"] {
            assert!(Cadence::read(None, Some(daily)).is_err(), "{daily}");
        }
        assert!(Cadence::read(None, None).is_err());
        assert!(Cadence::read(Some("1h"), Some("03:30")).is_err());
    }

    #[test]
    fn a_cadence_is_read_as_it_is_written() {
        for cadence in [Cadence::Every(900_000), Cadence::Daily { hour: 3, minute: 5 }] {
            assert_eq!(cadence.to_string().parse(), Ok(cadence));
        }
    }
}
