use sea_orm::ActiveValue::Set;
use serde_json::Value;
use stoa_entity::tenant::cart_entry;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::CartEntryId;

use super::model::{Cart, CartView, EntryView};
use super::price::price;
use super::rules::{self, NewEntry};
use super::store;
use super::view::view_in;
use crate::CommerceError;
use crate::catalogue::{self, CatalogueItem, Variant};
use crate::settings::StoreSettings;

/// The cart after a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The whole cart.
    pub cart: CartView,
    /// The line that was made or changed; none when it was removed.
    pub entry: Option<EntryView>,
    /// Token for the shopper's cookie, when the cart was begun by this change.
    pub new_token: Option<String>,
}

/// The shopper's cart at today's prices; an empty one when there is none.
///
/// # Errors
/// When the database refuses or an amount does not fit.
pub async fn view(ctx: &TenantCtx, db: &TenantDb, token: Option<&str>) -> Result<CartView, CommerceError> {
    let tx = db.read().await?;
    view_in(ctx, &tx, token).await
}

/// Puts pieces of a variant into the cart. The same variant with the same answers grows its line.
///
/// # Errors
/// [`CommerceError::Refused`] with the shopper's message; [`CommerceError::NotFound`] for a product
/// that visitors do not see.
pub async fn add(ctx: &TenantCtx, db: &TenantDb, token: Option<&str>, new: NewEntry) -> Result<Changed, CommerceError> {
    let quantity = rules::check_range(rules::read_quantity(&new.quantity)?)?;
    let fields = rules::check_fields(new.additional_fields)?;
    let item_id = new.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    let item = catalogue::item(&tx, &item_id).await?;
    let variant = rules::choose_variant(&item, new.sku.as_deref())?;
    let (cart, new_token) = open_or_begin(ctx, &tx, token).await?;
    rules::check_stock(variant, rules::held(&cart.entries, &variant.id).saturating_add(quantity))?;
    let same = cart.entries.iter().find(|entry| entry.variant_id == variant.id && entry.additional_fields == fields);
    let entry_id = match same {
        Some(entry) => {
            let grown = rules::check_range(entry.quantity.saturating_add(quantity))?;
            store::set_entry_quantity(&tx, &entry.id, grown).await?;
            entry.id.clone()
        }
        None => {
            rules::check_room(&cart.entries)?;
            let row = entry_row(ctx, &cart, &item, variant);
            tx.insert(cart_entry::ActiveModel { quantity: Set(quantity), additional_fields: Set(fields), ..row })
                .await?
                .id
        }
    };
    finish(ctx, tx, cart, Some(&entry_id), new_token).await
}

fn entry_row(ctx: &TenantCtx, cart: &Cart, item: &CatalogueItem, variant: &Variant) -> cart_entry::ActiveModel {
    cart_entry::ActiveModel {
        website_id: Set(ctx.website().clone()),
        id: Set(CartEntryId::generate()),
        cart_id: Set(cart.row.id.clone()),
        product_id: Set(item.id.clone()),
        variant_id: Set(variant.id.clone()),
        quantity: Set(1),
        additional_fields: Set(None),
        added_price_cents: Set(item.effective_price_cents(variant)),
        created_on: Set(ctx.now_ms()),
    }
}

/// Sets the pieces of a line; 0 removes it.
///
/// # Errors
/// [`CommerceError::Refused`] with the shopper's message; [`CommerceError::NotFound`] for a line of
/// another cart.
pub async fn set_quantity(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &str,
    quantity: &Value,
) -> Result<Changed, CommerceError> {
    let quantity = rules::read_quantity(quantity)?;
    if quantity == 0 {
        return remove(ctx, db, token, entry_id).await;
    }
    rules::check_range(quantity)?;
    let tx = db.write().await?;
    let (cart, entry) = owned_entry(&tx, token, entry_id).await?;
    let item = catalogue::item(&tx, &entry.product_id).await?;
    let variant = item.variants.iter().find(|variant| variant.id == entry.variant_id);
    let variant = variant.ok_or_else(|| CommerceError::Refused(rules::UNAVAILABLE.to_owned()))?;
    let others = rules::held(&cart.entries, &entry.variant_id) - entry.quantity;
    rules::check_stock(variant, others.saturating_add(quantity))?;
    store::set_entry_quantity(&tx, &entry.id, quantity).await?;
    finish(ctx, tx, cart, Some(&entry.id), None).await
}

