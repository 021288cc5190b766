//! The billing interval of a subscription as text.

use super::{filled, stated};
use crate::run::Machine;
use crate::value::Node;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Week,
    Month,
    Year,
}

impl Unit {
    fn parse(name: &str) -> Option<Self> {
        match name {
            "WEEK" => Some(Self::Week),
            "MONTH" => Some(Self::Month),
            "YEAR" => Some(Self::Year),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Week => "week",
            Self::Month => "month",
            Self::Year => "year",
        }
    }

    fn key(self) -> &'static str {
        match self {
            Self::Week => "Week",
            Self::Month => "Month",
            Self::Year => "Year",
        }
    }

    /// Number of intervals in a year.
    fn in_year(self) -> i64 {
        match self {
            Self::Week => 52,
            Self::Month => 12,
            Self::Year => 1,
        }
    }
}

/// Billing interval and duration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct BillingSchedule {
    every: i64,
    unit: Unit,
    /// Number of payments; 0 means unlimited.
    cycles: i64,
}

impl BillingSchedule {
    pub(super) fn read(plan: Node<'_>) -> Option<Self> {
        let period = plan.member("billingPeriod");
        let unit = Unit::parse(period.member("unit").as_str()?)?;
        let every = period.member("value").to_integer().max(1);
        Some(Self { every, unit, cycles: plan.member("numBillingCycles").to_integer().max(0) })
    }

    /// The duration of all payments, in years if it is a whole number of years.
    fn duration(self) -> Option<(i64, Unit)> {
        if self.cycles == 0 {
            return None;
        }
        let length = self.every.saturating_mul(self.cycles);
        Some(match length % self.unit.in_year() {
            0 => (length / self.unit.in_year(), Unit::Year),
            _ => (length, self.unit),
        })
    }

    /// A price with its billing interval. The website can override the whole text.
    pub(super) fn words(self, machine: &Machine<'_>, kind: &str, lead: &str, amount: &str) -> String {
        let (every_key, every) = match self.every {
            1 => (format!("1{}ly", self.unit.key()), format!(" every {}", self.unit.word())),
            _ => (format!("n{}ly", self.unit.key()), format!(" every {{billingPeriodValue}} {}s", self.unit.word())),
        };
        let (length_key, length) = match self.duration() {
            None => ("indefinite".to_owned(), String::new()),
            Some((1, unit)) => (format!("limited__1{}", unit.key()), format!(" for {{duration}} {}", unit.word())),
            Some((_, unit)) => (format!("limited__n{}s", unit.key()), format!(" for {{duration}} {}s", unit.word())),
        };
        let key = format!("productPrice__{kind}__{every_key}__{length_key}");
        let duration = self.duration().map_or(String::new(), |(length, _)| length.to_string());
        let texts = [
            ("price", amount),
            ("fromPrice", amount),
            ("billingPeriodValue", &*self.every.to_string()),
            ("duration", &*duration),
        ];
        match stated(machine, &key) {
            Some(message) => filled(machine, &message, &texts),
            None => self
                .by_parts(machine, lead, &texts)
                .unwrap_or_else(|| filled(machine, &format!("{lead}{every}{length}"), &texts)),
        }
    }

    /// The same, composed of texts of `localizedStrings`: the price, its interval, the duration.
    fn by_parts(self, machine: &Machine<'_>, lead: &str, texts: &[(&str, &str)]) -> Option<String> {
        let every = stated(machine, &format!("productPriceEvery{}", self.unit.key()))?;
        let price = filled(machine, lead, texts);
        let (value, length) = (self.every.to_string(), self.duration());
        let text = filled(machine, &every, &[("price", price.as_str()), ("billingPeriodValue", value.as_str())]);
        let Some((length, unit)) = length else { return Some(text) };
        let limited = stated(machine, &format!("productPriceFor{}s", unit.key()))?;
        let length = length.to_string();
        Some(filled(machine, &limited, &[("price", text.as_str()), ("duration", length.as_str())]))
    }
}
