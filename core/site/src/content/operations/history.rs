//! Version history, for contributors.

use sea_orm::{ActiveValue::Set, ColumnTrait};
use stoa_document::edit::{Change, ChangeKind, Draft, Op};
use stoa_entity::json_column;
use stoa_entity::tenant::collection;
use stoa_entity::tenant::page_operation::{self, Column, Entity};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::StepKind;
use stoa_kernel::error::Checks;
use stoa_kernel::id::CollectionId;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::log::{RecordedDraft, mark, record};
use super::model::draft_of;
use crate::SiteError;
use crate::content::model::PageDetail;
use crate::content::service::{SaveContext, detail, draft_row_for_update, row};

/// Consecutive steps of one person within this time form one entry, in milliseconds.
const HISTORY_ENTRY_GAP_MS: i64 = 5 * 60 * 1000;
/// Steps read for one page of the history.
const STEPS_READ: u64 = 300;
const MAX_NAME_LENGTH: usize = 120;

/// Steps that one person made in a row, or a version that was published or named.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryEntry {
    /// Revision after its last step.
    pub seq: i64,
    /// Revision after its first step.
    pub first_seq: i64,
    /// Author: an account, or `system`.
    pub author: String,
    /// When the last step was made, UTC milliseconds.
    pub made_on: Timestamp,
    /// Kind of the last step.
    pub kind: StepKind,
    /// The version's name.
    pub name: Option<String>,
    /// When it was published, UTC milliseconds.
    pub published_on: Option<Timestamp>,
    /// Who published it: an account, or `system` for a scheduled publication.
    pub published_by: Option<String>,
    /// What was changed, each once, newest first.
    pub changes: Vec<Change>,
}

/// A page of the history.
#[derive(Clone, Debug, PartialEq)]
pub struct HistoryPage {
    /// Newest first.
    pub entries: Vec<HistoryEntry>,
    /// Start of the next page; none at the end.
    pub next: Option<i64>,
}

/// History of a page before a step, or from the last one.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page.
#[boxed]
pub async fn history(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CollectionId,
    before: Option<i64>,
) -> Result<HistoryPage, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    row(&tx, id).await?;
    let mut find =
        tx.find::<Entity>().filter(Column::PageId.eq(id.clone())).order_by_desc(Column::Seq).limit(STEPS_READ);
    if let Some(before) = before {
        find = find.filter(Column::Seq.lt(before));
    }
    let rows = find.all().await?;
    let full = rows.len() as u64 == STEPS_READ;
    let mut entries: Vec<HistoryEntry> = Vec::new();
    for row in rows {
        let entry = entry_of(row)?;
        match entries.last_mut().filter(|later| belongs_together(later, &entry)) {
            Some(later) => take_in(later, entry),
            None => entries.push(entry),
        }
    }
    // The last entry may continue in the next page, which then begins with it.
    if full && entries.len() > 1 {
        entries.pop();
    }
    let next = entries.last().filter(|_| full).map(|entry| entry.first_seq);
    Ok(HistoryPage { entries, next })
}

fn entry_of(row: page_operation::Model) -> Result<HistoryEntry, SiteError> {
    Ok(HistoryEntry {
        seq: row.seq,
        first_seq: row.seq,
        author: row.author,
        made_on: row.made_on,
        kind: row.kind,
        name: row.name,
        published_on: row.published_on,
        published_by: row.published_by,
        changes: json_column::read("page_operation.changes", &row.changes)?,
    })
}

fn belongs_together(later: &HistoryEntry, earlier: &HistoryEntry) -> bool {
    later.kind.is_of_editor()
        && earlier.kind.is_of_editor()
        && later.author == earlier.author
        && later.made_on - earlier.made_on <= HISTORY_ENTRY_GAP_MS
        && earlier.name.is_none()
        && earlier.published_on.is_none()
}

/// Elements that were added and removed in the same entry are omitted.
fn take_in(later: &mut HistoryEntry, earlier: HistoryEntry) {
    later.first_seq = earlier.first_seq;
    for change in earlier.changes {
        let known = later.changes.iter_mut().find(|known| {
            known.id == change.id
                && known.subject == change.subject
                && (known.kind == change.kind || !change.id.is_empty())
        });
        match (known, change.change) {
            (Some(known), ChangeKind::Added) if known.change != ChangeKind::Removed => known.change = ChangeKind::Added,
            (Some(_), _) => {}
            (None, _) => later.changes.push(change),
        }
    }
}

