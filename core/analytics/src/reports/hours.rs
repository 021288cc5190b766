//! Sums by hour of the site's time zone.

use std::collections::BTreeMap;

use sea_orm::sea_query::Expr;
use stoa_entity::analytics::{analytics_rollup, analytics_visit};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};
use stoa_kernel::local_days::{Days, OffsetSpan, ahead_sql};

use super::sums::{FiguresOf, of_columns, parts, rolled_figures_of, rolled_up, visit_figures_of};
use super::{Figures, Filters};
use crate::rollups::{Dimension, Grain, hour_of};
use crate::segments::By;

/// Figures of each hour of the days, by the UTC milliseconds of its beginning.
pub(super) async fn by_hour(tx: &TenantTx, days: &Days, filters: &Filters) -> Result<BTreeMap<i64, Figures>, DbError> {
    let (from, until) = days.whole();
    let mut sums: BTreeMap<i64, Figures> = BTreeMap::new();
    let mut at = from;
    while at < until {
        // Where the clock is set by half an hour, hours begin at other minutes of UTC afterwards.
        sums.insert(hour_of(Timestamp::from_ms(at), &days.zone).ms(), Figures::default());
        at += HOUR_MS / 2;
    }
    let mut parts = parts(tx, days).await?;
    for (start, figures) in of_columns(tx, &mut parts, filters, By::Hour).await? {
        *sums.entry(start).or_default() += figures;
    }
    for days in &parts.clean {
        let start = analytics_rollup::Column::Start;
        let rows: Vec<FiguresOf<Timestamp>> = tx
            .find::<analytics_rollup::Entity>()
            .filter(rolled_up(days, Grain::Hour, Dimension::Total))
            .group_by(start)
            .aggregate(&[], rolled_figures_of(start))
            .await?;
        for row in &rows {
            *sums.entry(row.key.ms()).or_default() += row.figures;
        }
    }
    for days in &parts.dirty {
        let (from, until) = days.whole();
        let start = Expr::cust(hour_sql(&days.stretches()));
        let rows: Vec<FiguresOf<Timestamp>> = tx
            .find::<analytics_visit::Entity>()
            .filter(filters.visits(tx, from, until))
            .group_by(start.clone())
            .aggregate(&[], visit_figures_of(start))
            .await?;
        for row in &rows {
            *sums.entry(row.key.ms()).or_default() += row.figures;
        }
    }
    Ok(sums)
}

/// The beginning of the local hour of a visit, as an SQL expression.
fn hour_sql(stretches: &[OffsetSpan]) -> String {
    format!("started_at - (started_at + {}) % {HOUR_MS}", ahead_sql("started_at", stretches))
}
