//! Writing the log and the draft together.

use std::collections::HashSet;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value};
use stoa_document::edit::{Applied, Draft, Op, Remark, RemarkKind, difference};
use stoa_document::{BlockKinds, Row, Schema};
use stoa_entity::TenantTx;
use stoa_entity::tenant::collection;
use stoa_entity::tenant::page_operation::{self, Column, Entity};
use stoa_kernel::TenantCtx;

use super::history::draft_at;
use super::model::{PAGE_TEXTS, StepKind, draft_of};
use crate::content::setting;
use crate::{SiteError, columns, html};

/// Largest draft, in bytes of its JSON.
const LARGEST_DRAFT: usize = 2_000_000;
/// After so many steps the whole draft is written down, so that no version lies far from one that is whole.
const SNAPSHOT_EVERY: i64 = 100;
/// So many steps are kept however old they are.
const KEPT_STEPS: i64 = 1000;
/// Steps before those are kept for so long, in milliseconds: 90 days.
const KEPT_MS: i64 = 90 * 24 * 60 * 60 * 1000;

/// Who made a step and what kind of step it is.
pub(in crate::content) struct Origin {
    /// The open editor and its number; none for the server itself.
    pub(in crate::content) editor: Option<(String, i64)>,
    pub(in crate::content) kind: StepKind,
    pub(in crate::content) undoes: Option<String>,
}

impl Origin {
    /// A step that the server makes itself.
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
    /// Of a page whose row is locked by this transaction.
    pub(super) fn open(tx: &'t TenantTx, ctx: &'t TenantCtx, row: collection::Model) -> Result<Self, SiteError> {
        Ok(Self { tx, ctx, draft: draft_of(&row)?, seq: row.revision, before: row })
    }

    /// Makes a step: changes the draft and writes the log.
    pub(super) async fn add(&mut self, kinds: &dyn BlockKinds, origin: Origin, ops: Vec<Op>) -> Result<(), SiteError> {
        let applied = self.make(kinds, ops)?;
        let changes = self.draft.changes(&applied.ops);
        self.seq += 1;
        let (client, number) = origin.editor.unwrap_or_else(|| (String::new(), self.seq));
        let snapshot = if self.seq % SNAPSHOT_EVERY == 0 {
            Some(columns::write("page_operation.snapshot", &self.draft)?)
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
            made_on: Set(self.ctx.now_ms()),
            kind: Set(origin.kind.name().to_owned()),
            undoes: Set(origin.undoes),
            operations: Set(columns::write("page_operation.operations", &applied.ops)?),
            inverses: Set(columns::write("page_operation.inverses", &applied.inverses)?),
            changes: Set(columns::write("page_operation.changes", &changes)?),
            remarks: Set(columns::write("page_operation.remarks", &applied.remarks)?),
            name: Set(None),
            published_on: Set(None),
            published_by: Set(None),
            snapshot: Set(snapshot),
        };
        self.tx.insert(row).await?;
        Ok(())
    }

    /// Changes the draft alone. HTML is cleaned at once, so the operations that are written down give it clean again.
    fn make(&mut self, kinds: &dyn BlockKinds, ops: Vec<Op>) -> Result<Applied, SiteError> {
        let before = self.draft.clone();
        let (ops, refused): (Vec<Op>, Vec<Op>) = ops.into_iter().partition(is_storable);
        let mut applied = self.draft.apply(ops);
        let cleaning = cleaning(&self.draft, &applied.ops, kinds);
        let cleaning = self.draft.apply(cleaning);
        applied.ops.extend(cleaning.ops);
        applied.inverses.splice(0..0, cleaning.inverses);
        applied.remarks.extend(refused.into_iter().map(|op| lost(RemarkKind::Invalid, op)));
        let size = columns::write("collection.draft", &self.draft)?.to_string().len();
        if size > LARGEST_DRAFT {
            self.draft = before;
            let remarks = applied.ops.into_iter().map(|op| lost(RemarkKind::Full, op)).chain(applied.remarks).collect();
            return Ok(Applied { remarks, ..Applied::default() });
        }
        Ok(applied)
    }

