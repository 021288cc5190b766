//! Removal of a run: which runs are to be removed, and what a run made of the site's own: pages and files. Everything a
//! run made is removed in batches of one transaction each, together with the notes of it, so that an interrupted
//! removal goes on with what is left.

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{asset, asset_upload, load_run, load_run_item};
use stoa_entity::{TenantDb, TenantTx, load_run_removal, loose_files, translations};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::{AssetId, CollectionId, LoadRunId};
use stoa_kernel::load_run::{LoadRunItemKind, LoadRunState};
use stoa_kernel::media::AssetUseKind;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::ports::BlobStore;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{TenantCtx, boxed};

use super::LoadRun;
use crate::media::AssetUse;
use crate::{SiteError, content, media};

/// Removed runs that may still have late events.
const MAX_LATE: u64 = 200;
/// How long after its end a run is removed, milliseconds: processes accept its pass for two more seconds.
const SETTLED_MS: i64 = 3_000;
/// Pages or files of a batch.
const BATCH: u64 = 50;

/// Has what a run made removed; a run that goes on is ended. Repeatable.
///
/// # Errors
/// When the caller may not do that; [`SiteError::NotFound`] when the site has no such run.
#[boxed]
pub async fn begin_removal(ctx: &TenantCtx, db: &TenantDb, run: &LoadRunId) -> Result<LoadRun, SiteError> {
    ctx.authorise(Resource::DeveloperKeys, Action::Delete)?;
    let tx = db.write().await?;
    let own = load_run::Column::Id.eq(run.clone());
    let row = tx.find::<load_run::Entity>().filter(own.clone()).for_update().one().await?;
    let before = row.ok_or(SiteError::NotFound)?;
    if matches!(before.state, LoadRunState::Removing | LoadRunState::Removed) {
        return Ok(before.into());
    }
    let ended_on = before.ended_on.unwrap_or_else(|| ctx.now().min(before.ends_on));
    tx.update::<load_run::Entity>(own)
        .set(load_run::Column::State, LoadRunState::Removing)
        .set(load_run::Column::EndedOn, Some(ended_on))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::LoadRunRemove, &before.name).await?;
    tx.commit().await?;
    Ok(load_run::Model { state: LoadRunState::Removing, ended_on: Some(ended_on), ..before }.into())
}

/// When the next run is to be removed; none when there is none to remove.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_removal(tx: &TenantTx) -> Result<Option<Timestamp>, SiteError> {
    Ok(to_remove(tx).await?.iter().map(settled_on).min())
}

/// The runs that are to be removed at this time: those that someone wants removed, and removed ones of which a late
/// request made something more.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn runs_to_remove(tx: &TenantTx, now: Timestamp) -> Result<Vec<LoadRunId>, SiteError> {
    let runs = to_remove(tx).await?.into_iter().filter(|run| settled_on(run) <= now);
    Ok(runs.map(|run| run.id).collect())
}

async fn to_remove(tx: &TenantTx) -> Result<Vec<load_run::Model>, SiteError> {
    let wanted = tx.find::<load_run::Entity>().filter(load_run::Column::State.eq(LoadRunState::Removing));
    let mut runs = wanted.all().await?;
    let noted = tx.find::<load_run_item::Entity>().subquery(load_run_item::Column::RunId);
    let late = tx.find::<load_run::Entity>().filter(load_run::Column::State.eq(LoadRunState::Removed));
    runs.extend(late.filter(load_run::Column::Id.in_subquery(noted)).all().await?);
    Ok(runs)
}

/// The runs that were removed last. Events that a process could not store before may arrive after that.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn removed_runs(tx: &TenantTx) -> Result<Vec<LoadRunId>, SiteError> {
    let removed = tx.find::<load_run::Entity>().filter(load_run::Column::State.eq(LoadRunState::Removed));
    let removed = removed.order_by_desc(load_run::Column::Id).limit(MAX_LATE).all().await?;
    Ok(removed.into_iter().map(|run| run.id).collect())
}

fn settled_on(run: &load_run::Model) -> Timestamp {
    run.ended_on.unwrap_or(run.ends_on).saturating_add_ms(SETTLED_MS)
}

