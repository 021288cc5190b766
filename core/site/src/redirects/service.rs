//! Redirects of a site: listed, created, changed, deleted.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::redirect::{ActiveModel, Column, Entity, Model};
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::address::percent_encoded_url;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::RedirectId;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::rule::{NewRedirect, Redirect, WILDCARD, candidates, end_of, led};
use crate::SiteError;
use crate::contributor_texts;

/// Maximum number of redirects of a site.
const MAX_REDIRECTS: u64 = 1_000;

/// All redirects, by source.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Redirect>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let rows = db.read().await?.find::<Entity>().order_by_asc(Column::Source).all().await?;
    Ok(rows.into_iter().map(Redirect::from).collect())
}

/// Creates a redirect. A target that is redirected itself is replaced by its final target.
///
/// # Errors
/// Messages for wrong values; [`SiteError::Conflict`] when the source already has a redirect.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, new: NewRedirect) -> Result<Redirect, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let new = new.checked()?;
    let tx = db.write().await?;
    if tx.find::<Entity>().count().await? >= MAX_REDIRECTS {
        return Err(limit());
    }
    let made = put(ctx, &tx, new, false).await?;
    audit::note(ctx, &tx, AuditAction::RedirectCreate, made.id.as_str()).await?;
    tx.commit().await?;
    Ok(made.into())
}

/// Changes a redirect if the precondition on its revision holds.
///
/// # Errors
/// As [`create`]; [`SiteError::RevisionStale`] when someone else changed it first.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &RedirectId,
    seen: &Precondition,
    new: NewRedirect,
) -> Result<Redirect, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let new = new.checked()?;
    let tx = db.write().await?;
    let before = one(&tx, id).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    tx.delete::<Entity>(Column::Id.eq(before.id.clone())).exec().await?;
    let made = put(ctx, &tx, new, false).await?;
    tx.update::<Entity>(Column::Id.eq(made.id.clone()))
        .set(Column::Id, before.id.clone())
        .set(Column::Revision, before.revision + 1)
        .set(Column::CreatedOn, before.created_on)
        .exec()
        .await?;
    let changed = one(&tx, &before.id).await?;
    audit::note(ctx, &tx, AuditAction::RedirectUpdate, before.id.as_str()).await?;
    tx.commit().await?;
    Ok(changed.into())
}

/// Deletes a redirect.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, id: &RedirectId) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let tx = db.write().await?;
    let row = one(&tx, id).await?;
    tx.delete::<Entity>(Column::Id.eq(row.id)).exec().await?;
    audit::note(ctx, &tx, AuditAction::RedirectDelete, id.as_str()).await?;
    Ok(tx.commit().await?)
}

/// Target for a path at which there is no page, and whether the redirect is permanent.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn target(tx: &TenantTx, path: &str) -> Result<Option<(String, bool)>, SiteError> {
    // Older rows hold sources as they were entered, possibly percent-encoded.
    let escaped = percent_encoded_url(path.as_bytes());
    let forms = [path, &escaped];
    let forms = if path.is_ascii() { &forms[..1] } else { &forms[..] };
    let wanted: Vec<(String, &str)> =
        forms.iter().flat_map(|form| candidates(form).into_iter().map(move |source| (source, *form))).collect();
    let sources = wanted.iter().map(|(source, _)| source.clone());
    let rows = tx.find::<Entity>().filter(Column::Source.is_in(sources)).all().await?;
    let closest =
        wanted.iter().find_map(|(source, form)| Some((rows.iter().find(|row| &row.source == source)?, *form)));
    Ok(closest.map(|(row, form)| (led(&row.source, &row.target, form), row.permanent)))
}

/// Called when a page's URL has changed: redirects the old URL permanently to the new one, and retargets redirects to
/// the old one.
pub(crate) async fn redirect_moved_page(
    ctx: &TenantCtx,
    tx: &TenantTx,
    old_url_id: &str,
    new_url_id: &str,
    holds_items: bool,
) -> Result<(), SiteError> {
    let suffix = if holds_items { WILDCARD } else { "" };
    let (old, new) = (format!("/{old_url_id}"), format!("/{new_url_id}"));
    // The new URL belongs to a page now: a redirect from there would have no effect, and could form a loop.
    forget_sources(tx, new_url_id).await?;
    forget_sources(tx, old_url_id).await?;
    let redirect = NewRedirect { source: format!("{old}{suffix}"), target: format!("{new}{suffix}"), permanent: true };
    put(ctx, tx, redirect, true).await?;
    Ok(())
}

/// Removes the redirects of a page's URL and of all below it.
pub(crate) async fn forget_sources(tx: &TenantTx, url_id: &str) -> Result<(), SiteError> {
    let path = format!("/{url_id}");
    tx.delete::<Entity>(Column::Source.is_in([path.clone(), format!("{path}{WILDCARD}")])).exec().await?;
    Ok(())
}

/// Writes a redirect and retargets the redirects that led to its source.
async fn put(ctx: &TenantCtx, tx: &TenantTx, new: NewRedirect, automatic: bool) -> Result<Model, SiteError> {
    let rows = tx.find::<Entity>().all().await?;
    let others: HashMap<String, String> = rows.into_iter().map(|row| (row.source, row.target)).collect();
    if others.contains_key(&new.source) {
        return Err(SiteError::Conflict(contributor_texts::HAS_A_REDIRECT.with("path", &new.source).to_string()));
    }
    let end = end_of(&new.source, &new.target, &others)?;
    tx.update::<Entity>(Column::Target.eq(new.source.clone()))
        .set(Column::Target, end.clone())
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    let inserted = tx
        .insert(ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(RedirectId::generate()),
            source: Set(new.source.clone()),
            target: Set(end),
            permanent: Set(new.permanent),
            automatic: Set(automatic),
            revision: Set(1),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
        })
        .await;
    match inserted {
        Err(DbError::Duplicate(_)) => {
            Err(SiteError::Conflict(contributor_texts::HAS_A_REDIRECT.with("path", &new.source).to_string()))
        }
        other => Ok(other?),
    }
}

async fn one(tx: &TenantTx, id: &RedirectId) -> Result<Model, SiteError> {
    tx.find::<Entity>().filter(Column::Id.eq(id.clone())).one().await?.ok_or(SiteError::NotFound)
}

fn limit() -> SiteError {
    let message = contributor_texts::LIMIT_OF_REDIRECTS.with("count", MAX_REDIRECTS).to_string();
    SiteError::Invalid(FieldErrors::from([("source".to_owned(), message)]))
}
