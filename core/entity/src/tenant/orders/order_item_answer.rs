//! Values of a product form for an order line, as of the purchase.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::id::{OrderId, OrderItemId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `order_item_answer`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "order_item_answer")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The line.
    #[sea_orm(primary_key, auto_increment = false)]
    pub order_item_id: OrderItemId,
    /// The order.
    pub order_id: OrderId,
    /// The fields with their values.
    pub answers: JsonOf<Vec<ItemAnswer>>,
}

/// A shopper's answer, with the label at the time of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemAnswer {
    /// Label of the field.
    pub label: String,
    /// The answer; multiple choices are separated by commas.
    pub value: String,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
