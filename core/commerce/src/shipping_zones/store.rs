//! Queries for shipping zones.

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::shipping_zone;
use stoa_kernel::id::ShippingZoneId;

use super::model::Zone;
use crate::CommerceError;

/// All zones in their order.
pub(crate) async fn all(tx: &TenantTx) -> Result<Vec<Zone>, CommerceError> {
    let rows = tx
        .find::<shipping_zone::Entity>()
        .order_by_asc(shipping_zone::Column::Position)
        .order_by_asc(shipping_zone::Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(Zone::from).collect())
}

pub(super) async fn one(tx: &TenantTx, id: &ShippingZoneId, lock: bool) -> Result<Option<Zone>, CommerceError> {
    let found = tx.find::<shipping_zone::Entity>().filter(shipping_zone::Column::Id.eq(id.clone()));
    let row = if lock { found.for_update().one().await? } else { found.one().await? };
    Ok(row.map(Zone::from))
}
