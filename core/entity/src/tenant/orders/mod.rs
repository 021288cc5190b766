//! Orders and their fulfilment.

pub mod counter;
pub mod download;
pub mod fulfillment;
pub mod fulfillment_item;
pub mod order;
pub mod order_donation;
pub mod order_event;
pub mod order_item;
pub mod order_item_answer;
pub mod order_language;
pub mod order_subscription;
pub mod order_tag;
