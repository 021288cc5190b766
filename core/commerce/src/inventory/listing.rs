//! Filters and sort orders of the list of stock.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use stoa_entity::tenant::{product, variant};
use stoa_entity::{Find, TenantTx, containing};
use stoa_kernel::id::VariantId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::search::folded;

use crate::CommerceError;
use crate::catalogue::by_name::{PageBuilder, VariantPosition};
use crate::catalogue::sku;

/// Generated column that the index for sorting by stock begins with, see [`stock_band`].
const STOCK_BAND_COLUMN: &str = "pieces_band";

/// Sort keys of the list of stock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InventorySort {
    /// SKU.
    Sku,
    /// Name of the product; variants of one product in their own order.
    Product,
    /// Units in stock; untracked stock sorts as the largest.
    Pieces,
}

/// Filter and sort order of a list of stock.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InventoryFilter {
    /// Text to search for in product names and SKUs.
    pub query: Option<String>,
    /// Only variants whose stock is at or below the shop's low-stock threshold.
    pub low: bool,
    /// Sort key. Default: SKU; with `low`, units in stock.
    pub sort: Option<InventorySort>,
    /// Whether to sort in descending order.
    pub descending: bool,
}

/// A filter with its defaults resolved.
pub(super) struct Question {
    /// Sort key.
    pub(super) sort: InventorySort,
    /// Whether to sort in descending order.
    pub(super) descending: bool,
    /// Only tracked variants with at most this many units.
    pub(super) low: Option<i64>,
    /// Search text in lower case.
    pub(super) text: Option<String>,
}

impl InventoryFilter {
    pub(super) fn question(&self, threshold: i64) -> Question {
        let text = self.query.as_deref().map(str::trim).filter(|text| !text.is_empty());
        Question {
            sort: self.sort.unwrap_or(if self.low { InventorySort::Pieces } else { InventorySort::Sku }),
            descending: self.descending,
            low: self.low.then_some(threshold),
            text: text.map(str::to_lowercase),
        }
    }
}

impl Question {
    /// Returns a page of variants.
    pub(super) async fn page(
        &self,
        tx: &TenantTx,
        request: &PageRequest,
    ) -> Result<Page<variant::Model>, CommerceError> {
        if self.sort == InventorySort::Product {
            return self.by_product(tx, request).await;
        }
        let rows = self.sorted_after(tx, request.cursor.as_deref())?.limit(request.limit() + 1).all().await?;
        Ok(Page::from_rows(rows, request.limit(), |row| match self.sort {
            InventorySort::Pieces => format!("{}.{}.{}", stock_band(row), row.qty_in_stock, row.id),
            InventorySort::Sku | InventorySort::Product => row.sku.clone(),
        }))
    }

    /// Query for the variants after a cursor, sorted by SKU or by units.
    pub(super) fn sorted_after<'a>(
        &self,
        tx: &'a TenantTx,
        cursor: Option<&str>,
    ) -> Result<Find<'a, variant::Entity>, CommerceError> {
        let find = tx.find::<variant::Entity>().filter(self.condition(tx));
        let descending = self.descending;
        if self.sort == InventorySort::Pieces {
            let wanted = match cursor {
                Some(cursor) => after_cursor(read_cursor(cursor)?, descending),
                // A condition that is always true: SQLite only uses the index for the order if one is given.
                None => Condition::all().add(Expr::col(STOCK_BAND_COLUMN).gte(i64::MIN)),
            };
            let find = find.filter(wanted);
            let find = find.order_by(Expr::col(STOCK_BAND_COLUMN), descending);
            let find = find.order_by(Expr::col(variant::Column::QtyInStock), descending);
            return Ok(find.order_by(Expr::col(variant::Column::Id), descending));
        }
        let sku = variant::Column::Sku;
        let find = match cursor {
            Some(cursor) if descending => find.filter(sku.lt(cursor)),
            Some(cursor) => find.filter(sku.gt(cursor)),
            None => find,
        };
        Ok(find.order_by(Expr::col(sku), descending))
    }

    fn condition(&self, tx: &TenantTx) -> Condition {
        let text = self.text.as_deref().map(|text| {
            let products = tx.find::<product::Entity>().filter(named(text)).subquery(product::Column::Id);
            Condition::any().add(with_sku(text)).add(variant::Column::ProductId.in_subquery(products))
        });
        Condition::all().add_option(self.low.map(scarce)).add_option(text)
    }

    async fn by_product(&self, tx: &TenantTx, request: &PageRequest) -> Result<Page<variant::Model>, CommerceError> {
        let with = |condition: Condition| {
            let variants = tx.find::<variant::Entity>().filter(condition).subquery(variant::Column::ProductId);
            product::Column::Id.in_subquery(variants)
        };
        let text = self.text.as_deref().map(|text| Condition::any().add(named(text)).add(with(with_sku(text))));
        let wanted = Condition::all().add_option(self.low.map(|low| with(scarce(low)))).add_option(text);
        let position_of = |row: &variant::Model| VariantPosition {
            product_id: row.product_id.clone(),
            position: row.position,
            variant_id: row.id.clone(),
        };
        let mut pages = PageBuilder::begin(tx, wanted, self.descending, request)?;
        while let Some(products) = pages.next().await? {
            let own = variant::Column::ProductId.is_in(products);
            let rows = tx.find::<variant::Entity>().filter(self.condition(tx)).filter(own).all().await?;
            pages.take(rows, position_of);
        }
        Ok(pages.page(position_of))
    }
}

