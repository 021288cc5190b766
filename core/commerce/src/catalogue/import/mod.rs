//! Dry run of an import of whole products from a file. It changes nothing: the client shows the result, and then makes
//! and changes the products by their own operations, with the revisions that were seen.

mod groups;
mod plan;

use std::collections::HashMap;

use sea_orm::sea_query::{Expr, ExprTrait, Func};
use stoa_entity::tenant::{site, variant};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Failure, TenantCtx, boxed};
use tokio::sync::Semaphore;

use self::groups::{Group, Grouping};
use self::plan::{Planned, Planner};
use super::edit::ProductPatch;
use super::model::{CatalogueItem, ProductType};
use super::sku;
use super::store::{self, VisibilityScope};
use super::stores;
use crate::inventory::BadLine;
use crate::{CommerceError, contributor_texts};

/// Maximum number of rows.
const MAX_ROWS: usize = 5_000;
/// Number of SKUs, and of products, that are looked up per query.
const BATCH: usize = 500;
/// Files of which products are planned at the same time: thousands of long texts keep a processor busy for seconds.
static TURNS: Semaphore = Semaphore::const_new(2);

/// A price of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GivenPrice {
    /// Minor units.
    pub cents: Cents,
    /// ISO 4217 code.
    pub currency: String,
}

/// A row of a file: a variant. `None` leaves a value as it is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GivenVariant {
    /// Where it stands in the file, from 1.
    pub line: usize,
    /// Its SKU.
    pub sku: String,
    /// The same for all variants of a product; empty for a product of its own.
    pub product: String,
    /// Name of the product.
    pub name: Option<String>,
    /// Type of a new product; physical without it.
    pub kind: Option<ProductType>,
    /// Whether visitors see the product.
    pub published: Option<bool>,
    /// Short description as HTML.
    pub excerpt: Option<String>,
    /// Long description as HTML.
    pub description: Option<String>,
    /// Tags.
    pub tags: Option<Vec<String>>,
    /// Names of categories of the store.
    pub categories: Option<Vec<String>>,
    /// Options with their values, in display order.
    pub options: Vec<(String, String)>,
    /// Regular price.
    pub price: Option<GivenPrice>,
    /// What is paid now; `Some(None)` ends a sale.
    pub sale: Option<Option<GivenPrice>>,
    /// Pieces in stock; `Some(None)` for stock that is not tracked.
    pub stock: Option<Option<i64>>,
    /// Weight of one item, grams.
    pub weight_grams: Option<i64>,
    /// Why the row cannot be taken, in the words of the plugin that has read it.
    pub refused: Option<String>,
}

/// What of a product a file would change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ImportedPart {
    /// Its name.
    Name,
    /// Its short or long description.
    Texts,
    /// Whether visitors see it.
    Publication,
    /// Its tags.
    Tags,
    /// Its categories.
    Categories,
    /// Prices or sales of its variants.
    Prices,
    /// Stock of its variants.
    Stock,
    /// Weights of its variants.
    Weights,
    /// Options of its variants.
    Options,
    /// It gets further variants.
    NewVariants,
}

/// A product that exists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportTarget {
    /// Its id.
    pub id: ProductId,
    /// The revision that was seen.
    pub revision: i64,
}

/// A product that a file would make or change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImportedProduct {
    /// Where its first row stands in the file, from 1.
    pub line: usize,
    /// Its name after the import.
    pub name: String,
    /// The product; `None` if it would be made.
    pub target: Option<ImportTarget>,
    /// Its type.
    pub kind: ProductType,
    /// Number of its variants after the import.
    pub variants: usize,
    /// What would be changed, of a product that exists.
    pub changes: Vec<ImportedPart>,
    /// The values for [`super::create_item`] or [`super::update_item`].
    pub patch: ProductPatch,
}

/// Result of the dry run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ProductImport {
    /// Products that would be made or changed, in the order of the file.
    pub products: Vec<ImportedProduct>,
    /// Rows that cannot be taken. With one of them, its product is left as it is.
    pub bad: Vec<BadLine>,
    /// Number of products that the file leaves as they are.
    pub unchanged: usize,
}

