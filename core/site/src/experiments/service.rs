//! Experiments of a site: listed, created, changed, removed.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{experiment, experiment_variant};
use stoa_entity::{DbError, TenantDb, TenantTx, json_column, translations};
use stoa_kernel::experiment::ExperimentStatus;
use stoa_kernel::id::ExperimentId;
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::check::checked;
use super::model::{Experiment, ExperimentDraft, VariantContent, VariantDraft};
use crate::{SiteError, contributor_texts};

/// Maximum number of experiments of a site, with those that have ended.
const MAX_EXPERIMENTS: u64 = 200;

/// All experiments, newest first.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn list(ctx: &TenantCtx, db: &TenantDb) -> Result<Vec<Experiment>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let rows = tx.find::<experiment::Entity>().order_by_desc(experiment::Column::Id).all().await?;
    with_variants(&tx, rows).await
}

/// An experiment.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb, id: &ExperimentId) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    one(&tx, id).await
}

/// An experiment, for those who may see its figures.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id.
#[boxed]
pub async fn measured(ctx: &TenantCtx, db: &TenantDb, id: &ExperimentId) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Analytics, Action::Read)?;
    let tx = db.read().await?;
    one(&tx, id).await
}

/// Creates an experiment that does not run yet.
///
/// # Errors
/// Messages for wrong values; [`SiteError::Conflict`] when another one has its name.
#[boxed]
pub async fn create(ctx: &TenantCtx, db: &TenantDb, draft: ExperimentDraft) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let draft = checked(&tx, draft).await?;
    if tx.find::<experiment::Entity>().count().await? >= MAX_EXPERIMENTS {
        let message = contributor_texts::LIMIT_OF_EXPERIMENTS.with("count", MAX_EXPERIMENTS).to_string();
        return Err(SiteError::field("name", message));
    }
    let id = ExperimentId::generate();
    let inserted = tx
        .insert(experiment::ActiveModel {
            website_id: Set(tx.website().clone()),
            id: Set(id.clone()),
            name: Set(draft.name.clone()),
            status: Set(ExperimentStatus::Draft),
            target: Set(draft.target),
            page_id: Set(draft.page.clone()),
            element_id: Set(draft.element.clone()),
            setting: Set(draft.setting.clone()),
            goal: Set(draft.goal),
            goal_value: Set(draft.goal_value.clone()),
            winner: Set(None),
            revision: Set(1),
            created_on: Set(ctx.now()),
            updated_on: Set(ctx.now()),
            started_on: Set(None),
            ended_on: Set(None),
        })
        .await;
    named_once(inserted.map(|_| ()), &draft.name)?;
    insert_variants(&tx, &id, draft.variants).await?;
    audit::note(ctx, &tx, AuditAction::ExperimentCreate, id.as_str()).await?;
    let made = one(&tx, &id).await?;
    tx.commit().await?;
    Ok(made)
}

/// Changes an experiment that does not run yet.
///
/// # Errors
/// As [`create`]; [`SiteError::RevisionStale`] when someone else changed it first, [`SiteError::Conflict`] when it runs
/// or has ended.
#[boxed]
pub async fn update(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &ExperimentId,
    seen: &Precondition,
    draft: ExperimentDraft,
) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let before = row_for_update(&tx, id).await?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    if before.status != ExperimentStatus::Draft {
        return Err(SiteError::Conflict(contributor_texts::EXPERIMENT_HAS_STARTED.english().to_owned()));
    }
    let draft = checked(&tx, draft).await?;
    let updated = tx
        .update::<experiment::Entity>(experiment::Column::Id.eq(id.clone()))
        .set(experiment::Column::Name, draft.name.clone())
        .set(experiment::Column::Target, draft.target)
        .set(experiment::Column::PageId, draft.page.clone())
        .set(experiment::Column::ElementId, draft.element.clone())
        .set(experiment::Column::Setting, draft.setting.clone())
        .set(experiment::Column::Goal, draft.goal)
        .set(experiment::Column::GoalValue, draft.goal_value.clone())
        .set(experiment::Column::Revision, before.revision.saturating_add(1))
        .set(experiment::Column::UpdatedOn, ctx.now())
        .exec()
        .await;
    named_once(updated.map(|_| ()), &draft.name)?;
    tx.delete::<experiment_variant::Entity>(experiment_variant::Column::ExperimentId.eq(id.clone())).exec().await?;
    insert_variants(&tx, id, draft.variants).await?;
    audit::note(ctx, &tx, AuditAction::ExperimentSave, id.as_str()).await?;
    let saved = one(&tx, id).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Deletes an experiment that does not run.
