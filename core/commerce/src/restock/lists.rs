//! Who waits for what, as those who work on the site see it.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use stoa_entity::tenant::{product, restock_sign_up, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{ProductId, RestockSignUpId, VariantId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::model::{SignUp, SignUpGroup};
use crate::{CommerceError, columns};

#[derive(sea_orm::FromQueryResult)]
struct Group {
    product_id: ProductId,
    variant_id: VariantId,
    sign_up_count: i64,
    last_sign_up_on: i64,
}

/// A page of the variants that somebody waits for, each with how many do.
///
/// # Errors
/// When the caller may not read products; a message beside `cursor`.
pub async fn groups(ctx: &TenantCtx, db: &TenantDb, request: &PageRequest) -> Result<Page<SignUpGroup>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx
        .find::<restock_sign_up::Entity>()
        .filter(restock_sign_up::Column::NotifiedOn.is_null())
        .order_by_asc(restock_sign_up::Column::VariantId)
        .limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        let seen: VariantId = cursor.parse().map_err(|_| wrong_cursor())?;
        find = find.filter(restock_sign_up::Column::VariantId.gt(seen));
    }
    let reckoned = vec![
        (Expr::col(restock_sign_up::Column::Id).count(), "sign_up_count"),
        (Expr::col(restock_sign_up::Column::SignedUpOn).max(), "last_sign_up_on"),
    ];
    let by = [restock_sign_up::Column::ProductId, restock_sign_up::Column::VariantId];
    let rows = find.grouped::<Group>(&by, reckoned).await?;
    let Page { items, next_cursor } = Page::from_rows(rows, request.limit(), |group| group.variant_id.to_string());
    Ok(Page { items: named(&tx, items).await?, next_cursor })
}

/// Puts names and stock to groups.
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
            variant_description: described(product, own)?,
            qty_in_stock: (!own.unlimited).then_some(own.qty_in_stock),
            product_id: group.product_id,
            variant_id: group.variant_id,
            sign_up_count: group.sign_up_count,
            last_sign_up_on: group.last_sign_up_on,
        });
    }
    Ok(named)
}

/// The values of a variant's options in the order in which they are chosen.
fn described(product: &product::Model, own: &variant::Model) -> Result<String, CommerceError> {
    let order: Vec<String> = columns::read("product.variant_option_ordering", &product.variant_option_ordering)?;
    let attributes: HashMap<String, String> = columns::read("variant.attributes", &own.attributes)?;
    Ok(order.iter().filter_map(|name| attributes.get(name).cloned()).collect::<Vec<_>>().join(", "))
}

/// A page of the sign-ups for a product or one variant of it, the latest first; those who were told stay
/// in it.
///
/// # Errors
/// When the caller may not read products and customers, or there is no such product or variant; a message
/// beside `cursor`.
pub async fn sign_ups(
    ctx: &TenantCtx,
    db: &TenantDb,
    product_id: &str,
    variant_id: Option<&str>,
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
        .order_by_desc(restock_sign_up::Column::SignedUpOn)
        .order_by_desc(restock_sign_up::Column::Id)
        .limit(request.limit() + 1);
    if let Some(variant_id) = variant_id {
        let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
        own = own.filter(variant::Column::Id.eq(id.clone()));
        find = find.filter(restock_sign_up::Column::VariantId.eq(id));
    }
    if own.count().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    if let Some(cursor) = &request.cursor {
        let (signed_up_on, id) = read_cursor(cursor).ok_or_else(wrong_cursor)?;
        let same_time = restock_sign_up::Column::SignedUpOn.eq(signed_up_on).and(restock_sign_up::Column::Id.lt(id));
        find = find.filter(restock_sign_up::Column::SignedUpOn.lt(signed_up_on).or(same_time));
    }
    let page = Page::from_rows(find.all().await?, request.limit(), |row| format!("{}.{}", row.signed_up_on, row.id));
    Ok(page.map(|row| SignUp {
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

fn read_cursor(cursor: &str) -> Option<(i64, RestockSignUpId)> {
    let (signed_up_on, id) = cursor.split_once('.')?;
    Some((signed_up_on.parse().ok()?, id.parse().ok()?))
}

fn wrong_cursor() -> CommerceError {
    CommerceError::field("cursor", "The cursor is not one of this list.")
}

/// How many wait for each of these variants; none for those that nobody waits for.
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
        .grouped::<Waiting>(
            &[restock_sign_up::Column::VariantId],
            vec![(Func::count(Expr::col(restock_sign_up::Column::Id)).into(), "waiting")],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.variant_id, row.waiting)).collect())
}
