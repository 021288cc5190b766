//! The current cart of each account. Carts that go directly to a checkout are not included.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::{CartId, SiteUserId, WebsiteId};

/// One row of `site_user_cart`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_user_cart")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The account.
    #[sea_orm(primary_key, auto_increment = false)]
    pub site_user_id: SiteUserId,
    /// The cart.
    pub cart_id: CartId,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
