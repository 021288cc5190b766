use serde_json::{Map, Value};
use stoa_document::edit::{Change, Draft, Op, Remark};
use stoa_entity::tenant::{collection, page_operation};
use stoa_kernel::error::FieldErrors;

use crate::{SiteError, columns};

/// What kind of step it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepKind {
    /// Somebody edited.
    Edit,
    /// Somebody took a step of theirs back.
    Undo,
    /// Somebody made a step again that they had taken back.
    Redo,
    /// An older version was brought back.
    Restore,
    /// The whole draft was saved at once.
    Replace,
    /// The draft went back to what visitors see.
    Discard,
    /// Nothing changed; the version was published or named.
    Mark,
}

impl StepKind {
    const ALL: [Self; 7] =
        [Self::Edit, Self::Undo, Self::Redo, Self::Restore, Self::Replace, Self::Discard, Self::Mark];

    /// Its name in the database and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            StepKind::Edit => "edit",
            StepKind::Undo => "undo",
            StepKind::Redo => "redo",
            StepKind::Restore => "restore",
            StepKind::Replace => "replace",
            StepKind::Discard => "discard",
            StepKind::Mark => "mark",
        }
    }

    /// The kind of a name, if an editor can send it.
    pub fn of_editor(name: &str) -> Option<Self> {
        [Self::Edit, Self::Undo, Self::Redo].into_iter().find(|kind| kind.name() == name)
    }

    pub(super) fn from_name(name: &str) -> Result<Self, SiteError> {
        let unreadable = || SiteError::Unreadable { column: "page_operation.kind", reason: name.to_owned() };
        Self::ALL.into_iter().find(|kind| kind.name() == name).ok_or_else(unreadable)
    }
}

/// A step that an editor sends.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStep {
    /// The editor's own number; a step is made once, however often it is sent.
    pub number: i64,
    /// What kind of step it is.
    pub kind: StepKind,
    /// The step that an undo or redo takes back, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// What it does.
    pub operations: Vec<Op>,
}

/// Steps that an editor sends together.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    /// The last step of the log that the editor knows.
    pub base: i64,
    /// The open editor: a random name for as long as it is open.
    pub client: String,
    /// In their order.
    pub steps: Vec<NewStep>,
}

/// A step of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedStep {
    /// The revision it led to.
    pub seq: i64,
    /// The open editor that made it; empty for the server itself.
    pub client: String,
    /// That editor's own number.
    pub number: i64,
    /// Who made it: an account, or `system`.
    pub author: String,
    /// When, UTC milliseconds.
    pub made_on: i64,
    /// What kind of step it is.
    pub kind: StepKind,
    /// The step that an undo or redo takes back, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// The operations as they were made.
    pub operations: Vec<Op>,
    /// The operations that take them back.
    pub inverses: Vec<Op>,
    /// What they did to sections, rows and blocks.
    pub changes: Vec<Change>,
    /// What could not be kept.
    pub remarks: Vec<Remark>,
}

/// Where the log stands, for an editor that knew less of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    /// The last step.
    pub seq: i64,
    /// The steps after the one that the editor knew.
    pub steps: Vec<LoggedStep>,
    /// The whole draft, when not all steps up to here can be told any more; then there are no steps.
    pub draft: Option<Draft>,
    /// What keeps the draft from being published, by block id or path.
    pub problems: FieldErrors,
}

impl LoggedStep {
    pub(super) fn from_row(row: page_operation::Model) -> Result<Self, SiteError> {
        Ok(Self {
            seq: row.seq,
            client: row.client,
            number: row.number,
            author: row.author,
            made_on: row.made_on,
            kind: StepKind::from_name(&row.kind)?,
            undoes: row.undoes,
            operations: columns::read("page_operation.operations", &row.operations)?,
            inverses: columns::read("page_operation.inverses", &row.inverses)?,
            changes: columns::read("page_operation.changes", &row.changes)?,
            remarks: columns::read("page_operation.remarks", &row.remarks)?,
        })
    }
}

/// Longest texts that can be said about a page, by their names, in characters.
pub(super) const PAGE_TEXTS: [(&str, usize); 4] =
    [("title", 200), ("navigationTitle", 200), ("seoTitle", 200), ("seoDescription", 400)];

/// The draft of a page's row.
pub(in crate::content) fn draft_of(row: &collection::Model) -> Result<Draft, SiteError> {
    let texts = [&row.title, &row.navigation_title, &row.seo_title, &row.seo_description];
    let page: Map<String, Value> = PAGE_TEXTS
        .iter()
        .zip(texts)
        .map(|((name, _), text)| ((*name).to_owned(), Value::from(text.as_str())))
        .collect();
    let document = row.draft.as_ref().map(|draft| columns::read("collection.draft", draft)).transpose()?;
    Ok(Draft { page, document: document.unwrap_or_default() })
}
