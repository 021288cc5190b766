//! What visitors did who saw a variant of an experiment.

use std::collections::HashMap;

use sea_orm::ColumnTrait as _;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_entity::{DbError, Find, TenantTx};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::experiment::ExperimentGoal;
use stoa_kernel::id::ExperimentId;

use crate::blocks::{Events, visits_with};
use crate::{AnalyticsError, EventKind, rollups, texts};

/// Visits that are read at once.
const VISITS: usize = 10_000;

/// An experiment whose results are wanted.
#[derive(Clone, Debug)]
pub struct ExperimentQuery<'a> {
    /// Its id.
    pub id: &'a ExperimentId,
    /// Names of its variants.
    pub variants: Vec<&'a str>,
    /// What visitors should do.
    pub goal: ExperimentGoal,
    /// The path of a page, the id of a form or the text of a button; empty for any.
    pub goal_value: &'a str,
    /// When it was started.
    pub from: Timestamp,
    /// When it ended; now for a running one.
    pub until: Timestamp,
}

impl ExperimentQuery<'_> {
    /// The text that events must have with which the goal is reached; none for any.
    fn goal_text(&self) -> Option<i64> {
        (!self.goal_value.is_empty()).then(|| texts::id_of(self.goal_value))
    }

    /// Whether the goal is reached with an event of its kind.
    fn is_goal(&self, event: &analytics_event::Model) -> bool {
        let own = if matches!(self.goal, ExperimentGoal::PageView) { event.page } else { event.object };
        self.goal_text().is_none_or(|text| own == Some(text))
    }
}

/// Visitors and conversions of a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct VariantResult {
    /// Visitors who saw it.
    pub visitors: u64,
    /// Those who reached the goal after they had seen it.
    pub converted: u64,
}

/// The object of an event of [`EventKind::ExperimentExposure`].
pub fn exposure(experiment: &ExperimentId, variant: &str) -> String {
    format!("{experiment}/{variant}")
}

/// The kind of event with which a goal is reached.
fn kind_of(goal: ExperimentGoal) -> EventKind {
    match goal {
        ExperimentGoal::Purchase => EventKind::Purchase,
        ExperimentGoal::FormSubmit => EventKind::FormSubmit,
        ExperimentGoal::PageView => EventKind::PageView,
        ExperimentGoal::ButtonClick => EventKind::ButtonClick,
    }
}

/// The earliest time a visitor was shown each variant, and the latest at which each visitor reached the goal, are read
/// with one query each, those that are packed from their blocks; a visitor who saw several variants, as after a change of
/// the identifier, counts for the first. The transaction is one that sees one state.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn results(tx: &TenantTx, query: &ExperimentQuery<'_>) -> Result<Vec<VariantResult>, AnalyticsError> {
    let objects: Vec<i64> = query.variants.iter().map(|variant| texts::id_of(&exposure(query.id, variant))).collect();
    let packed_until = rollups::state(tx).await?.packed_until;
    let mut exposures = exposures(tx, query, &objects, packed_until).await?;
    exposures.extend(packed_exposures(tx, query, &objects, packed_until).await?);
    let mut first: HashMap<i64, (i64, usize)> = HashMap::with_capacity(exposures.len());
    for (object, visitor, at) in exposures {
        let Some(position) = objects.iter().position(|own| *own == object) else { continue };
        let own = first.entry(visitor).or_insert((at, position));
        if at < own.0 {
            *own = (at, position);
        }
    }
    let mut counted = vec![VariantResult::default(); objects.len()];
    for (_, position) in first.values() {
        if let Some(own) = counted.get_mut(*position) {
            own.visitors += 1;
        }
    }
    if first.is_empty() {
        return Ok(counted);
    }
    let mut last: HashMap<i64, i64> = HashMap::new();
    let packed = packed_conversions(tx, query, packed_until).await?;
    for (visitor, at) in conversions(tx, query, packed_until).await?.into_iter().chain(packed) {
        let own = last.entry(visitor).or_insert(at);
        *own = at.max(*own);
    }
    for (visitor, last_at) in last {
        if let Some((first_at, position)) = first.get(&visitor)
            && last_at >= *first_at
            && let Some(own) = counted.get_mut(*position)
        {
            own.converted += 1;
        }
    }
    Ok(counted)
}

