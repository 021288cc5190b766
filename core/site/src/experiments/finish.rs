//! The start of an experiment, with which its variants become public, and its end, which can publish one of them.

use sea_orm::ColumnTrait;
use stoa_document::{BlockKinds, Document};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{experiment, experiment_variant};
use stoa_entity::{TenantDb, TenantTx, json_column};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::experiment::{ExperimentStatus, ExperimentTarget};
use stoa_kernel::id::{CollectionId, ExperimentId};
use stoa_kernel::{Action, Precondition, Resource, TenantCtx, boxed};

use super::model::{Experiment, Variant, VariantContent};
use super::service::{one, row_for_update, with_variants};
use super::{apply, texts};
use crate::content::SaveContext;
use crate::design;
use crate::themes::ThemeLibrary;
use crate::{SiteError, cache_tags, content, contributor_texts, html};

/// Maximum number of experiments that run at a time: each doubles the number of cached pages, or more.
const MAX_RUNNING: usize = 10;

/// What pages and designs are published with.
#[derive(Clone, Copy)]
pub struct PublishTools<'a> {
    /// For the documents of pages.
    pub tools: SaveContext<'a>,
    /// The themes whose settings a variant can have.
    pub themes: &'a ThemeLibrary,
}

/// Checks that the caller may make the variants of an experiment public.
fn authorise(ctx: &TenantCtx, target: ExperimentTarget) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    if target == ExperimentTarget::Theme {
        ctx.authorise(Resource::Design, Action::Publish)?;
    }
    Ok(())
}

/// Starts an experiment with what the pages of its variants contain now.
///
/// # Errors
/// [`SiteError::RevisionStale`] when someone else changed it first, [`SiteError::Conflict`] when it has started, or when
/// another running experiment changes the same, [`SiteError::Invalid`] when a variant has problems or no longer exists.
#[boxed]
pub async fn start<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    library: PublishTools<'a>,
    id: &'a ExperimentId,
    seen: &'a Precondition,
) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let PublishTools { tools, themes } = library;
    let tx = db.write().await?;
    let before = row_for_update(&tx, id).await?;
    authorise(ctx, before.target)?;
    if !seen.holds(&before.revision) {
        return Err(SiteError::RevisionStale);
    }
    if before.status != ExperimentStatus::Draft {
        return Err(SiteError::Conflict(contributor_texts::EXPERIMENT_HAS_STARTED.english().to_owned()));
    }
    let experiment = one(&tx, id).await?;
    require_free(&tx, &experiment).await?;
    let mut problems = FieldErrors::new();
    for (position, variant) in experiment.variants.iter().enumerate().skip(1) {
        match content_at_start(&tx, tools.kinds, themes, &experiment, variant).await {
            Ok(content) => {
                let content = json_column::write("experiment_variant.content", &content)?;
                tx.update::<experiment_variant::Entity>(experiment_variant::Column::ExperimentId.eq(id.clone()))
                    .filter(experiment_variant::Column::Position.eq(i32::try_from(position).unwrap_or(i32::MAX)))
                    .set(experiment_variant::Column::Content, content)
                    .exec()
                    .await?;
            }
            Err(SiteError::Invalid(fields)) => {
                let message = fields.into_values().next().unwrap_or_default();
                problems.insert(format!("variants.{position}.sourcePage"), message);
            }
            Err(other) => return Err(other),
        }
    }
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    tx.update::<experiment::Entity>(experiment::Column::Id.eq(id.clone()))
        .set(experiment::Column::Status, ExperimentStatus::Active)
        .set(experiment::Column::StartedOn, ctx.now())
        .set(experiment::Column::UpdatedOn, ctx.now())
        .set(experiment::Column::Revision, before.revision.saturating_add(1))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::ExperimentStart, id.as_str()).await?;
    let started = one(&tx, id).await?;
    tx.commit().await?;
    tools.invalidation.invalidate_tags(ctx.website(), &changed(&started)).await;
    Ok(started)
}

/// Ends an experiment. With a winner that is not the original, its content is published.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such experiment or variant, [`SiteError::Conflict`] when it does not run, or
/// when the page or the design has changes that are not published, [`SiteError::Invalid`] when the page no longer has
/// what the winner changes.
#[boxed]
pub async fn end<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    library: PublishTools<'a>,
    id: &'a ExperimentId,
    winner: Option<&'a str>,
) -> Result<Experiment, SiteError> {
    ctx.authorise(Resource::Content, Action::Publish)?;
    let tools = library.tools;
    let tx = db.write().await?;
    let before = row_for_update(&tx, id).await?;
    authorise(ctx, before.target)?;
    if !before.status.is_active() {
        return Err(SiteError::Conflict(contributor_texts::EXPERIMENT_DOES_NOT_RUN.english().to_owned()));
    }
    let experiment = one(&tx, id).await?;
    let mut tags = changed(&experiment);
    if let Some(name) = winner {
        let chosen = experiment.variant(name).ok_or(SiteError::NotFound)?;
        if let Some(content) = &chosen.content {
            tags.extend(publish(ctx, &tx, library, &experiment, content).await?);
            if let Some(position) = experiment.variants.iter().position(|variant| variant.name == name) {
                texts::give_to_page(&tx, &experiment, position).await?;
            }
        }
    }
    tx.update::<experiment::Entity>(experiment::Column::Id.eq(id.clone()))
        .set(experiment::Column::Status, ExperimentStatus::Ended)
        .set(experiment::Column::Winner, winner.map(str::to_owned))
        .set(experiment::Column::EndedOn, ctx.now())
        .set(experiment::Column::UpdatedOn, ctx.now())
        .set(experiment::Column::Revision, before.revision.saturating_add(1))
        .exec()
        .await?;
    audit::note(ctx, &tx, AuditAction::ExperimentEnd, id.as_str()).await?;
    let ended = one(&tx, id).await?;
    tx.commit().await?;
    tools.invalidation.invalidate_tags(ctx.website(), &tags).await;
    Ok(ended)
}

