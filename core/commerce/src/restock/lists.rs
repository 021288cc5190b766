//! Lists of sign-ups for contributors.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::keyset::{self, Cursor};
use stoa_entity::tenant::{product, restock_sign_up, variant};
use stoa_entity::{Find, TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::filters::{GroupFilter, GroupSort, SignUpFilter};
use super::model::{SignUp, SignUpGroup};
use crate::CommerceError;
use crate::catalogue::ChosenOptions;
use crate::catalogue::by_name::{PageBuilder, VariantPosition};

#[derive(sea_orm::FromQueryResult)]
struct Group {
    product_id: ProductId,
    variant_id: VariantId,
    sign_up_count: i64,
    last_sign_up_on: Timestamp,
}

/// A page of variants with waiting sign-ups and their number.
///
/// # Errors
/// When the caller may not read products; an error of the field `cursor`.
#[boxed]
pub async fn groups(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &GroupFilter,
    request: &PageRequest,
) -> Result<Page<SignUpGroup>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let page = match filter.sort {
        GroupSort::Latest => {
            let page = filter.latest().page(filter.latest_waiting_per_variant(&tx), request).await?;
            let own = restock_sign_up::Column::Id.is_in(page.items.iter().map(Cursor::id));
            let latest = tx.find::<restock_sign_up::Entity>().filter(own).all().await?;
            let latest = keyset::sort_by_cursors(latest, &page.items, |row| row.id.to_string());
            let variants: Vec<VariantId> = latest.into_iter().map(|row| row.variant_id).collect();
            let own = restock_sign_up::Column::VariantId.is_in(variants.iter().cloned());
            let mut groups = counted(filter.waiting(&tx).filter(own)).await?;
            groups.sort_by_key(|group| variants.iter().position(|id| id == &group.variant_id));
            Page { items: named(&tx, groups).await?, next_cursor: page.next_cursor }
        }
        GroupSort::Product => {
            let products = filter.waiting(&tx).subquery(restock_sign_up::Column::ProductId);
            let wanted = Condition::all().add(product::Column::Id.in_subquery(products));
            let position_of = |(own, _): &(VariantPosition, SignUpGroup)| own.clone();
            let mut pages = PageBuilder::begin(&tx, wanted, filter.descending, request)?;
            while let Some(products) = pages.next().await? {
                let own = restock_sign_up::Column::ProductId.is_in(products);
                pages.take(placed(&tx, counted(filter.waiting(&tx).filter(own)).await?).await?, position_of);
            }
            pages.page(position_of).map(|(_, group)| group)
        }
    };
    Ok(page)
}

/// Sign-ups grouped by variant, each with their number and the time of the latest one.
async fn counted(find: Find<'_, restock_sign_up::Entity>) -> Result<Vec<Group>, CommerceError> {
    let aggregates = vec![
        (Expr::col(restock_sign_up::Column::Id).count(), "sign_up_count"),
        (Expr::col(restock_sign_up::Column::SignedUpOn).max(), "last_sign_up_on"),
    ];
    let by = [restock_sign_up::Column::ProductId, restock_sign_up::Column::VariantId];
    Ok(find.aggregate::<Group>(&by, aggregates).await?)
}

/// Groups with the position of their variant within the product.
async fn placed(tx: &TenantTx, groups: Vec<Group>) -> Result<Vec<(VariantPosition, SignUpGroup)>, CommerceError> {
    let own = variant::Column::Id.is_in(groups.iter().map(|group| group.variant_id.clone()));
    let variants = tx.find::<variant::Entity>().filter(own).all().await?;
    let places: HashMap<VariantId, i32> = variants.into_iter().map(|row| (row.id, row.position)).collect();
    let position_of = |group: &SignUpGroup| VariantPosition {
        product_id: group.product_id.clone(),
        position: places.get(&group.variant_id).copied().unwrap_or(0),
        variant_id: group.variant_id.clone(),
    };
    Ok(named(tx, groups).await?.into_iter().map(|group| (position_of(&group), group)).collect())
}