/// The events of a kind in the tables.
fn events<'a>(
    tx: &'a TenantTx,
    query: &ExperimentQuery<'_>,
    packed_until: Timestamp,
    kind: EventKind,
) -> Find<'a, analytics_event::Entity> {
    tx.find::<analytics_event::Entity>()
        .inner_join(analytics_visit::Entity)
        .filter(analytics_event::Column::At.between(query.from.max(packed_until), query.until))
        .filter(analytics_event::Column::Kind.eq(kind.number()))
}

/// Variants by the texts of their exposures, who saw them, and when first.
async fn exposures(
    tx: &TenantTx,
    query: &ExperimentQuery<'_>,
    objects: &[i64],
    packed_until: Timestamp,
) -> Result<Vec<(i64, i64, i64)>, DbError> {
    events(tx, query, packed_until, EventKind::ExperimentExposure)
        .filter(analytics_event::Column::Object.is_in(objects.iter().copied()))
        .select_only()
        .column(analytics_event::Column::Object)
        .column(analytics_visit::Column::Visitor)
        .column_as(analytics_event::Column::At.min(), "first_at")
        .group_by(analytics_event::Column::Object)
        .group_by(analytics_visit::Column::Visitor)
        .into_tuple::<(i64, i64, i64)>()
        .all()
        .await
}

/// Who reached the goal, and when last.
async fn conversions(
    tx: &TenantTx,
    query: &ExperimentQuery<'_>,
    packed_until: Timestamp,
) -> Result<Vec<(i64, i64)>, DbError> {
    let mut find = events(tx, query, packed_until, kind_of(query.goal));
    if let Some(value) = query.goal_text() {
        find = find.filter(match query.goal {
            ExperimentGoal::PageView => analytics_event::Column::Page.eq(value),
            _ => analytics_event::Column::Object.eq(value),
        });
    }
    find.select_only()
        .column(analytics_visit::Column::Visitor)
        .column_as(analytics_event::Column::At.max(), "last_at")
        .group_by(analytics_visit::Column::Visitor)
        .into_tuple::<(i64, i64)>()
        .all()
        .await
}

/// The same as [`exposures`], until the end of what is packed.
async fn packed_exposures(
    tx: &TenantTx,
    query: &ExperimentQuery<'_>,
    objects: &[i64],
    packed_until: Timestamp,
) -> Result<Vec<(i64, i64, i64)>, DbError> {
    let until = packed_until.min(query.until + 1);
    let mut first: HashMap<(i64, i64), i64> = HashMap::new();
    if query.from < until {
        let mut all = Events::between(tx, query.from, until).await?;
        while let Some(found) = all.next().await? {
            for event in found.iter().filter(|event| event.kind == EventKind::ExperimentExposure.number()) {
                if let Some(object) = event.object.filter(|object| objects.contains(object)) {
                    let own = first.entry((object, event.visit)).or_insert(event.at.ms());
                    *own = event.at.ms().min(*own);
                }
            }
        }
    }
    let visitors = visitors(tx, first.keys().map(|(_, visit)| *visit)).await?;
    Ok(first.into_iter().filter_map(|((object, visit), at)| Some((object, *visitors.get(&visit)?, at))).collect())
}

/// The same as [`conversions`], until the end of what is packed.
async fn packed_conversions(
    tx: &TenantTx,
    query: &ExperimentQuery<'_>,
    packed_until: Timestamp,
) -> Result<Vec<(i64, i64)>, DbError> {
    let until = packed_until.min(query.until + 1);
    let kind = kind_of(query.goal).number();
    let mut last: HashMap<i64, i64> = HashMap::new();
    if query.from < until {
        let mut all = Events::between(tx, query.from, until).await?;
        while let Some(found) = all.next().await? {
            for event in found.iter().filter(|event| event.kind == kind && query.is_goal(event)) {
                let own = last.entry(event.visit).or_insert(event.at.ms());
                *own = event.at.ms().max(*own);
            }
        }
    }
    let visitors = visitors(tx, last.keys().copied()).await?;
    Ok(last.into_iter().filter_map(|(visit, at)| Some((*visitors.get(&visit)?, at))).collect())
}

async fn visitors(tx: &TenantTx, visits: impl Iterator<Item = i64>) -> Result<HashMap<i64, i64>, DbError> {
    let mut ids: Vec<i64> = visits.collect();
    ids.sort_unstable();
    let mut visitors = HashMap::with_capacity(ids.len());
    for ids in ids.chunks(VISITS) {
        let found = visits_with(tx, ids.iter().copied()).await?;
        visitors.extend(found.into_iter().map(|(id, visit)| (id, visit.visitor)));
    }
    Ok(visitors)
}
