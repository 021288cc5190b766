//! Queries for price lists.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::sea_query::{Condition, ExprTrait};
use sea_orm::{ColumnTrait, FromQueryResult};
use stoa_entity::tenant::{price_list, price_list_customer, price_list_price, product, site_user, variant};
use stoa_entity::{DbError, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{PriceListId, ProductId, SiteUserId, VariantId};
use stoa_kernel::money::Cents;
use stoa_kernel::pricing::PriceListAudience;

use super::model::{OwnPrice, PriceListPatch, PriceListSummary, PriceListView, PricedProduct, product_of, variant_key};
use crate::CommerceError;
use crate::catalogue::ChosenOptions;
use crate::contributor_texts;

/// Number of rows per list.
#[derive(Debug, FromQueryResult)]
struct ListRowCount {
    price_list_id: PriceListId,
    count: i64,
}

/// All lists, sorted by name.
pub(super) async fn all(tx: &TenantTx) -> Result<Vec<PriceListSummary>, CommerceError> {
    let rows = tx.find::<price_list::Entity>().order_by_asc(price_list::Column::Name);
    let rows = rows.order_by_asc(price_list::Column::Id).all().await?;
    let customers = tx.find::<price_list_customer::Entity>().aggregate(
        &[price_list_customer::Column::PriceListId],
        vec![(price_list_customer::Column::Email.count(), "count")],
    );
    let customers = by_list(customers.await?);
    let prices = tx.find::<price_list_price::Entity>().aggregate(
        &[price_list_price::Column::PriceListId],
        vec![(price_list_price::Column::ProductId.count(), "count")],
    );
    let prices = by_list(prices.await?);
    let summary = |row: price_list::Model| {
        let of = |counts: &HashMap<PriceListId, i64>| counts.get(&row.id).copied().unwrap_or(0);
        let (customers, prices) = (of(&customers), of(&prices));
        PriceListSummary::new(row, customers, prices)
    };
    Ok(rows.into_iter().map(summary).collect())
}

fn by_list(counted: Vec<ListRowCount>) -> HashMap<PriceListId, i64> {
    counted.into_iter().map(|counted| (counted.price_list_id, counted.count)).collect()
}

/// The row of a list, locked if `lock` is set.
pub(super) async fn row(tx: &TenantTx, id: &PriceListId, lock: bool) -> Result<price_list::Model, CommerceError> {
    let find = tx.find::<price_list::Entity>().filter(price_list::Column::Id.eq(id.clone()));
    let found = if lock { find.for_update().one().await? } else { find.one().await? };
    found.ok_or(CommerceError::NotFound)
}

/// A list with its customers and prices. Prices of deleted variants are left out.
pub(super) async fn view(tx: &TenantTx, row: price_list::Model) -> Result<PriceListView, CommerceError> {
    let own = price_list_customer::Column::PriceListId.eq(row.id.clone());
    let customers = tx.find::<price_list_customer::Entity>().filter(own);
    let customers = customers.order_by_asc(price_list_customer::Column::Email).all().await?;
    let customers: Vec<String> = customers.into_iter().map(|row| row.email).collect();
    let own = price_list_price::Column::PriceListId.eq(row.id.clone());
    let prices = priced(tx, tx.find::<price_list_price::Entity>().filter(own).all().await?).await?;
    let count = |length: usize| i64::try_from(length).unwrap_or(i64::MAX);
    let summary = PriceListSummary::new(row, count(customers.len()), count(prices.len()));
    Ok(PriceListView { summary, customers, prices })
}

/// Prices with product and variant names, sorted by product name.
async fn priced(tx: &TenantTx, rows: Vec<price_list_price::Model>) -> Result<Vec<PricedProduct>, CommerceError> {
    let products = product::Column::Id.is_in(rows.iter().map(|row| row.product_id.clone()));
    let products = tx.find::<product::Entity>().filter(products).all().await?;
    let products: HashMap<ProductId, product::Model> = products.into_iter().map(|row| (row.id.clone(), row)).collect();
    let variants = variant::Column::Id.is_in(rows.iter().map(|row| row.variant_id.as_str()));
    let variants = tx.find::<variant::Entity>().filter(variants).all().await?;
    let mut texts = HashMap::new();
    for row in variants {
        let Some(product) = products.get(&row.product_id) else { continue };
        let text = ChosenOptions::of(&product.variant_option_ordering, &row).text();
        texts.insert(row.id.to_string(), if text.is_empty() { row.sku } else { text });
    }
    let shown = |row: price_list_price::Model| {
        let of_all = row.variant_id.is_empty();
        let variant_text = texts.get(&row.variant_id).cloned();
        let product_name = products.get(&row.product_id)?.name.clone();
        let variant_id = (!of_all).then_some(row.variant_id);
        let price = OwnPrice { product_id: row.product_id.to_string(), variant_id, price_cents: row.price_cents };
        (of_all || variant_text.is_some()).then_some(PricedProduct { price, product_name, variant_text })
    };
    let mut prices: Vec<PricedProduct> = rows.into_iter().filter_map(shown).collect();
    prices
        .sort_by(|one, other| (&one.product_name, &one.variant_text).cmp(&(&other.product_name, &other.variant_text)));
    Ok(prices)
}

/// Checks that all products and variants of prices exist.
pub(super) async fn check_products(tx: &TenantTx, prices: &[OwnPrice]) -> Result<(), CommerceError> {
    let gone = || {
        let message = contributor_texts::OWN_PRICES_GONE.english();
        CommerceError::field("prices", message)
    };
    let ids: Vec<ProductId> = prices.iter().map(product_of).collect::<Option<_>>().ok_or_else(gone)?;
    let products = tx.find::<product::Entity>().filter(product::Column::Id.is_in(ids));
    let products: Vec<String> = products.all().await?.into_iter().map(|row| row.id.to_string()).collect();
    let variants = prices.iter().filter_map(|price| price.variant_id.as_deref());
    let variants: Vec<VariantId> = variants.map(str::parse).collect::<Result<_, _>>().map_err(|_| gone())?;
    let variants = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(variants)).all().await?;
    let homes: HashMap<String, String> =
        variants.into_iter().map(|row| (row.id.to_string(), row.product_id.to_string())).collect();
    let is_there = |price: &OwnPrice| {
        let is_variant = |variant: &String| homes.get(variant) == Some(&price.product_id);
        products.contains(&price.product_id) && price.variant_id.as_ref().is_none_or(is_variant)
    };
    if prices.iter().all(is_there) { Ok(()) } else { Err(gone()) }
}

