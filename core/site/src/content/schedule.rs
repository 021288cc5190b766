//! Status changes of a draft: review, scheduled publication, unpublishing.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use serde_json::Value;
use stoa_document::BlockKinds;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::json_column::JsonOf;
use stoa_entity::outbox;
use stoa_entity::tenant::collection::{self, Column, Entity};
use stoa_entity::tenant::page_setting;
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::event::Event;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Precondition, ProblemText, Resource, TenantCtx, boxed};

use super::operations::draft_of;
use super::page_metadata::{self, PublishFailure};
use super::service::{SaveContext, row_for_update};
use super::settings::{self, PageSettings};
use super::{items, page_version, publication};
use crate::{SiteError, cache_tags, contributor_texts};

/// Maximum time ahead for a scheduled publication, in milliseconds: five years.
const FURTHEST_MS: i64 = 5 * 366 * DAY_MS;

/// A requested publication status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RequestedStatus {
    /// A draft without review or schedule; a published version is unpublished.
    Draft,
    /// A draft that waits for review; a published version stays.
    NeedsReview,
    /// A draft that is published at a time, UTC milliseconds; a published version stays until then.
    Scheduled(Timestamp),
    /// Ends review and schedule of a page that is published.
    Published,
}

/// A status change of a page.
#[derive(Clone, Copy, Debug)]
pub struct StatusChange<'a> {
    /// The page or item.
    pub id: &'a CollectionId,
    /// The requested status.
    pub next: RequestedStatus,
    /// Precondition on [`PageSummary::standing`].
    pub seen: &'a Precondition,
}

/// Result of publishing due drafts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Pages that were published.
    pub published: Vec<CollectionId>,
    /// Cache tags to invalidate, see [`crate::cache_tags`].
    pub changed: Vec<String>,
    /// Pages whose drafts had problems.
    pub failed: Vec<CollectionId>,
}

/// Changes the status of a page. [`super::publish`] does the publishing itself.
///
/// # Errors
/// [`SiteError::Invalid`] for a time in the past and for a draft that could not be published, [`SiteError::Conflict`]
/// when the page cannot have the status, [`SiteError::RevisionStale`] when its version has changed.
#[boxed]
pub async fn set_status<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    tools: SaveContext<'a>,
    change: StatusChange<'a>,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let StatusChange { id, next, seen } = change;
    let tx = db.write().await?;
    let row = row_for_update(&tx, id).await?;
    if !row.kind.has_draft() {
        return Err(SiteError::Conflict(contributor_texts::ONLY_PAGES_AND_ITEMS_HAVE_DRAFTS.english().to_owned()));
    }
    let was_published = page_metadata::is_published(&row);
    let mut own = page_metadata::of(&tx, id).await?;
    page_version::require(&row, Some(&own), seen)?;
    let takes_back = next == RequestedStatus::Draft && was_published;
    if takes_back || matches!(next, RequestedStatus::Scheduled(_)) || own.publish_on.is_some() {
        ctx.authorise(Resource::Content, Action::Publish)?;
    }
    check_change(tools.kinds, &row, next)?;
    own.publish_failure = None;
    own.needs_review = next == RequestedStatus::NeedsReview;
    own.publish_on = match next {
        RequestedStatus::Scheduled(time) => Some(to_come(ctx, time)?),
        _ => None,
    };
    if takes_back {
        own.face = None;
        tx.update::<Entity>(Column::Id.eq(id.clone()))
            .set(Column::Published, Expr::value(Option::<Value>::None))
            .set(Column::PublishedRevision, Option::<i64>::None)
            .set(Column::PublishedOn, Option::<Timestamp>::None)
            .set(Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
    }
    page_metadata::save_publication_state(&tx, own).await?;
    if takes_back {
        items::unpublish_item(&tx, ctx, id).await?;
    }
    audit::note(ctx, &tx, AuditAction::OfPage(row.kind, audit_action(next, takes_back)), id.as_str()).await?;
    let settings = settings::read(&tx, id).await?;
    tx.commit().await?;
    if takes_back {
        tools.invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    }
    Ok(settings)
}

