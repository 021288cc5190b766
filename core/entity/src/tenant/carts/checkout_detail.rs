//! Note and custom field values entered at the checkout. Stored with the cart; after the purchase they belong to its
//! order.

use sea_orm::entity::prelude::*;
use serde::{Deserialize, Serialize};
use stoa_kernel::checkout::CheckoutFieldKind;
use stoa_kernel::id::{CartId, WebsiteId};

use crate::json_column::JsonOf;

/// One row of `checkout_detail`.
#[derive(Clone, Debug, PartialEq, DeriveEntityModel)]
#[sea_orm(table_name = "checkout_detail")]
pub struct Model {
    /// The site it belongs to.
    #[sea_orm(primary_key, auto_increment = false)]
    pub website_id: WebsiteId,
    /// The cart.
    #[sea_orm(primary_key, auto_increment = false)]
    pub cart_id: CartId,
    /// Note of the customer to the store.
    pub note: String,
    /// Answers to the shop's questions.
    pub answers: JsonOf<Vec<CheckoutAnswer>>,
}

/// An answer, with the question's text at the time of the answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct CheckoutAnswer {
    /// Id of the question.
    pub field_id: String,
    /// The question.
    pub label: String,
    /// The answer; for a checked checkbox `Yes`, or the word for it in the language in which it was read.
    pub value: String,
    /// Type of the answer. Answers that are older than this member do not have it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<CheckoutFieldKind>,
    /// What the plugin that asks calls the choice; none for other answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub choice: Option<String>,
}

/// Rows are fetched one table at a time; no relations are declared.
#[derive(Copy, Clone, Debug, EnumIter, DeriveRelation)]
pub enum Relation {}

impl ActiveModelBehavior for ActiveModel {}
