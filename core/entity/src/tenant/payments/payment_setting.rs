//! Payment settings of a store.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::payment::CaptureMode;

use crate::json_column::JsonOf;

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
    /// The methods in the order shown to shoppers.
    pub methods: JsonOf<Vec<MethodChoice>>,
    /// Revision, incremented by each change.
    pub revision: i64,
    /// Last change, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// A payment method as configured by the owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct MethodChoice {
    /// Plugin that takes the money.
    pub provider: String,
    /// The provider's method.
    pub method: String,
    /// Whether shoppers can select it.
    pub enabled: bool,
    /// Label shown to shoppers in place of the plugin's own.
    pub label: Option<String>,
    /// Whether customers can save it, if the provider can.
    #[serde(default = "saves_by_default")]
    pub saves: bool,
}

fn saves_by_default() -> bool {
    true
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
