//! Writes the log and the draft in one transaction.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_document::edit::{Applied, Draft, Op, Remark, RemarkKind, difference};
use stoa_document::{BlockKinds, Row, Schema};
use stoa_entity::TenantTx;
use stoa_entity::json_column;
use stoa_entity::tenant::collection;
use stoa_entity::tenant::page_operation::{self, Column, Entity};
use stoa_kernel::TenantCtx;
use stoa_kernel::clock::DAY_MS;
use stoa_kernel::content::StepKind;

use super::history::draft_at;
use super::model::{PAGE_TEXTS, draft_of};
use crate::content::page_metadata;
use crate::{SiteError, contributor_texts, html};

/// Maximum size of a draft, in bytes of its JSON.
const MAX_DRAFT_BYTES: usize = 2_000_000;
/// A snapshot of the whole draft is stored every so many steps, so that no version is far from one.
const SNAPSHOT_EVERY: i64 = 100;
/// Number of steps that are kept regardless of their age.
const KEPT_STEPS: i64 = 1000;
/// Age up to which earlier steps are kept, in milliseconds: 90 days.
const KEPT_MS: i64 = 90 * DAY_MS;

/// Source and kind of a step.
pub(in crate::content) struct Origin {
    /// Id of the open editor and its step number; none for steps of the server.
    pub(in crate::content) editor: Option<(String, i64)>,
    pub(in crate::content) kind: StepKind,
    pub(in crate::content) undoes: Option<String>,
}

impl Origin {
    /// A step made by the server.
    pub(in crate::content) fn server(kind: StepKind) -> Self {
        Self { editor: None, kind, undoes: None }
    }
}

/// A draft while steps are added to its log.
pub(super) struct Log<'t> {
    tx: &'t TenantTx,
    ctx: &'t TenantCtx,
    before: collection::Model,
    pub(super) draft: Draft,
    pub(super) seq: i64,
}

impl<'t> Log<'t> {
    /// For a page whose row is locked by this transaction.
    pub(super) fn open(tx: &'t TenantTx, ctx: &'t TenantCtx, row: collection::Model) -> Result<Self, SiteError> {
        Ok(Self { tx, ctx, draft: draft_of(&row)?, seq: row.revision, before: row })
    }

    /// Applies a step to the draft and appends it to the log.
    pub(super) async fn add(&mut self, kinds: &dyn BlockKinds, origin: Origin, ops: Vec<Op>) -> Result<(), SiteError> {
        let applied = self.make(kinds, ops)?;
        self.append(origin, &applied).await
    }

    /// Appends a step that the draft has already.
    async fn append(&mut self, origin: Origin, applied: &Applied) -> Result<(), SiteError> {
        let changes = self.draft.changes(&applied.ops);
        self.seq += 1;
        let (client, number) = origin.editor.unwrap_or_else(|| (String::new(), self.seq));
        let snapshot = if self.seq % SNAPSHOT_EVERY == 0 {
            Some(json_column::write("page_operation.snapshot", &self.draft)?)
        } else {
            None
        };
        let row = page_operation::ActiveModel {
            website_id: Set(self.tx.website().clone()),
            page_id: Set(self.before.id.clone()),
            seq: Set(self.seq),
            client: Set(client),
            number: Set(number),
            author: Set(self.ctx.actor().label()),
            made_on: Set(self.ctx.now()),
            kind: Set(origin.kind),
            undoes: Set(origin.undoes),
            operations: Set(json_column::write("page_operation.operations", &applied.ops)?),
            inverses: Set(json_column::write("page_operation.inverses", &applied.inverses)?),
            changes: Set(json_column::write("page_operation.changes", &changes)?),
            remarks: Set(json_column::write("page_operation.remarks", &applied.remarks)?),
            name: Set(None),
            published_on: Set(None),
            published_by: Set(None),
            snapshot: Set(snapshot),
        };
        self.tx.insert(row).await?;
        Ok(())
    }

    /// Applies operations to the draft only. HTML is sanitised at the same time, so the logged operations contain
    /// sanitised HTML.
    fn make(&mut self, kinds: &dyn BlockKinds, ops: Vec<Op>) -> Result<Applied, SiteError> {
        let before = self.draft.clone();
        let (ops, refused): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(is_storable);
        let mut applied = self.draft.apply(ops);
        let cleaning = cleaning(&self.draft, &applied.ops, kinds);
        let cleaning = self.draft.apply(cleaning);
        applied.ops.extend(cleaning.ops);
        applied.inverses.splice(0..0, cleaning.inverses);
        applied.remarks.extend(refused.into_iter().map(|op| lost(RemarkKind::Invalid, op)));
        let size = json_column::write("collection.draft", &self.draft)?.to_string().len();
        if size > MAX_DRAFT_BYTES {
            self.draft = before;
            let remarks = applied.ops.into_iter().map(|op| lost(RemarkKind::Full, op)).chain(applied.remarks).collect();
            return Ok(Applied { remarks, ..Applied::default() });
        }
        Ok(applied)
    }

