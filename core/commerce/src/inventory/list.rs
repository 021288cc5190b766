//! What there is of each variant, and how it came to be.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func};
use stoa_entity::tenant::{order, product, stock_change, variant};
use stoa_entity::{Find, TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::{OrderId, ProductId, StockChangeId, VariantId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};

use super::model::{LedgerLine, LedgerOrder, StockLevel};
use crate::settings::StoreSettings;
use crate::{CommerceError, columns, restock};

/// What an index finds scarce variants by: the pieces there are, up to [`MOST_SCARCITY`]. The database reckons it.
const SCARCITY: &str = "scarcity";
const MOST_SCARCITY: i64 = 100;

fn scarcity_of(pieces: i64) -> i64 {
    Ord::min(pieces, MOST_SCARCITY)
}

/// Which variants are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InventoryFilter {
    /// Looked for in names of products and stock keeping units.
    pub query: Option<String>,
    /// Only those of which no more is left than the shop's threshold, the scarcest first.
    pub low: bool,
}

/// A page of the site's variants with their stock, in the order of their stock keeping units.
///
/// # Errors
/// When the caller may not read products; a message beside `cursor`.
pub async fn levels(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &InventoryFilter,
    request: &PageRequest,
) -> Result<Page<StockLevel>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let threshold = StoreSettings::load(&tx).await?.choices.low_stock_threshold;
    let low = filter.low.then_some(threshold);
    let mut find = behind(&tx, low, request.cursor.as_deref())?.limit(request.limit() + 1);
    if let Some(wanted) = filter.query.as_deref().map(str::trim).filter(|wanted| !wanted.is_empty()) {
        find = find.filter(matching(&tx, wanted).await?);
    }
    let page = Page::from_rows(find.all().await?, request.limit(), |row| {
        if filter.low { format!("{}.{}", row.qty_in_stock, row.id) } else { row.sku.clone() }
    });
    let Page { items, next_cursor } = page;
    Ok(Page { items: complete(&tx, items, threshold).await?, next_cursor })
}

/// The variants behind a cursor: by their stock keeping units, or those of which no more is left than `low`, the
/// scarcest first.
pub(super) fn behind<'a>(
    tx: &'a TenantTx,
    low: Option<i64>,
    cursor: Option<&str>,
) -> Result<Find<'a, variant::Entity>, CommerceError> {
    let mut find = tx.find::<variant::Entity>();
    let Some(low) = low else {
        if let Some(cursor) = cursor {
            find = find.filter(variant::Column::Sku.gt(cursor));
        }
        return Ok(find.order_by_asc(variant::Column::Sku));
    };
    let scarcity = || Expr::col(SCARCITY);
    find = find.filter(variant::Column::Unlimited.eq(false)).filter(variant::Column::QtyInStock.lte(low));
    find = find.filter(scarcity().lte(scarcity_of(low)));
    if let Some(cursor) = cursor {
        let (quantity, id) = read_cursor::<i64, VariantId>(cursor)?;
        let as_scarce = variant::Column::QtyInStock.eq(quantity).and(variant::Column::Id.gt(id));
        find = find.filter(scarcity().gte(scarcity_of(quantity)));
        find = find.filter(variant::Column::QtyInStock.gt(quantity).or(as_scarce));
    }
    let find = find.order_by(scarcity(), false);
    Ok(find.order_by_asc(variant::Column::QtyInStock).order_by_asc(variant::Column::Id))
}

/// What there is of one variant.
///
/// # Errors
/// When the caller may not read products or it is not there.
pub async fn level(ctx: &TenantCtx, db: &TenantDb, variant_id: &str) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
    levels_of(&db.read().await?, std::slice::from_ref(&id)).await?.pop().ok_or(CommerceError::NotFound)
}

/// What there is of these variants, in no order; of those that are not there, nothing.
pub(super) async fn levels_of(tx: &TenantTx, ids: &[VariantId]) -> Result<Vec<StockLevel>, CommerceError> {
    let threshold = StoreSettings::load(tx).await?.choices.low_stock_threshold;
    let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids.iter().cloned())).all().await?;
    complete(tx, rows, threshold).await
}

