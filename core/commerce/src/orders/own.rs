//! The orders of one customer.

use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::order;
use stoa_kernel::page::{Page, PageRequest};

use super::model::{OrderFilter, OrderSummary, status_url};
use super::service::{cursor, read_cursor};
use super::{search, store};
use crate::CommerceError;

/// A page of the orders that meet a condition, the latest first, each with the page on which its customer
/// follows it.
pub(crate) async fn page_of(
    tx: &TenantTx,
    condition: Condition,
    request: &PageRequest,
) -> Result<Page<(OrderSummary, String)>, CommerceError> {
    let behind = request.cursor.as_deref().map(read_cursor).transpose()?;
    let rows = tx
        .find::<order::Entity>()
        .filter(condition)
        .filter(search::condition(&OrderFilter::default(), behind, None))
        .order_by_desc(order::Column::CreatedOn)
        .order_by_desc(order::Column::Id)
        .limit(request.limit() + 1)
        .all()
        .await?;
    let page = Page::from_rows(rows, request.limit(), cursor);
    let summaries = store::summaries(tx, &page.items).await?;
    let items = summaries.into_iter().zip(page.items.iter().map(status_url)).collect();
    Ok(Page { items, next_cursor: page.next_cursor })
}
