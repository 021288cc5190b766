//! Hours whose sums are out of date and are to be made again.

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Expr, OnConflict};
use stoa_entity::analytics::analytics_dirty::{ActiveModel, Column, Entity};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::clock::{HOUR_MS, Timestamp};

use super::BATCH;

/// Notes hours whose sums are to be made again: each as its number since the Unix epoch, with the number of its changes.
pub(crate) async fn note_hours(
    tx: &TenantTx,
    hours: impl IntoIterator<Item = (i64, i64)>,
    now: Timestamp,
) -> Result<(), DbError> {
    let rows = hours.into_iter().map(|(hour, changes)| ActiveModel {
        hour: Set(Timestamp::from_ms(hour * HOUR_MS)),
        noted_at: Set(now),
        version: Set(changes),
        ..Default::default()
    });
    let mut rows: Vec<ActiveModel> = rows.collect();
    while !rows.is_empty() {
        let rest = rows.split_off(rows.len().min(BATCH));
        tx.upsert_many(std::mem::replace(&mut rows, rest), changed()).await?;
    }
    Ok(())
}

fn changed() -> OnConflict {
    use sea_orm::sea_query::ExprTrait as _;
    let version = Expr::col((Entity, Column::Version)).add(Expr::col(("excluded", Column::Version)));
    OnConflict::columns([Column::WebsiteId, Column::Hour]).value(Column::Version, version).to_owned()
}
