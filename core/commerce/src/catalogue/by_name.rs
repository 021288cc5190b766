//! Lists of what products have, such as their variants, in the order of the products' names: products are met one after
//! the other in an index, and so much of what they have is read as a page holds.

use std::collections::HashMap;

use futures::future::BoxFuture;
use sea_orm::sea_query::{Condition, Expr, Func};
use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
use stoa_entity::tenant::product;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::page::{Page, PageRequest};

use crate::CommerceError;
use crate::ordered::{Order, Spot};

/// Products whose variants are read at once: of each there can be hundreds.
const AT_ONCE: u64 = 10;

/// Rows that are being read.
pub(crate) type Reading<'a, R> = BoxFuture<'a, Result<Vec<R>, CommerceError>>;

/// Where a variant stands in such a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shelf {
    /// Its product.
    pub(crate) product_id: ProductId,
    /// Its place among those of the product.
    pub(crate) position: i32,
    /// Itself.
    pub(crate) variant_id: VariantId,
}

/// Where a page ended.
#[derive(Serialize, Deserialize)]
struct Place {
    name: String,
    product: ProductId,
    position: i32,
    variant: VariantId,
}

/// The order of products by their names, capitals or not.
pub(crate) fn order(descending: bool) -> Order<product::Column> {
    let name = Expr::expr(Func::lower(Expr::col(product::Column::Name)));
    Order::of_texts(name, product::Column::Id, descending)
}

/// A page of the variants of the products that meet a condition. `rows_of` reads what is listed of some products, in no
/// order; `shelf` says where a row stands.
///
/// # Errors
/// A message beside `cursor`; when the database refuses.
pub(crate) async fn page<'a, R: Send>(
    tx: &'a TenantTx,
    wanted: Condition,
    (descending, request): (bool, &'a PageRequest),
    rows_of: &'a (dyn Fn(Vec<ProductId>) -> Reading<'a, R> + Send + Sync),
    shelf: fn(&R) -> Shelf,
) -> Result<Page<R>, CommerceError> {
    let order = order(descending);
    let mut rows: Vec<(String, R)> = Vec::new();
    let mut behind = None;
    if let Some(cursor) = &request.cursor {
        let place: Place = serde_json::from_str(cursor)
            .map_err(|_| CommerceError::field("cursor", "The cursor is not one of this list."))?;
        let rest = rows_of(vec![place.product.clone()]).await?;
        let later = |row: &R| {
            let Shelf { position, variant_id, .. } = shelf(row);
            (position, &variant_id) > (place.position, &place.variant)
        };
        let rest = rest.into_iter().filter(later).collect();
        rows.extend(in_place(rest, shelf).into_iter().map(|row| (place.name.clone(), row)));
        behind = Some(Spot::of_text(place.name, place.product));
    }
    let limit = usize::try_from(request.limit()).unwrap_or(usize::MAX);
    while rows.len() <= limit {
        let products = tx.find::<product::Entity>().filter(wanted.clone());
        let spots = order.spots(products, behind.as_ref(), AT_ONCE).await?;
        let Some(last) = spots.last() else { break };
        let ids: Vec<ProductId> = spots.iter().filter_map(|spot| spot.id().parse().ok()).collect();
        let mut found: HashMap<String, Vec<R>> = HashMap::new();
        for row in rows_of(ids).await? {
            found.entry(shelf(&row).product_id.to_string()).or_default().push(row);
        }
        for spot in &spots {
            let own = found.remove(spot.id()).unwrap_or_default();
            rows.extend(in_place(own, shelf).into_iter().map(|row| (spot.text().to_owned(), row)));
        }
        let is_end = u64::try_from(spots.len()).is_ok_and(|met| met < AT_ONCE);
        behind = Some(last.clone());
        if is_end {
            break;
        }
    }
    let cursor = |(name, row): &(String, R)| {
        let Shelf { product_id, position, variant_id } = shelf(row);
        let place = Place { name: name.clone(), product: product_id, position, variant: variant_id };
        serde_json::to_string(&place).unwrap_or_default()
    };
    Ok(Page::from_rows(rows, request.limit(), cursor).map(|(_, row)| row))
}

fn in_place<R>(mut rows: Vec<R>, shelf: fn(&R) -> Shelf) -> Vec<R> {
    rows.sort_by_cached_key(|row| {
        let Shelf { position, variant_id, .. } = shelf(row);
        (position, variant_id)
    });
    rows
}
