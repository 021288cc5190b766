//! Visits over time and by where they came from, what they saw and with what.

use std::collections::BTreeMap;

use jiff::civil::Date;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::contributor_texts::PERIOD_NEEDS_WEEKS;
use stoa_kernel::error::Checks;
use stoa_kernel::local_days::{self, Days};
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::hours::by_hour;
use super::sums::{ByValue, NONE, by_day, by_value, names};
use super::{Figures, Filters, Scope};
use crate::rollups::Dimension;

/// Maximum number of periods of a series.
const MAX_PERIODS: usize = 800;

/// Interval of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Interval {
    /// An hour.
    Hour,
    /// A day, a week or a month.
    Days(local_days::Interval),
}

/// An hour, day, week or month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Its first day, such as `2026-11-21`, or hour, such as `2026-11-21T13:00`.
    pub start: String,
    /// Its figures.
    pub figures: Figures,
}

/// A value of a dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TopRow {
    /// The value; empty when there is none.
    pub value: String,
    /// Title of the page.
    pub label: Option<String>,
    /// Its figures.
    pub figures: Figures,
    /// Its figures of the preceding period, when asked for.
    pub before: Option<Figures>,
}

/// Figures of the days, and of as many days before when they are compared. There may be no database when nothing was
/// ever recorded.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn summary(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    compare: bool,
) -> Result<(Figures, Option<Figures>), Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    unauthorised_summary(db, scope, compare).await
}

/// The same for a reader of an e-mail report or of a shared link.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn unauthorised_summary(
    db: Option<&TenantDb>,
    scope: &Scope,
    compare: bool,
) -> Result<(Figures, Option<Figures>), Failure> {
    let before = compare.then(|| scope.site.days.before()).flatten();
    let Some(db) = db else { return Ok((Figures::default(), before.map(|_| Figures::default()))) };
    let tx = db.snapshot().await?;
    let totals = total(&tx, &scope.site.days, &scope.filters).await?;
    let before = match before {
        Some(days) => Some(total(&tx, &days, &scope.filters).await?),
        None => None,
    };
    Ok((totals, before))
}

/// Figures of each period of the days, and of the preceding ones when they are compared.
///
/// # Errors
/// When the caller may not read analytics, there are too many periods, or the database fails.
#[boxed]
pub async fn series(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    by: Interval,
    compare: bool,
) -> Result<(Vec<Period>, Option<Vec<Period>>), Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let days = &scope.site.days;
    let count = match by {
        Interval::Hour => usize::try_from(days.count()).unwrap_or(usize::MAX).saturating_mul(24),
        Interval::Days(by) => days.starts(by).len(),
    };
    let mut checks = Checks::default();
    checks.require(count <= MAX_PERIODS, "by", PERIOD_NEEDS_WEEKS);
    checks.finish()?;
    let before = compare.then(|| days.before()).flatten();
    let tx = match db {
        Some(db) => Some(db.snapshot().await?),
        None => None,
    };
    let periods_of = periods(tx.as_ref(), days, &scope.filters, by).await?;
    let before = match before {
        Some(days) => Some(periods(tx.as_ref(), &days, &scope.filters, by).await?),
        None => None,
    };
    Ok((periods_of, before))
}

/// Figures of each day for a reader of a shared link.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn unauthorised_days(db: Option<&TenantDb>, scope: &Scope) -> Result<Vec<Period>, Failure> {
    let tx = match db {
        Some(db) => Some(db.snapshot().await?),
        None => None,
    };
    let by = Interval::Days(local_days::Interval::Day);
    periods(tx.as_ref(), &scope.site.days, &scope.filters, by).await
}

/// The values of a dimension with the most visits, pages by their views, and whether there are more than `most`.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn top(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    by: TopRequest,
) -> Result<(Vec<TopRow>, bool), Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    unauthorised_top(db, scope, by).await
}

/// What is wanted of a dimension.
#[derive(Clone, Copy, Debug)]
pub struct TopRequest {
    /// The dimension.
    pub dimension: Dimension,
    /// Maximum number of values.
    pub most: usize,
    /// Whether the preceding period is compared.
    pub compare: bool,
}

