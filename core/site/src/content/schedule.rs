//! The way of a draft to its visitors: it waits for review or for its time, or is taken back.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::Expr;
use serde_json::Value;
use stoa_document::BlockKinds;
use stoa_entity::audit::{self, AuditAction, PageDeed};
use stoa_entity::tenant::collection::{Column, Entity};
use stoa_entity::tenant::{outbox, page_setting};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::event::Event;
use stoa_kernel::id::{CollectionId, OutboxId};
use stoa_kernel::{Action, Precondition, Resource, TenantCtx};

use super::model::CollectionKind;
use super::operations::draft_of;
use super::service::{Tools, held_row, page_id};
use super::setting::{self, PublishFailure};
use super::settings::{self, PageSettings};
use super::{items, publication, standing};
use crate::{SiteError, columns, drawn_of};

/// Furthest time to come at which a page can be published, milliseconds: five years.
const FURTHEST_MS: i64 = 5 * 366 * 24 * 3_600_000;

/// Where a contributor wants a page to stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NextStatus {
    /// A draft that nobody waits for; what was published is taken back.
    Draft,
    /// A draft for somebody else to look at; what is published stays.
    NeedsReview,
    /// A draft that is published at a time, UTC milliseconds; what is published stays until then.
    Scheduled(i64),
    /// As it was published, waiting for nothing.
    Published,
}

/// A page with the status it shall have.
#[derive(Clone, Copy, Debug)]
pub struct StatusChange<'a> {
    /// The page or item.
    pub id: &'a str,
    /// Where it shall stand.
    pub next: NextStatus,
    /// What is demanded of how it stands, as [`PageSummary::standing`] says.
    pub seen: &'a Precondition,
}

/// What became of the drafts whose time had come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Due {
    /// Those that visitors see now.
    pub published: Vec<CollectionId>,
    /// What is drawn otherwise by that, as [`crate::drawn_of`] names it.
    pub changed: Vec<String>,
    /// Those in which something was not right.
    pub failed: Vec<CollectionId>,
}

/// Gives a page another status. Publishing itself is [`super::publish`]'s.
///
/// # Errors
/// [`SiteError::Invalid`] for a time that is over and for a draft that could not be published, [`SiteError::Conflict`]
/// when the page cannot have the status, [`SiteError::RevisionStale`] when it no longer stands as it was seen.
pub async fn set_status(
    ctx: &TenantCtx,
    db: &TenantDb,
    tools: Tools<'_>,
    change: StatusChange<'_>,
) -> Result<PageSettings, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let StatusChange { id, next, seen } = change;
    let id = page_id(id)?;
    let tx = db.write().await?;
    let row = held_row(&tx, &id).await?;
    if !CollectionKind::names_draft(&row.kind) {
        return Err(SiteError::Conflict("Only pages and items have drafts.".to_owned()));
    }
    let was_published = setting::is_published(&row);
    let mut own = setting::of(&tx, &id).await?;
    standing::require(&row, Some(&own), seen)?;
    let takes_back = next == NextStatus::Draft && was_published;
    if takes_back || matches!(next, NextStatus::Scheduled(_)) || own.publish_on.is_some() {
        ctx.authorise(Resource::Content, Action::Publish)?;
    }
    if takes_back && row.is_home {
        let reason = "The home page stays published. Choose another home page first.";
        return Err(SiteError::Conflict(reason.to_owned()));
    }
    if next == NextStatus::Published && !was_published {
        return Err(SiteError::Conflict("Nothing of this page was published yet.".to_owned()));
    }
    if matches!(next, NextStatus::Scheduled(_)) {
        let problems = draft_of(&row)?.document.check(tools.kinds).into_map();
        if !problems.is_empty() {
            return Err(SiteError::Invalid(problems));
        }
    }
    own.publish_failure = None;
    own.needs_review = next == NextStatus::NeedsReview;
    own.publish_on = match next {
        NextStatus::Scheduled(time) => Some(to_come(ctx, time)?),
        _ => None,
    };
    if takes_back {
        own.face = None;
        tx.update::<Entity>(Column::Id.eq(id.clone()))
            .set(Column::Published, Expr::value(Option::<Value>::None))
            .set(Column::PublishedRevision, Option::<i64>::None)
            .set(Column::PublishedOn, Option::<i64>::None)
            .set(Column::UpdatedOn, ctx.now_ms())
            .exec()
            .await?;
    }
    setting::keep_standing(&tx, own).await?;
    if takes_back {
        items::take_back(&tx, ctx, &id).await?;
    }
    audit::note(
        ctx,
        &tx,
        AuditAction::OfPage(CollectionKind::from_name(&row.kind)?.audited(), deed(next, takes_back)),
        id.as_str(),
    )
    .await?;
    let settings = settings::read(&tx, &id).await?;
    tx.commit().await?;
    if takes_back {
        tools.invalidation.bump(ctx.website(), &[drawn_of::SITE.to_owned()]).await;
    }
    Ok(settings)
}

