//! Dry run of a stock import. It changes nothing: the client shows the result, then submits the changes together with
//! the levels that were seen ([`super::bulk_update_stock`]).

use std::collections::HashMap;

use sea_orm::ColumnTrait;
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{product, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};

use super::csv_rows::{self, BadLine, Count, GivenStock, Row, Sheet};
use super::model::version;
use crate::CommerceError;
use crate::catalogue::ChosenOptions;
use crate::contributor_texts;

/// Number of variants looked up per query.
const BATCH: usize = 500;

/// A CSV line that would change the stock of a variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportChange {
    /// Line number in the file, from 1.
    pub line: usize,
    /// The variant.
    pub variant_id: VariantId,
    /// Stock keeping unit.
    pub sku: String,
    /// Name of the product.
    pub product_name: String,
    /// Option values by option name.
    pub attributes: ChosenOptions,
    /// Whether stock is currently not tracked.
    pub unlimited: bool,
    /// Units currently in stock.
    pub qty_in_stock: i64,
    /// Whether stock will not be tracked.
    pub new_unlimited: bool,
    /// Units in stock after the import.
    pub new_qty_in_stock: i64,
}

impl ImportChange {
    /// [`super::StockLevel::version`] of the current level.
    pub fn seen(&self) -> i64 {
        version(self.unlimited, self.qty_in_stock)
    }
}

/// Result of the dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportPreview {
    /// Lines that would change something, in the order of the file.
    pub changes: Vec<ImportChange>,
    /// Invalid lines.
    pub bad: Vec<BadLine>,
    /// Number of lines that change nothing.
    pub unchanged: usize,
}

/// Parses a CSV file and returns what it would change.
///
/// # Errors
/// When the caller may not change products; a field error for `file` when it is not a stock table.
#[boxed]
pub async fn preview_import(ctx: &TenantCtx, db: &TenantDb, file: &[u8]) -> Result<ImportPreview, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    preview(db, csv_rows::read(file)?).await
}

/// The same for the rows of a file in another format.
///
/// # Errors
/// When the caller may not change products; a field error for `file` when there are too many.
#[boxed]
pub async fn preview_rows(
    ctx: &TenantCtx,
    db: &TenantDb,
    rows: Vec<GivenStock>,
) -> Result<ImportPreview, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    preview(db, csv_rows::sheet_of(rows)?).await
}

async fn preview(db: &TenantDb, sheet: Sheet) -> Result<ImportPreview, CommerceError> {
    let tx = db.read().await?;
    let mut check = ImportPreview { bad: sheet.bad, unchanged: sheet.left, ..ImportPreview::default() };
    for rows in sheet.rows.chunks(BATCH) {
        let known = VariantLookup::of(&tx, rows).await?;
        for row in rows {
            match known.meant(row)? {
                LineChange::Change(line) => check.changes.push(line),
                LineChange::Nothing => check.unchanged += 1,
                LineChange::Bad(reason) => check.bad.push(BadLine { line: row.line, sku: row.sku.clone(), reason }),
            }
        }
    }
    check.bad.sort_by_key(|bad| bad.line);
    Ok(check)
}

enum LineChange {
    Change(ImportChange),
    Nothing,
    Bad(String),
}

/// The variants named by CSV lines.
struct VariantLookup {
    variants: HashMap<String, variant::Model>,
    products: HashMap<ProductId, ProductName>,
}

#[derive(sea_orm::FromQueryResult)]
struct ProductName {
    id: ProductId,
    name: String,
    variant_option_ordering: JsonOf<Vec<String>>,
}

impl VariantLookup {
    async fn of(tx: &TenantTx, rows: &[Row]) -> Result<Self, CommerceError> {
        let named = variant::Column::Sku.is_in(rows.iter().map(|row| row.sku.as_str()));
        let variants = tx.find::<variant::Entity>().filter(named).all().await?;
        let own = product::Column::Id.is_in(variants.iter().map(|row| row.product_id.clone()));
        let read = [product::Column::Id, product::Column::Name, product::Column::VariantOptionOrdering];
        let products = tx.find::<product::Entity>().filter(own).select_columns::<ProductName>(&read).await?;
        Ok(Self {
            variants: variants.into_iter().map(|row| (row.sku.clone(), row)).collect(),
            products: products.into_iter().map(|product| (product.id.clone(), product)).collect(),
        })
    }

    fn meant(&self, row: &Row) -> Result<LineChange, CommerceError> {
        let variant = self.variants.get(&row.sku);
        let Some((variant, product)) = variant.and_then(|own| Some((own, self.products.get(&own.product_id)?))) else {
            return Ok(LineChange::Bad(contributor_texts::SKU_UNKNOWN.english().to_owned()));
        };
        let now = Count { unlimited: variant.unlimited, qty_in_stock: variant.qty_in_stock };
        if is_level(now, row.new) {
            return Ok(LineChange::Nothing);
        }
        if row.seen.is_some_and(|seen| !is_level(now, seen)) {
            let reason = if now.unlimited {
                contributor_texts::STOCK_NOW_UNTRACKED.english().to_owned()
            } else {
                contributor_texts::STOCK_NOW.with("count", now.qty_in_stock).to_string()
            };
            return Ok(LineChange::Bad(reason));
        }
        Ok(LineChange::Change(ImportChange {
            line: row.line,
            variant_id: variant.id.clone(),
            sku: row.sku.clone(),
            product_name: product.name.clone(),
            attributes: ChosenOptions::of(&product.variant_option_ordering, variant),
            unlimited: now.unlimited,
            qty_in_stock: now.qty_in_stock,
            new_unlimited: row.new.unlimited,
            new_qty_in_stock: row.new.qty_in_stock,
        }))
    }
}

fn is_level(one: Count, other: Count) -> bool {
    version(one.unlimited, one.qty_in_stock) == version(other.unlimited, other.qty_in_stock)
}
