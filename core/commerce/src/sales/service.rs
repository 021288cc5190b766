//! Makes sales reports in days of the site's time zone.

use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use stoa_entity::TenantDb;
use stoa_entity::tenant::site;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::contributor_texts::PERIOD_NEEDS_WEEKS;
use stoa_kernel::local_days::{self, Days, DaysRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Period, SalesReport, SalesRequest, Totals};
use super::store;
use crate::CommerceError;

/// Maximum number of periods of a report.
const MAX_PERIODS: usize = 400;
const BEST_SELLERS: usize = 10;

/// A sales report in days of the site's time zone. Test orders are excluded.
///
/// # Errors
/// When the caller may not read sales, or the range is invalid.
#[boxed]
pub async fn report(ctx: &TenantCtx, db: &TenantDb, request: &SalesRequest) -> Result<SalesReport, CommerceError> {
    ctx.authorise(Resource::SalesReports, Action::Read)?;
    let tx = db.read().await?;
    let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
    let zone = TimeZone::get(&row.time_zone).unwrap_or(TimeZone::UTC);
    let days = days(request, ctx.now(), zone)?;
    let starts = days.starts(request.by);
    if starts.len() > MAX_PERIODS {
        return Err(CommerceError::field("by", PERIOD_NEEDS_WEEKS));
    }
    let before = days.before();
    let stretches: Vec<_> = before.iter().chain([&days]).flat_map(Days::stretches).collect();
    let (mut sums, mut earlier) = (BTreeMap::<Date, Totals>::new(), Totals::default());
    for (number, totals) in store::by_day(&tx, &row.currency, &stretches).await? {
        match local_days::day_of_number(number) {
            Some(day) if day < days.first => earlier.add(&totals),
            Some(day) => sums.entry(days.start(request.by, day)).or_default().add(&totals),
            None => {}
        }
    }
    let periods: Vec<Period> = starts
        .into_iter()
        .map(|start| Period { start: start.to_string(), totals: sums.get(&start).copied().unwrap_or_default() })
        .collect();
    let (from, until) = days.whole();
    let currency = row
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })?;
    let count = |rows: u64| i64::try_from(rows).unwrap_or(i64::MAX);
    let open = store::open_tasks(&tx).await?;
    Ok(SalesReport {
        currency,
        by: request.by,
        from: days.first.to_string(),
        until: days.last.to_string(),
        totals: total(periods.iter().map(|period| &period.totals)),
        periods,
        before: earlier,
        best_sellers: store::best_sellers(&tx, &row.currency, from, until, BEST_SELLERS).await?,
        orders_in_other_currencies: count(store::count_in_other_currencies(&tx, &row.currency, from, until).await?),
        orders_to_fulfill: open.orders,
        disputes_to_answer: open.disputes,
        time_zone: row.time_zone,
    })
}

/// The days of a report.
pub(super) fn days(request: &SalesRequest, now: Timestamp, zone: TimeZone) -> Result<Days, CommerceError> {
    let first = request.from.as_deref();
    let days = DaysRequest { first, last: request.until.as_deref(), days: request.days, last_field: "until" };
    Ok(Days::requested(days, now, zone)?)
}

fn total<'a>(sums: impl Iterator<Item = &'a Totals>) -> Totals {
    let mut all = Totals::default();
    for sum in sums {
        all.add(sum);
    }
    all
}
