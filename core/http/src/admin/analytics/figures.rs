//! Figures that all reports have.

use serde::Serialize;
use stoa_analytics::reports::Figures;
use stoa_kernel::local_days::SiteDays;
use stoa_kernel::money::{Cents, Currency};
use utoipa::ToSchema;

/// What all reports say of themselves.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsHead)]
pub(super) struct HeadOut {
    /// IANA name of the time zone in which days are counted.
    time_zone: String,
    /// ISO 4217 code of all amounts.
    currency: String,
    /// The first day.
    from: String,
    /// The last day.
    to: String,
}

impl From<&SiteDays> for HeadOut {
    fn from(site: &SiteDays) -> Self {
        Self {
            time_zone: site.time_zone.clone(),
            currency: site.currency.clone(),
            from: site.days.first.to_string(),
            to: site.days.last.to_string(),
        }
    }
}

impl HeadOut {
    /// An amount for spreadsheets.
    pub(super) fn amount(&self, cents: i64) -> String {
        amount_in(&self.currency, cents)
    }
}

/// An amount in a currency for spreadsheets.
pub(super) fn amount_in(currency: &str, cents: i64) -> String {
    match currency.parse::<Currency>() {
        Ok(currency) => Cents(cents).of(currency).decimal_value(),
        Err(_) => cents.to_string(),
    }
}

/// Figures of visits.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsFigures)]
pub(super) struct FiguresOut {
    /// Visits.
    visits: i64,
    /// Unique visitors of each day, added up.
    visitors: i64,
    /// Page views.
    views: i64,
    /// Visits of one page and less than ten seconds.
    bounces: i64,
    /// Time that the pages were visible, milliseconds.
    engaged_ms: i64,
    /// Orders placed in these visits.
    orders: i64,
    /// Their totals, minor units.
    revenue_cents: i64,
}

impl From<Figures> for FiguresOut {
    fn from(figures: Figures) -> Self {
        let Figures { visits, visitors, views, bounces, engaged_ms, orders, revenue } = figures;
        Self { visits, visitors, views, bounces, engaged_ms, orders, revenue_cents: revenue.0 }
    }
}

impl FiguresOut {
    /// Names of its columns in spreadsheets.
    pub(super) const COLUMNS: [&'static str; 7] =
        ["Visits", "Visitors", "Page views", "Bounces", "Engaged seconds", "Orders", "Revenue"];

    /// Its cells in spreadsheets.
    pub(super) fn cells(&self, head: &HeadOut) -> Vec<String> {
        let mut cells = [self.visits, self.visitors, self.views, self.bounces, self.engaged_ms / 1_000, self.orders]
            .map(|number| number.to_string())
            .to_vec();
        cells.push(head.amount(self.revenue_cents));
        cells
    }
}