/// Adds names and stock to groups.
async fn named(tx: &TenantTx, groups: Vec<Group>) -> Result<Vec<SignUpGroup>, CommerceError> {
    let variants = variant::Column::Id.is_in(groups.iter().map(|group| group.variant_id.clone()));
    let variants = tx.find::<variant::Entity>().filter(variants).all().await?;
    let products = product::Column::Id.is_in(groups.iter().map(|group| group.product_id.clone()));
    let products = tx.find::<product::Entity>().filter(products).all().await?;
    let mut named = Vec::with_capacity(groups.len());
    for group in groups {
        let product = products.iter().find(|product| product.id == group.product_id);
        let own = variants.iter().find(|variant| variant.id == group.variant_id);
        let (Some(product), Some(own)) = (product, own) else { continue };
        named.push(SignUpGroup {
            product_name: product.name.clone(),
            variant_description: described(product, own),
            qty_in_stock: (!own.unlimited).then_some(own.qty_in_stock),
            product_id: group.product_id,
            variant_id: group.variant_id,
            sign_up_count: group.sign_up_count,
            last_sign_up_on: group.last_sign_up_on,
        });
    }
    Ok(named)
}

/// A variant's option values, in the order of the product's options.
fn described(product: &product::Model, own: &variant::Model) -> String {
    let values = ChosenOptions::of(&product.variant_option_ordering, own);
    values.iter().map(|(_, value)| value).collect::<Vec<_>>().join(", ")
}

/// A page of the sign-ups for a product or one of its variants, including those already notified.
///
/// # Errors
/// When the caller may not read products and customers, or there is no such product or variant; an error of the field
/// `cursor`.
#[boxed]
pub async fn sign_ups(
    ctx: &TenantCtx,
    db: &TenantDb,
    product_id: &str,
    filter: &SignUpFilter,
    request: &PageRequest,
) -> Result<Page<SignUp>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    ctx.authorise(Resource::Customers, Action::Read)?;
    let product_id: ProductId = product_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.read().await?;
    let mut own = tx.find::<variant::Entity>().filter(variant::Column::ProductId.eq(product_id.clone()));
    let mut find = tx
        .find::<restock_sign_up::Entity>()
        .filter(restock_sign_up::Column::ProductId.eq(product_id))
        .filter(filter.condition());
    if let Some(variant_id) = &filter.variant_id {
        let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
        own = own.filter(variant::Column::Id.eq(id.clone()));
        find = find.filter(restock_sign_up::Column::VariantId.eq(id));
    }
    if own.one().await?.is_none() {
        return Err(CommerceError::NotFound);
    }
    let page = filter.order().page(find, request).await?;
    let own = restock_sign_up::Column::Id.is_in(page.items.iter().map(Cursor::id));
    let rows = tx.find::<restock_sign_up::Entity>().filter(own).all().await?;
    let rows = keyset::sort_by_cursors(rows, &page.items, |row| row.id.to_string());
    Ok(Page { items: rows, next_cursor: page.next_cursor }.map(|row| SignUp {
        id: row.id,
        product_id: row.product_id,
        variant_id: row.variant_id,
        email: row.email,
        is_join_mailing_list: row.is_join_mailing_list,
        language: row.language,
        signed_up_on: row.signed_up_on,
        notified_on: row.notified_on,
    }))
}

/// Number of waiting sign-ups per variant; variants without any are left out.
pub(crate) async fn waiting(tx: &TenantTx, ids: &[VariantId]) -> Result<HashMap<VariantId, i64>, CommerceError> {
    #[derive(sea_orm::FromQueryResult)]
    struct Waiting {
        variant_id: VariantId,
        waiting: i64,
    }
    let rows = tx
        .find::<restock_sign_up::Entity>()
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .filter(restock_sign_up::Column::VariantId.is_in(ids.iter().cloned()))
        .aggregate::<Waiting>(
            &[restock_sign_up::Column::VariantId],
            vec![(Func::count(Expr::col(restock_sign_up::Column::Id)).into(), "waiting")],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.variant_id, row.waiting)).collect())
}
