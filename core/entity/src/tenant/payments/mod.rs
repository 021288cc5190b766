//! Payments, refunds and gift cards.

pub mod gift_card;
pub mod payment;
pub mod payment_setting;
pub mod refund;
pub mod refund_item;
pub mod webhook_receipt;
