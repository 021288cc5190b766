//! Comments and likes on posts and pages: what accepts them, who can see it, and whether comments are open now. The
//! comments themselves belong to another domain.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_document::Document;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::discussion::{ActiveModel, Column, Entity, Model};
use stoa_entity::tenant::item;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::content::{CollectionKind, PageAccess};
use stoa_kernel::id::{CollectionId, PostId};
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Actor, Resource, TenantCtx, boxed};

use crate::content::{self, Collection};
use crate::website_settings::{self, WebsiteSettings};
use crate::{SiteError, posts};

/// Kind of the block that shows comments on a page.
pub const BLOCK: &str = "comments";

/// State of the comments and likes of a post or page, as visitors see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Discussion {
    /// Whether new comments are accepted.
    pub open: bool,
    /// Number of comments that visitors see.
    pub comments: i64,
    /// Number of visitors who like it.
    pub likes: i64,
}

/// A post or page that a visitor can see and comment on or like.
#[derive(Clone, Debug)]
pub struct DiscussionTarget {
    /// Id of the post or page.
    pub id: String,
    /// Title.
    pub title: String,
    /// Path on the site.
    pub path: String,
    /// State of its comments and likes.
    pub discussion: Discussion,
    /// Comment and like settings of the website.
    pub settings: WebsiteSettings,
}

/// State of the comments on a post or page, as contributors see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnDiscussion {
    /// Whether it shows comments: items always do, pages when the draft or the published document has a comments block.
    pub placed: bool,
    /// Whether the owner has closed the comments.
    pub closed: bool,
    /// State that visitors see.
    pub shown: Discussion,
}

/// Cache tag of pages that show comments or likes of a post or page.
pub fn tag(target: &str) -> String {
    format!("discussion:{target}")
}

/// Whether Stoa's own comments are enabled (not those of Disqus).
pub fn are_shown(settings: &WebsiteSettings) -> bool {
    settings.comments_enabled && settings.disqus_shortname.is_empty()
}

fn discussion(
    settings: &WebsiteSettings,
    row: Option<&Model>,
    published_on: Option<Timestamp>,
    now: Timestamp,
) -> Discussion {
    let days = i64::from(settings.comment_settings.close_after_days);
    let is_recent = days == 0 || published_on.is_none_or(|on| now < on.saturating_add_ms(days * DAY_MS));
    Discussion {
        open: are_shown(settings) && is_recent && row.is_none_or(|row| !row.closed),
        comments: row.map_or(0, |row| row.comments),
        likes: row.map_or(0, |row| row.likes),
    }
}

/// Comment and like state of several posts and pages, in the order of `about`; the time of publication is given where
/// it affects whether comments are open.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn of(
    tx: &TenantTx,
    about: Vec<(&str, Option<Timestamp>)>,
    now: Timestamp,
) -> Result<Vec<Discussion>, SiteError> {
    if about.is_empty() {
        return Ok(Vec::new());
    }
    let settings = website_settings::stored(tx).await?;
    let ids = about.iter().map(|(id, _)| (*id).to_owned());
    let rows = tx.find::<Entity>().filter(Column::TargetId.is_in(ids)).all().await?;
    let rows: HashMap<&str, &Model> = rows.iter().map(|row| (row.target_id.as_str(), row)).collect();
    let shown =
        |(id, published_on): (&str, Option<Timestamp>)| discussion(&settings, rows.get(id).copied(), published_on, now);
    Ok(about.into_iter().map(shown).collect())
}

/// The post or page of an id, if the caller can see it. `keys` are the tokens of passwords that the visitor has
/// entered.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none, it never accepts comments, or the caller cannot see it.
#[boxed]
pub async fn place(
    tx: &TenantTx,
    ctx: &TenantCtx,
    target: &str,
    keys: Option<&str>,
) -> Result<DiscussionTarget, SiteError> {
    let now = ctx.now();
    let is_shut =
        |lock: Option<&content::PageLock>| lock.is_some_and(|lock| !keys.is_some_and(|keys| lock.opens(keys, now)));
    if is_shut(content::site_lock(tx).await?.as_ref()) {
        return Err(SiteError::NotFound);
    }
    let may_open = |page: &Collection| {
        let is_member = matches!(ctx.actor(), Actor::SiteUser(_));
        !is_shut(page.settings.lock.as_ref()) && (page.settings.access != PageAccess::Members || is_member)
    };
    let settings = website_settings::stored(tx).await?;
    if let Ok(id) = target.parse::<PostId>() {
        let post = posts::by_id(tx, &id, now).await?.ok_or(SiteError::NotFound)?;
        let blog = content::published_by_id(tx, &post.collection_id).await?.filter(may_open);
        let blog = blog.filter(|blog| blog.kind == CollectionKind::Blog).ok_or(SiteError::NotFound)?;
        let path = format!("/{}/{}", blog.url_id, post.url_id);
        return Ok(DiscussionTarget {
            id: target.to_owned(),
            title: post.title,
            path,
            discussion: post.discussion,
            settings,
        });
    }
    let id: CollectionId = target.parse().map_err(|_| SiteError::NotFound)?;
    let page = content::published_by_id(tx, &id).await?.filter(may_open).ok_or(SiteError::NotFound)?;
    let holds_comments = page.document.as_ref().is_some_and(has_block);
    if page.kind != CollectionKind::Page || !holds_comments {
        return Err(SiteError::NotFound);
    }
    let found = of(tx, vec![(target, None)], now).await?;
    let discussion = found.first().copied().unwrap_or_default();
    Ok(DiscussionTarget { id: target.to_owned(), title: page.title, path: page.full_url, discussion, settings })
}

