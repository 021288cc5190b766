//! Exchange of steps with editors.

use std::collections::BTreeMap;

use sea_orm::ColumnTrait;
use stoa_document::edit::Draft;
use stoa_entity::tenant::collection;
use stoa_entity::tenant::page_operation::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::content::StepKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::log::{Log, Origin};
use super::model::{LoggedStep, Submission, Submitted, draft_of};
use crate::SiteError;
use crate::content::service::{SaveContext, draft_row_for_update, row};
use crate::contributor_texts;

/// Maximum number of steps in one submission.
const MAX_STEPS: usize = 200;
/// Maximum number of operations of a step.
const MAX_OPERATIONS: usize = 2000;
/// Maximum number of steps in one response; beyond it, the whole draft is returned.
const MAX_RETURNED_STEPS: u64 = 500;
/// Number of own steps returned for undo.
const OWN_STEPS: u64 = 100;
const MAX_CLIENT_LENGTH: usize = 64;

/// Applies the steps of an editor, each once, and returns what has changed since its base.
///
/// # Errors
/// [`SiteError::Invalid`] when the submission is malformed; an operation that does not fit the draft is not an error
/// but reported in the remarks of its step.
#[boxed]
pub async fn submit<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    tools: SaveContext<'a>,
    id: &CollectionId,
    submission: Submission,
) -> Result<Submitted, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    check(&submission)?;
    let Submission { base, client, steps } = submission;
    let tx = db.write().await?;
    let before = draft_row_for_update(&tx, id).await?;
    let known = known_numbers(&tx, id, &client, steps.iter().map(|step| step.number).min().unwrap_or_default()).await?;
    let new: Vec<_> = steps.into_iter().filter(|step| !known.contains_key(&step.number)).collect();
    if !new.is_empty() {
        let mut log = Log::open(&tx, ctx, before)?;
        for step in new {
            let origin = Origin { editor: Some((client.clone(), step.number)), kind: step.kind, undoes: step.undoes };
            log.add(tools.kinds, origin, step.operations).await?;
        }
        log.close().await?;
    }
    let after = row(&tx, id).await?;
    let mut submitted = heard(&tx, &after, base).await?;
    submitted.problems = draft_of(&after)?.document.check(tools.kinds).into_map();
    tx.commit().await?;
    Ok(submitted)
}

fn check(submission: &Submission) -> Result<(), SiteError> {
    let mut checks = Checks::default();
    let is_name = (1..=MAX_CLIENT_LENGTH).contains(&submission.client.len())
        && submission.client.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    checks.require(is_name, "client", contributor_texts::ENTER_AN_EDITOR_ID);
    let steps = &submission.steps;
    checks.require(steps.len() <= MAX_STEPS, "steps", format!("Send at most {MAX_STEPS} steps at once."));
    let rising = steps.windows(2).all(|pair| matches!(pair, [one, next] if one.number < next.number));
    let positive = steps.first().is_none_or(|step| step.number > 0);
    checks.require(rising && positive, "steps", contributor_texts::NUMBER_THE_STEPS_FROM_1_EACH_HIGHER);
    for (index, step) in steps.iter().enumerate() {
        let field = format!("steps[{index}].operations");
        let fits = step.operations.len() <= MAX_OPERATIONS;
        checks.require(fits, &field, format!("A step can contain at most {MAX_OPERATIONS} operations."));
        let short = step.undoes.as_ref().is_none_or(|undoes| undoes.len() <= MAX_CLIENT_LENGTH + 20);
        checks.require(short, &format!("steps[{index}].undoes"), contributor_texts::STEP_ID_HAS_THE_FORM_CLIENT_NUMBER);
    }
    Ok(checks.finish()?)
}

/// The steps of an editor that the log already has, from a number on.
async fn known_numbers(
    tx: &TenantTx,
    id: &CollectionId,
    client: &str,
    from: i64,
) -> Result<BTreeMap<i64, i64>, SiteError> {
    let rows: Vec<(i64, i64)> = of_page(tx, id)
        .filter(Column::Client.eq(client))
        .filter(Column::Number.gte(from))
        .select_columns::<KnownStep>(&[Column::Number, Column::Seq])
        .await?
        .into_iter()
        .map(|step| (step.number, step.seq))
        .collect();
    Ok(rows.into_iter().collect())
}

#[derive(sea_orm::FromQueryResult)]
struct KnownStep {
    number: i64,
    seq: i64,
}

fn of_page<'t>(tx: &'t TenantTx, id: &CollectionId) -> stoa_entity::Find<'t, Entity> {
    tx.find::<Entity>().filter(Column::PageId.eq(id.clone()))
}

/// Changes of a page after a step.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn since(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId, base: i64) -> Result<Submitted, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    heard(&tx, &row(&tx, id).await?, base).await
}

/// Whether a page has steps after `base` by others than the editor `client`, with a query as cheap as possible.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn has_news(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CollectionId,
    base: i64,
    client: Option<&str>,
) -> Result<bool, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let found = tx
        .find::<collection::Entity>()
        .filter(collection::Column::Id.eq(id.clone()))
        .select_columns::<Revision>(&[collection::Column::Revision])
        .await?;
    let made = found.first().ok_or(SiteError::NotFound)?.revision - base;
    if made == 0 {
        return Ok(false);
    }
    let Some(client) = client else { return Ok(true) };
    let own = of_page(&tx, id).filter(Column::Seq.gt(base)).filter(Column::Client.eq(client)).count().await?;
    Ok(i64::try_from(own).is_ok_and(|own| own != made))
}

#[derive(sea_orm::FromQueryResult)]
struct Revision {
    revision: i64,
}

async fn heard(tx: &TenantTx, page: &collection::Model, base: i64) -> Result<Submitted, SiteError> {
    let seq = page.revision;
    let rows = of_page(tx, &page.id)
        .filter(Column::Seq.gt(base))
        .filter(Column::Kind.ne(StepKind::Mark))
        .order_by_asc(Column::Seq)
        .limit(MAX_RETURNED_STEPS + 1)
        .all()
        .await?;
    let complete =
        rows.len() as u64 <= MAX_RETURNED_STEPS && i64::try_from(rows.len()).is_ok_and(|steps| steps == seq - base);
    let (steps, draft): (Vec<LoggedStep>, Option<Draft>) = if complete {
        (rows.into_iter().map(LoggedStep::from_row).collect::<Result<_, _>>()?, None)
    } else {
        (Vec::new(), Some(draft_of(page)?))
    };
    Ok(Submitted { seq, steps, draft, problems: BTreeMap::new() })
}

/// The last steps of the caller on a page, in order, so that a reopened editor can undo them.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn own_steps(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId) -> Result<Vec<LoggedStep>, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    row(&tx, id).await?;
    let rows: Vec<page_operation::Model> = of_page(&tx, id)
        .filter(Column::Author.eq(ctx.actor().label()))
        .filter(Column::Kind.ne(StepKind::Mark))
        .order_by_desc(Column::Seq)
        .limit(OWN_STEPS)
        .all()
        .await?;
    rows.into_iter().rev().map(LoggedStep::from_row).collect()
}
