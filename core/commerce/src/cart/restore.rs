//! Restores an abandoned cart in a browser.

use std::sync::Arc;

use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_entry;
use stoa_kernel::id::{CartId, ProductId, VariantId};
use stoa_kernel::{Actor, TenantCtx};

use super::browser::Browser;
use super::merge::{join_line, joined_codes};
use super::model::Cart;
use super::{rules, service, store};
use crate::CommerceError;
use crate::catalogue::CatalogueItem;
use crate::pricing_cache::CatalogueSnapshot;

/// Copies the contents of a cart into the browser's own cart, which is created if it does not exist. Lines that are
/// already there stay unchanged, and another browser does not get the answers to product forms. Returns `None` when the
/// cart belongs to an account that is not signed in; otherwise the cookie token, if a cart was created.
///
/// # Errors
/// [`CommerceError::NotFound`] when the cart was purchased or deleted; [`CommerceError::PaymentUnderWay`] while the
/// browser's cart is being paid.
pub(crate) async fn restore_cart(
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
    let is_own = left.opens_to(ctx, Browser { cart: current, buyer: None });
    let (own, token) = copy_goods(ctx, tx, &left, current, is_own).await?;
    if own.row.id == left.row.id {
        return Ok(Some(None));
    }
    let codes = joined_codes(&own.coupon_ids, &left.coupon_ids);
    store::set_coupons(ctx, tx, &own.row.id, &codes).await?;
    Ok(Some(token))
}

/// Copies the lines of a cart into the browser's own cart, which is created if it does not exist. Returns that cart,
/// and the cookie token if it was created. Without `answers`, answers to product forms are not copied, and products
/// with a form that must be answered are left out.
pub(super) async fn copy_goods(
    ctx: &TenantCtx,
    tx: &TenantTx,
    left: &Cart,
    current: Option<&str>,
    answers: bool,
) -> Result<(Cart, Option<String>), CommerceError> {
    let catalogue = CatalogueSnapshot::open(tx).await?;
    let (mut own, token) = service::open_or_begin(ctx, tx, &catalogue, current).await?;
    if own.row.id == left.row.id {
        return Ok((own, token));
    }
    let mut ids: Vec<ProductId> = left.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items = catalogue.items(&ids).await?;
    let is_missing = |wanted: &VariantId| own.entries.iter().all(|line| line.variant_id != *wanted);
    let missing: Vec<_> = left.entries.iter().filter(|entry| is_missing(&entry.variant_id)).collect();
    for entry in missing {
        if answers {
            join_line(tx, &mut own, entry, &items).await?;
            continue;
        }
        let is_own_kind = |item: &&Arc<CatalogueItem>| item.id == entry.product_id;
        if items
            .iter()
            .find(is_own_kind)
            .is_some_and(|item| rules::check_answers(&item.additional_fields, None).is_ok())
        {
            let plain = cart_entry::Model { additional_fields: None, ..entry.clone() };
            join_line(tx, &mut own, &plain, &items).await?;
        }
    }
    Ok((own, token))
}
