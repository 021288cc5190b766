//! Merges a guest's cart into the account's at sign-in, and copies the account's cart at sign-out.

use std::sync::Arc;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::tenant::{cart, cart_entry};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CartEntryId, DiscountId, ProductId, SiteUserId};
use stoa_kernel::money::Currency;
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::browser::Browser;
use super::coupons::MAX_CODES;
use super::model::{Cart, MAX_QUANTITY};
use super::rules;
use super::store::NewCart;
use super::{owner, store};
use crate::CommerceError;
use crate::catalogue::CatalogueItem;
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::OUT_OF_STOCK;

/// Effect of a sign-in on the carts of a shopper.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MergedCarts {
    /// Whether the browser's cart was merged into the account's.
    pub is_joined: bool,
    /// Total quantity in the account's cart.
    pub total_quantity: i64,
    /// Messages for the shopper about lines that could not be added completely.
    pub notices: Vec<String>,
}

/// Merges the cart of a browser into the cart of the account that signs in. Equal lines are added up, as far as stock
/// allows. Idempotent. While either cart is being paid they stay separate. The browser's single-item carts are assigned
/// to the account too.
///
/// # Errors
/// [`CommerceError::NotFound`] when there is no such account.
#[boxed]
pub async fn merge_carts_at_sign_in<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    site_user: &SiteUserId,
    browser: Browser<'a>,
) -> Result<MergedCarts, CommerceError> {
    let tx = db.write().await?;
    owner::lock_account(&tx, site_user).await?;
    if let Some(buyer) = browser.buyer {
        owner::assign_single_item_carts(&tx, site_user, buyer).await?;
    }
    let guest = match browser.cart {
        Some(token) => store::open_by_token(&tx, token, true).await?,
        None => None,
    };
    let adopted = match (owner::of_account(&tx, site_user, true).await?, guest) {
        (None, None) => MergedCarts::default(),
        (Some(own), None) => MergedCarts { total_quantity: pieces(&own), ..MergedCarts::default() },
        (None, Some(guest)) => {
            owner::bind(&tx, site_user, &guest.row.id).await?;
            MergedCarts { total_quantity: pieces(&guest), ..MergedCarts::default() }
        }
        (Some(own), Some(guest)) if is_being_paid(&tx, &own).await? || is_being_paid(&tx, &guest).await? => {
            MergedCarts { total_quantity: pieces(&own), ..MergedCarts::default() }
        }
        (Some(own), Some(guest)) => join(ctx, &tx, own, guest).await?,
    };
    tx.commit().await?;
    Ok(adopted)
}

/// Copies the cart of an account that signs out into a cart that belongs to the browser. Returns the cookie token;
/// `None` when there is nothing to copy.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn copy_cart_at_sign_out(ctx: &TenantCtx, db: &TenantDb) -> Result<Option<String>, CommerceError> {
    let Actor::SiteUser(id) = ctx.actor() else { return Ok(None) };
    let tx = db.write().await?;
    let Some(own) = owner::of_account(&tx, id, false).await?.filter(|cart| !cart.entries.is_empty()) else {
        return Ok(None);
    };
    let currency: Currency = own
        .row
        .currency
        .parse()
        .map_err(|source| CommerceError::Unreadable { column: "cart.currency", source: Box::new(source) })?;
    let (copy, token) = store::create(ctx, &tx, NewCart { currency, site_user_id: None, buyer: None }).await?;
    let rows = own.entries.iter().map(|entry| cart_entry::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(CartEntryId::generate()),
        cart_id: Set(copy.row.id.clone()),
        product_id: Set(entry.product_id.clone()),
        variant_id: Set(entry.variant_id.clone()),
        quantity: Set(entry.quantity),
        additional_fields: Set(entry.additional_fields.clone()),
        added_price_cents: Set(entry.added_price_cents),
        created_on: Set(entry.created_on),
    });
    tx.insert_many(rows.collect()).await?;
    store::set_coupons(ctx, &tx, &copy.row.id, &own.coupon_ids).await?;
    tx.commit().await?;
    Ok(Some(token))
}

fn pieces(cart: &Cart) -> i64 {
    cart.entries.iter().map(|entry| entry.quantity).sum()
}

