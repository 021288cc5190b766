//! What visitors did who saw a variant of an experiment.

use std::collections::HashMap;

use sea_orm::ColumnTrait as _;
use stoa_entity::TenantTx;
use stoa_entity::analytics::{analytics_event, analytics_visit};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::experiment::ExperimentGoal;
use stoa_kernel::id::ExperimentId;

use crate::{AnalyticsError, EventKind, texts};

/// The experiment that is asked about.
#[derive(Clone, Debug)]
pub struct Asked<'a> {
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

/// What was counted of a variant.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reached {
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
/// with one query each; a visitor who saw several variants, as after a change of the identifier, counts for the first.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn reached(tx: &TenantTx, asked: &Asked<'_>) -> Result<Vec<Reached>, AnalyticsError> {
    let objects: Vec<i64> = asked.variants.iter().map(|variant| texts::id_of(&exposure(asked.id, variant))).collect();
    let events = |kind: EventKind| {
        tx.find::<analytics_event::Entity>()
            .inner_join(analytics_visit::Entity)
            .filter(analytics_event::Column::At.between(asked.from, asked.until))
            .filter(analytics_event::Column::Kind.eq(kind.number()))
    };
    let shown: Vec<(i64, i64, i64)> = events(EventKind::ExperimentExposure)
        .filter(analytics_event::Column::Object.is_in(objects.iter().copied()))
        .select_only()
        .column(analytics_event::Column::Object)
        .column(analytics_visit::Column::Visitor)
        .column_as(analytics_event::Column::At.min(), "first_at")
        .group_by(analytics_event::Column::Object)
        .group_by(analytics_visit::Column::Visitor)
        .into_tuple::<(i64, i64, i64)>()
        .all()
        .await?;
    let mut first: HashMap<i64, (i64, usize)> = HashMap::with_capacity(shown.len());
    for (object, visitor, at) in shown {
        let Some(position) = objects.iter().position(|own| *own == object) else { continue };
        let own = first.entry(visitor).or_insert((at, position));
        if at < own.0 {
            *own = (at, position);
        }
    }
    let mut counted = vec![Reached::default(); objects.len()];
    for (_, position) in first.values() {
        if let Some(own) = counted.get_mut(*position) {
            own.visitors += 1;
        }
    }
    if first.is_empty() {
        return Ok(counted);
    }
    let mut find = events(kind_of(asked.goal));
    if !asked.goal_value.is_empty() {
        let value = texts::id_of(asked.goal_value);
        find = find.filter(match asked.goal {
            ExperimentGoal::PageView => analytics_event::Column::Page.eq(value),
            _ => analytics_event::Column::Object.eq(value),
        });
    }
    let done: Vec<(i64, i64)> = find
        .select_only()
        .column(analytics_visit::Column::Visitor)
        .column_as(analytics_event::Column::At.max(), "last_at")
        .group_by(analytics_visit::Column::Visitor)
        .into_tuple::<(i64, i64)>()
        .all()
        .await?;
    for (visitor, last_at) in done {
        if let Some((first_at, position)) = first.get(&visitor)
            && last_at >= *first_at
            && let Some(own) = counted.get_mut(*position)
        {
            own.converted += 1;
        }
    }
    Ok(counted)
}
