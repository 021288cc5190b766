//! The orders that a site user looks back on.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::TenantDb;
use stoa_entity::tenant::order;
use stoa_kernel::TenantCtx;
use stoa_kernel::page::{Page, PageRequest};

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
    let account = store::account(&tx, id).await?.ok_or(CommerceError::NotFound)?;
    let own = match account.email_verified_on {
        Some(_) => store::ordered_by(&account.email, Some(id)),
        None => Condition::all().add(order::Column::SiteUserId.eq(id.clone())),
    };
    let page = orders::page_of(&tx, own, request).await?;
    Ok(page.map(|(summary, status_url)| OwnOrder { summary, status_url }))
}
