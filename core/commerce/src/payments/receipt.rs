//! Webhook messages of payment providers as they arrive: verified, stored once, and tried at once.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Condition;
use stoa_entity::json_column::{self, JsonOf};
use stoa_entity::tenant::webhook_receipt;
use stoa_entity::{DbError, TenantDb};
use stoa_kernel::id::WebhookReceiptId;
use stoa_kernel::payment::PaymentMessageStatus;
use stoa_kernel::{TenantCtx, boxed};

use super::saved_methods::seal_event;
use super::verified::{Arrived, Effort, Verified, VerifiedEvent, verified};
use super::webhook_event::KeptMessage;
use super::webhooks::{apply, wait};
use crate::CommerceError;
use crate::ports::{Payments, Webhook};

/// Receives a webhook message: verifies it, stores its events and tries to apply them. Events that cannot be applied
/// now are left to [`super::apply_due`].
///
/// # Errors
/// [`CommerceError::WebhookRefused`] when it is not genuine, [`CommerceError::ProviderSilent`] when that cannot be
/// verified now, so that the provider sends it again. Of a message about payments of both modes, what could be verified
/// counts nevertheless.
#[boxed]
pub async fn receive(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    provider: &str,
    webhook: &Webhook,
) -> Result<(), CommerceError> {
    take(ctx, db, payments, Arrived { provider, webhook, effort: Effort::Full }).await
}

/// The same for a sender of which many messages were not genuine: only the version that the site uses is asked, in the mode
/// of the shop.
///
/// # Errors
/// As [`receive`]; [`CommerceError::WebhookPutOff`] when the other mode or an earlier version might find genuine what was
/// refused.
#[boxed]
pub async fn receive_from_doubtful(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    provider: &str,
    webhook: &Webhook,
) -> Result<(), CommerceError> {
    take(ctx, db, payments, Arrived { provider, webhook, effort: Effort::Once }).await
}

async fn take(
    ctx: &TenantCtx,
    db: &TenantDb,
    payments: &dyn Payments,
    arrived: Arrived<'_>,
) -> Result<(), CommerceError> {
    let Verified { mut events, holds_token, fault } = verified(ctx, db, payments, arrived).await?;
    let kept = KeptMessage::of(arrived.provider, arrived.webhook, holds_token);
    if fault.is_some() {
        events.retain(|told| !told.is_of_other_mode());
    }
    for event in events {
        let Some(row) = store_event(ctx, db, &kept, event).await? else { continue };
        // The event is stored: the worker retries what fails now.
        let _ = apply(ctx, db, payments, row).await;
    }
    fault.map_or(Ok(()), Err)
}

/// Stores an event once. None when it was received before.
async fn store_event(
    ctx: &TenantCtx,
    db: &TenantDb,
    kept: &KeptMessage<'_>,
    told: VerifiedEvent,
) -> Result<Option<webhook_receipt::Model>, CommerceError> {
    let VerifiedEvent { event, test_mode, .. } = told;
    let tx = db.write().await?;
    let event = seal_event(&tx, kept.provider, event)?;
    let same = Condition::all()
        .add(webhook_receipt::Column::Provider.eq(kept.provider))
        .add(webhook_receipt::Column::EventId.eq(event.event_id.as_str()));
    if let Some(known) = tx.find::<webhook_receipt::Entity>().filter(same.clone()).one().await? {
        // What anyone may have made up in test mode does not keep out what is told in earnest.
        if test_mode || known.shop_test_mode != Some(true) {
            return Ok(None);
        }
        tx.delete::<webhook_receipt::Entity>(same).exec().await?;
    }
    let inserted = tx
        .insert(webhook_receipt::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(WebhookReceiptId::generate()),
            provider: Set(kept.provider.to_owned()),
            event_id: Set(event.event_id.clone()),
            shop_test_mode: Set(Some(test_mode)),
            payment_id: Set(None),
            event: Set(json_column::write("webhook_receipt.event", &event)?),
            body: Set(kept.sealed_body(&tx)?),
            body_digest: Set(kept.digest.clone()),
            headers: Set(JsonOf(kept.headers.clone())),
            status: Set(PaymentMessageStatus::Received),
            attempts: Set(0),
            next_try_on: Set(wait(ctx, 0)),
            last_error: Set(None),
            received_on: Set(ctx.now()),
            settled_on: Set(None),
        })
        .await;
    match inserted {
        // The same event was received twice concurrently.
        Err(DbError::Duplicate(_)) => Ok(None),
        Err(error) => Err(error.into()),
        Ok(row) => {
            tx.commit().await?;
            Ok(Some(row))
        }
    }
}