/// Replaces the named customers and the fixed prices of a list.
pub(super) async fn keep(tx: &TenantTx, id: &PriceListId, patch: &PriceListPatch) -> Result<(), CommerceError> {
    let own = price_list_customer::Column::PriceListId.eq(id.clone());
    tx.delete::<price_list_customer::Entity>(own).exec().await?;
    let rows = patch.customers.iter().map(|email| price_list_customer::ActiveModel {
        website_id: Set(tx.website().clone()),
        email: Set(email.clone()),
        price_list_id: Set(id.clone()),
    });
    tx.insert_many(rows.collect()).await?;
    tx.delete::<price_list_price::Entity>(price_list_price::Column::PriceListId.eq(id.clone())).exec().await?;
    let row = |price: &OwnPrice| {
        Some(price_list_price::ActiveModel {
            website_id: Set(tx.website().clone()),
            price_list_id: Set(id.clone()),
            product_id: Set(product_of(price)?),
            variant_id: Set(variant_key(price)),
            price_cents: Set(price.price_cents),
        })
    };
    Ok(tx.insert_many(patch.prices.iter().filter_map(row).collect()).await?)
}

/// The lists that apply to an account now. A named list applies only to accounts with a verified e-mail address,
/// because an account can be created with any address.
pub(super) async fn fitting(
    ctx: &TenantCtx,
    tx: &TenantTx,
    account: &SiteUserId,
) -> Result<Vec<price_list::Model>, CommerceError> {
    let (starts_on, ends_on) = (price_list::Column::StartsOn, price_list::Column::EndsOn);
    let lists = tx
        .find::<price_list::Entity>()
        .filter(price_list::Column::Enabled.eq(true))
        .filter(starts_on.is_null().or(starts_on.lte(ctx.now())))
        .filter(ends_on.is_null().or(ends_on.gt(ctx.now())))
        .all()
        .await?;
    if lists.is_empty() {
        return Ok(lists);
    }
    let own = site_user::Column::Id.eq(account.clone());
    let Some(account) = tx.find::<site_user::Entity>().filter(own).one().await? else { return Ok(Vec::new()) };
    let named = match account.email_verified_on {
        Some(_) => lists_with(tx, std::slice::from_ref(&account.email)).await?,
        None => Vec::new(),
    };
    let is_for = |list: &price_list::Model| list.audience == PriceListAudience::SignedIn || named.contains(&list.id);
    Ok(lists.into_iter().filter(is_for).collect())
}

