//! Personal data in price lists: export and erasure.

use async_trait::async_trait;
use serde_json::{Map, Value};
use stoa_entity::TenantTx;

use super::store;
use crate::CommerceError;
use crate::customers::{PersonRecords, PersonalData};

/// Price lists of single customers.
pub(crate) struct PriceListData;

#[async_trait]
impl PersonalData for PriceListData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let names = store::list_names_containing(tx, person.addresses).await?;
        document.insert("priceLists".to_owned(), names.into());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        Ok(store::remove_addresses(tx, person.addresses).await?)
    }
}
