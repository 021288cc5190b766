//! Lists of orders and single orders, for contributors.

use stoa_entity::keyset::Cursor;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::OrderId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};
use subtle::ConstantTimeEq as _;

use super::model::OrderView;
use super::sorting::OrderSorting;
use super::summary::{OrderFilter, OrderSummary};
use super::{details, store};
use crate::CommerceError;

/// Lists the site's orders, one page at a time.
///
/// # Errors
/// When the caller may not read orders; a field error for `cursor`.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    filter: &OrderFilter,
    sorting: OrderSorting,
    request: &PageRequest,
) -> Result<Page<OrderSummary>, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let behind = request.cursor.as_deref().map(|cursor| sorting.order().read(cursor)).transpose()?;
    let tx = db.read().await?;
    let spots = store::spots(&tx, filter, sorting, behind.as_ref(), request.limit() + 1).await?;
    let page = Page::from_rows(spots, request.limit(), Cursor::encode);
    let rows = store::at(&tx, &page.items).await?;
    Ok(Page { items: store::summaries(&tx, &rows).await?, next_cursor: page.next_cursor })
}

/// Returns one order.
///
/// # Errors
/// When the caller may not read orders or the order does not exist.
#[boxed]
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, order_id: &OrderId) -> Result<OrderView, CommerceError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let tx = db.read().await?;
    let head = details::head(&tx, order_id).await?;
    details::assemble(&tx, head, false).await
}

/// The order of the customer who placed it, in the words in which it was bought, found by the code in the URL of the
/// confirmation page. `by_tester`: the
/// caller is testing a shop they work on.
///
/// # Errors
/// [`CommerceError::NotFound`] when the code is wrong.
#[boxed]
pub async fn by_auth_code(
    tx: &TenantTx,
    order_id: &str,
    auth_code: &str,
    by_tester: bool,
) -> Result<OrderView, CommerceError> {
    let id: OrderId = order_id.parse().map_err(|_| CommerceError::NotFound)?;
    let head = details::head(tx, &id).await?;
    let opens: bool = head.row.auth_code.as_bytes().ct_eq(auth_code.as_bytes()).into();
    if !opens {
        return Err(CommerceError::NotFound);
    }
    Ok(details::assemble(tx, head, by_tester).await?.for_customer())
}

/// The order of a customer, found by the token in the URL of the status page.
///
/// # Errors
/// [`CommerceError::NotFound`] when the token is invalid.
#[boxed]
pub async fn by_status_token(tx: &TenantTx, token: &str, by_tester: bool) -> Result<OrderView, CommerceError> {
    let (order_id, auth_code) = token.split_once('.').ok_or(CommerceError::NotFound)?;
    by_auth_code(tx, order_id, auth_code, by_tester).await
}
