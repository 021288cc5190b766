//! Product queries with filters, sorting and keyset pagination in the database, so that the cost of a page does not
//! depend on the size of the store.

use std::collections::{HashMap, HashSet};

use sea_orm::sea_query::{Condition, Expr, ExprTrait, Func, SelectStatement};
use sea_orm::{ColumnTrait, FromQueryResult};
use serde::{Deserialize, Serialize};
use stoa_entity::tenant::{product, product_category, variant};
use stoa_entity::{DbError, Find, TenantTx, containing as like};
use stoa_kernel::id::{CategoryId, CollectionId, ProductId};
use stoa_kernel::money::Cents;
use stoa_kernel::search::folded;

use super::model::{ProductType, UNLIMITED_STOCK};
use super::{sku, store};

/// Sort key of products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Position,
    Name,
    Price,
    Stock,
    Updated,
    Published,
}

/// Sort order of products. Equal keys are ordered by position in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Sorting {
    pub(super) by: Measure,
    pub(super) descending: bool,
}

/// Value of a sort key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
enum Amount {
    Number(i64),
    Text(String),
}

/// Keyset cursor: position of a product in a sort order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Cursor {
    amount: Amount,
    position: i32,
    /// The product.
    pub(super) id: ProductId,
}

#[derive(FromQueryResult)]
struct NumberKey {
    id: ProductId,
    position: i32,
    amount: i64,
}

#[derive(FromQueryResult)]
struct TextKey {
    id: ProductId,
    position: i32,
    amount: String,
}

impl From<NumberKey> for Cursor {
    fn from(row: NumberKey) -> Self {
        Self { amount: Amount::Number(row.amount), position: row.position, id: row.id }
    }
}

impl From<TextKey> for Cursor {
    fn from(row: TextKey) -> Self {
        Self { amount: Amount::Text(row.amount), position: row.position, id: row.id }
    }
}

impl From<Amount> for Expr {
    fn from(amount: Amount) -> Self {
        match amount {
            Amount::Number(number) => Self::value(number),
            Amount::Text(text) => Self::value(text),
        }
    }
}

impl Cursor {
    /// Whether the cursor belongs to this sort order.
    pub(super) fn is_of(&self, sorting: Sorting) -> bool {
        matches!(self.amount, Amount::Text(_)) == (sorting.by == Measure::Name)
    }
}

impl Sorting {
    /// Condition for rows after the cursor.
    fn behind(self, tx: &TenantTx, spot: &Cursor) -> Condition {
        let measured = || self.by.of(tx);
        let amount = || Expr::from(spot.amount.clone());
        // This bound is implied by the rest, but lets the database start in an index.
        let (bound, beyond) = if self.descending {
            (measured().lte(amount()), measured().lt(amount()))
        } else {
            (measured().gte(amount()), measured().gt(amount()))
        };
        let later_there = Condition::any()
            .add(product::Column::Position.gt(spot.position))
            .add(product::Column::Position.eq(spot.position).and(product::Column::Id.gt(spot.id.clone())));
        let equal = Condition::all().add(measured().eq(amount())).add(later_there);
        Condition::all().add(bound).add(Condition::any().add(beyond).add(equal))
    }
}

impl Measure {
    fn of(self, tx: &TenantTx) -> Expr {
        match self {
            Self::Position => column(product::Column::Position),
            Self::Name => Expr::expr(Func::lower(column(product::Column::Name))),
            Self::Price => from_price_cents(tx),
            Self::Stock => total_stock(tx),
            Self::Updated => column(product::Column::UpdatedOn),
            Self::Published => {
                Expr::expr(Func::coalesce([column(product::Column::PublishOn), column(product::Column::CreatedOn)]))
            }
        }
    }
}

/// Query for the products that meet a condition, sorted, after a cursor.
pub(super) fn sorted_after<'a>(
    tx: &'a TenantTx,
    wanted: Condition,
    sorting: Sorting,
    behind: Option<&Cursor>,
    limit: u64,
) -> Find<'a, product::Entity> {
    let condition = match behind {
        Some(spot) => wanted.add(sorting.behind(tx, spot)),
        None => wanted,
    };
    tx.find::<product::Entity>()
        .filter(condition)
        .order_by(sorting.by.of(tx), sorting.descending)
        .order_by_asc(product::Column::Position)
        .order_by_asc(product::Column::Id)
        .limit(limit)
}

/// The cursors of a page of products.
pub(super) async fn page(
    tx: &TenantTx,
    wanted: Condition,
    sorting: Sorting,
    behind: Option<&Cursor>,
    limit: u64,
) -> Result<Vec<Cursor>, DbError> {
    let find = sorted_after(tx, wanted, sorting, behind, limit);
    let columns = [product::Column::Id, product::Column::Position];
    if sorting.by == Measure::Name {
        let rows = find.select_columns_and::<TextKey>(&columns, vec![(sorting.by.of(tx), "amount")]).await?;
        return Ok(rows.into_iter().map(Cursor::from).collect());
    }
    let amount = sorting.by.of(tx).cast_as("bigint");
    let rows = find.select_columns_and::<NumberKey>(&columns, vec![(amount, "amount")]).await?;
    Ok(rows.into_iter().map(Cursor::from).collect())
}

/// The cursor of a product of a store; `None` when the product was deleted.
pub(super) async fn spot_of(
    tx: &TenantTx,
    store: &CollectionId,
    sorting: Sorting,
    id: &ProductId,
) -> Result<Option<Cursor>, DbError> {
    let own = of_store(store).add(product::Column::Id.eq(id.clone()));
    Ok(page(tx, own, sorting, None, 1).await?.pop())
}

