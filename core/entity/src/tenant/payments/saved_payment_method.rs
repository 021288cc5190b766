//! Payment methods that customers saved at a payment provider.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{SavedPaymentMethodId, WebsiteId};

/// One row of `saved_payment_method`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "saved_payment_method")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The id of the account; empty once it is removed, until the provider has forgotten it.
    #[sea_orm(primary_key, auto_increment = false)]
    pub owner: String,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: SavedPaymentMethodId,
    /// Plugin of the payment provider.
    pub provider: String,
    /// Digest of the version of the plugin that saved it, which is asked to forget it as long as it is there; none when
    /// not recorded.
    pub plugin_digest: Option<String>,
    /// Payment method, such as `card`.
    pub method: String,
    /// Whether the shop was in test mode when it was saved.
    pub test_mode: bool,
    /// The provider's token for it, encrypted.
    pub sealed_token: String,
    /// What the customer knows it by, such as `Visa ending in 4242`.
    pub label: String,
    /// When it expires, UTC milliseconds; none when unknown.
    pub expires_on: Option<Timestamp>,
    /// When it was saved, UTC milliseconds.
    pub created_on: Timestamp,
    /// When the provider is asked to forget it, UTC milliseconds; none while it can be used.
    pub forget_on: Option<Timestamp>,
    /// How often the provider was asked to forget it.
    pub tries: i32,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