    /// Writes the draft. The published titles and metadata are unchanged.
    pub(super) async fn close(self) -> Result<(), SiteError> {
        let text = |name: &str| self.draft.page.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let before = draft_of(&self.before)?;
        let mut update = self
            .tx
            .update::<collection::Entity>(collection::Column::Id.eq(self.before.id.clone()))
            .set(collection::Column::Revision, self.seq)
            .set(collection::Column::UpdatedOn, self.ctx.now());
        if before.document != self.draft.document {
            update =
                update.set(collection::Column::Draft, json_column::write("collection.draft", &self.draft.document)?);
        }
        if before.page != self.draft.page {
            page_metadata::store_published_metadata(self.tx, &self.before).await?;
            update = update
                .set(collection::Column::Title, text("title"))
                .set(collection::Column::NavigationTitle, text("navigationTitle"))
                .set(collection::Column::SeoTitle, text("seoTitle"))
                .set(collection::Column::SeoDescription, text("seoDescription"));
        }
        update.exec().await?;
        if self.before.revision / SNAPSHOT_EVERY != self.seq / SNAPSHOT_EVERY {
            delete_old_steps(self.tx, self.ctx, &self.before, self.seq).await?;
        }
        Ok(())
    }
}

/// Deletes old steps; published and named versions stay, with their snapshots.
async fn delete_old_steps(
    tx: &TenantTx,
    ctx: &TenantCtx,
    page: &collection::Model,
    head: i64,
) -> Result<(), SiteError> {
    tx.delete::<Entity>(Column::PageId.eq(page.id.clone()))
        .filter(Column::Seq.lte(head - KEPT_STEPS))
        .filter(Column::MadeOn.lt(ctx.now() - KEPT_MS))
        .filter(Column::Name.is_null())
        .filter(Column::PublishedOn.is_null())
        .exec()
        .await?;
    Ok(())
}

fn lost(kind: RemarkKind, op: Op) -> Remark {
    let (id, path) = op.target();
    Remark { kind, id: id.to_owned(), path: path.to_vec(), lost: Some(op) }
}

/// Whether an operation can be stored: no NUL characters (databases refuse them), only known page texts within their
/// maximum length, and no blank title.
fn is_storable(op: &Op) -> bool {
    if serde_json::to_string(op).is_ok_and(|text| text.contains("\\u0000")) {
        return false;
    }
    let Op::SetPage { path, value, .. } = op else { return true };
    let [name] = path.as_slice() else { return false };
    let Some((_, most)) = PAGE_TEXTS.iter().find(|(known, _)| known == name) else { return false };
    let Some(text) = value.as_ref().and_then(Value::as_str) else { return false };
    text.chars().count() <= *most && (name != "title" || !text.trim().is_empty())
}

/// Operations that normalise a draft: sanitise HTML of changed blocks, and fill a blank navigation title with the
/// title.
fn cleaning(draft: &Draft, ops: &[Op], kinds: &dyn BlockKinds) -> Vec<Op> {
    let touched: HashSet<&str> = ops.iter().flat_map(changed_blocks).collect();
    let mut clean = draft.clone();
    html::sanitise_blocks(&mut clean.document, kinds, &|id| touched.contains(id));
    let is_blank = |name: &str| draft.page.get(name).and_then(Value::as_str).is_none_or(|text| text.trim().is_empty());
    if is_blank("navigationTitle")
        && let Some(title) = draft.page.get("title")
    {
        clean.page.insert("navigationTitle".to_owned(), title.clone());
    }
    difference(draft, &clean)
}

/// Ids of the blocks whose settings an operation changes.
fn changed_blocks(op: &Op) -> Vec<&str> {
    fn of_row(row: &Row) -> Vec<&str> {
        row.columns.iter().flat_map(|column| &column.blocks).map(|block| block.id.as_str()).collect()
    }
    match op {
        Op::Set { id, .. } => vec![id],
        Op::InsertBlock { block, .. } => vec![&block.id],
        Op::InsertRow { row, .. } => of_row(row),
        Op::InsertSection { section, .. } => section.rows.iter().flat_map(of_row).collect(),
        _ => Vec::new(),
    }
}

/// The draft that a step of the server makes.
pub(in crate::content) struct RecordedDraft<'a> {
    pub(in crate::content) kind: StepKind,
    pub(in crate::content) draft: &'a Draft,
}