/// What the audit log calls it.
fn deed(next: NextStatus, takes_back: bool) -> PageDeed {
    match next {
        NextStatus::Draft if takes_back => PageDeed::Unpublish,
        NextStatus::Draft | NextStatus::Published => PageDeed::WaitNoLonger,
        NextStatus::NeedsReview => PageDeed::AskForReview,
        NextStatus::Scheduled(_) => PageDeed::Schedule,
    }
}

fn to_come(ctx: &TenantCtx, time: i64) -> Result<i64, SiteError> {
    let wrong = |message: &str| SiteError::Invalid([("publishOn".to_owned(), message.to_owned())].into());
    if time <= ctx.now_ms() {
        return Err(wrong("Choose a time to come."));
    }
    if time > ctx.now_ms().saturating_add(FURTHEST_MS) {
        return Err(wrong("Choose a time within five years."));
    }
    Ok(time)
}

/// Publishes the drafts whose time has come. Where something is not right, what visitors see stays, the page says why,
/// and the owner is told.
///
/// # Errors
/// When the database refuses.
pub async fn publish_due(ctx: &TenantCtx, db: &TenantDb, kinds: &dyn BlockKinds) -> Result<Due, SiteError> {
    let time_has_come = page_setting::Column::PublishOn.lte(ctx.now_ms());
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
            give_up(ctx, &tx, own, problems).await?;
            tx.commit().await?;
            due.failed.push(id);
        }
    }
    Ok(due)
}

/// Ends the wait of a draft that cannot be published, and has the owner told.
async fn give_up(
    ctx: &TenantCtx,
    tx: &TenantTx,
    mut own: page_setting::Model,
    problems: FieldErrors,
) -> Result<(), SiteError> {
    let page_id = own.collection_id.clone();
    let failed_on = own.publish_on.take().unwrap_or(ctx.now_ms());
    let failure = PublishFailure { failed_on, problems };
    own.publish_failure = Some(columns::write("page_setting.publish_failure", &failure)?);
    setting::keep_standing(tx, own).await?;
    let event = Event::PublicationFailed { page_id };
    tx.insert(outbox::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(OutboxId::generate()),
        topic: Set(event.topic().to_owned()),
        payload: Set(columns::write("outbox.payload", &event)?),
        due_on: Set(ctx.now_ms()),
        attempts: Set(0),
        last_error: Set(None),
        created_on: Set(ctx.now_ms()),
        done_on: Set(None),
    })
    .await?;
    Ok(())
}

/// The page and why its draft was not published, for the letter that says so; none when that is over by now.
///
/// # Errors
/// When the database refuses.
pub async fn publish_failure(tx: &TenantTx, id: &CollectionId) -> Result<Option<(String, PublishFailure)>, SiteError> {
    let Some(failure) = setting::find(tx, id).await?.as_ref().map(PublishFailure::of).transpose()?.flatten() else {
        return Ok(None);
    };
    let row = tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?;
    Ok(row.map(|row| (row.title, failure)))
}

/// When the next draft is published by itself, UTC milliseconds.
///
/// # Errors
/// When the database refuses.
pub async fn next_publication(tx: &TenantTx) -> Result<Option<i64>, SiteError> {
    let scheduled = tx.find::<page_setting::Entity>().filter(page_setting::Column::PublishOn.is_not_null());
    Ok(scheduled.order_by_asc(page_setting::Column::PublishOn).one().await?.and_then(|own| own.publish_on))
}
