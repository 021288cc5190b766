//! Tokens e-mailed to site users. Each works once and for a short time.

use sea_orm::entity::prelude::*;
use stoa_kernel::account::AccountEmailKind;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SiteUserId, WebsiteId};

/// One row of `site_user_token`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "site_user_token")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// SHA-256 of the token.
    #[sea_orm(primary_key, auto_increment = false)]
    pub token_hash: String,
    /// The account.
    pub site_user_id: SiteUserId,
    /// What it is for.
    pub purpose: AccountEmailKind,
    /// Hash of the purpose and of the address to which the token was sent; none for old tokens.
    pub bound_to: Option<String>,
    /// Expiry, UTC milliseconds.
    pub expires_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
