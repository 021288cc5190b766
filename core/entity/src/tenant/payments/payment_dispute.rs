//! Disputes of payments: buyers who asked their bank to take money back.

use sea_orm::entity::prelude::*;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{OrderId, PaymentId, WebsiteId};
use stoa_kernel::money::Cents;
use stoa_kernel::payment::DisputeStatus;

/// One row of `payment_dispute`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "payment_dispute")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order of the payment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// The disputed payment.
    #[sea_orm(primary_key, auto_increment = false)]
    pub payment_id: PaymentId,
    /// The provider's id of the dispute.
    #[sea_orm(primary_key, auto_increment = false)]
    pub reference: String,
    /// Its status.
    pub status: DisputeStatus,
    /// The disputed amount, minor units; none when the provider did not tell it.
    pub amount_cents: Option<Cents>,
    /// ISO 4217 code of the amount.
    pub currency: String,
    /// The provider's word for the reason; may be empty.
    pub reason: String,
    /// Until when the shop can answer, UTC milliseconds.
    pub respond_by: Option<Timestamp>,
    /// When the message arrived that told the present status, UTC milliseconds.
    pub told_on: Timestamp,
    /// When it was first told, UTC milliseconds.
    pub created_on: Timestamp,
    /// Last change of the status, UTC milliseconds.
    pub updated_on: Timestamp,
}

/// Relations are declared in `crate::relations`.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
