//! The orders of one customer.

use sea_orm::sea_query::Condition;
use stoa_entity::TenantTx;
use stoa_entity::tenant::order;
use stoa_kernel::page::{Page, PageRequest};

use super::model::status_url;
use super::sorting::OrderSorting;
use super::store;
use super::summary::OrderSummary;
use crate::CommerceError;

/// Lists the orders that meet a condition, newest first, one page at a time, each with the URL of its status page.
pub(crate) async fn page_of(
    tx: &TenantTx,
    condition: Condition,
    request: &PageRequest,
) -> Result<Page<(OrderSummary, String)>, CommerceError> {
    let own = tx.find::<order::Entity>().filter(condition);
    let page = OrderSorting::default().order().page(own, request).await?;
    let rows = store::at(tx, &page.items).await?;
    let summaries = store::summaries(tx, &rows).await?;
    let items = summaries.into_iter().zip(rows.iter().map(status_url)).collect();
    Ok(Page { items, next_cursor: page.next_cursor })
}