/// A page of the ledger of a variant, the latest first.
///
/// # Errors
/// When the caller may not read products or the variant is not there; a message beside `cursor`.
pub async fn changes(
    ctx: &TenantCtx,
    db: &TenantDb,
    variant_id: &str,
    request: &PageRequest,
) -> Result<Page<LedgerLine>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let id: VariantId = variant_id.parse().map_err(|_| CommerceError::NotFound)?;
    let tx = db.read().await?;
    if tx.find::<variant::Entity>().filter(variant::Column::Id.eq(id.clone())).count().await? == 0 {
        return Err(CommerceError::NotFound);
    }
    let mut find = tx
        .find::<stock_change::Entity>()
        .filter(stock_change::Column::VariantId.eq(id))
        .order_by_desc(stock_change::Column::CreatedOn)
        .order_by_desc(stock_change::Column::Id)
        .limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        let (created_on, id) = read_cursor::<i64, StockChangeId>(cursor)?;
        let same_time = stock_change::Column::CreatedOn.eq(created_on).and(stock_change::Column::Id.lt(id));
        find = find.filter(stock_change::Column::CreatedOn.lt(created_on).or(same_time));
    }
    let page = Page::from_rows(find.all().await?, request.limit(), |row| format!("{}.{}", row.created_on, row.id));
    let numbers = order_numbers(&tx, &page.items).await?;
    Ok(page.map(|row| line(row, &numbers)))
}

fn read_cursor<A: std::str::FromStr, B: std::str::FromStr>(cursor: &str) -> Result<(A, B), CommerceError> {
    let read = || {
        let (first, second) = cursor.split_once('.')?;
        Some((first.parse().ok()?, second.parse().ok()?))
    };
    read().ok_or_else(|| CommerceError::field("cursor", "The cursor is not one of this list."))
}

/// Variants whose stock keeping unit or whose product's name contains a text.
async fn matching(tx: &TenantTx, wanted: &str) -> Result<Condition, CommerceError> {
    #[derive(sea_orm::FromQueryResult)]
    struct Found {
        id: ProductId,
    }
    let text = wanted.to_lowercase();
    let lower = |column: Expr| Expr::expr(Func::lower(column));
    let products = tx
        .find::<product::Entity>()
        .filter(lower(Expr::col(product::Column::Name)).like(stoa_entity::containing(&text)))
        .grouped::<Found>(&[product::Column::Id], Vec::new())
        .await?;
    Ok(Condition::any()
        .add(lower(Expr::col(variant::Column::Sku)).like(stoa_entity::containing(&text)))
        .add(variant::Column::ProductId.is_in(products.into_iter().map(|found| found.id))))
}

async fn complete(tx: &TenantTx, rows: Vec<variant::Model>, threshold: i64) -> Result<Vec<StockLevel>, CommerceError> {
    let ids: Vec<VariantId> = rows.iter().map(|row| row.id.clone()).collect();
    let of_rows = product::Column::Id.is_in(rows.iter().map(|row| row.product_id.clone()));
    let products = tx.find::<product::Entity>().filter(of_rows).all().await?;
    let products: HashMap<&ProductId, &product::Model> = products.iter().map(|row| (&row.id, row)).collect();
    let waiting = restock::waiting(tx, &ids).await?;
    let mut levels = Vec::with_capacity(rows.len());
    for row in rows {
        let product = products.get(&row.product_id).ok_or(CommerceError::NotFound)?;
        levels.push(StockLevel {
            waiting: waiting.get(&row.id).copied().unwrap_or(0),
            attributes: columns::read("variant.attributes", &row.attributes)?,
            variant_id: row.id,
            product_id: row.product_id,
            collection_id: product.collection_id.clone(),
            product_name: product.name.clone(),
            sku: row.sku,
            unlimited: row.unlimited,
            qty_in_stock: row.qty_in_stock,
            is_low: !row.unlimited && row.qty_in_stock <= threshold,
        });
    }
    Ok(levels)
}

async fn order_numbers(tx: &TenantTx, changes: &[stock_change::Model]) -> Result<HashMap<OrderId, i64>, CommerceError> {
    #[derive(sea_orm::FromQueryResult)]
    struct Numbered {
        id: OrderId,
        number: i64,
    }
    let ids = changes.iter().filter_map(|change| change.reference.parse::<OrderId>().ok());
    let orders = tx
        .find::<order::Entity>()
        .filter(order::Column::Id.is_in(ids))
        .grouped::<Numbered>(&[order::Column::Id, order::Column::Number], Vec::new())
        .await?;
    Ok(orders.into_iter().map(|order| (order.id, order.number)).collect())
}

fn line(row: stock_change::Model, numbers: &HashMap<OrderId, i64>) -> LedgerLine {
    let order = row.reference.parse::<OrderId>().ok().and_then(|id| {
        let number = *numbers.get(&id)?;
        Some(LedgerOrder { id, number })
    });
    LedgerLine {
        note: if row.reason == "manual" { row.reference } else { String::new() },
        id: row.id.into(),
        delta: row.delta,
        reason: row.reason,
        order,
        actor: row.actor,
        created_on: row.created_on,
    }
}
