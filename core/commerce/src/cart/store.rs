//! Queries for carts and their lines.

use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, IntoActiveModel};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{cart, cart_entry, order, payment};
use stoa_entity::{DbError, TenantTx, load_run_items};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{CartEntryId, CartId, DiscountId, OrderId, SiteUserId};
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::money::Currency;
use stoa_kernel::payment::AttemptStatus;
use stoa_kernel::token::{random_token, token_hash_hex};

use super::browser::CheckoutKey;
use super::model::Cart;
use super::single_item;
use crate::{CommerceError, donations, subscriptions};

/// Hash under which the browser token of a single-item cart is stored.
pub(super) fn buyer_hash(token: &str, cart: &CartId) -> String {
    token_hash_hex(&format!("{cart} {token}"))
}

/// The open cart of a cookie token, unless an account owns it. A purchased cart is not found.
pub(super) async fn open_by_token(tx: &TenantTx, token: &str, lock: bool) -> Result<Option<Cart>, CommerceError> {
    let find = tx
        .find::<cart::Entity>()
        .filter(cart::Column::TokenHash.eq(token_hash_hex(token)))
        .filter(cart::Column::SiteUserId.is_null())
        .filter(cart::Column::IsPurchased.eq(false));
    let row = if lock { find.for_update().one().await? } else { find.one().await? };
    with_entries(tx, row).await
}

/// An open cart.
pub(super) async fn open_by_id(tx: &TenantTx, id: &CartId, lock: bool) -> Result<Option<Cart>, CommerceError> {
    let find =
        tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).filter(cart::Column::IsPurchased.eq(false));
    let row = if lock { find.for_update().one().await? } else { find.one().await? };
    with_entries(tx, row).await
}

/// A cart, open or not.
pub(super) async fn by_id(tx: &TenantTx, id: &CartId) -> Result<Option<Cart>, CommerceError> {
    let row = tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).one().await?;
    with_entries(tx, row).await
}

/// The cart of a checkout, purchased or not; `None` when it does not belong to the browser or account.
pub(crate) async fn by_checkout_key(
    ctx: &TenantCtx,
    tx: &TenantTx,
    key: CheckoutKey<'_>,
    lock: bool,
) -> Result<Option<Cart>, CommerceError> {
    let found = by_checkout_token(tx, key.token, lock).await?;
    Ok(found.filter(|cart| cart.opens_to(ctx, key.browser)))
}

/// The cart of a checkout, without an ownership check.
pub(super) async fn by_checkout_token(tx: &TenantTx, token: &str, lock: bool) -> Result<Option<Cart>, CommerceError> {
    let find = tx.find::<cart::Entity>().filter(cart::Column::CheckoutToken.eq(token));
    let row = if lock { find.for_update().one().await? } else { find.one().await? };
    let Some(cart) = with_entries(tx, row).await? else { return Ok(None) };
    if cart.row.of_one_line == Some(false) {
        return Ok(Some(cart));
    }
    let subscription = subscriptions::of_cart(tx, &cart.row.id).await?;
    let donation = donations::of_cart(tx, &cart.row.id).await?;
    let expires_on = match (&subscription, &donation) {
        (Some(subscription), _) => Some(subscription.expires_on),
        (None, Some(donation)) => Some(donation.expires_on),
        (None, None) => single_item::buy_now_expiry(tx, &cart.row.id).await?,
    };
    Ok(Some(Cart { subscription, donation, expires_on, ..cart }))
}

/// Locks a cart until the transaction ends. Lock order: the cart before its order.
pub(crate) async fn lock(tx: &TenantTx, id: &CartId) -> Result<Option<cart::Model>, DbError> {
    tx.find::<cart::Entity>().filter(cart::Column::Id.eq(id.clone())).for_update().one().await
}

/// Like [`lock`], by the order that was placed from the cart. Reads nothing where the database has a single writer.
pub(crate) async fn lock_of_order(tx: &TenantTx, order: &OrderId) -> Result<(), DbError> {
    if !tx.locks_rows() {
        return Ok(());
    }
    let own = tx.find::<order::Entity>().filter(order::Column::Id.eq(order.clone())).subquery(order::Column::CartId);
    tx.find::<cart::Entity>().filter(cart::Column::Id.in_subquery(own)).for_update().one().await?;
    Ok(())
}

async fn with_entries(tx: &TenantTx, row: Option<cart::Model>) -> Result<Option<Cart>, CommerceError> {
    let Some(row) = row else { return Ok(None) };
    let entries = entries(tx, &row.id).await?;
    Ok(Some(Cart::new(row, entries)))
}

pub(crate) async fn entries(tx: &TenantTx, cart: &CartId) -> Result<Vec<cart_entry::Model>, DbError> {
    tx.find::<cart_entry::Entity>()
        .filter(cart_entry::Column::CartId.eq(cart.clone()))
        .order_by_asc(cart_entry::Column::CreatedOn)
        .order_by_asc(cart_entry::Column::Id)
        .all()
        .await
}

