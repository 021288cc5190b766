//! Which version of a plugin reads a webhook: the one that began the payment that it is about, as long as that is there.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{payment, saved_payment_method};
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::TenantCtx;
use stoa_kernel::payment::AttemptStatus;

use super::webhooks::find_reported_attempt;
use crate::CommerceError;
use crate::ports::{PaymentError, Payments, Webhook, WebhookEvent};

/// The events of a genuine webhook. What the version that the site uses refuses may be known to one of those before: its
/// processor goes on to tell of the payments that it began. Of others, no earlier version is believed: the one in use may
/// refuse what they should have refused.
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
                    Some(version) => reading.event_by(db, &version, event).await?,
                    None => event,
                });
            }
            Ok(read)
        }
        Err(fault @ PaymentError::Refused { .. }) => {
            reading.events_of_versions_before(db).await?.ok_or_else(|| failed(&fault))
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

/// The events about payments that a version began.
async fn begun_by(
    db: &TenantDb,
    provider: &str,
    version: &str,
    events: Vec<WebhookEvent>,
) -> Result<Vec<WebhookEvent>, CommerceError> {
    let mut own = Vec::new();
    for event in events {
        if began_by(db, provider, &event).await?.as_deref() == Some(version) {
            own.push(event);
        }
    }
    Ok(own)
}

/// Whether a processor may still tell a version of something that it began: of a payment whose money did not all go back,
/// since also one that was declined can be captured late, or of a saved method.
async fn has_payments(db: &TenantDb, provider: &str, version: &str) -> Result<bool, DbError> {
    let tx = db.read().await?;
    let may_be_told = AttemptStatus::values_where(|status| status != AttemptStatus::Refunded);
    let payments = tx
        .find::<payment::Entity>()
        .filter(payment::Column::PluginDigest.eq(version))
        .filter(payment::Column::Provider.eq(provider))
        .filter(payment::Column::Status.is_in(may_be_told));
    if payments.limit(1).count().await? > 0 {
        return Ok(true);
    }
    let saved = tx
        .find::<saved_payment_method::Entity>()
        .filter(saved_payment_method::Column::PluginDigest.eq(version))
        .filter(saved_payment_method::Column::Provider.eq(provider));
    Ok(saved.limit(1).count().await? > 0)
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
    /// The event as the version reads it that began its payment; as it is, if that version does not know it, or takes it
    /// for one of a payment that another version began.
    async fn event_by(
        &mut self,
        db: &TenantDb,
        version: &str,
        event: WebhookEvent,
    ) -> Result<WebhookEvent, CommerceError> {
        let read = match self.by_version.get(version) {
            Some(read) => read.clone(),
            None => {
                let read = self.read_by(version).await?;
                self.by_version.insert(version.to_owned(), read.clone());
                read
            }
        };
        let same = read.into_iter().flatten().find(|own| own.event_id == event.event_id);
        let own = begun_by(db, self.provider, version, same.into_iter().collect()).await?;
        Ok(own.into_iter().next().unwrap_or(event))
    }

    /// The events about its own payments in what an earlier version reads: of those that may say what is genuine and
    /// still have payments, the latest that knows the payment. None if none of them finds the message genuine, or it tells
    /// of payments of other versions alone.
    async fn events_of_versions_before(&self, db: &TenantDb) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let before = self.payments.versions_before(self.ctx, self.provider).await.map_err(|fault| failed(&fault))?;
        let (mut tells_nothing, mut silent) = (false, None);
        for version in before {
            if !has_payments(db, self.provider, &version).await? {
                continue;
            }
            let read = match self.read_by(&version).await {
                Ok(Some(read)) => read,
                Ok(None) => continue,
                // Another one may know the message.
                Err(fault) => {
                    silent = Some(fault);
                    continue;
                }
            };
            // Such as a message of a kind that it has no use for.
            tells_nothing |= read.is_empty();
            let own = begun_by(db, self.provider, &version, read).await?;
            if !own.is_empty() {
                return Ok(Some(own));
            }
        }
        match silent {
            // The message may be one of its payments, so it has to be sent again.
            Some(fault) => Err(fault),
            None => Ok(tells_nothing.then(Vec::new)),
        }
    }

    async fn read_by(&self, version: &str) -> Result<Option<Vec<WebhookEvent>>, CommerceError> {
        let read = self.payments.verify_webhook_by(self.ctx, self.provider, version, self.webhook).await;
        read.map_err(|fault| failed(&fault))
    }
}
