//! A sample cart, so that contributors can preview the cart page.

use stoa_entity::TenantDb;
use stoa_entity::tenant::{cart, cart_entry, product};
use stoa_kernel::id::{CartEntryId, CartId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::model::{Cart, CartView};
use super::price::price_from;
use super::store::empty_row;
use crate::CommerceError;
use crate::catalogue::{CatalogueItem, Variant};
use crate::pricing_cache::CatalogueSnapshot;

/// Number of products among which sample lines are searched.
const LOOKED_AT: u64 = 20;
/// Number of lines in the sample.
const LINES: usize = 2;

/// A sample cart with products of the shop. It is not stored.
///
/// # Errors
/// When the caller may not read products.
#[boxed]
pub async fn sample(ctx: &TenantCtx, db: &TenantDb) -> Result<CartView, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let catalogue = CatalogueSnapshot::open(&tx).await?;
    let rows = tx.find::<product::Entity>().order_by_asc(product::Column::Id).limit(LOOKED_AT).all().await?;
    let ids: Vec<_> = rows.into_iter().map(|row| row.id).collect();
    let currency = catalogue.terms().await?.settings.site.currency;
    let row = empty_row(ctx, CartId::generate(), currency);
    let items = catalogue.items(&ids).await?;
    let in_stock = items.iter().filter_map(|item| {
        let variant = item.variants.iter().find(|variant| variant.stock() > 0)?;
        Some(entry(&row, item, variant))
    });
    let entries = in_stock.take(LINES).collect();
    let cart = Cart::new(row, entries);
    let view = price_from(ctx, &tx, &catalogue, &cart).await?.view(&cart);
    Ok(CartView { id: None, cart_token: None, ..view })
}

fn entry(row: &cart::Model, item: &CatalogueItem, variant: &Variant) -> cart_entry::Model {
    cart_entry::Model {
        website_id: row.website_id.clone(),
        id: CartEntryId::generate(),
        cart_id: row.id.clone(),
        product_id: item.id.clone(),
        variant_id: variant.id.clone(),
        quantity: 1,
        additional_fields: None,
        added_price_cents: item.effective_price_cents(variant),
        created_on: row.created_on,
    }
}
