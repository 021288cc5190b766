//! Steps of pages on the wire.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Document;
use stoa_document::edit::{Change, Draft, Op, Remark};
use stoa_kernel::Failure;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::AccountId;
use stoa_site::content::operations::{
    HistoryEntry, LoggedStep, NewStep, Present, StepKind, Submission, Submitted, Version,
};
use utoipa::ToSchema;

use super::document_out::DocumentSchema;

/// Names of people by their accounts.
pub(super) type Names = HashMap<AccountId, String>;

pub(super) fn name_of(names: &Names, author: &str) -> Option<String> {
    author.parse().ok().and_then(|id: AccountId| names.get(&id)).cloned()
}

/// A step of an editor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepBody {
    /// The editor's own number, rising from 1; a step is made once, however often it is sent.
    #[schema(minimum = 1)]
    number: i64,
    /// `edit`, `undo` or `redo`.
    kind: String,
    /// The step that an undo or redo takes back, as `client/number`.
    undoes: Option<String>,
    /// Operations in the words of the document's rules.
    #[schema(value_type = Vec<Object>)]
    operations: Vec<Value>,
}

/// Steps of an editor, in their order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StepsBody {
    /// The last step of the log that the editor knows.
    base: i64,
    /// A random name that the open editor gave itself: 1 to 64 letters, digits or '-'.
    client: String,
    steps: Vec<StepBody>,
}

impl StepsBody {
    pub(super) fn into_submission(self) -> Result<Submission, Failure> {
        let steps = self.steps.into_iter().enumerate().map(|(index, step)| step.into_step(index));
        Ok(Submission { base: self.base, client: self.client, steps: steps.collect::<Result<_, _>>()? })
    }
}

impl StepBody {
    fn into_step(self, index: usize) -> Result<NewStep, Failure> {
        let refused = |field: &str, message: String| {
            Failure::validation(FieldErrors::from([(format!("steps[{index}].{field}"), message)]))
        };
        let kind =
            StepKind::of_editor(&self.kind).ok_or_else(|| refused("kind", "Use edit, undo or redo.".to_owned()))?;
        let read = |(place, value): (usize, Value)| {
            serde_json::from_value::<Op>(value)
                .map_err(|error| refused(&format!("operations[{place}]"), error.to_string()))
        };
        let operations = self.operations.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(NewStep { number: self.number, kind, undoes: self.undoes, operations })
    }
}

/// What an operation met that its author should know of.
#[derive(Debug, Serialize, ToSchema)]
pub struct RemarkOut {
    /// `gone`, `taken`, `full` or `invalid` when it was not made; `collided` when it went over what somebody else wrote.
    kind: Value,
    /// The section, row or block; empty for the page itself.
    id: String,
    path: Vec<String>,
    /// The operation that was not made.
    #[schema(value_type = Option<Object>)]
    lost: Option<Value>,
}

/// What a step did to one thing.
#[derive(Debug, Serialize, ToSchema)]
pub struct ChangeOut {
    /// `added`, `changed`, `moved` or `removed`.
    change: Value,
    /// `page`, `section`, `row` or `block`.
    subject: Value,
    /// Its id; empty for the page itself.
    id: String,
    /// The kind of a block, or the name of what was changed of the page; empty for others.
    kind: String,
}

/// A step of the log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepOut {
    /// The revision it led to.
    seq: i64,
    /// The open editor that made it; empty for the server itself.
    client: String,
    number: i64,
    /// Name of who made it.
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    /// `edit`, `undo`, `redo`, `restore`, `replace` or `discard`.
    kind: String,
    undoes: Option<String>,
    #[schema(value_type = Vec<Object>)]
    operations: Vec<Value>,
    /// What takes the step back.
    #[schema(value_type = Vec<Object>)]
    inverses: Vec<Value>,
    remarks: Vec<RemarkOut>,
}

/// What contributors work on.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditDraftOut {
    /// What is said about the page, by name.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    page: Value,
    #[schema(value_type = DocumentSchema)]
    document: Document,
}

/// Somebody who has the page open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PresentOut {
    client: String,
    name: Option<String>,
    /// Whether it is the caller, here or in another browser.
    is_own: bool,
}

