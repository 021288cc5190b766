//! What visitors did that no report of its own has: links they followed, files, sound and films, the owner's own events.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait as _, FromQueryResult};
use stoa_entity::analytics::analytics_event::{Column, Entity};
use stoa_entity::analytics::analytics_rollup::{self, Column as Sums};
use stoa_entity::{DbError, TenantDb, TenantTx, sum};
use stoa_kernel::local_days::Days;
use stoa_kernel::{Action, Failure, Resource, TenantCtx, boxed};

use super::counts::happened;
use super::sums::{of_packed, parts, rolled_up_as, taken};
use super::{Filters, Scope};
use crate::rollups::{Dimension, Grain};
use crate::segments::ActSums;
use crate::{EventKind, texts};

/// The kinds of event.
pub const ACTIONS: [EventKind; 7] = [
    EventKind::OutboundClick,
    EventKind::FileDownload,
    EventKind::Audio,
    EventKind::Video,
    EventKind::NewsletterSignup,
    EventKind::AccountCreation,
    EventKind::Custom,
];

/// How often something of a kind happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ActionCount {
    /// The kind.
    pub kind: EventKind,
    /// How often.
    pub times: i64,
    /// How often in the preceding period, when asked for.
    pub before: Option<i64>,
}

#[derive(FromQueryResult)]
struct OfValue {
    value: i64,
    times: i64,
}

#[derive(FromQueryResult)]
struct OfKind {
    kind: i16,
    times: i64,
}

/// By the number of the kind of event.
type ByKind = BTreeMap<i16, i64>;

/// How often each kind of these events happened.
///
/// # Errors
/// When the caller may not read analytics, or the database fails.
#[boxed]
pub async fn actions(
    ctx: &TenantCtx,
    db: Option<&TenantDb>,
    scope: &Scope,
    compare: bool,
) -> Result<Vec<ActionCount>, Failure> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let (mut own, mut before) = (ByKind::new(), compare.then(ByKind::new));
    if let Some(db) = db {
        let tx = db.snapshot().await?;
        own = by_kind(&tx, &scope.site.days, &scope.filters).await?;
        before = match compare.then(|| scope.site.days.before()).flatten() {
            Some(days) => Some(by_kind(&tx, &days, &scope.filters).await?),
            None => None,
        };
    }
    let of = |all: &ByKind, kind: EventKind| all.get(&kind.number()).copied().unwrap_or(0);
    let count =
        |kind: EventKind| ActionCount { kind, times: of(&own, kind), before: before.as_ref().map(|all| of(all, kind)) };
    Ok(ACTIONS.into_iter().map(count).collect())
}

async fn by_kind(tx: &TenantTx, days: &Days, filters: &Filters) -> Result<ByKind, DbError> {
    let mut parts = parts(tx, days).await?;
    let mut sums = ByKind::new();
    let acts = ActSums::new(filters.of_columns(), &ACTIONS);
    let acts = match filters.is_empty() {
        true => of_packed(tx, &mut parts, acts).await?,
        false => taken(tx, &mut parts, filters, acts).await?,
    };
    for ((_, _, kind), (times, _)) in acts.sums {
        if let Ok(kind) = i16::try_from(kind) {
            *sums.entry(kind).or_default() += times;
        }
    }
    for days in &parts.clean {
        let rows: Vec<OfValue> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up_as(days, Grain::Day, [Dimension::Kind.number()]))
            .filter(Sums::Value.is_in(ACTIONS.map(|kind| texts::id_of(kind.name()))))
            .aggregate(&[Sums::Value], vec![(sum(Sums::Events), "times")])
            .await?;
        for OfValue { value, times } in rows {
            if let Some(kind) = ACTIONS.iter().find(|kind| texts::id_of(kind.name()) == value) {
                *sums.entry(kind.number()).or_default() += times;
            }
        }
    }
    for days in &parts.dirty {
        let rows: Vec<OfKind> = tx
            .find::<Entity>()
            .filter(happened(tx, days, filters, &ACTIONS))
            .aggregate(&[Column::Kind], vec![(Expr::cust("count(*)"), "times")])
            .await?;
        for OfKind { kind, times } in rows {
            *sums.entry(kind).or_default() += times;
        }
    }
    Ok(sums)
}
