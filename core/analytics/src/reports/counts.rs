//! How often visitors did something, by what they did it with.

use sea_orm::sea_query::{Condition, Expr};
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::analytics::{analytics_rollup, analytics_visit};
use stoa_entity::{DbError, TenantTx, sum};
use stoa_kernel::local_days::{Days, day_number_sql};

use super::Filters;
use super::sums::{NONE, of_packed, parts, rolled_up_as, taken};
use crate::rollups::{Dimension, Grain, objects_of};
use crate::segments::{self, ActSums, ButtonSums, FOUND_NOTHING, LONGEST_VISIT_MS};
use crate::{EventKind, PAUSE_MS};

/// What happened with an object.
#[derive(FromQueryResult)]
pub(super) struct ObjectCount {
    /// Text: the object.
    pub(super) object: i64,
    /// Text: the page, where pages are told apart.
    pub(super) page: Option<i64>,
    /// Number of the kind of event.
    pub(super) kind: i16,
    pub(super) times: i64,
    /// Visits are counted once a day.
    pub(super) visits: i64,
    pub(super) without_results: i64,
}

#[derive(FromQueryResult)]
struct Rolled {
    dimension: i16,
    value: i64,
    times: i64,
    visits: i64,
}

/// Events by object and kind. Those of all visits are in the roll-ups of days that have all their events, those of some
/// in the columns of the day; else they are counted.
pub(super) async fn by_object(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    kinds: &[EventKind],
) -> Result<Vec<ObjectCount>, DbError> {
    if !filters.is_empty() {
        return filtered(tx, days, filters, kinds, false).await;
    }
    use analytics_rollup::Column as Sums;
    let mut parts = parts(tx, days).await?;
    let acts = of_packed(tx, &mut parts, ActSums::new(filters.of_columns(), kinds)).await?;
    let mut all = counted(acts, false);
    for days in &parts.clean {
        let mut dimensions: Vec<i16> = kinds.iter().map(|kind| objects_of(*kind)).collect();
        dimensions.push(Dimension::SearchWithoutResults.number());
        let rows: Vec<Rolled> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up_as(days, Grain::Day, dimensions))
            .aggregate(
                &[Sums::Dimension, Sums::Value],
                vec![(sum(Sums::Events), "times"), (sum(Sums::Visits), "visits")],
            )
            .await?;
        all.extend(rows.into_iter().filter_map(|row| row.counted(kinds)));
    }
    for days in &parts.dirty {
        all.extend(recounted(tx, days, filters, kinds, false).await?);
    }
    Ok(all)
}

/// Events by object, page and kind.
pub(super) async fn by_page(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    kinds: &[EventKind],
) -> Result<Vec<ObjectCount>, DbError> {
    if !filters.is_empty() {
        return filtered(tx, days, filters, kinds, true).await;
    }
    let mut parts = parts(tx, days).await?;
    let (found, unread) = segments::summed(tx, &parts.clean, ButtonSums::default()).await?;
    parts.push_unread(&unread);
    let found = of_packed(tx, &mut parts, found).await?;
    let row = |((object, page, kind), (times, visits)): ((i64, i64, i64), (i64, i64))| {
        let kind = kinds.iter().map(|own| own.number()).find(|own| i64::from(*own) == kind)?;
        Some(ObjectCount { object, page: Some(page), kind, times, visits, without_results: 0 })
    };
    let mut all: Vec<ObjectCount> = found.sums.into_iter().filter_map(row).collect();
    for days in &parts.dirty {
        all.extend(recounted(tx, days, filters, kinds, true).await?);
    }
    Ok(all)
}

/// Events of some visits, from the columns of days that have all their events, else counted.
async fn filtered(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    kinds: &[EventKind],
    by_page: bool,
) -> Result<Vec<ObjectCount>, DbError> {
    let mut parts = parts(tx, days).await?;
    let acts = taken(tx, &mut parts, filters, ActSums::new(filters.of_columns(), kinds)).await?;
    let mut all = counted(acts, by_page);
    for days in &parts.dirty {
        all.extend(recounted(tx, days, filters, kinds, by_page).await?);
    }
    Ok(all)
}

/// What visits did with an object.
fn counted(acts: ActSums, by_page: bool) -> Vec<ObjectCount> {
    let row = |((object, page, kind), (times, visits)): ((i64, i64, i64), (i64, i64))| {
        let page = by_page.then_some(page);
        if kind == i64::from(FOUND_NOTHING) {
            let kind = EventKind::SiteSearch.number();
            return Some(ObjectCount { object, page, kind, times: 0, visits: 0, without_results: times });
        }
        let kind = i16::try_from(kind).ok()?;
        Some(ObjectCount { object, page, kind, times, visits, without_results: 0 })
    };
    let with_object = acts.sums.into_iter().filter(|((object, ..), _)| *object != NONE);
    with_object.filter_map(row).collect()
}

/// Counts the events themselves.
async fn recounted(
    tx: &TenantTx,
    days: &Days,
    filters: &Filters,
    kinds: &[EventKind],
    by_page: bool,
) -> Result<Vec<ObjectCount>, DbError> {
    let events = happened(tx, days, filters, kinds).add(Column::Object.is_not_null());
    let find = tx.find::<Entity>().filter(events).group_by(Expr::cust(day_number_sql("at", &days.stretches())));
    let (find, page) = match by_page {
        true => (find.group_by(Column::Page), Expr::col(Column::Page)),
        false => (find, Expr::cust("cast(NULL AS bigint)")),
    };
    let counts = vec![
        (page, "page"),
        (Expr::cust("count(*)"), "times"),
        (Expr::cust("count(DISTINCT visit)"), "visits"),
        (Expr::cust("count(CASE WHEN number = 0 THEN 1 END)"), "without_results"),
    ];
    find.aggregate(&[Column::Object, Column::Kind], counts).await
}

/// Events of these kinds on the days, of the visits that are meant.
pub(super) fn happened(tx: &TenantTx, days: &Days, filters: &Filters, kinds: &[EventKind]) -> Condition {
    let (from, until) = days.whole();
    let events = Condition::all()
        .add(Column::At.gte(from))
        .add(Column::At.lt(until))
        .add(Column::Kind.is_in(kinds.iter().map(|kind| kind.number())));
    if filters.is_empty() {
        return events;
    }
    // A visit may have begun on the day before, and reports may arrive in another order.
    let began = filters.visits(tx, from - LONGEST_VISIT_MS, until + PAUSE_MS);
    let visits = tx.find::<analytics_visit::Entity>().filter(began);
    events.add(Column::Visit.in_subquery(visits.subquery(analytics_visit::Column::Id)))
}

impl Rolled {
    fn counted(self, kinds: &[EventKind]) -> Option<ObjectCount> {
        let Self { dimension, value: object, times, visits } = self;
        if dimension == Dimension::SearchWithoutResults.number() {
            let kind = kinds.iter().find(|kind| **kind == EventKind::SiteSearch)?.number();
            return Some(ObjectCount { object, page: None, kind, times: 0, visits: 0, without_results: times });
        }
        let kind = kinds.iter().find(|kind| objects_of(**kind) == dimension)?.number();
        Some(ObjectCount { object, page: None, kind, times, visits, without_results: 0 })
    }
}