/// An empty cart that nobody can open.
pub(super) fn empty_row(ctx: &TenantCtx, id: CartId, currency: Currency) -> cart::Model {
    cart::Model {
        website_id: ctx.website().clone(),
        id,
        token_hash: String::new(),
        buyer_hash: None,
        checkout_token: String::new(),
        currency: currency.code().to_owned(),
        email: String::new(),
        mail_consent: false,
        shipping_address: None,
        billing_address: None,
        billing_same: true,
        keeps_address: None,
        shipping_option_id: None,
        collector: None,
        coupon_ids: JsonOf::default(),
        location: None,
        language: None,
        site_user_id: None,
        order_id: None,
        is_purchased: false,
        of_one_line: Some(false),
        created_on: ctx.now(),
        updated_on: ctx.now(),
    }
}

/// Data of a new, empty cart.
pub(super) struct NewCart {
    pub(super) currency: Currency,
    pub(super) site_user_id: Option<SiteUserId>,
    /// Token of the browser for a single-item cart; `None` for the shopper's cart.
    pub(super) buyer: Option<String>,
}

/// Creates an empty cart and returns its token.
pub(super) async fn create(ctx: &TenantCtx, tx: &TenantTx, new: NewCart) -> Result<(Cart, String), CommerceError> {
    let (id, of_one_line) = (CartId::generate(), new.buyer.is_some());
    let (token, hash, of_buyer) = match new.buyer {
        Some(buyer) => {
            let (hash, of_buyer) = (buyer_hash(&buyer, &id), token_hash_hex(&buyer));
            (buyer, hash, new.site_user_id.is_none().then_some(of_buyer))
        }
        None => {
            let token = random_token(40);
            let hash = token_hash_hex(&token);
            (token, hash, None)
        }
    };
    let row = cart::Model {
        token_hash: hash,
        buyer_hash: of_buyer,
        checkout_token: random_token(40),
        site_user_id: new.site_user_id,
        of_one_line: Some(of_one_line),
        ..empty_row(ctx, id, new.currency)
    };
    tx.insert_many(vec![row.clone().into_active_model()]).await?;
    load_run_items::note(ctx, tx, LoadRunItemKind::Cart, row.id.as_str()).await?;
    Ok((Cart::new(row, Vec::new()), token))
}

pub(super) async fn set_entry_quantity(tx: &TenantTx, entry: &CartEntryId, quantity: i64) -> Result<(), DbError> {
    tx.update::<cart_entry::Entity>(cart_entry::Column::Id.eq(entry.clone()))
        .set(cart_entry::Column::Quantity, quantity)
        .exec()
        .await?;
    Ok(())
}

pub(super) async fn set_entry_fields(
    tx: &TenantTx,
    entry: &CartEntryId,
    fields: Option<String>,
) -> Result<(), DbError> {
    tx.update::<cart_entry::Entity>(cart_entry::Column::Id.eq(entry.clone()))
        .set(cart_entry::Column::AdditionalFields, fields)
        .exec()
        .await?;
    Ok(())
}

/// Removes lines.
pub(crate) async fn delete_entries(tx: &TenantTx, entries: &[CartEntryId]) -> Result<(), DbError> {
    if !entries.is_empty() {
        tx.delete::<cart_entry::Entity>(cart_entry::Column::Id.is_in(entries.iter().cloned())).exec().await?;
    }
    Ok(())
}

pub(super) async fn touch(ctx: &TenantCtx, tx: &TenantTx, cart: &CartId) -> Result<(), DbError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone())).set(cart::Column::UpdatedOn, ctx.now()).exec().await?;
    Ok(())
}

/// Stores the discounts whose codes were entered.
pub(super) async fn set_coupons(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &CartId,
    coupon_ids: &[DiscountId],
) -> Result<(), CommerceError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone()))
        .set(cart::Column::CouponIds, JsonOf(coupon_ids.to_vec()))
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

/// Stores the chosen delivery option.
pub(crate) async fn set_shipping_option(
    ctx: &TenantCtx,
    tx: &TenantTx,
    cart: &CartId,
    option_id: Option<String>,
) -> Result<(), DbError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.clone()))
        .set(cart::Column::ShippingOptionId, option_id)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

/// Stores the destination, the full address or the known part of it, and what depends on it: the delivery option, and
/// whether the address is to be saved in the account.
pub(crate) async fn set_destination(ctx: &TenantCtx, tx: &TenantTx, cart: &Cart) -> Result<(), CommerceError> {
    tx.update::<cart::Entity>(cart::Column::Id.eq(cart.row.id.clone()))
        .set(cart::Column::ShippingAddress, Expr::value(cart.shipping_address.clone().map(JsonOf)))
        .set(cart::Column::Location, Expr::value(cart.location.clone().map(JsonOf)))
        .set(cart::Column::ShippingOptionId, cart.row.shipping_option_id.clone())
        .set(cart::Column::KeepsAddress, cart.row.keeps_address)
        .set(cart::Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    Ok(())
}

/// Whether a payment for the cart's order is in progress while its stock is reserved.
pub(super) async fn payment_under_way(tx: &TenantTx, order_id: &OrderId) -> Result<bool, DbError> {
    let held = tx
        .find::<order::Entity>()
        .filter(order::Column::Id.eq(order_id.clone()))
        .filter(order::Column::StockHeld.eq(true))
        .count()
        .await?;
    if held == 0 {
        return Ok(false);
    }
    let open = tx
        .find::<payment::Entity>()
        .filter(payment::Column::OrderId.eq(order_id.clone()))
        .filter(payment::Column::Status.is_in(AttemptStatus::values_where(AttemptStatus::is_open)))
        .count()
        .await?;
    Ok(open > 0)
}
