//! Stock history.

use sea_orm::entity::prelude::*;
use stoa_kernel::catalogue::StockReason;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{StockChangeId, VariantId, WebsiteId};

/// One row of `stock_change`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "stock_change")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Its id.
    #[sea_orm(primary_key, auto_increment = false)]
    pub id: StockChangeId,
    /// The variant.
    pub variant_id: VariantId,
    /// Quantity added; negative when removed.
    pub delta: i64,
    /// Why it changed.
    pub reason: StockReason,
    /// Cause, such as the order id.
    pub reference: String,
    /// Who caused it.
    pub actor: String,
    /// Idempotency key of the request.
    pub request_key: Option<String>,
    /// Time, UTC milliseconds.
    pub created_on: Timestamp,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
