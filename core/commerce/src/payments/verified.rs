//! Which version of a plugin reads a webhook: the one that began the payment that it is about, as long as that is there.

use std::collections::BTreeMap;

use stoa_entity::TenantDb;
use stoa_kernel::TenantCtx;

use super::webhooks::find_reported_attempt;
use crate::CommerceError;
use crate::ports::{PaymentError, Payments, Webhook, WebhookEvent};

/// The events of a genuine webhook. What the version that the site uses refuses may be known to the one before: its
/// processor goes on to tell of the payments that it began. Of others, that version is not believed: the one in use may
/// refuse what it should have refused.
///
/// # Errors
/// [`CommerceError::WebhookRefused`] when it is not genuine, [`CommerceError::ProviderSilent`] when that cannot be
/// verified now.
pub(super) async fn verified(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    provider: &str,
    webhook: &Webhook,
) -> Result<Vec<WebhookEvent>, CommerceError> {
    let mut reading = Reading { ctx, payments, provider, webhook, by_version: BTreeMap::new() };
    match payments.verify_webhook(ctx, provider, webhook).await {
        Ok(events) => {
            let mut read = Vec::with_capacity(events.len());
            for event in events {
                let began = began_by(db, provider, &event).await?;
                read.push(match began {
                    Some(version) => reading.event_by(&version, event).await?,
                    None => event,
                });
            }
            Ok(read)
        }
        Err(fault @ PaymentError::Refused { .. }) => {
            reading.events_of_version_before(db).await?.ok_or_else(|| failed(&fault))
        }
        Err(fault) => Err(failed(&fault)),
    }
}

fn failed(fault: &PaymentError) -> CommerceError {
    match fault {
        PaymentError::Refused { .. } => CommerceError::WebhookRefused(fault.to_string()),
        PaymentError::NotNow { .. } | PaymentError::Uncertain { .. } => {
            CommerceError::ProviderSilent(fault.to_string())
        }
    }
}

/// The version that began the payment of an event.
async fn began_by(db: &TenantDb, provider: &str, event: &WebhookEvent) -> Result<Option<String>, CommerceError> {
    let tx = db.read().await?;
    let found = find_reported_attempt(&tx, provider, event).await?;
    Ok(found.and_then(|payment| payment.plugin_digest))
}

/// A webhook that several versions read.
struct Reading<'a> {
    ctx: &'a TenantCtx,
    payments: &'a dyn Payments,
    provider: &'a str,
    webhook: &'a Webhook,
    /// What each has read; none where the version that the site uses is called.
    by_version: BTreeMap<String, Option<Vec<WebhookEvent>>>,
}

impl Reading<'_> {
    /// The event as the version reads it that began its payment; as it is, if that version does not know it.
    async fn event_by(&mut self, version: &str, event: WebhookEvent) -> Result<WebhookEvent, CommerceError> {
        let read = match self.by_version.get(version) {
            Some(read) => read.clone(),
            None => {
                let read = self.read_by(version).await?;
                self.by_version.insert(version.to_owned(), read.clone());
                read
            }
        };
        let same = read.into_iter().flatten().find(|own| own.event_id == event.event_id);
        Ok(same.unwrap_or(event))
    }

    /// The events about payments that the version before began, as it reads them. None if it does not find the message
    /// genuine, or that tells of other payments alone.
    async fn events_of_version_before(&self, db: &TenantDb) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let before = self.payments.version_before(self.ctx, self.provider).await.map_err(|fault| failed(&fault))?;
        let Some(version) = before else { return Ok(None) };
        let Some(read) = self.read_by(&version).await? else { return Ok(None) };
        // Such as a message of a kind that it has no use for.
        let tells_nothing = read.is_empty();
        let mut own = Vec::new();
        for event in read {
            if began_by(db, self.provider, &event).await?.as_deref() == Some(version.as_str()) {
                own.push(event);
            }
        }
        Ok((tells_nothing || !own.is_empty()).then_some(own))
    }

    async fn read_by(&self, version: &str) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let read = self.payments.verify_webhook_by(self.ctx, self.provider, version, self.webhook).await;
        read.map_err(|fault| failed(&fault))
    }
}
