//! Shipping zones as contributors read and change them.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::shipping_zone;
use stoa_entity::{TenantDb, TenantTx, by_key, translations};
use stoa_kernel::id::ShippingZoneId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Precondition, TenantCtx, boxed};

use super::edit::ZonePatch;
use super::model::Zone;
use super::store;
use crate::CommerceError;
use crate::contributor_texts;

/// Maximum number of zones per site.
const MAX_ZONES: u64 = 100;

/// The site's zones, in their order.
///
/// # Errors
/// When the caller may not read them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Zone>, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    store::all(&db.read().await?).await
}

/// One zone.
///
/// # Errors
/// When the caller may not read zones or it does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, zone_id: &ShippingZoneId) -> Result<Zone, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Read)?;
    find(&db.read().await?, zone_id, false).await
}

async fn find(tx: &TenantTx, id: &ShippingZoneId, lock: bool) -> Result<Zone, CommerceError> {
    store::one(tx, id, lock).await?.ok_or(CommerceError::NotFound)
}

/// Creates a zone at the end of the list.
///
/// # Errors
/// Field errors.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, patch: ZonePatch) -> Result<Zone, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let patch = patch.checked()?;
    let tx = db.write().await?;
    let zones = tx.find::<shipping_zone::Entity>().count().await?;
    if zones >= MAX_ZONES {
        return Err(CommerceError::Refused(
            contributor_texts::SITE_CAN_HAVE_SHIPPING_ZONES.with("count", MAX_ZONES).to_string(),
        ));
    }
    let last = tx.find::<shipping_zone::Entity>().order_by_desc(shipping_zone::Column::Position).one().await?;
    let row = tx
        .insert(shipping_zone::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(ShippingZoneId::generate()),
            name: Set(patch.name),
            places: Set(JsonOf(patch.places)),
            options: Set(JsonOf(patch.options)),
            position: Set(last.map_or(0, |zone| zone.position.saturating_add(1))),
            revision: Set(1),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await?;
    tx.commit().await?;
    Ok(row.into())
}

/// Updates a zone when the precondition holds.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; field errors.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    zone_id: &ShippingZoneId,
    seen: &Precondition,
    patch: ZonePatch,
) -> Result<Zone, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let tx = db.write().await?;
    let zone = find(&tx, zone_id, true).await?;
    let patch = patch.checked()?;
    if !seen.holds(&zone.revision) {
        return Err(CommerceError::RevisionStale);
    }
    let changed = tx
        .update::<shipping_zone::Entity>(shipping_zone::Column::Id.eq(zone.id.clone()))
        .filter(shipping_zone::Column::Revision.eq(zone.revision))
        .set(shipping_zone::Column::Name, patch.name)
        .set(shipping_zone::Column::Places, JsonOf(patch.places))
        .set(shipping_zone::Column::Options, JsonOf(patch.options))
        .set(shipping_zone::Column::Revision, Expr::col(shipping_zone::Column::Revision).add(1))
        .set(shipping_zone::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed != 1 {
        return Err(CommerceError::RevisionStale);
    }
    let zone = find(&tx, zone_id, false).await?;
    tx.commit().await?;
    Ok(zone)
}

/// Reorders the zones. When zones match a destination equally well, the first one applies.
///
/// # Errors
/// An error of the field `zoneIds` unless it contains each zone once.
#[boxed]
pub async fn arrange(ctx: &TenantCtx, db: &TenantDb, zone_ids: &[String]) -> Result<Vec<Zone>, CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Write)?;
    let tx = db.write().await?;
    let mut known: Vec<String> = store::all(&tx).await?.into_iter().map(|zone| zone.id.into()).collect();
    let mut named = zone_ids.to_vec();
    known.sort();
    named.sort();
    if known != named {
        return Err(CommerceError::field("zoneIds", contributor_texts::ZONES_HAVE_CHANGED.english()));
    }
    let all = shipping_zone::Column::Id.is_in(zone_ids.iter().cloned());
    // Locked in the order of their ids: someone else may arrange them as well.
    let find = tx.find::<shipping_zone::Entity>().filter(all.clone()).order_by_asc(shipping_zone::Column::Id);
    find.for_update().all().await?;
    let positions = by_key(shipping_zone::Column::Id, zone_ids.iter().cloned().zip(0_i32..));
    if !zone_ids.is_empty() {
        tx.update::<shipping_zone::Entity>(all).set(shipping_zone::Column::Position, positions).exec().await?;
    }
    let zones = store::all(&tx).await?;
    tx.commit().await?;
    Ok(zones)
}

/// Deletes a zone when the precondition holds. Carts with a destination in it have no delivery option from then on.
///
/// # Errors
/// [`CommerceError::RevisionStale`] when it was changed in between; when the caller may not delete zones or it does not
/// exist.
#[boxed]
pub async fn delete(
    ctx: &TenantCtx,
    db: &TenantDb,
    zone_id: &ShippingZoneId,
    seen: &Precondition,
) -> Result<(), CommerceError> {
    ctx.authorise(Resource::DiscountsTaxShipping, Action::Delete)?;
    let tx = db.write().await?;
    let zone = find(&tx, zone_id, true).await?;
    if !seen.holds(&zone.revision) {
        return Err(CommerceError::RevisionStale);
    }
    let options = zone.options.iter().map(|option| option.id.clone()).collect();
    translations::forget(&tx, TranslatedKind::ShippingOption, options).await?;
    let removed = tx.delete::<shipping_zone::Entity>(shipping_zone::Column::Id.eq(zone.id));
    if removed.filter(shipping_zone::Column::Revision.eq(zone.revision)).exec().await? != 1 {
        return Err(CommerceError::RevisionStale);
    }
    tx.commit().await?;
    Ok(())
}
