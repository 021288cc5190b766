//! Lists of product parts, such as variants, sorted by product name. Products are read from an index in batches, and
//! their parts only until the page is full.

use std::collections::HashMap;

use sea_orm::sea_query::{Condition, Expr, Func};
use serde::{Deserialize, Serialize};
use stoa_entity::TenantTx;
use stoa_entity::keyset::{Cursor, SortOrder};
use stoa_entity::tenant::product;
use stoa_kernel::id::{ProductId, VariantId};
use stoa_kernel::page::{Page, PageRequest};

use crate::CommerceError;

/// Products per batch: enough for a page of the usual size, and no more, as each can have hundreds of variants.
const BATCH: u64 = 60;

/// Position of a variant in such a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct VariantPosition {
    /// Its product.
    pub(crate) product_id: ProductId,
    /// Its position among the variants of the product.
    pub(crate) position: i32,
    /// The variant.
    pub(crate) variant_id: VariantId,
}

/// Cursor: the last row of a page.
#[derive(Serialize, Deserialize)]
struct NameCursor {
    name: String,
    product: ProductId,
    position: i32,
    variant: VariantId,
}

/// Order by product name, ignoring case.
pub(crate) fn order(descending: bool) -> SortOrder<product::Column> {
    let name = Expr::expr(Func::lower(Expr::col(product::Column::Name)));
    SortOrder::of_texts(name, product::Column::Id, descending)
}

/// Builds a page by reading the parts of one batch of products after the other.
pub(crate) struct PageBuilder<'a, R> {
    tx: &'a TenantTx,
    wanted: Condition,
    order: SortOrder<product::Column>,
    limit: u64,
    behind: Option<Cursor>,
    /// The cursor, until the remaining rows of its product are read.
    begun: Option<NameCursor>,
    /// The current batch of products.
    met: Vec<Cursor>,
    ended: bool,
    /// Each row with the lower-case name of its product, lowered by the database.
    rows: Vec<(String, R)>,
}

impl<'a, R> PageBuilder<'a, R> {
    /// Starts after the cursor, with the products that meet a condition.
    ///
    /// # Errors
    /// A field error on `cursor`.
    pub(crate) fn begin(
        tx: &'a TenantTx,
        wanted: Condition,
        descending: bool,
        request: &PageRequest,
    ) -> Result<Self, CommerceError> {
        let read = |cursor: &String| {
            let wrong = |_| CommerceError::field("cursor", "The cursor does not belong to this list.");
            serde_json::from_str::<NameCursor>(cursor).map_err(wrong)
        };
        let begun = request.cursor.as_ref().map(read).transpose()?;
        let (order, limit) = (order(descending), request.limit());
        Ok(Self { tx, wanted, order, limit, behind: None, begun, met: Vec::new(), ended: false, rows: Vec::new() })
    }

    /// The next batch of products whose rows are to be loaded; `None` when the page is full or no products are left.
    ///
    /// # Errors
    /// When the database fails.
    pub(crate) async fn next(&mut self) -> Result<Option<Vec<ProductId>>, CommerceError> {
        let is_full = u64::try_from(self.rows.len()).is_ok_and(|rows| rows > self.limit);
        if self.ended || is_full {
            return Ok(None);
        }
        self.met = match &self.begun {
            Some(place) => vec![Cursor::of_text(place.name.clone(), place.product.clone())],
            None => {
                let products = self.tx.find::<product::Entity>().filter(self.wanted.clone());
                let met = self.order.cursors(products, self.behind.as_ref(), BATCH).await?;
                self.ended = u64::try_from(met.len()).is_ok_and(|met| met < BATCH);
                met
            }
        };
        let Some(last) = self.met.last() else { return Ok(None) };
        self.behind = Some(last.clone());
        Ok(Some(self.met.iter().filter_map(|spot| spot.id().parse().ok()).collect()))
    }

    /// Adds the rows of the current batch, in any order.
    pub(crate) fn take(&mut self, rows: Vec<R>, position_of: impl Fn(&R) -> VariantPosition) {
        let begun = self.begun.take();
        let is_behind = |own: &VariantPosition| {
            begun.as_ref().is_none_or(|place| (own.position, &own.variant_id) > (place.position, &place.variant))
        };
        let mut found: HashMap<String, Vec<(VariantPosition, R)>> = HashMap::new();
        for row in rows {
            let own = position_of(&row);
            if is_behind(&own) {
                found.entry(own.product_id.to_string()).or_default().push((own, row));
            }
        }
        for spot in &self.met {
            let mut own = found.remove(spot.id()).unwrap_or_default();
            own.sort_by(|(one, _), (other, _)| {
                (one.position, &one.variant_id).cmp(&(other.position, &other.variant_id))
            });
            self.rows.extend(own.into_iter().map(|(_, row)| (spot.text().to_owned(), row)));
        }
    }

    /// The finished page. Call after `next` has returned `None`.
    pub(crate) fn page(self, position_of: impl Fn(&R) -> VariantPosition) -> Page<R> {
        let cursor = |(name, row): &(String, R)| {
            let VariantPosition { product_id, position, variant_id } = position_of(row);
            let place = NameCursor { name: name.clone(), product: product_id, position, variant: variant_id };
            serde_json::to_string(&place).unwrap_or_default()
        };
        Page::from_rows(self.rows, self.limit, cursor).map(|(_, row)| row)
    }
}
