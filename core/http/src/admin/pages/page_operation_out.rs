//! JSON types of page operations (steps).

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use stoa_document::Document;
use stoa_document::edit::{Draft, Op};
use stoa_kernel::Failure;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::StepKind;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::id::AccountId;
use stoa_site::content::operations::{ActiveEditor, HistoryEntry, LoggedStep, NewStep, Submission, Submitted, Version};
use utoipa::ToSchema;

use super::document_out::DocumentSchema;
use super::step_effects_out::{ChangeOut, RemarkOut};
use crate::problem::{ProblemTextOut, contributor_text};

/// Names of contributors by account.
pub(in crate::admin) type Names = HashMap<AccountId, String>;

pub(in crate::admin) fn name_of(names: &Names, author: &str) -> Option<String> {
    author.parse().ok().and_then(|id: AccountId| names.get(&id)).cloned()
}

/// Kind of a step sent by an editor.
#[derive(Debug, Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EditorStepKind {
    /// An edit.
    Edit,
    /// Undo of a step of the same author.
    Undo,
    /// Redo of an undone step.
    Redo,
}

impl From<EditorStepKind> for StepKind {
    fn from(kind: EditorStepKind) -> Self {
        match kind {
            EditorStepKind::Edit => Self::Edit,
            EditorStepKind::Undo => Self::Undo,
            EditorStepKind::Redo => Self::Redo,
        }
    }
}

/// A step sent by an editor.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepBody {
    /// The editor's own number, increasing from 1. A step is applied once, however often it is sent.
    #[schema(minimum = 1)]
    number: i64,
    kind: EditorStepKind,
    /// The step that an undo or redo reverts, as `client/number`.
    undoes: Option<String>,
    /// Edit operations of the page document.
    #[schema(value_type = Vec<Object>)]
    operations: Vec<Value>,
}

/// Steps of an editor, in order.
#[derive(Debug, Deserialize, ToSchema)]
pub struct StepsBody {
    /// The last step of the log known to the editor.
    base: i64,
    /// Random id of the open editor, chosen by itself: 1 to 64 letters, digits or '-'.
    client: String,
    steps: Vec<StepBody>,
}

impl StepsBody {
    pub(in crate::admin) fn into_submission(self) -> Result<Submission, Failure> {
        let steps = self.steps.into_iter().enumerate().map(|(index, step)| step.into_step(index));
        Ok(Submission { base: self.base, client: self.client, steps: steps.collect::<Result<_, _>>()? })
    }
}

impl StepBody {
    fn into_step(self, index: usize) -> Result<NewStep, Failure> {
        let refused = |field: &str, message: String| {
            Failure::validation(FieldErrors::from([(format!("steps[{index}].{field}"), message)]))
        };
        let read = |(place, value): (usize, Value)| {
            serde_json::from_value::<Op>(value)
                .map_err(|error| refused(&format!("operations[{place}]"), error.to_string()))
        };
        let operations = self.operations.into_iter().enumerate().map(read).collect::<Result<_, _>>()?;
        Ok(NewStep { number: self.number, kind: self.kind.into(), undoes: self.undoes, operations })
    }
}

/// A step of the log.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepOut {
    /// The revision that it resulted in.
    seq: i64,
    /// Id of the open editor that made it; empty for the server.
    client: String,
    number: i64,
    /// Name of its author.
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    kind: StepKind,
    undoes: Option<String>,
    #[schema(value_type = Vec<Object>)]
    operations: Vec<Value>,
    /// Operations that revert the step.
    #[schema(value_type = Vec<Object>)]
    inverses: Vec<Value>,
    remarks: Vec<RemarkOut>,
}

/// The draft.
#[derive(Debug, Serialize, ToSchema)]
pub struct EditDraftOut {
    /// Page metadata, by field name.
    #[schema(value_type = std::collections::BTreeMap<String, String>)]
    page: Value,
    #[schema(value_type = DocumentSchema)]
    document: Document,
}

/// A contributor who has the page open.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PresentOut {
    client: String,
    name: Option<String>,
    /// Whether it is the caller, in this or another browser.
    is_own: bool,
}

