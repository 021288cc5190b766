//! Personal data in reviews and review requests: export and erasure.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{product_review, review_request};

use super::requests::person;
use crate::CommerceError;
use crate::customers::{PersonRecords, PersonalData};

/// Reviews of what a person bought, and requests for them.
pub(crate) struct ReviewData;

#[async_trait]
impl PersonalData for ReviewData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let own = product_review::Column::OrderId.is_in(person.orders.iter().cloned());
        let find = tx.find::<product_review::Entity>().filter(own).order_by_asc(product_review::Column::Id);
        let shown = |row: product_review::Model| {
            json!({
                "orderId": row.order_id, "productId": row.product_id, "productName": row.product_name,
                "rating": row.rating, "author": row.author, "text": row.body, "state": row.state.as_str(),
                "reply": row.reply, "createdOn": row.created_on,
            })
        };
        document.insert("productReviews".to_owned(), find.all().await?.into_iter().map(shown).collect());
        let own = review_request::Column::Person.is_in(people(tx, person));
        let rows = tx.find::<review_request::Entity>().filter(own).all().await?;
        let shown = |row: review_request::Model| json!({"orderId": row.order_id, "writtenOn": row.written_on, "wantsNoMore": row.has_left});
        document.insert("reviewRequests".to_owned(), rows.into_iter().map(shown).collect());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        let own = product_review::Column::OrderId.is_in(person.orders.iter().cloned());
        tx.delete::<product_review::Entity>(own).exec().await?;
        tx.delete::<review_request::Entity>(review_request::Column::Person.is_in(people(tx, person))).exec().await?;
        Ok(())
    }
}

fn people(tx: &TenantTx, of: &PersonRecords<'_>) -> Vec<String> {
    of.emails().map(|email| person(tx, email)).collect()
}