    /// Writes the draft. Visitors go on seeing the names that were published.
    pub(super) async fn close(self) -> Result<(), SiteError> {
        let text = |name: &str| self.draft.page.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
        let before = draft_of(&self.before)?;
        let mut update = self
            .tx
            .update::<collection::Entity>(collection::Column::Id.eq(self.before.id.clone()))
            .set(collection::Column::Revision, self.seq)
            .set(collection::Column::UpdatedOn, self.ctx.now_ms());
        if before.document != self.draft.document {
            update = update.set(collection::Column::Draft, columns::write("collection.draft", &self.draft.document)?);
        }
        if before.page != self.draft.page {
            setting::keep_face(self.tx, &self.before).await?;
            update = update
                .set(collection::Column::Title, text("title"))
                .set(collection::Column::NavigationTitle, text("navigationTitle"))
                .set(collection::Column::SeoTitle, text("seoTitle"))
                .set(collection::Column::SeoDescription, text("seoDescription"));
        }
        update.exec().await?;
        if self.before.revision / SNAPSHOT_EVERY != self.seq / SNAPSHOT_EVERY {
            forget_old_steps(self.tx, self.ctx, &self.before, self.seq).await?;
        }
        Ok(())
    }
}

/// Old steps go; versions that were published or have a name stay, whole.
async fn forget_old_steps(
    tx: &TenantTx,
    ctx: &TenantCtx,
    page: &collection::Model,
    head: i64,
) -> Result<(), SiteError> {
    tx.delete::<Entity>(Column::PageId.eq(page.id.clone()))
        .filter(Column::Seq.lte(head - KEPT_STEPS))
        .filter(Column::MadeOn.lt(ctx.now_ms() - KEPT_MS))
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

/// Whether an operation can be written down: databases know no NUL in texts, and a page has its texts, which are not
/// endless, and the title never blank.
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

/// What makes a draft one that pages can print: HTML of the blocks that operations have changed is cleaned, and a page
/// without a text for navigations takes its title.
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

/// Ids of the blocks whose settings an operation writes.
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

/// Adds one step to the log of a page and writes its draft; gives back the step's number.
pub(in crate::content) async fn record(
    tx: &TenantTx,
    ctx: &TenantCtx,
    kinds: &dyn BlockKinds,
    row: collection::Model,
    (origin, wanted): (Origin, &Draft),
) -> Result<i64, SiteError> {
    let mut log = Log::open(tx, ctx, row)?;
    let ops = difference(&log.draft, wanted);
    log.add(kinds, origin, ops).await?;
    let seq = log.seq;
    log.close().await?;
    Ok(seq)
}

/// The same for what is said about a page alone, which holds no blocks, by somebody who read it at a revision: only what
/// differs from what stood there then is changed, and what others wrote since is merged with it. Without a revision the
/// texts replace what is there.
///
/// # Errors
/// [`SiteError::RevisionStale`] when the log no longer knows what the page was at that revision.
pub(in crate::content) async fn record_texts(
    tx: &TenantTx,
    ctx: &TenantCtx,
    row: collection::Model,
    (read_at, page): (Option<i64>, Map<String, Value>),
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

/// Notes that visitors see the draft as it stands from now on.
pub(in crate::content) async fn mark_published(
    tx: &TenantTx,
    ctx: &TenantCtx,
    page: &collection::Model,
) -> Result<(), SiteError> {
    let snapshot = columns::write("page_operation.snapshot", &draft_of(page)?)?;
    let changed = of_page(tx, page)
        .set(Column::PublishedOn, ctx.now_ms())
        .set(Column::PublishedBy, ctx.actor().label())
        .set(Column::Snapshot, snapshot.clone())
        .exec()
        .await?;
    if changed == 0 {
        let published_by = Set(Some(ctx.actor().label()));
        let published_on = Set(Some(ctx.now_ms()));
        let mark = page_operation::ActiveModel { published_on, published_by, ..mark(tx, ctx, page, snapshot) };
        tx.insert(mark).await?;
    }
    Ok(())
}

fn of_page<'t>(tx: &'t TenantTx, page: &collection::Model) -> stoa_entity::Update<'t, Entity> {
    tx.update::<Entity>(Column::PageId.eq(page.id.clone())).filter(Column::Seq.eq(page.revision))
}

/// A row for a draft that no step of the log led to, since it is older than the log.
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
        made_on: Set(ctx.now_ms()),
        kind: Set(StepKind::Mark.name().to_owned()),
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