/// Steps since the last known one, and the current state of the page.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct StepsOut {
    /// The last step of the log.
    pub(in crate::admin) seq: i64,
    /// The steps after the one known to the editor.
    steps: Vec<StepOut>,
    /// The whole draft, if some of these steps are no longer available; `steps` is then empty.
    draft: Option<EditDraftOut>,
    /// Validation errors that prevent publication, by block id or path; empty unless steps were sent.
    problems: FieldErrors,
    /// What these errors say, for editors that say it in other words; those without a code are left out.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    #[schema(required = false)]
    problem_texts: BTreeMap<String, ProblemTextOut>,
    /// Who has the page open.
    pub(in crate::admin) present: Vec<PresentOut>,
    /// Opaque version of the review comments: it differs when a comment was added, changed or resolved. Null for
    /// callers who may not read them, and in the response to submitted steps.
    pub(in crate::admin) comments: Option<String>,
}

/// The caller's own steps, newest last.
#[derive(Debug, Serialize, ToSchema)]
pub struct OwnStepsOut {
    pub(in crate::admin) steps: Vec<StepOut>,
}

/// An editing session of one person, or a version that was published or named.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HistoryEntryOut {
    /// The version: the revision that it resulted in.
    seq: i64,
    /// Its first step.
    first_seq: i64,
    author_name: Option<String>,
    /// UTC milliseconds.
    made_on: i64,
    /// Kind of its last step.
    kind: StepKind,
    name: Option<String>,
    /// When it was published, UTC milliseconds.
    published_on: Option<i64>,
    /// Who published it; null for a scheduled publication, or if not known.
    publisher_name: Option<String>,
    changes: Vec<ChangeOut>,
}

/// A page of the history, newest first.
#[derive(Debug, Serialize, ToSchema)]
pub struct HistoryOut {
    pub(in crate::admin) entries: Vec<HistoryEntryOut>,
    /// Value of `before` for the next page; null at the end.
    pub(in crate::admin) next: Option<i64>,
}

/// A version of a page.
#[derive(Debug, Serialize, ToSchema)]
pub struct VersionOut {
    seq: i64,
    draft: EditDraftOut,
}

/// The name of a version.
#[derive(Debug, Deserialize, ToSchema)]
pub struct VersionNameBody {
    /// Empty to remove the name.
    #[schema(max_length = 120)]
    pub(in crate::admin) name: String,
}

fn written<T: Serialize>(values: &[T]) -> Vec<Value> {
    values.iter().filter_map(|value| serde_json::to_value(value).ok()).collect()
}

impl StepOut {
    pub(in crate::admin) fn of(step: &LoggedStep, names: &Names) -> Self {
        Self {
            seq: step.seq,
            client: step.client.clone(),
            number: step.number,
            author_name: name_of(names, &step.author),
            made_on: step.made_on.ms(),
            kind: step.kind,
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
    pub(in crate::admin) fn of(submitted: Submitted, names: &Names) -> Self {
        let said =
            submitted.problems.iter().filter_map(|(place, words)| Some((place.clone(), contributor_text(words)?)));
        Self {
            problem_texts: said.collect(),
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
    /// The entry as seen by the actor with this label.
    pub(in crate::admin) fn of(present: ActiveEditor, label: &str, names: &Names) -> Self {
        let name = name_of(names, &present.account);
        Self { client: present.client, name, is_own: present.account == label }
    }
}

impl HistoryEntryOut {
    pub(in crate::admin) fn of(entry: HistoryEntry, names: &Names) -> Self {
        Self {
            seq: entry.seq,
            first_seq: entry.first_seq,
            author_name: name_of(names, &entry.author),
            made_on: entry.made_on.ms(),
            kind: entry.kind,
            changes: entry.changes.iter().map(ChangeOut::from).collect(),
            name: entry.name,
            published_on: entry.published_on.map(Timestamp::ms),
            publisher_name: entry.published_by.as_deref().and_then(|publisher| name_of(names, publisher)),
        }
    }
}

impl From<Version> for VersionOut {
    fn from(version: Version) -> Self {
        Self { seq: version.seq, draft: version.draft.into() }
    }
}