/// Stock in steps that grow with it, computed in the same way as the generated column (m20261124_000097_list_orders).
/// Most sales leave a variant in its step, so that the index need not be updated.
fn stock_band(row: &variant::Model) -> i64 {
    if row.unlimited { 1_000_000 } else { band(row.qty_in_stock) }
}

pub(super) fn band(pieces: i64) -> i64 {
    match pieces {
        ..100 => pieces,
        100..1_000 => 90 + pieces / 10,
        1_000..10_000 => 180 + pieces / 100,
        10_000..100_000 => 270 + pieces / 1_000,
        100_000..1_000_000 => 360 + pieces / 10_000,
        1_000_000..10_000_000 => 450 + pieces / 100_000,
        10_000_000..100_000_000 => 540 + pieces / 1_000_000,
        _ => 630 + pieces / 10_000_000,
    }
}

/// At or below the given number of units.
fn scarce(most: i64) -> Condition {
    Condition::all()
        .add(variant::Column::Unlimited.eq(false))
        .add(variant::Column::QtyInStock.lte(most))
        .add(Expr::col(STOCK_BAND_COLUMN).lte(band(most)))
}

/// Last variant of a page sorted by units.
struct PiecesCursor {
    band: i64,
    pieces: i64,
    id: VariantId,
}

fn after_cursor(cursor: PiecesCursor, descending: bool) -> Condition {
    let PiecesCursor { band: step, pieces, id } = cursor;
    let (band, quantity, own) = (|| Expr::col(STOCK_BAND_COLUMN), variant::Column::QtyInStock, variant::Column::Id);
    let (bound, beyond, next, later) = if descending {
        (band().lte(step), band().lt(step), quantity.lt(pieces), own.lt(id))
    } else {
        (band().gte(step), band().gt(step), quantity.gt(pieces), own.gt(id))
    };
    let as_many = Condition::all().add(quantity.eq(pieces)).add(later);
    Condition::all().add(bound).add(Condition::any().add(beyond).add(next).add(as_many))
}

fn read_cursor(cursor: &str) -> Result<PiecesCursor, CommerceError> {
    let read = || {
        let (band, rest) = cursor.split_once('.')?;
        let (pieces, id) = rest.split_once('.')?;
        Some(PiecesCursor { band: band.parse().ok()?, pieces: pieces.parse().ok()?, id: id.parse().ok()? })
    };
    read().ok_or_else(|| CommerceError::field("cursor", "The cursor does not belong to this list."))
}

/// Products whose name or tag contains a text.
fn named(text: &str) -> Condition {
    Condition::all().add(Expr::col(product::Column::Searched).like(containing(&folded(text))))
}

/// Variants whose SKU contains a text.
fn with_sku(text: &str) -> Condition {
    Condition::all().add(sku::contains(text))
}