/// A page as it was after a step.
#[derive(Clone, Debug, PartialEq)]
pub struct Version {
    /// Revision after the step.
    pub seq: i64,
    /// The draft at that time.
    pub draft: Draft,
}

/// A page as it was after a step.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page, or the version is no longer kept.
#[boxed]
pub async fn version(ctx: &TenantCtx, db: &TenantDb, id: &CollectionId, seq: i64) -> Result<Version, SiteError> {
    ctx.authorise(Resource::Content, Action::Read)?;
    let tx = db.read().await?;
    let page = row(&tx, id).await?;
    Ok(Version { seq, draft: draft_at(&tx, &page, seq).await? })
}

/// Starts from the next snapshot and applies the inverses step by step.
pub(super) async fn draft_at(tx: &TenantTx, page: &collection::Model, seq: i64) -> Result<Draft, SiteError> {
    if seq > page.revision || seq < 1 {
        return Err(SiteError::NotFound);
    }
    let of_page = || tx.find::<Entity>().filter(Column::PageId.eq(page.id.clone()));
    let whole = of_page()
        .filter(Column::Seq.gte(seq))
        .filter(Column::Snapshot.is_not_null())
        .order_by_asc(Column::Seq)
        .limit(1)
        .one()
        .await?;
    let (from, mut draft) = match whole.and_then(|row| Some((row.seq, row.snapshot?))) {
        Some((seq, snapshot)) => (seq, json_column::read("page_operation.snapshot", &snapshot)?),
        None => (page.revision, draft_of(page)?),
    };
    let steps =
        of_page().filter(Column::Seq.gt(seq)).filter(Column::Seq.lte(from)).order_by_desc(Column::Seq).all().await?;
    if i64::try_from(steps.len()).is_ok_and(|steps| steps != from - seq) {
        return Err(SiteError::NotFound);
    }
    for step in steps {
        let inverses: Vec<Op> = json_column::read("page_operation.inverses", &step.inverses)?;
        draft.apply(inverses);
    }
    Ok(draft)
}

/// Restores the draft to its state after a step. This is a new step that can be undone.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such page, or the version is no longer kept.
#[boxed]
pub async fn restore<'a>(
    ctx: &'a TenantCtx,
    db: &TenantDb,
    tools: SaveContext<'a>,
    id: &CollectionId,
    seq: i64,
) -> Result<PageDetail, SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let tx = db.write().await?;
    let page = draft_row_for_update(&tx, id).await?;
    let wanted = draft_at(&tx, &page, seq).await?;
    record(&tx, ctx, tools.kinds, page, RecordedDraft { kind: StepKind::Restore, draft: &wanted }).await?;
    let restored = detail(&tx, id).await?;
    tx.commit().await?;
    Ok(restored)
}

/// Names a version; an empty name removes it. Named versions are kept permanently.
///
/// # Errors
/// [`SiteError::NotFound`] when there is no such version.
#[boxed]
pub async fn name_version(
    ctx: &TenantCtx,
    db: &TenantDb,
    id: &CollectionId,
    seq: i64,
    name: &str,
) -> Result<(), SiteError> {
    ctx.authorise(Resource::Content, Action::Write)?;
    let name = name.trim();
    let mut checks = Checks::default();
    let fits = name.chars().count() <= MAX_NAME_LENGTH;
    checks.require(
        fits,
        "name",
        stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", MAX_NAME_LENGTH).to_string(),
    );
    checks.finish()?;
    let tx = db.write().await?;
    let page = draft_row_for_update(&tx, id).await?;
    let draft = draft_at(&tx, &page, seq).await?;
    let snapshot = json_column::write("page_operation.snapshot", &draft)?;
    let name = (!name.is_empty()).then(|| name.to_owned());
    let changed = tx
        .update::<Entity>(Column::PageId.eq(id.clone()))
        .filter(Column::Seq.eq(seq))
        .set(Column::Name, name.clone())
        .set(Column::Snapshot, snapshot.clone())
        .exec()
        .await?;
    if changed == 0 {
        if seq != page.revision {
            return Err(SiteError::NotFound);
        }
        tx.insert(page_operation::ActiveModel { name: Set(name), ..mark(&tx, ctx, &page, snapshot) }).await?;
    }
    tx.commit().await?;
    Ok(())
}