/// Where the log stands.
#[derive(Debug, Serialize, ToSchema)]
pub struct StepsOut {
    /// The last step.
    pub(super) seq: i64,
    /// The steps after the one that the editor knew.
    steps: Vec<StepOut>,
    /// The whole draft, when not all steps can be told; then there are none.
    draft: Option<EditDraftOut>,
    /// What keeps the draft from being published, by block id or path; empty unless steps were sent.
    problems: FieldErrors,
    /// Who has the page open.
    pub(super) present: Vec<PresentOut>,
    /// The state of the comments on the page: another one means that something was said, changed or settled. Null for
    /// those who may not read them, and unless it was asked what has happened.
    pub(super) comments: Option<String>,
}

/// The caller's own steps, the latest last.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnStepsOut {
    pub(super) steps: Vec<StepOut>,
}

/// What somebody did in one sitting, or a version that was published or has a name.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntryOut {
    /// The version: the revision that it led to.
    seq: i64,
    /// Its first step.
    first_seq: i64,
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    /// Kind of its last step: `edit`, `undo`, `redo`, `restore`, `replace`, `discard` or `mark`.
    kind: String,
    name: Option<String>,
    /// When visitors came to see it, UTC milliseconds.
    published_on: Option<i64>,
    /// Who published it; null when its time had come by itself, or it is not known.
    publisher_name: Option<String>,
    changes: Vec<ChangeOut>,
}

/// A part of the history, the latest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryOut {
    pub(super) entries: Vec<HistoryEntryOut>,
    /// Where the next part begins; null at the end.
    pub(super) next: Option<i64>,
}

/// A page as it was.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionOut {
    seq: i64,
    draft: EditDraftOut,
}

/// The name of a version.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VersionNameBody {
    /// Empty takes the name away.
    pub(super) name: String,
}

fn written<T: Serialize>(values: &[T]) -> Vec<Value> {
    values.iter().filter_map(|value| serde_json::to_value(value).ok()).collect()
}

fn word(value: impl Serialize) -> Value {
    serde_json::to_value(value).unwrap_or_default()
}

impl From<&Remark> for RemarkOut {
    fn from(remark: &Remark) -> Self {
        Self {
            kind: word(remark.kind),
            id: remark.id.clone(),
            path: remark.path.clone(),
            lost: remark.lost.as_ref().map(word),
        }
    }
}

impl From<&Change> for ChangeOut {
    fn from(change: &Change) -> Self {
        Self {
            change: word(change.change),
            subject: word(change.subject),
            id: change.id.clone(),
            kind: change.kind.clone(),
        }
    }
}

impl StepOut {
    pub(super) fn of(step: &LoggedStep, names: &Names) -> Self {
        Self {
            seq: step.seq,
            client: step.client.clone(),
            number: step.number,
            author_name: name_of(names, &step.author),
            made_on: step.made_on,
            kind: step.kind.name().to_owned(),
            undoes: step.undoes.clone(),
            operations: written(&step.operations),
            inverses: written(&step.inverses),
            remarks: step.remarks.iter().map(RemarkOut::from).collect(),
        }
    }
}

impl From<Draft> for EditDraftOut {
    fn from(draft: Draft) -> Self {
        Self { page: Value::Object(draft.page), document: draft.document }
    }
}

impl StepsOut {
    pub(super) fn of(submitted: Submitted, names: &Names) -> Self {
        Self {
            seq: submitted.seq,
            steps: submitted.steps.iter().map(|step| StepOut::of(step, names)).collect(),
            draft: submitted.draft.map(EditDraftOut::from),
            problems: submitted.problems,
            present: Vec::new(),
            comments: None,
        }
    }
}

impl PresentOut {
    /// As somebody sees it whose label is given.
    pub(super) fn of(present: Present, label: &str, names: &Names) -> Self {
        let name = name_of(names, &present.account);
        Self { client: present.client, name, is_own: present.account == label }
    }
}

impl HistoryEntryOut {
    pub(super) fn of(entry: HistoryEntry, names: &Names) -> Self {
        Self {
            seq: entry.seq,
            first_seq: entry.first_seq,
            author_name: name_of(names, &entry.author),
            made_on: entry.made_on,
            kind: entry.kind.name().to_owned(),
            changes: entry.changes.iter().map(ChangeOut::from).collect(),
            name: entry.name,
            published_on: entry.published_on,
            publisher_name: entry.published_by.as_deref().and_then(|publisher| name_of(names, publisher)),
        }
    }
}

impl From<Version> for VersionOut {
    fn from(version: Version) -> Self {
        Self { seq: version.seq, draft: version.draft.into() }
    }
}