/// All products of a store.
pub(super) fn of_store(store: &CollectionId) -> Condition {
    Condition::all().add(product::Column::CollectionId.eq(store.clone()))
}

/// Products in the categories of a store that `is_wanted` selects, or in their subcategories.
pub(super) async fn in_category(
    tx: &TenantTx,
    store: &CollectionId,
    is_wanted: impl Fn(&super::Category) -> bool,
) -> Result<Condition, DbError> {
    let all = store::categories(tx, std::slice::from_ref(store)).await?;
    let mut below: HashMap<&CategoryId, Vec<&CategoryId>> = HashMap::new();
    for category in &all {
        if let Some(parent) = &category.parent_id {
            below.entry(parent).or_default().push(&category.id);
        }
    }
    let mut open: Vec<&CategoryId> = all.iter().filter(|category| is_wanted(category)).map(|own| &own.id).collect();
    let mut wanted = HashSet::new();
    while let Some(id) = open.pop() {
        if wanted.insert(id.clone()) {
            open.extend(below.get(id).into_iter().flatten());
        }
    }
    let linked = tx.find::<product_category::Entity>().filter(product_category::Column::CategoryId.is_in(wanted));
    let linked = linked.subquery(product_category::Column::ProductId);
    Ok(Condition::all().add(product::Column::Id.in_subquery(linked)))
}

/// Products that are in stock. Files and gift cards never sell out.
pub(super) fn available(tx: &TenantTx) -> Condition {
    let endless = [ProductType::Digital.code(), ProductType::GiftCard.code()];
    let left = variant::Column::Unlimited.eq(true).or(variant::Column::QtyInStock.gt(0));
    Condition::any().add(product::Column::ProductType.is_in(endless)).add(has_variant(tx, left))
}

/// Products with a variant whose stock is not tracked.
pub(super) fn uncounted(tx: &TenantTx) -> Condition {
    Condition::all().add(has_variant(tx, variant::Column::Unlimited.eq(true)))
}

/// Products with this tag.
pub(super) fn tagged(tx: &TenantTx, tag: &str) -> Condition {
    Condition::all().add(tx.any_text(column(product::Column::Tags), |text| text.eq(tag)))
}

/// Products with one of these tags, ignoring ASCII case. Databases differ in case folding beyond ASCII, so tags with
/// such letters must match exactly.
pub(super) fn tagged_with_any(tx: &TenantTx, tags: &[String]) -> Condition {
    tags.iter().fold(Condition::any(), |any, tag| {
        any.add(tx.any_text(column(product::Column::Tags), |text| match tag.is_ascii() {
            true => Expr::expr(Func::lower(text)).eq(tag.to_ascii_lowercase()),
            false => text.eq(tag.as_str()),
        }))
    })
}

/// Products whose lowest current price is within the bounds, minor units.
pub(super) fn priced(tx: &TenantTx, least: Option<Cents>, most: Option<Cents>) -> Condition {
    let least = least.map(|least| from_price_cents(tx).gte(least));
    let most = most.map(|most| from_price_cents(tx).lte(most));
    Condition::all().add_option(least).add_option(most)
}

/// Products whose name, tags or SKUs contain a text.
pub(super) fn containing(tx: &TenantTx, text: &str) -> Condition {
    let named = column(product::Column::Searched).like(like(&folded(text)));
    Condition::any().add(named).add(has_variant(tx, sku::contains(text)))
}

fn column(column: product::Column) -> Expr {
    Expr::col((product::Entity, column))
}

/// Subquery: the variants of the product in the outer query.
fn variants(tx: &TenantTx) -> Find<'_, variant::Entity> {
    let own = Expr::col((variant::Entity, variant::Column::ProductId)).eq(column(product::Column::Id));
    tx.find::<variant::Entity>().filter(own)
}

fn has_variant(tx: &TenantTx, condition: Expr) -> Expr {
    Expr::exists(variants(tx).filter(condition).subquery_of(Expr::value(1)))
}

/// Lowest current price, minor units; 0 without variants. A gift card is never on sale.
fn from_price_cents(tx: &TenantTx) -> Expr {
    let amount = |column: variant::Column| Expr::col((variant::Entity, column));
    let on_sale = Condition::all()
        .add(variant::Column::OnSale.eq(true))
        .add(variant::Column::SalePriceCents.is_not_null())
        .add(column(product::Column::ProductType).ne(ProductType::GiftCard.code()));
    let price = Expr::case(on_sale, amount(variant::Column::SalePriceCents));
    let price = price.finally(amount(variant::Column::PriceCents));
    or_nothing(variants(tx).subquery_of(Func::min(price)))
}

/// Total stock of all variants; [`UNLIMITED_STOCK`] when one is not tracked.
fn total_stock(tx: &TenantTx) -> Expr {
    let pieces = Expr::col((variant::Entity, variant::Column::QtyInStock)).sum().cast_as("bigint");
    let counted = or_nothing(variants(tx).subquery_of(pieces));
    let uncounted = has_variant(tx, variant::Column::Unlimited.eq(true));
    Expr::case(uncounted, Expr::value(UNLIMITED_STOCK)).finally(counted).into()
}

fn or_nothing(amount: SelectStatement) -> Expr {
    Expr::expr(Func::coalesce([Expr::from(amount), Expr::value(0_i64)]))
}
