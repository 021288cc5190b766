//! Published versions of theme files: listed and restored.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ActiveValue::Set;
use sea_orm::{ColumnTrait, Condition};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::template_version::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::id::TemplateVersionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::model::{FileSet, Themes, VersionSummary};
use super::service::list;
use super::working::Working;
use crate::SiteError;

/// Number of published versions kept for each theme of a site.
const MAX_VERSIONS: i64 = 50;

type PreviousFiles = BTreeMap<String, Option<String>>;

/// Published versions, newest first.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn versions(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<VersionSummary>, SiteError> {
    ctx.authorise(Resource::Design, Action::Read)?;
    let tx = db.read().await?;
    let working = Working::read(&tx).await?;
    let rows = latest_first(&tx, &working.theme).await?;
    let summary = |row: template_version::Model| VersionSummary {
        changed: row.former.0.into_keys().collect(),
        current: working.version.as_ref() == Some(&row.id),
        id: row.id,
        number: row.number,
        published_on: row.published_on,
        published_by: row.published_by,
    };
    Ok(rows.into_iter().map(summary).collect())
}

/// Restores a published version as drafts. Visitors see it once the drafts are published again. `revision` is that of
/// the set.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version, [`SiteError::RevisionStale`] when someone else saved a draft
/// first.
#[boxed]
pub async fn restore(
    ctx: &TenantCtx,
    db: &TenantDb,
    themes: &dyn Themes,
    id: &TemplateVersionId,
    revision: i64,
) -> Result<FileSet, SiteError> {
    ctx.authorise(Resource::Design, Action::Write)?;
    let tx = db.write().await?;
    let mut working = Working::lock(&tx).await?;
    let rows = latest_first(&tx, &working.theme).await?;
    let wanted = rows.iter().find(|row| row.id == *id).ok_or(SiteError::NotFound)?.number;
    if working.revision != revision.saturating_add(1) {
        return Err(SiteError::RevisionStale);
    }
    let mut state = working.published();
    for row in rows.iter().take_while(|row| row.number > wanted) {
        for (path, text) in row.former.0.clone() {
            match text {
                Some(text) => state.insert(path, text),
                None => state.remove(&path),
            };
        }
    }
    let paths: BTreeSet<String> = state.keys().chain(working.rows.keys()).cloned().collect();
    for path in paths {
        let draft = state.remove(&path);
        if working.rows.get(&path).map(|row| &row.draft) != Some(&draft) {
            working.set_draft(ctx, &tx, &path, draft).await?;
        }
    }
    tx.commit().await?;
    list(ctx, db, themes).await
}

/// Records a publication: the former published text by path.
pub(super) async fn add(
    ctx: &TenantCtx,
    tx: &TenantTx,
    theme: &str,
    former: &PreviousFiles,
) -> Result<TemplateVersionId, SiteError> {
    let of_theme = Column::Theme.eq(theme);
    let latest = tx.find::<Entity>().filter(of_theme.clone()).order_by_desc(Column::Number).limit(1).one().await?;
    let number = latest.map_or(1, |latest| latest.number + 1);
    let id = TemplateVersionId::generate();
    tx.insert(template_version::ActiveModel {
        website_id: Set(tx.website().clone()),
        theme: Set(theme.to_owned()),
        id: Set(id.clone()),
        number: Set(number),
        former: Set(JsonOf(former.clone())),
        published_on: Set(ctx.now()),
        published_by: Set(ctx.actor().label()),
    })
    .await?;
    let old = Column::Number.lte(number - MAX_VERSIONS);
    tx.delete::<Entity>(Condition::all().add(of_theme).add(old)).exec().await?;
    Ok(id)
}

async fn latest_first(tx: &TenantTx, theme: &str) -> Result<Vec<template_version::Model>, SiteError> {
    Ok(tx.find::<Entity>().filter(Column::Theme.eq(theme)).order_by_desc(Column::Number).all().await?)
}
