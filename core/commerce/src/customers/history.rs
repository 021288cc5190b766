//! The orders that a site user looks back on.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::tenant::order;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::TenantCtx;
use stoa_kernel::id::SiteUserId;
use stoa_kernel::page::{Page, PageRequest};

use super::person::Person;
use super::{member, store};
use crate::CommerceError;
use crate::orders::{self, OrderSummary};

/// An order as its customer sees it in a list.
#[derive(Clone, Debug, PartialEq)]
pub struct OwnOrder {
    /// What lists show of it.
    pub summary: OrderSummary,
    /// The page on which it is followed.
    pub status_url: String,
}

/// A page of the orders of who calls, the latest first: those placed while signed in and, once the
/// address was proven, those that it placed as a guest.
///
/// # Errors
/// 401 when nobody is signed in; a message beside `cursor`.
pub async fn orders(ctx: &TenantCtx, db: &TenantDb, request: &PageRequest) -> Result<Page<OwnOrder>, CommerceError> {
    let id = member(ctx)?;
    let tx = db.read().await?;
    let page = orders::page_of(&tx, own_orders(&tx, id).await?, request).await?;
    Ok(page.map(|(summary, status_url)| OwnOrder { summary, status_url }))
}

/// Which orders are those of an account.
pub(crate) async fn own_orders(tx: &TenantTx, id: &SiteUserId) -> Result<Condition, CommerceError> {
    let account = store::account(tx, id).await?.ok_or(CommerceError::NotFound)?;
    Ok(match account.email_verified_on {
        Some(_) => Person::of_account(tx, &account).await?.orders(),
        None => Condition::all().add(order::Column::SiteUserId.eq(id.clone())),
    })
}
