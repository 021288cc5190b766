//! Languages of e-mails about orders, and the words in which orders were bought.

use std::collections::BTreeMap;

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::{OrderId, WebsiteId};

use super::checkout_detail::CheckoutAnswer;
use super::order::ShippingChoice;
use super::order_item_answer::ItemAnswer;
use crate::json_column::JsonOf;

/// One row of `order_language`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_language")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The order.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_id: OrderId,
    /// BCP 47 tag of the language shown to the shopper when the order was placed.
    pub language: String,
    /// The words in this language that the shopper read, where they are others than the owner's.
    pub words: Option<JsonOf<OrderWords>>,
}

/// Words of an order for its customer. What is not in them is as the owner wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct OrderWords {
    /// Lines by the ids of the order's lines.
    pub lines: BTreeMap<String, LineWords>,
    /// Names of discounts by their ids.
    pub discounts: BTreeMap<String, String>,
    /// Names of taxes by the ids of their rules.
    pub taxes: BTreeMap<String, String>,
    /// The shipping option or pick-up location.
    pub shipping_option: Option<ShippingChoice>,
    /// The answers at the checkout; empty if they are as the owner sees them.
    pub answers: Vec<CheckoutAnswer>,
}

/// Words of a line of an order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct LineWords {
    /// Name of the product.
    pub name: String,
    /// Pairs of option name and value, in the order of the product's options.
    pub options: Vec<(String, String)>,
    /// Answers to the product's form.
    pub answers: Vec<ItemAnswer>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
