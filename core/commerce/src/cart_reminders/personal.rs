//! Personal data in cart reminders: export and erasure.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::cart_reminder;

use super::person;
use crate::CommerceError;
use crate::customers::{PersonRecords, PersonalData};

/// Cart reminders.
pub(crate) struct CartReminderData;

#[async_trait]
impl PersonalData for CartReminderData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let own = cart_reminder::Column::Person.is_in(people(tx, person));
        let rows = tx.find::<cart_reminder::Entity>().filter(own).all().await?;
        let shown = |row: cart_reminder::Model| {
            json!({
                "cartId": row.cart_id, "writtenOn": row.written_on, "cameBackOn": row.came_back_on,
                "boughtOn": row.bought_on,
            })
        };
        document.insert("cartReminders".to_owned(), rows.into_iter().map(shown).collect());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        tx.delete::<cart_reminder::Entity>(cart_reminder::Column::Person.is_in(people(tx, person))).exec().await?;
        Ok(())
    }
}

fn people(tx: &TenantTx, of: &PersonRecords<'_>) -> Vec<String> {
    of.emails().map(|email| person(tx, email)).collect()
}
