//! Personal data in discounts: export and erasure.

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;
use stoa_entity::tenant::discount_use;

use super::store;
use crate::CommerceError;
use crate::customers::{PersonRecords, PersonalData};

/// Discounts of single customers, and what is known of their use.
pub(crate) struct DiscountData;

#[async_trait]
impl PersonalData for DiscountData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let names = store::names_limited_to(tx, person.addresses).await?;
        document.insert("personalDiscounts".to_owned(), names.into());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        store::remove_customers(tx, person.addresses).await?;
        tx.update::<discount_use::Entity>(discount_use::Column::CustomerKey.is_in(person.emails()))
            .set(discount_use::Column::CustomerKey, None::<String>)
            .exec()
            .await?;
        Ok(())
    }
}
