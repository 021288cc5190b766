use std::collections::BTreeMap;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use stoa_entity::TenantDb;
use stoa_entity::tenant::site;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Period, SalesReport, SalesRequest, Totals};
use super::periods::{self, Days};
use super::store;
use crate::CommerceError;
use crate::contributor_texts;

/// Default number of days of a report.
const DEFAULT_DAYS: i64 = 30;
/// Maximum number of days of a report: ten years.
const MAX_DAYS: i64 = 3_660;
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
        return Err(CommerceError::field("by", contributor_texts::PERIOD_NEEDS_WEEKS));
    }
    let before = days.before();
    let stretches: Vec<_> = before.iter().chain([&days]).flat_map(Days::stretches).collect();
    let (mut sums, mut earlier) = (BTreeMap::<Date, Totals>::new(), Totals::default());
    for (number, totals) in store::by_day(&tx, &row.currency, &stretches).await? {
        match periods::day_of_number(number) {
            Some(day) if day < days.first => earlier.add(&totals),
            Some(day) => sums.entry(days.start(request.by, day)).or_default().add(&totals),
            None => {}
        }
    }
    let periods: Vec<Period> = starts
        .into_iter()
        .map(|start| Period { start: start.to_string(), totals: sums.get(&start).copied().unwrap_or_default() })
        .collect();
    let (from, until) = whole(&days);
    let currency = row
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })?;
    let count = |rows: u64| i64::try_from(rows).unwrap_or(i64::MAX);
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
        orders_to_fulfill: count(store::count_to_fulfill(&tx).await?),
        time_zone: row.time_zone,
    })
}

fn days(request: &SalesRequest, now: Timestamp, zone: TimeZone) -> Result<Days, CommerceError> {
    let mut checks = Checks::default();
    let mut read = |text: Option<&String>, field: &str| {
        let day = text.map(|text| periods::read_day(text));
        checks.require(day != Some(None), field, contributor_texts::ENTER_A_DATE_SUCH_AS_2026_11);
        day.flatten()
    };
    let (from, until) = (read(request.from.as_ref(), "from"), read(request.until.as_ref(), "until"));
    let count = request.days.unwrap_or(DEFAULT_DAYS);
    checks.require((1..=MAX_DAYS).contains(&count), "days", contributor_texts::CHOOSE_1_DAY_TO_TEN_YEARS);
    checks.finish()?;
    let last = until.unwrap_or_else(|| periods::today(now, &zone));
    let first = from.or_else(|| periods::earlier(last, count - 1)).unwrap_or(last);
    if first > last {
        return Err(CommerceError::field("from", contributor_texts::FIRST_DAY_AFTER_LAST.english()));
    }
    let days = Days { first, last, zone };
    if days.count() > MAX_DAYS {
        return Err(CommerceError::field("from", contributor_texts::AT_MOST_TEN_YEARS));
    }
    Ok(days)
}

fn total<'a>(sums: impl Iterator<Item = &'a Totals>) -> Totals {
    let mut all = Totals::default();
    for sum in sums {
        all.add(sum);
    }
    all
}

/// Start and end of all days, UTC milliseconds, end excluded.
fn whole(days: &Days) -> (i64, i64) {
    let stretches = days.stretches();
    let from = stretches.first().map_or(0, |stretch| stretch.from);
    (from, stretches.last().map_or(from, |stretch| stretch.until))
}
