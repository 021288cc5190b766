//! E-mails to a person, and events about them that wait: export and erasure.

use async_trait::async_trait;
use sea_orm::sea_query::{Expr, ExprTrait, Func};
use serde_json::{Map, Value, json};
use stoa_entity::tenant::mail;
use stoa_entity::{TenantTx, outbox, site_events};

use super::personal_data::{PersonRecords, PersonalData};
use crate::CommerceError;

/// E-mails and events.
pub(super) struct MessageData;

#[async_trait]
impl PersonalData for MessageData {
    async fn export(
        &self,
        tx: &TenantTx,
        person: &PersonRecords<'_>,
        document: &mut Map<String, Value>,
    ) -> Result<(), CommerceError> {
        let lower = Expr::expr(Func::lower(Expr::col(mail::Column::ToAddress)));
        let rows = tx.find::<mail::Entity>().filter(lower.is_in(person.emails())).all().await?;
        let message = |row: mail::Model| {
            json!({
                "kind": row.kind, "to": row.to_address, "subject": row.subject, "createdOn": row.created_on,
                "sentOn": row.sent_on,
            })
        };
        document.insert("emails".to_owned(), rows.into_iter().map(message).collect());
        Ok(())
    }

    async fn erase(&self, tx: &TenantTx, person: &PersonRecords<'_>) -> Result<(), CommerceError> {
        stoa_email::erase_person(tx, person.addresses).await?;
        outbox::erase_person_events(tx, person.addresses).await?;
        site_events::erase_person(tx, person.addresses).await?;
        Ok(())
    }
}
