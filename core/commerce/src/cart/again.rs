//! A cart that was left behind, given to a browser again.

use stoa_entity::TenantTx;
use stoa_kernel::id::{CartId, ProductId, VariantId};
use stoa_kernel::{Actor, TenantCtx};

use super::merge::{join_line, joined_codes};
use super::{service, store};
use crate::CommerceError;
use crate::shelf::Shelf;

/// Puts what a cart holds into the browser's own, which is begun when there is none: what is in it already stays as it
/// is. None when the cart belongs to an account that is not signed in here; else the token for the cookie of a cart that
/// was begun.
///
/// # Errors
/// [`CommerceError::NotFound`] when it was bought or thrown away; [`CommerceError::PaymentUnderWay`] while the
/// browser's cart is being paid.
pub(crate) async fn give_again(
    ctx: &TenantCtx,
    tx: &TenantTx,
    id: &CartId,
    current: Option<&str>,
) -> Result<Option<Option<String>>, CommerceError> {
    let left = store::open_by_id(tx, id, false).await?.ok_or(CommerceError::NotFound)?;
    let is_signed_in = |owner| matches!(ctx.actor(), Actor::SiteUser(caller) if caller == owner);
    if left.row.site_user_id.as_ref().is_some_and(|owner| !is_signed_in(owner)) {
        return Ok(None);
    }
    let shelf = Shelf::open(tx).await?;
    let (mut own, token) = service::open_or_begin(ctx, tx, &shelf, current).await?;
    if own.row.id == left.row.id {
        return Ok(Some(None));
    }
    let mut ids: Vec<ProductId> = left.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items = shelf.items(&ids).await?;
    let is_missing = |wanted: &VariantId| own.entries.iter().all(|line| line.variant_id != *wanted);
    let missing: Vec<_> = left.entries.iter().filter(|entry| is_missing(&entry.variant_id)).collect();
    for entry in missing {
        join_line(tx, &mut own, entry, &items).await?;
    }
    let codes = joined_codes(&own.coupon_ids, &left.coupon_ids);
    store::set_coupons(ctx, tx, &own.row.id, &codes).await?;
    Ok(Some(token))
}
