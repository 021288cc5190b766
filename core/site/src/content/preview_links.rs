//! Preview links: show the draft of a page to anyone who has the link, until it expires or is revoked.
//!
//! The URL holds the link's id and a signature over all properties of the link, made with a secret per link. So
//! contributors can see the link again, nobody can forge one or extend its validity, and deleting its row revokes it.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sha2::{Digest as _, Sha256};
use stoa_entity::tenant::preview_link::{ActiveModel, Column, Entity, Model};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::{DAY_MS, Timestamp};
use stoa_kernel::id::{CollectionId, PreviewLinkId};
use stoa_kernel::token::random_token;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::page_metadata;
use super::published::Collection;
use super::service::{any_row, row};
use crate::SiteError;
use crate::contributor_texts;

/// Maximum validity of a link, in days.
const MAX_DAYS: i64 = 90;
/// Maximum number of unexpired links of a page.
const MAX_LINKS: u64 = 20;
/// Characters of a secret, five bits each.
const SECRET_LENGTH: usize = 52;

/// A link that shows a draft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PreviewLink {
    /// Its id.
    pub id: PreviewLinkId,
    /// Last part of its URL.
    pub token: String,
    /// Who created it.
    pub author: String,
    /// When it was created, UTC milliseconds.
    pub created_on: Timestamp,
    /// When it expires, UTC milliseconds.
    pub expires_on: Timestamp,
}

impl From<Model> for PreviewLink {
    fn from(row: Model) -> Self {
        let token = token_of(&row);
        Self { id: row.id, token, author: row.author, created_on: row.created_on, expires_on: row.expires_on }
    }
}

fn token_of(row: &Model) -> String {
    let signed = format!("{}\n{}\n{}\n{}", row.id, row.page_id, row.expires_on, row.secret);
    format!("{}.{}", row.id, URL_SAFE_NO_PAD.encode(Sha256::digest(signed)))
}

/// Unexpired links to a page's draft, newest first.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<Vec<PreviewLink>, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.read().await?;
    row(&tx, id).await?;
    let rows = tx
        .find::<Entity>()
        .filter(Column::PageId.eq(id.clone()))
        .filter(Column::ExpiresOn.gt(ctx.now()))
        .order_by_desc(Column::Id)
        .all()
        .await?;
    Ok(rows.into_iter().map(PreviewLink::from).collect())
}

/// Creates a link to a page's draft that is valid for some days.
///
/// # Errors
/// [`SiteError::Invalid`] when it would be valid for less than a day or too long, [`SiteError::Conflict`] when the page
/// has the maximum number of links, [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn make(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId, days: i64) -> Result<PreviewLink, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    if !(1..=MAX_DAYS).contains(&days) {
        return Err(SiteError::field(
            "days",
            contributor_texts::LINK_CAN_LAST_DAYS.with("count", MAX_DAYS).to_string(),
        ));
    }
    let tx = db.write().await?;
    row(&tx, id).await?;
    tx.delete::<Entity>(Column::ExpiresOn.lte(ctx.now())).exec().await?;
    if tx.find::<Entity>().filter(Column::PageId.eq(id.clone())).count().await? >= MAX_LINKS {
        let message = contributor_texts::PAGE_CAN_HAVE_PREVIEW_LINKS.with("count", MAX_LINKS).to_string();
        return Err(SiteError::Conflict(message));
    }
    let made = ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(PreviewLinkId::generate()),
        page_id: Set(id.clone()),
        secret: Set(random_token(SECRET_LENGTH)),
        author: Set(ctx.actor().label()),
        created_on: Set(ctx.now()),
        expires_on: Set(ctx.now().saturating_add_ms(days * DAY_MS)),
    };
    let made = tx.insert(made).await?;
    tx.commit().await?;
    Ok(made.into())
}

/// Revokes a link.
///
/// # Errors
/// [`SiteError::NotFound`] when the page has no such link.
#[boxed]
pub async fn revoke(
    ctx: &TenantCtx,
    db: &TenantDb,
    page: &CollectionId,
    link: &PreviewLinkId,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let own = Column::PageId.eq(page.clone());
    let gone = tx.delete::<Entity>(Column::Id.eq(link.clone())).filter(own).exec().await?;
    if gone == 0 {
        return Err(SiteError::NotFound);
    }
    tx.commit().await?;
    Ok(())
}

/// The draft that a link's token shows, with all settings that would be published with it. Marked `noindex`. None when
/// there is no such link, it has expired, or the page is in the trash.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn linked_draft(tx: &TenantTx, token: &str, now: Timestamp) -> Result<Option<Collection>, SiteError> {
    let Some(id) = token.split_once('.').and_then(|(id, _)| id.parse::<PreviewLinkId>().ok()) else { return Ok(None) };
    let link = tx.find::<Entity>().filter(Column::Id.eq(id)).filter(Column::ExpiresOn.gt(now)).one().await?;
    let Some(link) = link.filter(|link| token_of(link) == token) else { return Ok(None) };
    let row = match any_row(tx, &link.page_id).await {
        Err(SiteError::NotFound) => return Ok(None),
        found => found?,
    };
    let own = page_metadata::find(tx, &row.id).await?;
    Collection::of_draft_row(row, own.as_ref()).map(Some)
}

#[cfg(test)]
mod tests {
    use stoa_kernel::id::WebsiteId;

    use super::*;

    #[test]
    fn token_signs_all_claims() {
        let row = Model {
            website_id: WebsiteId::generate(),
            id: PreviewLinkId::generate(),
            page_id: CollectionId::generate(),
            secret: random_token(SECRET_LENGTH),
            author: "system".to_owned(),
            created_on: Timestamp::from_ms(0),
            expires_on: Timestamp::from_ms(1_000),
        };
        let token = token_of(&row);
        assert_eq!(token_of(&row.clone()), token);
        assert_ne!(token_of(&Model { expires_on: Timestamp::from_ms(2_000), ..row.clone() }), token);
        assert_ne!(token_of(&Model { page_id: CollectionId::generate(), ..row.clone() }), token);
        assert_ne!(token_of(&Model { id: PreviewLinkId::generate(), ..row.clone() }), token);
        assert_ne!(token_of(&Model { secret: random_token(SECRET_LENGTH), ..row }), token);
    }
}