/// Removes a line.
///
/// # Errors
/// [`CommerceError::NotFound`] for a line of another cart.
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &str,
) -> Result<Changed, CommerceError> {
    let tx = db.write().await?;
    let (cart, entry) = owned_entry(&tx, token, entry_id).await?;
    store::delete_entries(&tx, std::slice::from_ref(&entry.id)).await?;
    finish(ctx, tx, cart, None, None).await
}

/// Changes the answers to the product's form of a line.
///
/// # Errors
/// [`CommerceError::NotFound`] for a line of another cart.
pub async fn set_additional_fields(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &str,
    fields: Option<String>,
) -> Result<Changed, CommerceError> {
    let fields = rules::check_fields(fields)?;
    let tx = db.write().await?;
    let (cart, entry) = owned_entry(&tx, token, entry_id).await?;
    store::set_entry_fields(&tx, &entry.id, fields).await?;
    finish(ctx, tx, cart, Some(&entry.id), None).await
}

async fn open_or_begin(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: Option<&str>,
) -> Result<(Cart, Option<String>), CommerceError> {
    let open = match token {
        Some(token) => store::open_by_token(tx, token, true).await?,
        None => None,
    };
    if let Some(cart) = open {
        check_changeable(tx, &cart).await?;
        return Ok((cart, None));
    }
    let currency = StoreSettings::load(tx).await?.currency;
    let (cart, token) = store::create(ctx, tx, currency).await?;
    Ok((cart, Some(token)))
}

/// The shopper's open cart, locked, when it may be changed.
pub(super) async fn owned(tx: &TenantTx, token: Option<&str>) -> Result<Cart, CommerceError> {
    let token = token.ok_or(CommerceError::NotFound)?;
    let cart = store::open_by_token(tx, token, true).await?.ok_or(CommerceError::NotFound)?;
    check_changeable(tx, &cart).await?;
    Ok(cart)
}

/// The shopper's open cart and one of its lines.
async fn owned_entry(
    tx: &TenantTx,
    token: Option<&str>,
    entry_id: &str,
) -> Result<(Cart, cart_entry::Model), CommerceError> {
    let cart = owned(tx, token).await?;
    let entry = cart.entries.iter().find(|entry| entry.id.as_str() == entry_id).cloned();
    Ok((cart, entry.ok_or(CommerceError::NotFound)?))
}

/// What is being paid must stay what it is.
async fn check_changeable(tx: &TenantTx, cart: &Cart) -> Result<(), CommerceError> {
    match &cart.row.order_id {
        Some(order_id) if store::payment_under_way(tx, order_id).await? => Err(CommerceError::PaymentUnderWay),
        _ => Ok(()),
    }
}

async fn finish(
    ctx: &TenantCtx,
    tx: TenantTx,
    cart: Cart,
    entry: Option<&CartEntryId>,
    new_token: Option<String>,
) -> Result<Changed, CommerceError> {
    store::touch(ctx, &tx, &cart.row.id).await?;
    let entries = store::entries(&tx, &cart.row.id).await?;
    let cart = Cart { entries, ..cart };
    let view = price(ctx, &tx, &cart).await?.view(&cart);
    tx.commit().await?;
    let entry = view.entries.iter().find(|line| Some(&line.id) == entry).cloned();
    Ok(Changed { cart: view, entry, new_token })
}