async fn is_being_paid(tx: &TenantTx, cart: &Cart) -> Result<bool, CommerceError> {
    match &cart.row.order_id {
        Some(order) => Ok(store::payment_under_way(tx, order).await?),
        None => Ok(false),
    }
}

async fn join(ctx: &TenantCtx, tx: &TenantTx, mut own: Cart, guest: Cart) -> Result<MergedCarts, CommerceError> {
    let catalogue = CatalogueSnapshot::open(tx).await?;
    let mut ids: Vec<ProductId> = guest.entries.iter().map(|entry| entry.product_id.clone()).collect();
    ids.sort();
    ids.dedup();
    let items = catalogue.items(&ids).await?;
    let mut notices = Vec::new();
    for entry in &guest.entries {
        if let Some(notice) = join_line(tx, &mut own, entry, &items).await? {
            notices.push(notice);
        }
    }
    let coupon_ids = joined_codes(&own.coupon_ids, &guest.coupon_ids);
    store::set_coupons(ctx, tx, &own.row.id, &coupon_ids).await?;
    discard(tx, &guest).await?;
    Ok(MergedCarts { is_joined: true, total_quantity: pieces(&own), notices })
}

/// Adds a line of the guest's cart to the account's. Returns a message when it was not added completely.
pub(super) async fn join_line(
    tx: &TenantTx,
    own: &mut Cart,
    entry: &cart_entry::Model,
    items: &[Arc<CatalogueItem>],
) -> Result<Option<String>, CommerceError> {
    let item = items.iter().find(|item| item.id == entry.product_id);
    let variant = item.and_then(|item| item.variants.iter().find(|variant| variant.id == entry.variant_id));
    let (Some(item), Some(variant)) = (item, variant) else { return Ok(None) };
    let is_same = |line: &&mut cart_entry::Model| {
        line.variant_id == entry.variant_id && line.additional_fields == entry.additional_fields
    };
    let left = variant.stock().saturating_sub(rules::held(&own.entries, &variant.id)).max(0);
    let has_room = rules::check_room(&own.entries).is_ok();
    let taken = match own.entries.iter_mut().find(is_same) {
        Some(line) => {
            let taken = entry.quantity.min(left).min(MAX_QUANTITY - line.quantity);
            line.quantity += taken;
            store::set_entry_quantity(tx, &line.id, line.quantity).await?;
            taken
        }
        None if has_room && left > 0 => {
            let quantity = entry.quantity.min(left);
            let line = cart_entry::Model {
                id: CartEntryId::generate(),
                cart_id: own.row.id.clone(),
                quantity,
                ..entry.clone()
            };
            own.entries.push(tx.insert(as_new(line)).await?);
            quantity
        }
        None => 0,
    };
    Ok((taken < entry.quantity).then(|| format!("{}: {OUT_OF_STOCK}", item.name)))
}

fn as_new(line: cart_entry::Model) -> cart_entry::ActiveModel {
    cart_entry::ActiveModel {
        website_id: Set(line.website_id),
        id: Set(line.id),
        cart_id: Set(line.cart_id),
        product_id: Set(line.product_id),
        variant_id: Set(line.variant_id),
        quantity: Set(line.quantity),
        additional_fields: Set(line.additional_fields),
        added_price_cents: Set(line.added_price_cents),
        created_on: Set(line.created_on),
    }
}

pub(super) fn joined_codes(own: &[DiscountId], guest: &[DiscountId]) -> Vec<DiscountId> {
    let new = guest.iter().filter(|id| !own.contains(id));
    own.iter().chain(new).take(MAX_CODES).cloned().collect()
}

/// Deletes the guest's cart. When an order was placed from it, the cart is emptied instead and stays as long as the
/// order.
async fn discard(tx: &TenantTx, guest: &Cart) -> Result<(), CommerceError> {
    if guest.row.order_id.is_none() {
        tx.delete::<cart::Entity>(cart::Column::Id.eq(guest.row.id.clone())).exec().await?;
        return Ok(());
    }
    let ids: Vec<CartEntryId> = guest.entries.iter().map(|entry| entry.id.clone()).collect();
    Ok(store::delete_entries(tx, &ids).await?)
}
