//! Payment settings of a store.

use sea_orm::entity::prelude::*;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::payment::CaptureMode;

/// One row of `payment_setting`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "payment_setting")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// Whether test payment methods are offered.
    pub test_mode: bool,
    /// When authorised payments are captured.
    pub capture_mode: CaptureMode,
    /// How long stock is reserved for an order that is paid by transfer or on delivery, hours.
    pub transfer_hold_hours: i64,
    /// Manual payment methods of the owner, in order.
    pub methods: Json,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: i64,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
