//! Stock of the variants, and their stock ledger.

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use sea_orm::sea_query::ExprTrait;
use stoa_entity::tenant::{order, product, stock_change, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{OrderId, ProductId, StockChangeId, VariantId};
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::listing::InventoryFilter;
use super::model::{LedgerEntry, LedgerOrder, StockLevel};
use crate::catalogue::ChosenOptions;
use crate::settings::StoreSettings;
use crate::{CommerceError, restock};

/// Lists the site's variants with their stock, one page at a time.
///
/// # Errors
/// When the caller may not read products; a field error for `cursor`.
#[boxed]
pub async fn levels(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &InventoryFilter,
    request: &PageRequest,
) -> Result<Page<StockLevel>, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    let tx = db.read().await?;
    let threshold = StoreSettings::load(&tx).await?.choices.low_stock_threshold;
    let Page { items, next_cursor } = filter.question(threshold).page(&tx, request).await?;
    Ok(Page { items: complete(&tx, items, threshold).await?, next_cursor })
}

/// Stock of one variant.
///
/// # Errors
/// When the caller may not read products or the variant does not exist.
#[boxed]
pub async fn level(ctx: &TenantCtx, db: &TenantDb, id: &VariantId) -> Result<StockLevel, CommerceError> {
    ctx.authorise(Resource::Products, Action::Read)?;
    levels_of(&db.read().await?, std::slice::from_ref(id)).await?.pop().ok_or(CommerceError::NotFound)
}

/// Stock of these variants, in no particular order; ids that do not exist are left out.
pub(super) async fn levels_of(tx: &TenantTx, ids: &[VariantId]) -> Result<Vec<StockLevel>, CommerceError> {
    let threshold = StoreSettings::load(tx).await?.choices.low_stock_threshold;
    let rows = tx.find::<variant::Entity>().filter(variant::Column::Id.is_in(ids.iter().cloned())).all().await?;
    complete(tx, rows, threshold).await
}

/// Lists the stock ledger of a variant, newest first, one page at a time.
///
/// # Errors
/// When the caller may not read products or the variant does not exist; a field error for `cursor`.
#[boxed]
pub async fn changes(
    ctx: &TenantCtx,
    db: &TenantDb,
    variant_id: &str,
    request: &PageRequest,
) -> Result<Page<LedgerEntry>, CommerceError> {
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
    read().ok_or_else(|| CommerceError::field("cursor", "The cursor does not belong to this list."))
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
            attributes: ChosenOptions::of(&product.variant_option_ordering, &row),
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
    struct OrderNumber {
        id: OrderId,
        number: i64,
    }
    let ids = changes.iter().filter_map(|change| change.reference.parse::<OrderId>().ok());
    let orders = tx
        .find::<order::Entity>()
        .filter(order::Column::Id.is_in(ids))
        .aggregate::<OrderNumber>(&[order::Column::Id, order::Column::Number], Vec::new())
        .await?;
    Ok(orders.into_iter().map(|order| (order.id, order.number)).collect())
}

fn line(row: stock_change::Model, numbers: &HashMap<OrderId, i64>) -> LedgerEntry {
    let order = row.reference.parse::<OrderId>().ok().and_then(|id| {
        let number = *numbers.get(&id)?;
        Some(LedgerOrder { id, number })
    });
    LedgerEntry {
        note: if row.reason.is_by_hand() { row.reference } else { String::new() },
        id: row.id.into(),
        delta: row.delta,
        reason: row.reason,
        order,
        actor: row.actor,
        created_on: row.created_on,
    }
}