///
/// # Errors
/// [`SiteError::NotFound`] when there is none with this id, [`SiteError::Conflict`] while it runs.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, id: &ExperimentId) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Delete)?;
    let tx = db.write().await?;
    if row_for_update(&tx, id).await?.status.is_active() {
        return Err(SiteError::Conflict(contributor_texts::END_THE_EXPERIMENT_FIRST.english().to_owned()));
    }
    tx.delete::<experiment_variant::Entity>(experiment_variant::Column::ExperimentId.eq(id.clone())).exec().await?;
    tx.delete::<experiment::Entity>(experiment::Column::Id.eq(id.clone())).exec().await?;
    translations::forget(&tx, TranslatedKind::Experiment, vec![id.to_string()]).await?;
    audit::note(ctx, &tx, AuditAction::ExperimentDelete, id.as_str()).await?;
    Ok(tx.commit().await?)
}

fn named_once(written: Result<(), DbError>, name: &str) -> Result<(), SiteError> {
    match written {
        Err(DbError::Duplicate(_)) => {
            Err(SiteError::Conflict(contributor_texts::EXPERIMENT_NAME_TAKEN.with("name", name).to_string()))
        }
        other => Ok(other?),
    }
}

async fn insert_variants(tx: &TenantTx, id: &ExperimentId, variants: Vec<VariantDraft>) -> Result<(), SiteError> {
    for (position, variant) in variants.into_iter().enumerate() {
        let content = variant.text.map(VariantContent::Text).or_else(|| variant.values.map(VariantContent::Values));
        let content = content.map(|content| json_column::write("experiment_variant.content", &content)).transpose()?;
        tx.insert(experiment_variant::ActiveModel {
            website_id: Set(tx.website().clone()),
            experiment_id: Set(id.clone()),
            position: Set(i32::try_from(position).unwrap_or(i32::MAX)),
            name: Set(variant.name),
            weight: Set(i32::try_from(variant.weight).unwrap_or(i32::MAX)),
            source_page_id: Set(variant.source_page),
            content: Set(content),
        })
        .await?;
    }
    Ok(())
}

pub(super) async fn row_for_update(tx: &TenantTx, id: &ExperimentId) -> Result<experiment::Model, SiteError> {
    let found =
        tx.find::<experiment::Entity>().filter(experiment::Column::Id.eq(id.clone())).for_update().one().await?;
    found.ok_or(SiteError::NotFound)
}

pub(super) async fn one(tx: &TenantTx, id: &ExperimentId) -> Result<Experiment, SiteError> {
    let row = tx.find::<experiment::Entity>().filter(experiment::Column::Id.eq(id.clone())).one().await?;
    let rows = vec![row.ok_or(SiteError::NotFound)?];
    with_variants(tx, rows).await?.pop().ok_or(SiteError::NotFound)
}

/// Experiments with their variants, in one more query.
pub(crate) async fn with_variants(tx: &TenantTx, rows: Vec<experiment::Model>) -> Result<Vec<Experiment>, SiteError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: Vec<ExperimentId> = rows.iter().map(|row| row.id.clone()).collect();
    let mut variants = tx
        .find::<experiment_variant::Entity>()
        .filter(experiment_variant::Column::ExperimentId.is_in(ids))
        .order_by_asc(experiment_variant::Column::Position)
        .all()
        .await?;
    rows.into_iter()
        .map(|row| {
            let own = variants.extract_if(.., |variant| variant.experiment_id == row.id).collect();
            Experiment::from_rows(row, own)
        })
        .collect()
}
