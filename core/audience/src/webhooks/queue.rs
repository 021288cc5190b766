//! Deliveries of form submissions to webhooks: queued, claimed, retried and listed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::json;
use stoa_entity::tenant::submission;
use stoa_entity::tenant::webhook_delivery::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::event::Event;
use stoa_kernel::id::{SubmissionId, WebhookDeliveryId};
use stoa_kernel::messages::DeliveryStatus;
use stoa_kernel::ports::WebhookMessage;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::key;
use crate::AudienceError;
use crate::submissions::Submission;

/// Number of deliveries listed for contributors.
const MAX_LISTED: u64 = 50;
/// Delays between tries, milliseconds: from half a minute to twelve hours.
const RETRY_DELAYS_MS: [i64; 7] = [30_000, 60_000, 300_000, 1_800_000, 7_200_000, 21_600_000, 43_200_000];
/// Maximum length of a stored reason, characters.
const MAX_REASON_LENGTH: usize = 500;
/// Placeholder in a message for values that should not leave the site.
const HIDDEN: &str = "(shown with the submission in the admin)";

/// A submission to be sent to a webhook URL.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// Its id.
    pub id: WebhookDeliveryId,
    /// The submission.
    pub submission_id: SubmissionId,
    /// The webhook URL.
    pub url: String,
    /// Its status.
    pub status: DeliveryStatus,
    /// How often it was tried.
    pub attempts: i32,
    /// When the next try is due, UTC milliseconds; none when there is none.
    pub due_on: Option<Timestamp>,
    /// Why the last try failed.
    pub last_error: Option<String>,
    /// When it was queued, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it was accepted, UTC milliseconds.
    pub sent_on: Option<Timestamp>,
}

impl From<Model> for Delivery {
    fn from(row: Model) -> Self {
        Self {
            id: row.id,
            submission_id: row.submission_id,
            url: row.url,
            status: row.status,
            attempts: row.attempts,
            due_on: (row.status == DeliveryStatus::Queued).then_some(row.due_on),
            last_error: row.last_error,
            created_on: row.created_on,
            sent_on: row.sent_on,
        }
    }
}

/// Queues the delivery that an event requests; a repeated event queues it once.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn handle_event(ctx: &TenantCtx, tx: &TenantTx, event: &Event) -> Result<(), AudienceError> {
    let Event::FormWebhookWanted { submission_id, url } = event else { return Ok(()) };
    let known = tx.find::<Entity>().filter(Column::SubmissionId.eq(submission_id.clone()));
    if known.filter(Column::Url.eq(url)).count().await? > 0 {
        return Ok(());
    }
    tx.insert(ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(WebhookDeliveryId::generate()),
        submission_id: Set(submission_id.clone()),
        url: Set(url.clone()),
        status: Set(DeliveryStatus::Queued),
        attempts: Set(0),
        due_on: Set(ctx.now()),
        last_error: Set(None),
        created_on: Set(ctx.now()),
        sent_on: Set(None),
    })
    .await?;
    Ok(())
}

/// Deliveries that are due, oldest first.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn due(ctx: &TenantCtx, tx: &TenantTx, most: u64) -> Result<Vec<Delivery>, AudienceError> {
    let rows =
        tx.find::<Entity>().filter(Column::Status.eq(DeliveryStatus::Queued)).filter(Column::DueOn.lte(ctx.now()));
    let rows = rows.order_by_asc(Column::DueOn).limit(most).all().await?;
    Ok(rows.into_iter().map(Delivery::from).collect())
}

/// When the next delivery is due, UTC milliseconds.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next(tx: &TenantTx) -> Result<Option<Timestamp>, AudienceError> {
    let waiting = tx.find::<Entity>().filter(Column::Status.eq(DeliveryStatus::Queued)).order_by_asc(Column::DueOn);
    Ok(waiting.one().await?.map(|row| row.due_on))
}

