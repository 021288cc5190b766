//! Reading and changing the shopper's cart.

use sea_orm::IntoActiveModel;
use serde_json::Value;
use stoa_entity::tenant::cart_entry;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CartEntryId, ProductId};
use stoa_kernel::{Actor, TenantCtx, boxed};

use super::model::{Cart, CartView, EntryView};
use super::price::price_from;
use super::rules::{self, NewEntry};
use super::store::NewCart;
use super::view::view_in;
use super::{owner, store};
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::ports::SaleAccess;
use crate::pricing_cache::CatalogueSnapshot;
use crate::problem_texts::{DONATIONS_ONLY, SUBSCRIPTION_ONLY, UNAVAILABLE};

/// The cart after a change.
#[derive(Clone, Debug, PartialEq)]
pub struct Changed {
    /// The whole cart.
    pub cart: CartView,
    /// The line that was added or changed; `None` when it was removed.
    pub entry: Option<EntryView>,
    /// Token for the shopper's cookie, when this change created the cart.
    pub new_token: Option<String>,
}

/// The shopper's cart with current prices; an empty one when there is none.
///
/// # Errors
/// When the database fails or an amount overflows.
#[boxed]
pub async fn view(ctx: &TenantCtx, db: &TenantDb, token: Option<&str>) -> Result<CartView, CommerceError> {
    let tx = db.read().await?;
    view_in(ctx, &tx, token).await
}

/// Adds a variant to the cart. If a line has the same variant and answers, its quantity is increased.
///
/// # Errors
/// [`CommerceError::Refused`] with a message for the shopper; [`CommerceError::NotFound`] for a product that is not
/// visible; what `access` needs first.
#[boxed]
pub async fn add(
    ctx: &TenantCtx,
    db: &TenantDb,
    access: &dyn SaleAccess,
    token: Option<&str>,
    new: NewEntry,
) -> Result<Changed, CommerceError> {
    let quantity = rules::check_range(rules::read_quantity(&new.quantity)?)?;
    let fields = rules::check_fields(new.additional_fields)?;
    let item_id: ProductId = new.item_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.write().await?;
    access.check(ctx, &tx, std::slice::from_ref(&item_id)).await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let item = catalogue.item(&item_id).await?;
    if item.is_subscribable() {
        return Err(CommerceError::said(SUBSCRIPTION_ONLY));
    }
    if item.donation.is_some() {
        return Err(CommerceError::said(DONATIONS_ONLY));
    }
    let variant = rules::choose_variant(&item, new.sku.as_deref())?;
    let fields = rules::read_answers(&tx, &item, fields).await?;
    let (mut cart, new_token) = open_or_begin(ctx, &tx, &catalogue, token).await?;
    rules::check_stock(variant, rules::held(&cart.entries, &variant.id).saturating_add(quantity))?;
    let one_of_services = catalogue.terms().await?.settings.sells_services_once();
    let wanted = rules::held_of(&cart.entries, &item.id).saturating_add(quantity);
    rules::check_pieces(&item, one_of_services, wanted)?;
    let is_same = |entry: &&mut cart_entry::Model| entry.variant_id == variant.id && entry.additional_fields == fields;
    let entry_id = match cart.entries.iter_mut().find(is_same) {
        Some(entry) => {
            entry.quantity = rules::check_range(entry.quantity.saturating_add(quantity))?;
            store::set_entry_quantity(&tx, &entry.id, entry.quantity).await?;
            entry.id.clone()
        }
        None => {
            rules::check_room(&cart.entries)?;
            let row = entry_row(ctx, &cart, &item, variant);
            let entry = cart_entry::Model { quantity, additional_fields: fields, ..row };
            tx.insert_many(vec![entry.clone().into_active_model()]).await?;
            let id = entry.id.clone();
            cart.entries.push(entry);
            id
        }
    };
    if new_token.is_none() {
        store::touch(ctx, &tx, &cart.row.id).await?;
    }
    let changed = changed(ctx, &tx, &catalogue, &cart, Some(&entry_id)).await?;
    tx.commit().await?;
    Ok(Changed { new_token, ..changed })
}

pub(super) fn entry_row(ctx: &TenantCtx, cart: &Cart, item: &CatalogueItem, variant: &Variant) -> cart_entry::Model {
    cart_entry::Model {
        website_id: ctx.website().clone(),
        id: CartEntryId::generate(),
        cart_id: cart.row.id.clone(),
        product_id: item.id.clone(),
        variant_id: variant.id.clone(),
        quantity: 1,
        additional_fields: None,
        added_price_cents: item.effective_price_cents(variant),
        created_on: ctx.now(),
    }
}

