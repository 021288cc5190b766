//! Steps of a draft's log, as editors send and get them.

use serde_json::{Map, Value};
use stoa_document::edit::{Change, Draft, Op, Remark};
use stoa_entity::json_column;
use stoa_entity::tenant::{collection, page_operation};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::StepKind;
use stoa_kernel::error::FieldErrors;

use crate::SiteError;

/// A step that an editor sends.
#[derive(Clone, Debug, PartialEq)]
pub struct NewStep {
    /// The editor's step number; a repeated step is applied once.
    pub number: i64,
    /// Kind of the step.
    pub kind: StepKind,
    /// The step that an undo or redo reverses, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// Its operations.
    pub operations: Vec<Op>,
}

/// Steps that an editor sends together.
#[derive(Clone, Debug, PartialEq)]
pub struct Submission {
    /// The last step of the log that the editor has.
    pub base: i64,
    /// Id of the open editor: random, for as long as it is open.
    pub client: String,
    /// The steps, in order.
    pub steps: Vec<NewStep>,
}

/// A step of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedStep {
    /// Revision after the step.
    pub seq: i64,
    /// Id of the editor; empty for steps of the server.
    pub client: String,
    /// The editor's step number.
    pub number: i64,
    /// Author: an account, or `system`.
    pub author: String,
    /// When, UTC milliseconds.
    pub made_on: Timestamp,
    /// Kind of the step.
    pub kind: StepKind,
    /// The step that an undo or redo reverses, as `<client>/<number>`.
    pub undoes: Option<String>,
    /// The operations as applied.
    pub operations: Vec<Op>,
    /// The operations that undo them.
    pub inverses: Vec<Op>,
    /// Their effects on sections, rows and blocks.
    pub changes: Vec<Change>,
    /// Operations that could not be applied, and conflicts.
    pub remarks: Vec<Remark>,
}

/// State of the log, for an editor that has an earlier state.
#[derive(Clone, Debug, PartialEq)]
pub struct Submitted {
    /// The last step.
    pub seq: i64,
    /// The steps after the last one that the editor has.
    pub steps: Vec<LoggedStep>,
    /// The whole draft, when not all steps can be returned; then there are no steps.
    pub draft: Option<Draft>,
    /// Problems that prevent publication, by block id or path.
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
            kind: row.kind,
            undoes: row.undoes,
            operations: json_column::read("page_operation.operations", &row.operations)?,
            inverses: json_column::read("page_operation.inverses", &row.inverses)?,
            changes: json_column::read("page_operation.changes", &row.changes)?,
            remarks: json_column::read("page_operation.remarks", &row.remarks)?,
        })
    }
}

/// Maximum lengths of the texts of a page, by name, in characters.
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
    let document = row.draft.as_ref().map(|draft| json_column::read("collection.draft", draft)).transpose()?;
    Ok(Draft { page, document: document.unwrap_or_default() })
}