/// Removes pages and items that a run made. Returns their number; 0 when none are left.
///
/// # Errors
/// When the database fails; then nothing is removed.
#[boxed]
pub async fn remove_pages(ctx: &TenantCtx, db: &TenantDb, run: &LoadRunId) -> Result<u64, SiteError> {
    let tx = db.write().await?;
    for kind in [LoadRunItemKind::Item, LoadRunItemKind::Page] {
        let ids = load_run_removal::next(&tx, run, kind, BATCH).await?;
        if ids.is_empty() {
            continue;
        }
        let pages: Vec<CollectionId> = ids.iter().filter_map(|id| id.parse().ok()).collect();
        for page in &pages {
            content::remove_of_run(ctx, &tx, page).await?;
        }
        let removed = load_run_removal::end_batch(&tx, run, kind, &ids, 0).await?;
        tx.commit().await?;
        return Ok(removed);
    }
    Ok(0)
}

/// The next images and files that a run uploaded; none when none are left.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn next_assets(db: &TenantDb, run: &LoadRunId) -> Result<Vec<String>, SiteError> {
    Ok(load_run_removal::next(&db.read().await?, run, LoadRunItemKind::Asset, BATCH).await?)
}

/// Images and files that a run uploaded.
#[derive(Clone, Copy, Debug)]
pub struct NotedAssets<'a> {
    /// The run.
    pub run: &'a LoadRunId,
    /// Their ids, as [`next_assets`] returns them.
    pub ids: &'a [String],
    /// Those that products use.
    pub in_products: &'a HashSet<String>,
}

/// Removes images and files that a run uploaded, except those that are in use: those that products use, and those that
/// someone has placed in the site. Called when the pages and products of the run are gone.
///
/// # Errors
/// When the database fails; then no row is removed.
#[boxed]
pub async fn remove_assets<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    blobs: &dyn BlobStore,
    noted: NotedAssets<'a>,
) -> Result<(), SiteError> {
    let NotedAssets { run, ids: noted, in_products } = noted;
    let kind = LoadRunItemKind::Asset;
    let tx = db.read().await?;
    let mut ids = Vec::with_capacity(noted.len());
    for id in noted {
        if !in_products.contains(id) && !is_used(&tx, id).await? {
            ids.push(id.clone());
        }
    }
    let own = asset::Column::Id.is_in(ids.iter().cloned());
    drop(tx);
    let tx = db.write().await?;
    let find = tx.find::<asset::Entity>().filter(own.clone()).order_by_asc(asset::Column::Id).for_update();
    let mut files = Vec::with_capacity(ids.len());
    for row in find.all().await? {
        files.push(loose_files::release(ctx, &tx, &media::original_key(&row.blob_key)).await?);
    }
    tx.delete::<asset_upload::Entity>(asset_upload::Column::AssetId.is_in(ids.iter().cloned())).exec().await?;
    tx.delete::<asset::Entity>(own).exec().await?;
    translations::forget(&tx, TranslatedKind::Image, ids.clone()).await?;
    let kept = noted.len().saturating_sub(ids.len());
    load_run_removal::end_batch(&tx, run, kind, noted, kept).await?;
    tx.commit().await?;
    for file in &files {
        media::discard_loose(db, blobs, file).await;
    }
    Ok(())
}

/// Whether the site uses an image or file, other than as the poster of a video that is removed too.
async fn is_used(tx: &TenantTx, id: &str) -> Result<bool, SiteError> {
    let Ok(id) = id.parse::<AssetId>() else { return Ok(false) };
    let (films, others): (Vec<AssetUse>, Vec<AssetUse>) =
        media::uses_of(tx, &id).await?.into_iter().partition(|place| place.kind == AssetUseKind::Film);
    let films: Vec<String> = films.into_iter().map(|film| film.id).collect();
    let count = films.len();
    Ok(!others.is_empty() || load_run_removal::noted(tx, LoadRunItemKind::Asset, films).await?.len() < count)
}

/// Records that nothing is left of a run. False when something is.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn finish_removal(db: &TenantDb, run: &LoadRunId) -> Result<bool, SiteError> {
    let tx = db.write().await?;
    let own = load_run::Column::Id.eq(run.clone());
    tx.find::<load_run::Entity>().filter(own.clone()).for_update().one().await?;
    let left = tx.find::<load_run_item::Entity>().filter(load_run_item::Column::RunId.eq(run.clone()));
    if left.count_up_to(1).await? > 0 {
        return Ok(false);
    }
    tx.update::<load_run::Entity>(own).set(load_run::Column::State, LoadRunState::Removed).exec().await?;
    tx.commit().await?;
    Ok(true)
}