/// The same for a reader of an e-mail report or of a shared link.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn unauthorised_top(
    db: Option<&TenantDb>,
    scope: &Scope,
    by: TopRequest,
) -> Result<(Vec<TopRow>, bool), Failure> {
    let TopRequest { dimension, most, compare } = by;
    let Some(db) = db else { return Ok((Vec::new(), false)) };
    let tx = db.snapshot().await?;
    let sums = by_value(&tx, &scope.site.days, &scope.filters, dimension).await?;
    let earlier = match compare.then(|| scope.site.days.before()).flatten() {
        Some(days) => Some(by_value(&tx, &days, &scope.filters, dimension).await?),
        None => None,
    };
    // Most visits have no campaign.
    let is_of_few = matches!(dimension, Dimension::Campaign | Dimension::Term | Dimension::Content | Dimension::Page);
    let mut sorted: Vec<(i64, Figures)> = sums.into_iter().filter(|(value, _)| *value != NONE || !is_of_few).collect();
    sorted.sort_by_key(|(value, own)| (std::cmp::Reverse(weight(dimension, own)), *value));
    let more = sorted.len() > most;
    sorted.truncate(most);
    let ids: Vec<i64> = sorted.iter().map(|(value, _)| *value).filter(|value| *value != NONE).collect();
    let names = names(&tx, dimension, &ids).await?;
    let titles = match dimension {
        Dimension::Page | Dimension::EntryPage | Dimension::ExitPage => titles(&tx, &ids).await?,
        _ => BTreeMap::new(),
    };
    let row = |(value, figures): (i64, Figures)| TopRow {
        value: names.get(&value).cloned().unwrap_or_default(),
        label: titles.get(&value).cloned(),
        figures,
        before: earlier.as_ref().map(|all: &ByValue| all.get(&value).copied().unwrap_or_default()),
    };
    Ok((sorted.into_iter().map(row).collect(), more))
}

fn weight(dimension: Dimension, figures: &Figures) -> (i64, i64) {
    match dimension {
        Dimension::Page => (figures.views, figures.visits),
        _ => (figures.visits, figures.views),
    }
}

async fn titles(tx: &TenantTx, pages: &[i64]) -> Result<BTreeMap<i64, String>, Failure> {
    use sea_orm::ColumnTrait as _;
    use stoa_entity::analytics::analytics_page::{Column, Entity};
    let rows = tx.find::<Entity>().filter(Column::Page.is_in(pages.iter().copied())).all().await?;
    Ok(rows.into_iter().filter(|row| !row.title.is_empty()).map(|row| (row.page, row.title)).collect())
}

async fn total(tx: &TenantTx, days: &Days, filters: &Filters) -> Result<Figures, Failure> {
    Ok(Figures::sum(by_day(tx, days, filters).await?.into_values()))
}

async fn periods(tx: Option<&TenantTx>, days: &Days, filters: &Filters, by: Interval) -> Result<Vec<Period>, Failure> {
    match by {
        Interval::Hour => {
            let sums = match tx {
                Some(tx) => by_hour(tx, days, filters).await?,
                None => BTreeMap::new(),
            };
            let period = |(start, figures): (i64, Figures)| Period { start: hour_name(start, days), figures };
            Ok(sums.into_iter().map(period).collect())
        }
        Interval::Days(by) => {
            let daily = match tx {
                Some(tx) => by_day(tx, days, filters).await?,
                None => BTreeMap::new(),
            };
            let mut sums: BTreeMap<Date, Figures> =
                days.starts(by).into_iter().map(|day| (day.max(days.first), Figures::default())).collect();
            for (day, figures) in daily {
                *sums.entry(days.start(by, day)).or_default() += figures;
            }
            let period = |(start, figures): (Date, Figures)| Period { start: start.to_string(), figures };
            Ok(sums.into_iter().map(period).collect())
        }
    }
}

/// The local time of the beginning of an hour.
fn hour_name(start: i64, days: &Days) -> String {
    let at = jiff::Timestamp::from_millisecond(start).unwrap_or_default();
    at.to_zoned(days.zone.clone()).strftime("%Y-%m-%dT%H:%M").to_string()
}
