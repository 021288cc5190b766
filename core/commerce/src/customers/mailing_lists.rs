//! Subscriptions of a person to mailing lists: export and erasure.

use std::collections::HashMap;

use async_trait::async_trait;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_entity::TenantTx;
use stoa_entity::tenant::{mailing_list, pending_subscriber, subscriber};
use stoa_kernel::id::MailingListId;

use super::personal_data::{PersonRecords, PersonalData};
use crate::CommerceError;

/// Subscriptions, confirmed or not.
pub(super) struct MailingListData;

#[async_trait]
impl PersonalData for MailingListData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        document.insert("mailingLists".to_owned(), subscriptions(tx, person).await?.into());
        document.insert("pendingSubscriptions".to_owned(), unconfirmed_subscriptions(tx, person).await?.into());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        tx.delete::<subscriber::Entity>(subscriber::Column::Email.is_in(person.emails())).exec().await?;
        tx.delete::<pending_subscriber::Entity>(pending_subscriber::Column::Email.is_in(person.emails()))
            .exec()
            .await?;
        Ok(())
    }
}

async fn subscriptions(tx: &TenantTx, person: &PersonRecords<'_>) -> Result<Vec<Value>, CommerceError> {
    let own = subscriber::Column::Email.is_in(person.emails());
    let rows = tx.find::<subscriber::Entity>().filter(own).all().await?;
    let names = list_names(tx, rows.iter().map(|row| row.mailing_list_id.clone()).collect()).await?;
    let shown = |row: subscriber::Model| json!({"list": names.get(&row.mailing_list_id), "source": row.source, "consentedOn": row.consented_on});
    Ok(rows.into_iter().map(shown).collect())
}

/// Mailing list subscriptions that were requested but not confirmed yet.
async fn unconfirmed_subscriptions(tx: &TenantTx, person: &PersonRecords<'_>) -> Result<Vec<Value>, CommerceError> {
    let own = pending_subscriber::Column::Email.is_in(person.emails());
    let rows = tx.find::<pending_subscriber::Entity>().filter(own).all().await?;
    let names = list_names(tx, rows.iter().map(|row| row.mailing_list_id.clone()).collect()).await?;
    let shown = |row: pending_subscriber::Model| {
        json!({
            "list": names.get(&row.mailing_list_id), "email": row.email, "source": row.source,
            "requestedOn": row.asked_on, "expiresOn": row.expires_on,
        })
    };
    Ok(rows.into_iter().map(shown).collect())
}

async fn list_names(tx: &TenantTx, ids: Vec<MailingListId>) -> Result<HashMap<MailingListId, String>, CommerceError> {
    let own = mailing_list::Column::Id.is_in(ids);
    let lists = tx.find::<mailing_list::Entity>().filter(own).all().await?;
    Ok(lists.into_iter().map(|list| (list.id, list.name)).collect())
}