/// Whether a document has a comments block.
pub fn has_block(document: &Document) -> bool {
    document.blocks().any(|block| block.kind == BLOCK)
}

/// Comment state of a page or item, for contributors.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page or item.
#[boxed]
pub async fn own(ctx: &TenantCtx, db: &TenantDb, page_id: &CollectionId) -> Result<OwnDiscussion, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    own_of(&tx, &subject(&tx, page_id).await?, ctx.now()).await
}

/// Closes or reopens the comments on a page or item.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page or item.
#[boxed]
pub async fn close(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    page_id: &CollectionId,
    closed: bool,
) -> Result<OwnDiscussion, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let target = {
        let tx = db.read().await?;
        subject(&tx, page_id).await?
    };
    begin(db, &target.id).await?;
    let tx = db.write().await?;
    tx.update::<Entity>(Column::TargetId.eq(target.id.clone())).set(Column::Closed, closed).exec().await?;
    audit::note(
        ctx,
        &tx,
        if closed { AuditAction::CommentsClose } else { AuditAction::CommentsOpen },
        page_id.as_str(),
    )
    .await?;
    let own = own_of(&tx, &target, ctx.now()).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[tag(&target.id)]).await;
    Ok(own)
}

/// Ensures that there is a row that counts comments and likes of a post or page. Concurrent calls may both try.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn begin(db: &TenantDb, target: &str) -> Result<(), SiteError> {
    let tx = db.write().await?;
    if tx.find::<Entity>().filter(Column::TargetId.eq(target)).one().await?.is_some() {
        return Ok(());
    }
    let row = ActiveModel {
        website_id: Set(tx.website().clone()),
        target_id: Set(target.to_owned()),
        closed: Set(false),
        comments: Set(0),
        likes: Set(0),
    };
    match tx.insert(row).await {
        Ok(_) => Ok(tx.commit().await?),
        Err(DbError::Duplicate(_)) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// The page or item that the comments belong to.
struct Subject {
    id: String,
    published_on: Option<Timestamp>,
    placed: bool,
}

async fn subject(tx: &TenantTx, page_id: &CollectionId) -> Result<Subject, SiteError> {
    let page = content::row(tx, page_id).await?;
    let own = tx.find::<item::Entity>().filter(item::Column::PageId.eq(page_id.clone())).one().await?;
    if let Some(own) = own {
        return Ok(Subject { id: own.post_id.into(), published_on: own.first_published_on, placed: true });
    }
    let is_page = page.kind == CollectionKind::Page;
    let mut documents = [page.draft, page.published].into_iter().flatten();
    let placed = is_page && documents.any(|value| Document::from_json(&value).is_ok_and(|page| has_block(&page)));
    Ok(Subject { id: page_id.to_string(), published_on: None, placed })
}

async fn own_of(tx: &TenantTx, subject: &Subject, now: Timestamp) -> Result<OwnDiscussion, SiteError> {
    let settings = website_settings::stored(tx).await?;
    let row = tx.find::<Entity>().filter(Column::TargetId.eq(subject.id.as_str())).one().await?;
    let shown = discussion(&settings, row.as_ref(), subject.published_on, now);
    Ok(OwnDiscussion { placed: subject.placed, closed: row.is_some_and(|row| row.closed), shown })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::website_settings::CommentSettings;

    #[test]
    fn comments_closed_by_owner_age_or_site() {
        let settings = |days, enabled, disqus: &str| WebsiteSettings {
            comments_enabled: enabled,
            disqus_shortname: disqus.to_owned(),
            comment_settings: CommentSettings { close_after_days: days, ..CommentSettings::default() },
            ..WebsiteSettings::default()
        };
        let now = Timestamp::from_ms(10 * DAY_MS);
        let open = |settings: &WebsiteSettings, published| discussion(settings, None, published, now).open;
        assert!(open(&settings(0, true, ""), Some(Timestamp::default())));
        assert!(open(&settings(11, true, ""), Some(Timestamp::default())));
        assert!(!open(&settings(10, true, ""), Some(Timestamp::default())), "the last day has ended");
        assert!(open(&settings(1, true, ""), None), "pages have no age");
        assert!(!open(&settings(0, false, ""), Some(Timestamp::default())));
        assert!(!open(&settings(0, true, "juniper"), Some(Timestamp::default())), "another service takes them");
    }
}