/// What the rows of a file would make and change in a store.
///
/// # Errors
/// When the caller may not change products, or the store does not exist; a field error for `file` when it has too many
/// rows.
#[boxed]
pub async fn preview_products(
    ctx: &TenantCtx,
    db: &TenantDb,
    store_id: &CollectionId,
    rows: Vec<GivenVariant>,
) -> Result<ProductImport, CommerceError> {
    ctx.authorise(Resource::Products, Action::Write)?;
    if rows.len() > MAX_ROWS {
        return Err(CommerceError::field("file", contributor_texts::STOCK_FILE_TOO_LONG.english()));
    }
    let tx = db.read().await?;
    store::store(&tx, store_id).await?.ok_or(CommerceError::NotFound)?;
    let (rows, mut bad) = groups::valid(rows, currency(&tx).await?);
    let of_bad = bad.iter().map(|line| &line.sku).filter(|own| sku::is_valid(own));
    let skus = rows.iter().map(|row| &row.sku).chain(of_bad).map(|own| own.to_lowercase()).collect();
    let owners = owners(&tx, skus).await?;
    let Grouping { groups, bad: ambiguous } = groups::of(rows, &owners);
    let groups = groups::without_spoiled(groups, &bad, &owners);
    bad.extend(ambiguous);
    let planner = Planner {
        ctx: ctx.clone(),
        store_id: store_id.clone(),
        items: items(&tx, &groups).await?,
        categories: categories(&tx, store_id).await?,
    };
    let room = stores::room(&tx, store_id).await?;
    drop(tx);
    let turn = TURNS.acquire().await.map_err(Failure::internal)?;
    let planning = tokio::task::spawn_blocking(move || {
        // Held until the work is done, also if nobody waits for it any more.
        let _turn = turn;
        planned(&planner, groups, bad, room)
    });
    Ok(planning.await.map_err(Failure::internal)?)
}

/// What the groups would make and change, in a store with room for some more products. Cleans the texts of all of them.
fn planned(planner: &Planner, groups: Vec<Group>, bad: Vec<BadLine>, mut room: u64) -> ProductImport {
    let mut import = ProductImport { bad, ..ProductImport::default() };
    for group in groups {
        match planner.plan(group) {
            Planned::Changed(product) if product.target.is_some() => import.products.push(*product),
            Planned::Changed(product) if room == 0 => import.bad.push(without_room(*product)),
            Planned::Changed(product) => {
                room -= 1;
                import.products.push(*product);
            }
            Planned::Unchanged => import.unchanged += 1,
            Planned::Bad(lines) => import.bad.extend(lines),
        }
    }
    import.products.sort_by_key(|product| product.line);
    import.bad.sort_by_key(|bad| bad.line);
    import
}

fn without_room(product: ImportedProduct) -> BadLine {
    let first = product.patch.variants.and_then(|variants| variants.into_iter().next());
    BadLine { line: product.line, sku: first.map(|variant| variant.sku).unwrap_or_default(), reason: stores::is_full() }
}

async fn currency(tx: &TenantTx) -> Result<Currency, CommerceError> {
    let row = tx.find::<site::Entity>().one().await?.ok_or(CommerceError::NotFound)?;
    let read = row.currency.parse::<Currency>();
    read.map_err(|source| CommerceError::Unreadable { column: "site.currency", source: Box::new(source) })
}

/// The products of variants, by SKU in lower case.
async fn owners(tx: &TenantTx, skus: Vec<String>) -> Result<HashMap<String, ProductId>, CommerceError> {
    let mut owners = HashMap::new();
    for some in skus.chunks(BATCH) {
        let lower = Expr::expr(Func::lower(Expr::col(variant::Column::Sku)));
        let named = lower.is_in(some.iter().map(String::as_str));
        let found = tx.find::<variant::Entity>().filter(named).all().await?;
        owners.extend(found.into_iter().map(|row| (row.sku.to_lowercase(), row.product_id)));
    }
    Ok(owners)
}

/// The products that the groups change, of all stores.
async fn items(tx: &TenantTx, groups: &[Group]) -> Result<HashMap<ProductId, CatalogueItem>, CommerceError> {
    let ids: Vec<ProductId> = groups.iter().filter_map(|group| group.target.clone()).collect();
    let mut items = HashMap::with_capacity(ids.len());
    for some in ids.chunks(BATCH) {
        let found = store::by_ids(tx, some, VisibilityScope::Contributors).await?;
        items.extend(found.into_iter().map(|item| (item.id.clone(), item)));
    }
    Ok(items)
}

/// Categories of a store by their names in lower case.
async fn categories(tx: &TenantTx, store_id: &CollectionId) -> Result<HashMap<String, CategoryId>, CommerceError> {
    let found = store::categories(tx, std::slice::from_ref(store_id)).await?;
    Ok(found.into_iter().rev().map(|category| (category.name.to_lowercase(), category.id)).collect())
}