/// Cache tags of what an experiment changes.
fn changed(experiment: &Experiment) -> Vec<String> {
    let mut tags = vec![cache_tags::EXPERIMENTS.to_owned()];
    // Pages of a theme with other settings are cached under keys of their own, which nobody asks for any more.
    tags.extend(experiment.page.as_ref().map(cache_tags::collection));
    tags
}

/// Refuses an experiment that changes the same as a running one, since their figures could not be told apart.
async fn require_free(tx: &TenantTx, experiment: &Experiment) -> Result<(), SiteError> {
    let rows =
        tx.find::<experiment::Entity>().filter(experiment::Column::Status.eq(ExperimentStatus::Active)).all().await?;
    let running = with_variants(tx, rows).await?;
    if running.len() >= MAX_RUNNING {
        let message = contributor_texts::LIMIT_OF_RUNNING_EXPERIMENTS.with("count", MAX_RUNNING).to_string();
        return Err(SiteError::Conflict(message));
    }
    let meets = running.iter().find(|other| {
        let is_whole = |one: &Experiment| matches!(one.target, ExperimentTarget::Page | ExperimentTarget::Section);
        let same_page = other.page == experiment.page;
        same_page && (is_whole(other) || is_whole(experiment) || other.element == experiment.element)
    });
    match meets {
        Some(other) => {
            Err(SiteError::Conflict(contributor_texts::EXPERIMENT_MEETS_ANOTHER.with("name", &other.name).to_string()))
        }
        None => Ok(()),
    }
}

/// The published document of the page of an experiment.
async fn published(tx: &TenantTx, page: Option<&CollectionId>) -> Result<Document, SiteError> {
    let page = match page {
        Some(id) => content::published_by_id(tx, id).await?,
        None => None,
    };
    let document = page.and_then(|page| page.document);
    document.ok_or_else(|| SiteError::field("page", contributor_texts::CHOOSE_A_PUBLISHED_PAGE))
}

/// What a variant shows from the start on, as it could be published.
async fn content_at_start(
    tx: &TenantTx,
    kinds: &dyn BlockKinds,
    themes: &ThemeLibrary,
    experiment: &Experiment,
    variant: &Variant,
) -> Result<VariantContent, SiteError> {
    let (element, setting) = (experiment.element.as_deref(), experiment.setting.as_deref());
    if let Some(VariantContent::Values(values)) = &variant.content {
        let theme = element.unwrap_or_default();
        return Ok(VariantContent::Values(design::checked_values(themes, theme, values.clone())?));
    }
    let mut document = published(tx, experiment.page.as_ref()).await?;
    if !apply::has_element(&document, experiment.target, element, setting) {
        return Err(SiteError::field("element", contributor_texts::CHOOSE_WHAT_TO_CHANGE));
    }
    let own = match (&variant.content, &variant.source_page) {
        (Some(content @ VariantContent::Text(_)), _) => Some(content.clone()),
        (_, Some(source)) => {
            let draft = content::draft_document(tx, source).await?;
            apply::content_of(draft, experiment.target, element)
        }
        _ => None,
    };
    let missing = || SiteError::field("sourcePage", contributor_texts::VARIANT_HAS_NOT_THE_ELEMENT);
    let own = own.ok_or_else(missing)?;
    // Checked and sanitised as part of the page, as at its publication.
    apply::put(&mut document, &own, element, setting);
    let problems = document.check(kinds).into_map();
    if !problems.is_empty() {
        return Err(SiteError::Invalid(problems));
    }
    html::sanitise_document(&mut document, kinds);
    match own {
        VariantContent::Text(_) => apply::text_of(&mut document, element, setting).map(VariantContent::Text),
        _ => apply::content_of(document, experiment.target, element),
    }
    .ok_or_else(missing)
}

/// Publishes the content of a variant. Returns the cache tags to invalidate.
async fn publish(
    ctx: &TenantCtx,
    tx: &TenantTx,
    library: PublishTools<'_>,
    experiment: &Experiment,
    winner: &VariantContent,
) -> Result<Vec<String>, SiteError> {
    let (element, setting) = (experiment.element.as_deref(), experiment.setting.as_deref());
    if let VariantContent::Values(values) = winner {
        return design::publish_values(ctx, tx, library.themes, element.unwrap_or_default(), values).await;
    }
    let page = experiment.page.as_ref().ok_or(SiteError::NotFound)?;
    let mut document = published(tx, Some(page)).await?;
    if !apply::has_element(&document, experiment.target, element, setting) {
        return Err(SiteError::field("element", contributor_texts::CHOOSE_WHAT_TO_CHANGE));
    }
    apply::put(&mut document, winner, element, setting);
    content::publish_document(ctx, tx, library.tools.kinds, page, document).await
}