/// Refuses a status that a page cannot have.
fn check_change(kinds: &dyn BlockKinds, row: &collection::Model, next: RequestedStatus) -> Result<(), SiteError> {
    let was_published = page_metadata::is_published(row);
    let refused = |reason: ProblemText| Err(SiteError::Conflict(reason.english().to_owned()));
    if next == RequestedStatus::Draft && was_published && row.is_home {
        return refused(contributor_texts::HOME_PAGE_STAYS_PUBLISHED);
    }
    if next == RequestedStatus::Published && !was_published {
        return refused(contributor_texts::PAGE_NOT_PUBLISHED_YET);
    }
    if matches!(next, RequestedStatus::Scheduled(_)) {
        let problems = draft_of(row)?.document.check(kinds).into_map();
        if !problems.is_empty() {
            return Err(SiteError::Invalid(problems));
        }
    }
    Ok(())
}

/// Its action in the audit log.
fn audit_action(next: RequestedStatus, takes_back: bool) -> PageDeed {
    match next {
        RequestedStatus::Draft if takes_back => PageDeed::Unpublish,
        RequestedStatus::Draft | RequestedStatus::Published => PageDeed::WaitNoLonger,
        RequestedStatus::NeedsReview => PageDeed::AskForReview,
        RequestedStatus::Scheduled(_) => PageDeed::Schedule,
    }
}

fn to_come(ctx: &TenantCtx, time: Timestamp) -> Result<Timestamp, SiteError> {
    let wrong = |message: &str| SiteError::Invalid([("publishOn".to_owned(), message.to_owned())].into());
    if time <= ctx.now() {
        return Err(wrong(stoa_kernel::contributor_texts::CHOOSE_A_TIME_IN_THE_FUTURE.english()));
    }
    if time > ctx.now().saturating_add_ms(FURTHEST_MS) {
        return Err(wrong(contributor_texts::CHOOSE_A_TIME_WITHIN_FIVE_YEARS.english()));
    }
    Ok(time)
}

/// Publishes drafts that are due. When a draft has problems, the published version stays, the page records the reason,
/// and the owner is notified.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn publish_due(ctx: &TenantCtx, db: &TenantDb, kinds: &dyn BlockKinds) -> Result<Due, SiteError> {
    let time_has_come = page_setting::Column::PublishOn.lte(ctx.now());
    let found = db.read().await?.find::<page_setting::Entity>().filter(time_has_come.clone()).all().await?;
    let mut due = Due::default();
    for id in found.into_iter().map(|own| own.collection_id) {
        let tx = db.write().await?;
        let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).for_update().one().await?;
        let own = page_setting::Column::CollectionId.eq(id.clone());
        let own =
            tx.find::<page_setting::Entity>().filter(own).filter(time_has_come.clone()).for_update().one().await?;
        let (Some(own), Some(row)) = (own, row) else { continue };
        let problems = draft_of(&row)?.document.check(kinds).into_map();
        if problems.is_empty() {
            let changed = publication::show(ctx, &tx, &row).await?;
            tx.commit().await?;
            due.changed.extend(changed);
            due.published.push(id);
        } else {
            cancel_schedule(ctx, &tx, own, problems).await?;
            tx.commit().await?;
            due.failed.push(id);
        }
    }
    Ok(due)
}

/// Cancels the schedule of a draft that cannot be published, and notifies the owner.
async fn cancel_schedule(
    ctx: &TenantCtx,
    tx: &TenantTx,
    mut own: page_setting::Model,
    problems: FieldErrors,
) -> Result<(), SiteError> {
    let page_id = own.collection_id.clone();
    let failed_on = own.publish_on.take().unwrap_or(ctx.now());
    let failure = PublishFailure { failed_on, problems };
    own.publish_failure = Some(JsonOf(failure));
    page_metadata::save_publication_state(tx, own).await?;
    Ok(outbox::emit(ctx, tx, &Event::PublicationFailed { page_id }).await?)
}

/// The title of a page and why its scheduled publication failed, for the e-mail about it; none when that has been
/// resolved.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn publish_failure(tx: &TenantTx, id: &CollectionId) -> Result<Option<(String, PublishFailure)>, SiteError> {
    let Some(failure) = page_metadata::find(tx, id).await?.as_ref().and_then(page_metadata::failure_of) else {
        return Ok(None);
    };
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| (row.title, failure)))
}

/// Time of the next scheduled publication, UTC milliseconds.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn next_publication(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    let scheduled = tx.find::<page_setting::Entity>().filter(page_setting::Column::PublishOn.is_not_null());
    Ok(scheduled.order_by_asc(page_setting::Column::PublishOn).one().await?.and_then(|own| own.publish_on))
}
