//! The tables of a site. Every row carries its website id.

pub mod asset;
pub mod audit;
pub mod cart;
pub mod cart_entry;
pub mod category;
pub mod collection;
pub mod counter;
pub mod form_key;
pub mod fulfillment;
pub mod mail;
pub mod order;
pub mod order_event;
pub mod order_item;
pub mod outbox;
pub mod payment;
pub mod plugin_setting;
pub mod plugin_storage;
pub mod post;
pub mod product;
pub mod site;
pub mod site_session;
pub mod site_user;
pub mod stock_change;
pub mod submission;
pub mod variant;
