//! Tax rules by place.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{TaxRuleId, WebsiteId};

/// One row of `tax_rule`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "tax_rule")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: TaxRuleId,
    /// Name on the invoice.
    pub label: String,
    /// ISO 3166 two-letter country code; `*` for everywhere.
    pub country: String,
    /// State, province, prefecture; empty for the whole country.
    pub region: String,
    /// Prefix of the postal code; empty for all.
    pub postal_prefix: String,
    /// Rate in basis points: 700 is 7 %.
    pub rate_basis_points: i64,
    /// Whether it applies to shipping too.
    pub on_shipping: bool,
    /// Start of its validity, UTC milliseconds.
    pub valid_from: Option<Timestamp>,
    /// End of its validity, UTC milliseconds.
    pub valid_until: Option<Timestamp>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Creation time, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