async fn lists_with(tx: &TenantTx, addresses: &[String]) -> Result<Vec<PriceListId>, DbError> {
    let own = price_list_customer::Column::Email.is_in(addresses.iter().map(String::as_str));
    let rows = tx.find::<price_list_customer::Entity>().filter(own).all().await?;
    Ok(rows.into_iter().map(|row| row.price_list_id).collect())
}

/// Fixed prices of lists for some products, by product and variant.
pub(super) async fn prices_of(
    tx: &TenantTx,
    lists: &[price_list::Model],
    products: impl Iterator<Item = &ProductId>,
) -> Result<HashMap<PriceListId, HashMap<(String, String), Cents>>, DbError> {
    let rows = tx
        .find::<price_list_price::Entity>()
        .filter(
            Condition::all()
                .add(price_list_price::Column::ProductId.is_in(products.cloned()))
                .add(price_list_price::Column::PriceListId.is_in(lists.iter().map(|list| list.id.clone()))),
        )
        .all()
        .await?;
    let mut prices: HashMap<PriceListId, HashMap<_, _>> = HashMap::new();
    for row in rows {
        let place = (row.product_id.to_string(), row.variant_id);
        prices.entry(row.price_list_id).or_default().insert(place, row.price_cents);
    }
    Ok(prices)
}

/// Names of the lists that contain one of some e-mail addresses.
pub(super) async fn list_names_containing(tx: &TenantTx, addresses: &[String]) -> Result<Vec<String>, DbError> {
    let lists = lists_with(tx, addresses).await?;
    let rows = tx.find::<price_list::Entity>().filter(price_list::Column::Id.is_in(lists));
    Ok(rows.order_by_asc(price_list::Column::Name).all().await?.into_iter().map(|row| row.name).collect())
}

/// Removes these e-mail addresses from all lists.
pub(super) async fn remove_addresses(tx: &TenantTx, addresses: &[String]) -> Result<(), DbError> {
    let own = price_list_customer::Column::Email.is_in(addresses.iter().map(String::as_str));
    tx.delete::<price_list_customer::Entity>(own).exec().await?;
    Ok(())
}

/// A customer's e-mail address has changed: replaces it in the lists.
pub(crate) async fn change_address(tx: &TenantTx, former: &str, new: &str) -> Result<(), DbError> {
    let known = tx.find::<price_list_customer::Entity>().filter(price_list_customer::Column::Email.eq(new));
    let known = known.all().await?;
    tx.update::<price_list_customer::Entity>(price_list_customer::Column::Email.eq(former))
        .filter(price_list_customer::Column::PriceListId.is_not_in(known.into_iter().map(|row| row.price_list_id)))
        .set(price_list_customer::Column::Email, new)
        .exec()
        .await?;
    tx.delete::<price_list_customer::Entity>(price_list_customer::Column::Email.eq(former)).exec().await?;
    Ok(())
}
