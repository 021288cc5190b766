//! Personal data in reviews: export and erasure.

use sea_orm::ColumnTrait;
use serde_json::{Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{product_review, review_request};
use stoa_kernel::id::OrderId;

use super::requests::person;
use crate::CommerceError;

/// The reviews of the lines of these orders.
pub(crate) async fn of_orders(tx: &TenantTx, orders: &[OrderId]) -> Result<Vec<Value>, CommerceError> {
    let own = product_review::Column::OrderId.is_in(orders.iter().cloned());
    let find = tx.find::<product_review::Entity>().filter(own).order_by_asc(product_review::Column::Id);
    let shown = |row: product_review::Model| {
        json!({
            "orderId": row.order_id, "productId": row.product_id, "productName": row.product_name,
            "rating": row.rating, "author": row.author, "text": row.body, "state": row.state.as_str(),
            "reply": row.reply, "createdOn": row.created_on,
        })
    };
    Ok(find.all().await?.into_iter().map(shown).collect())
}

/// The review requests sent to these e-mail addresses.
pub(crate) async fn review_requests_to(tx: &TenantTx, addresses: &[String]) -> Result<Vec<Value>, CommerceError> {
    let people: Vec<String> = addresses.iter().map(|email| person(tx, email)).collect();
    let rows = tx.find::<review_request::Entity>().filter(review_request::Column::Person.is_in(people)).all().await?;
    let shown = |row: review_request::Model| json!({"orderId": row.order_id, "writtenOn": row.written_on, "wantsNoMore": row.has_left});
    Ok(rows.into_iter().map(shown).collect())
}

/// Deletes the reviews of the lines of an order.
pub(crate) async fn delete_order_reviews(tx: &TenantTx, order: &OrderId) -> Result<(), CommerceError> {
    tx.delete::<product_review::Entity>(product_review::Column::OrderId.eq(order.clone())).exec().await?;
    Ok(())
}

/// Deletes the review requests sent to these e-mail addresses.
pub(crate) async fn delete_review_requests(tx: &TenantTx, addresses: &[String]) -> Result<(), CommerceError> {
    let people: Vec<String> = addresses.iter().map(|email| person(tx, email)).collect();
    tx.delete::<review_request::Entity>(review_request::Column::Person.is_in(people)).exec().await?;
    Ok(())
}