/// Sets the quantity of a line; 0 removes it.
///
/// # Errors
/// [`CommerceError::Refused`] with a message for the shopper; [`CommerceError::NotFound`] for a line of another cart.
#[boxed]
pub async fn set_quantity(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &CartEntryId,
    quantity: &Value,
) -> Result<Changed, CommerceError> {
    let quantity = rules::read_quantity(quantity)?;
    if quantity == 0 {
        return remove(ctx, db, token, entry_id).await;
    }
    rules::check_range(quantity)?;
    let tx = db.write().await?;
    let (mut cart, entry) = owned_entry(ctx, &tx, token, entry_id).await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let item = catalogue.item(&entry.product_id).await?;
    let variant = item.variants.iter().find(|variant| variant.id == entry.variant_id);
    let variant = variant.ok_or_else(|| CommerceError::said(UNAVAILABLE))?;
    let others = rules::held(&cart.entries, &entry.variant_id) - entry.quantity;
    rules::check_stock(variant, others.saturating_add(quantity))?;
    let one_of_services = catalogue.terms().await?.settings.sells_services_once();
    let others = rules::held_of(&cart.entries, &item.id) - entry.quantity;
    rules::check_pieces(&item, one_of_services, others.saturating_add(quantity))?;
    store::set_entry_quantity(&tx, &entry.id, quantity).await?;
    for own in cart.entries.iter_mut().filter(|own| own.id == entry.id) {
        own.quantity = quantity;
    }
    let changed = touched(ctx, &tx, &catalogue, &cart, Some(&entry.id)).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Removes a line.
///
/// # Errors
/// [`CommerceError::NotFound`] for a line of another cart.
#[boxed]
pub async fn remove(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &CartEntryId,
) -> Result<Changed, CommerceError> {
    let tx = db.write().await?;
    let (mut cart, entry) = owned_entry(ctx, &tx, token, entry_id).await?;
    store::delete_entries(&tx, std::slice::from_ref(&entry.id)).await?;
    cart.entries.retain(|own| own.id != entry.id);
    let changed = touched(ctx, &tx, &CatalogueSnapshot::open(&tx).await?, &cart, None).await?;
    tx.commit().await?;
    Ok(changed)
}

/// Changes the answers to a product's form on a line.
///
/// # Errors
/// [`CommerceError::NotFound`] for a line of another cart.
#[boxed]
pub async fn set_additional_fields(
    ctx: &TenantCtx,
    db: &TenantDb,
    token: Option<&str>,
    entry_id: &CartEntryId,
    fields: Option<String>,
) -> Result<Changed, CommerceError> {
    let fields = rules::check_fields(fields)?;
    let tx = db.write().await?;
    let (mut cart, entry) = owned_entry(ctx, &tx, token, entry_id).await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let item = catalogue.item(&entry.product_id).await?;
    let fields = rules::read_answers(&tx, &item, fields).await?;
    store::set_entry_fields(&tx, &entry.id, fields.clone()).await?;
    for own in cart.entries.iter_mut().filter(|own| own.id == entry.id) {
        own.additional_fields.clone_from(&fields);
    }
    let changed = touched(ctx, &tx, &catalogue, &cart, Some(&entry.id)).await?;
    tx.commit().await?;
    Ok(changed)
}

pub(super) async fn open_or_begin(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    token: Option<&str>,
) -> Result<(Cart, Option<String>), CommerceError> {
    if let Some(cart) = owner::open_of(ctx, tx, token, true).await? {
        check_changeable(tx, &cart).await?;
        return Ok((cart, None));
    }
    let currency = catalogue.terms().await?.settings.site.currency;
    let Actor::SiteUser(id) = ctx.actor() else {
        let (cart, token) = store::create(ctx, tx, NewCart { currency, site_user_id: None, buyer: None }).await?;
        return Ok((cart, Some(token)));
    };
    owner::lock_account(tx, id).await?;
    if let Some(cart) = owner::of_account(tx, id, true).await? {
        check_changeable(tx, &cart).await?;
        return Ok((cart, None));
    }
    let (cart, token) =
        store::create(ctx, tx, NewCart { currency, site_user_id: Some(id.clone()), buyer: None }).await?;
    owner::bind(tx, id, &cart.row.id).await?;
    Ok((cart, Some(token)))
}

/// The shopper's open cart, locked. Fails when it may not be changed.
pub(super) async fn owned(ctx: &TenantCtx, tx: &TenantTx, token: Option<&str>) -> Result<Cart, CommerceError> {
    let cart = owner::open_of(ctx, tx, token, true).await?.ok_or(CommerceError::NotFound)?;
    check_changeable(tx, &cart).await?;
    Ok(cart)
}

/// The shopper's open cart and one of its lines.
async fn owned_entry(
    ctx: &TenantCtx,
    tx: &TenantTx,
    token: Option<&str>,
    entry_id: &CartEntryId,
) -> Result<(Cart, cart_entry::Model), CommerceError> {
    let cart = owned(ctx, tx, token).await?;
    let entry = cart.entries.iter().find(|entry| entry.id == *entry_id).cloned();
    Ok((cart, entry.ok_or(CommerceError::NotFound)?))
}

/// A cart that is being paid must not change.
async fn check_changeable(tx: &TenantTx, cart: &Cart) -> Result<(), CommerceError> {
    match &cart.row.order_id {
        Some(order_id) if store::payment_under_way(tx, order_id).await? => Err(CommerceError::PaymentUnderWay),
        _ => Ok(()),
    }
}

/// The cart whose lines were changed, and the changed line.
async fn touched(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    cart: &Cart,
    entry: Option<&CartEntryId>,
) -> Result<Changed, CommerceError> {
    store::touch(ctx, tx, &cart.row.id).await?;
    changed(ctx, tx, catalogue, cart, entry).await
}

async fn changed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    catalogue: &CatalogueSnapshot<'_>,
    cart: &Cart,
    entry: Option<&CartEntryId>,
) -> Result<Changed, CommerceError> {
    let view = price_from(ctx, tx, catalogue, cart).await?.view(cart);
    let entry = view.entries.iter().find(|line| Some(&line.id) == entry).cloned();
    Ok(Changed { cart: view, entry, new_token: None })
}
