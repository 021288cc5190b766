//! Removal of what the visitors of a load test sent: form submissions and comments, in batches of one transaction each.

use std::collections::BTreeSet;

use sea_orm::ColumnTrait;
use stoa_entity::tenant::{submission, visitor_comment, webhook_delivery};
use stoa_entity::{TenantDb, load_run_removal};
use stoa_kernel::boxed;
use stoa_kernel::id::{CommentId, LoadRunId, SubmissionId};
use stoa_kernel::load_run::LoadRunItemKind;

use crate::{AudienceError, comments, submissions};

/// Submissions or comments of a batch.
const BATCH: u64 = 200;

/// Removes form submissions that a run made; their files are deleted with the next abandoned ones. Returns their
/// number; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_submissions(db: &TenantDb, run: &LoadRunId) -> Result<u64, AudienceError> {
    let kind = LoadRunItemKind::Submission;
    let tx = db.write().await?;
    let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let own: Vec<SubmissionId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    submissions::detach(&tx, &own).await?;
    let sent = webhook_delivery::Column::SubmissionId.is_in(own.iter().cloned());
    tx.delete::<webhook_delivery::Entity>(sent).exec().await?;
    tx.delete::<submission::Entity>(submission::Column::Id.is_in(own)).exec().await?;
    stoa_email::erase_about(&tx, &ids).await?;
    let removed = load_run_removal::end_batch(&tx, run, kind, &ids, 0).await?;
    tx.commit().await?;
    Ok(removed)
}

/// Removes comments that a run made. One that other visitors have replied to is kept without its words. Returns how many
/// were looked at; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_comments(db: &TenantDb, run: &LoadRunId) -> Result<u64, AudienceError> {
    let kind = LoadRunItemKind::Comment;
    let tx = db.write().await?;
    let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
    if ids.is_empty() {
        return Ok(0);
    }
    let own: BTreeSet<CommentId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
    let named = visitor_comment::Column::Id.is_in(own.iter().cloned());
    let rows = tx.find::<visitor_comment::Entity>().filter(named).all().await?;
    let kept = comments::remove_all(&tx, rows).await?;
    let ended = load_run_removal::end_batch(&tx, run, kind, &ids, kept).await?;
    tx.commit().await?;
    Ok(ended)
}