/// The signed message of a delivery; none when the submission was deleted.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn message(
    ctx: &TenantCtx,
    tx: &TenantTx,
    delivery: &Delivery,
) -> Result<Option<WebhookMessage>, AudienceError> {
    let own = submission::Column::Id.eq(delivery.submission_id.clone());
    let Some(row) = tx.find::<submission::Entity>().filter(own).one().await? else { return Ok(None) };
    let submission = Submission::from(row);
    let answers = submission.values.iter().map(|answer| {
        let value = if answer.kind == "password" { HIDDEN } else { answer.value.as_str() };
        json!({"field": answer.field, "kind": answer.kind, "label": answer.label, "value": value})
    });
    let body = json!({
        "type": "form.submitted",
        "timestamp": ctx.now(),
        "data": {
            "submissionId": submission.id,
            "formId": submission.form_id,
            "pageTitle": submission.page_title,
            "pagePath": submission.page_path,
            "createdOn": submission.created_on,
            "answers": answers.collect::<Vec<_>>(),
        },
    })
    .to_string();
    let (id, sent_on) = (delivery.id.to_string(), ctx.now());
    let key = key::own(ctx, tx).await?;
    let Some(signature) = key.signature(&id, sent_on, &body) else { return Ok(None) };
    Ok(Some(WebhookMessage { url: delivery.url.clone(), id, sent_on, signature, body }))
}

/// Records that a message was accepted.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn mark_sent(ctx: &TenantCtx, tx: &TenantTx, delivery: &Delivery) -> Result<(), AudienceError> {
    tx.update::<Entity>(Column::Id.eq(delivery.id.clone()))
        .set(Column::Status, DeliveryStatus::Sent)
        .set(Column::Attempts, delivery.attempts.saturating_add(1))
        .set(Column::SentOn, Some(ctx.now()))
        .set(Column::LastError, None::<String>)
        .exec()
        .await?;
    Ok(())
}

/// Records why a message was not accepted. It is retried, or given up after the last try.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn mark_failed(
    ctx: &TenantCtx,
    tx: &TenantTx,
    delivery: &Delivery,
    reason: &str,
) -> Result<(), AudienceError> {
    let tries = delivery.attempts.saturating_add(1);
    let wait = usize::try_from(delivery.attempts).ok().and_then(|tried| RETRY_DELAYS_MS.get(tried)).copied();
    let status = if wait.is_some() { DeliveryStatus::Queued } else { DeliveryStatus::Failed };
    tx.update::<Entity>(Column::Id.eq(delivery.id.clone()))
        .set(Column::Status, status)
        .set(Column::Attempts, tries)
        .set(Column::DueOn, ctx.now().saturating_add_ms(wait.unwrap_or(0)))
        .set(Column::LastError, Some(reason.chars().take(MAX_REASON_LENGTH).collect::<String>()))
        .exec()
        .await?;
    Ok(())
}

/// Deletes a delivery whose submission was deleted.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn delete_delivery(tx: &TenantTx, delivery: &Delivery) -> Result<(), AudienceError> {
    tx.delete::<Entity>(Column::Id.eq(delivery.id.clone())).exec().await?;
    Ok(())
}

/// The latest deliveries, for contributors.
///
/// # Errors
/// When the caller may not read submissions.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Delivery>, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx.find::<Entity>().order_by_desc(Column::Id).limit(MAX_LISTED).all().await?;
    Ok(rows.into_iter().map(Delivery::from).collect())
}

/// Sends a message again, at once.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not change submissions.
#[boxed]
pub async fn retry(ctx: &TenantCtx, db: &TenantDb, id: &WebhookDeliveryId) -> Result<Delivery, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Write)?;
    let tx = db.write().await?;
    let changed = tx
        .update::<Entity>(Column::Id.eq(id.clone()))
        .set(Column::Status, DeliveryStatus::Queued)
        .set(Column::Attempts, 0)
        .set(Column::DueOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        return Err(AudienceError::NotFound);
    }
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(AudienceError::NotFound)?;
    tx.commit().await?;
    Ok(row.into())
}
