//! Invitations of contributors to a site.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AccountId, InvitationId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `invitation`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "invitation")]
pub struct Model {
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: InvitationId,
    /// The site.
    pub website_id: WebsiteId,
    /// Address of the recipient, lower case.
    pub email: String,
    /// Roles it grants.
    pub roles: JsonOf<Vec<i32>>,
    /// SHA-256 of the token of its link.
    pub token_hash: String,
    /// The sender.
    pub invited_by: AccountId,
    /// When it was sent, UTC milliseconds.
    pub created_on: Timestamp,
    /// Expiry of its link, UTC milliseconds.
    pub expires_on: Timestamp,
    /// When it was accepted, UTC milliseconds.
    pub accepted_on: Option<Timestamp>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
