//! Order history of a site user.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::SiteUserId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::{TenantCtx, boxed};

use super::identity::Person;
use super::{member, store};
use crate::CommerceError;
use crate::orders::{self, OrderSummary};

/// An order in the customer's own list.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrder {
    /// Summary as in lists.
    pub summary: OrderSummary,
    /// Its status page.
    pub status_url: String,
}

/// A page of the caller's orders, the latest first: those placed while signed in and, if the e-mail address is
/// verified, those placed as a guest with it.
///
/// # Errors
/// 401 when nobody is signed in; a field error on `cursor`.
#[boxed]
pub async fn orders(ctx: &TenantCtx, db: &TenantDb, request: &PageRequest) -> Result<Page<OwnOrder>, CommerceError> {
    let id = member(ctx)?;
    let tx = db.read().await?;
    let page = orders::page_of(&tx, own_orders(&tx, id).await?, request).await?;
    Ok(page.map(|(summary, status_url)| OwnOrder { summary, status_url }))
}

/// Condition for the orders of an account.
pub(crate) async fn own_orders(tx: &TenantTx, id: &SiteUserId) -> Result<Condition, CommerceError> {
    let account = store::account(tx, id).await?.ok_or(CommerceError::NotFound)?;
    Ok(match account.email_verified_on {
        Some(_) => Person::of_account(tx, &account).await?.orders(),
        None => Condition::all().add(order::Column::SiteUserId.eq(id.clone())),
    })
}