/// Adds one step to the log of a page and writes its draft; returns the number of the step.
pub(in crate::content) async fn record(
    tx: &TenantTx,
    ctx: &TenantCtx,
    kinds: &dyn BlockKinds,
    row: collection::Model,
    recorded: RecordedDraft<'_>,
) -> Result<i64, SiteError> {
    let mut log = Log::open(tx, ctx, row)?;
    let ops = difference(&log.draft, recorded.draft);
    log.add(kinds, Origin::server(recorded.kind), ops).await?;
    let seq = log.seq;
    log.close().await?;
    Ok(seq)
}

/// As [`record`], for changes without which the draft is as good as before: there is no step when nothing of them can
/// be applied. Returns whether the draft was changed.
///
/// # Errors
/// [`SiteError::Conflict`] when the draft would be too large.
pub(in crate::content) async fn record_changes(
    tx: &TenantTx,
    ctx: &TenantCtx,
    kinds: &dyn BlockKinds,
    row: collection::Model,
    recorded: RecordedDraft<'_>,
) -> Result<bool, SiteError> {
    let mut log = Log::open(tx, ctx, row)?;
    let before = log.draft.clone();
    let ops = difference(&before, recorded.draft);
    let applied = log.make(kinds, ops)?;
    if applied.remarks.iter().any(|remark| remark.kind == RemarkKind::Full) {
        return Err(SiteError::Conflict(contributor_texts::PAGE_WOULD_BE_TOO_LARGE.english().to_owned()));
    }
    let is_changed = log.draft != before;
    if is_changed {
        log.append(Origin::server(recorded.kind), &applied).await?;
        log.close().await?;
    }
    Ok(is_changed)
}

/// As [`record`], for texts of a page (titles and texts for search engines) that the caller read at a revision: only
/// texts that differ from that revision are changed, merged with later changes by others. Without a revision the texts
/// overwrite the present ones.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the log no longer has that revision.
pub(in crate::content) async fn record_texts(
    tx: &TenantTx,
    ctx: &TenantCtx,
    row: collection::Model,
    read_at: Option<i64>,
    page: Map<String, Value>,
) -> Result<(), SiteError> {
    let read = match read_at {
        Some(seq) if seq != row.revision => draft_at(tx, &row, seq).await.map_err(|error| match error {
            SiteError::NotFound => SiteError::RevisionStale,
            other => other,
        })?,
        _ => draft_of(&row)?,
    };
    if read.page == page {
        return Ok(());
    }
    let ops = difference(&read, &Draft { page, ..read.clone() });
    let mut log = Log::open(tx, ctx, row)?;
    log.add(&NoKinds, Origin::server(StepKind::Replace), ops).await?;
    log.close().await
}

struct NoKinds;

impl BlockKinds for NoKinds {
    fn schema(&self, _kind: &str) -> Option<&Schema> {
        None
    }
}

/// Records that the present draft is published.
pub(in crate::content) async fn mark_published(
    tx: &TenantTx,
    ctx: &TenantCtx,
    page: &collection::Model,
) -> Result<(), SiteError> {
    let snapshot = json_column::write("page_operation.snapshot", &draft_of(page)?)?;
    let changed = of_page(tx, page)
        .set(Column::PublishedOn, ctx.now())
        .set(Column::PublishedBy, ctx.actor().label())
        .set(Column::Snapshot, snapshot.clone())
        .exec()
        .await?;
    if changed == 0 {
        let published_by = Set(Some(ctx.actor().label()));
        let published_on = Set(Some(ctx.now()));
        let mark = page_operation::ActiveModel { published_on, published_by, ..mark(tx, ctx, page, snapshot) };
        tx.insert(mark).await?;
    }
    Ok(())
}

fn of_page<'t>(tx: &'t TenantTx, page: &collection::Model) -> stoa_entity::Update<'t, Entity> {
    tx.update::<Entity>(Column::PageId.eq(page.id.clone())).filter(Column::Seq.eq(page.revision))
}

/// A log row for a draft that is older than the log.
pub(super) fn mark(
    tx: &TenantTx,
    ctx: &TenantCtx,
    page: &collection::Model,
    snapshot: Value,
) -> page_operation::ActiveModel {
    let nothing = || Set(Value::Array(Vec::new()));
    page_operation::ActiveModel {
        website_id: Set(tx.website().clone()),
        page_id: Set(page.id.clone()),
        seq: Set(page.revision),
        client: Set(String::new()),
        number: Set(page.revision),
        author: Set(ctx.actor().label()),
        made_on: Set(ctx.now()),
        kind: Set(StepKind::Mark),
        undoes: Set(None),
        operations: nothing(),
        inverses: nothing(),
        changes: nothing(),
        remarks: nothing(),
        name: Set(None),
        published_on: Set(None),
        published_by: Set(None),
        snapshot: Set(Some(snapshot)),
    }
}
