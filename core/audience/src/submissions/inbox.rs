//! Form submissions for contributors: listing, starring, moving out of the spam folder, deleting.

use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait};
use stoa_document::BlockKinds;
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::submission;
use stoa_entity::{Find, TenantDb, TenantTx, containing};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::forms::SubmissionFolder;
use stoa_kernel::id::SubmissionId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::search::folded;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::answer::Answer;
use super::find::find_form;
use super::form::Form;
use super::form_list::documents;
use super::service::{StoredSubmission, address_in, emit_events};
use crate::AudienceError;

/// Maximum length of a search text, characters.
const MAX_SEARCH_LENGTH: usize = 100;

/// A form submission.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// Block id of the form.
    pub form_id: String,
    /// Title of the page with the form.
    pub page_title: String,
    /// Path of that page.
    pub page_path: String,
    /// The submitted values in the order of the fields.
    pub values: Vec<Answer>,
    /// When it was received, UTC milliseconds.
    pub created_on: Timestamp,
    /// Its folder.
    pub folder: SubmissionFolder,
    /// Whether a contributor starred it.
    pub starred: bool,
    /// When a contributor first opened it, UTC milliseconds.
    pub read_on: Option<Timestamp>,
    /// Whether a captcha was solved for it.
    pub captcha: bool,
    /// Reasons why it was classified as spam.
    pub spam_signs: Vec<String>,
}

/// Filter for the submissions of a form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmissionFilter {
    /// The folder.
    pub folder: SubmissionFolder,
    /// Words in the submitted values, or a phrase in quotes; empty for all.
    pub search: String,
    /// Only starred ones.
    pub starred: bool,
}

/// A change of a submission. None leaves a value unchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubmissionChange {
    /// The new folder.
    pub folder: Option<SubmissionFolder>,
    /// Whether it is starred.
    pub starred: Option<bool>,
    /// Whether it is read.
    pub read: Option<bool>,
}

/// The submissions of a form, newest first.
///
/// # Errors
/// [`AudienceError::NotFound`] when no page contains the form and it has no submissions, or when the caller may not
/// read submissions.
#[boxed]
pub async fn list(
    ctx: &TenantCtx,
    db: &TenantDb,
    form_id: &str,
    filter: &SubmissionFilter,
    request: &PageRequest,
) -> Result<Page<Submission>, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let find = behind(wanted(&tx, form_id, filter), request.cursor.as_deref()).limit(request.limit() + 1);
    let rows: Vec<Submission> = find.all().await?.into_iter().map(Submission::from).collect();
    if rows.is_empty() && !is_known(&tx, form_id).await? {
        return Err(AudienceError::NotFound);
    }
    Ok(Page::from_rows(rows, request.limit(), |row: &Submission| row.id.to_string()))
}

/// One submission.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not read submissions.
#[boxed]
pub async fn detail(
    ctx: &TenantCtx,
    db: &TenantDb,
    form_id: &str,
    id: &SubmissionId,
) -> Result<Submission, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    Ok(row(&db.read().await?, form_id, id).await?.into())
}

/// Ids of a submission and its form.
#[derive(Clone, Copy, Debug)]
pub struct SubmissionIds<'a> {
    /// Block id of the form.
    pub form_id: &'a str,
    /// The submission.
    pub submission_id: &'a SubmissionId,
}

/// Stars a submission, marks it as read, or moves it to another folder. A submission that is moved out of the spam folder
/// for the first time triggers the same events as a new one, if its form is still published and it did not trigger them
/// when it arrived.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not change submissions.
#[boxed]
pub async fn change(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    ids: &SubmissionIds<'_>,
    change: SubmissionChange,
) -> Result<Submission, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Write)?;
    let SubmissionIds { form_id, submission_id } = *ids;
    let tx = db.write().await?;
    let former = row(&tx, form_id, submission_id).await?;
    let read_on = match change.read {
        Some(true) => former.read_on.or(Some(ctx.now())),
        Some(false) => None,
        None => former.read_on,
    };
    let now_in = change.folder.unwrap_or(former.folder);
    tx.update::<submission::Entity>(submission::Column::Id.eq(former.id.clone()))
        .set(submission::Column::Starred, change.starred.unwrap_or(former.starred))
        .set(submission::Column::ReadOn, read_on)
        .set(submission::Column::Folder, now_in)
        .exec()
        .await?;
    if former.folder == SubmissionFolder::Spam && now_in == SubmissionFolder::Inbox {
        match find_form(&tx, kinds, form_id, &former.page_id).await {
            Ok(form) => tell_once(ctx, &tx, &form, &former).await?,
            Err(AudienceError::UnknownForm) => {}
            Err(other) => return Err(other),
        }
    }
    let changed = Submission::from(row(&tx, form_id, submission_id).await?);
    tx.commit().await?;
    Ok(changed)
}

/// Emits the events of a submission, unless that was done before.
async fn tell_once(ctx: &TenantCtx, tx: &TenantTx, form: &Form, row: &submission::Model) -> Result<(), AudienceError> {
    // Of two contributors who move it at the same time, one changes the row.
    let is_first = tx
        .update::<submission::Entity>(submission::Column::Id.eq(row.id.clone()))
        .filter(submission::Column::ToldOn.is_null())
        .set(submission::Column::ToldOn, ctx.now())
        .exec()
        .await?
        > 0;
    if is_first {
        let kept = StoredSubmission { id: &row.id, answers: &row.answers.0, language: None };
        emit_events(ctx, tx, form, &kept).await?;
    }
    Ok(())
}

/// Deletes a submission permanently, with its files. Written to the audit log.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not delete submissions.
#[boxed]
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, form_id: &str, id: &SubmissionId) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Delete)?;
    let tx = db.write().await?;
    let known = row(&tx, form_id, id).await?;
    super::detach(&tx, std::slice::from_ref(&known.id)).await?;
    audit::note(ctx, &tx, AuditAction::SubmissionDelete, known.id.as_str()).await?;
    tx.delete::<submission::Entity>(submission::Column::Id.eq(known.id)).exec().await?;
    Ok(tx.commit().await?)
}

impl Submission {
    /// The first e-mail address among the values, as entered.
    pub fn email(&self) -> Option<&str> {
        address_in(&self.values)
    }
}

impl From<submission::Model> for Submission {
    fn from(row: submission::Model) -> Self {
        Self {
            id: row.id,
            form_id: row.form_id,
            page_title: row.page_title,
            page_path: row.page_path,
            values: row.answers.0,
            created_on: row.created_on,
            folder: row.folder,
            starred: row.starred,
            read_on: row.read_on,
            captcha: row.captcha,
            spam_signs: row.spam_signs.lines().map(str::to_owned).collect(),
        }
    }
}

/// The rows that match a filter, newest first.
pub(super) fn wanted<'t>(tx: &'t TenantTx, form_id: &str, filter: &SubmissionFilter) -> Find<'t, submission::Entity> {
    let mut find = tx
        .find::<submission::Entity>()
        .filter(submission::Column::FormId.eq(form_id))
        .filter(submission::Column::Folder.eq(filter.folder))
        .order_by_desc(submission::Column::Id);
    if filter.starred {
        find = find.filter(submission::Column::Starred.eq(true));
    }
    for text in search_terms(&filter.search) {
        find = find.filter(Expr::col(submission::Column::Searched).like(containing(&text)));
    }
    find
}

/// The rows after a page that ended at a cursor.
pub(super) fn behind<'t>(find: Find<'t, submission::Entity>, cursor: Option<&str>) -> Find<'t, submission::Entity> {
    match cursor {
        Some(cursor) => find.filter(submission::Column::Id.lt(cursor)),
        None => find,
    }
}

/// The folded search terms: words, and phrases in quotes unsplit.
fn search_terms(search: &str) -> Vec<String> {
    let search = folded(&search.chars().take(MAX_SEARCH_LENGTH).collect::<String>());
    let parts = search.split('"').enumerate();
    let texts = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.trim().to_owned()],
    });
    texts.filter(|text| !text.is_empty()).collect()
}

pub(super) async fn row(tx: &TenantTx, form_id: &str, id: &SubmissionId) -> Result<submission::Model, AudienceError> {
    let own = tx.find::<submission::Entity>().filter(submission::Column::Id.eq(id.clone()));
    own.filter(submission::Column::FormId.eq(form_id)).one().await?.ok_or(AudienceError::NotFound)
}

/// Whether any page or post, including drafts, contains a block with this id, or submissions to it exist.
pub(super) async fn is_known(tx: &TenantTx, form_id: &str) -> Result<bool, AudienceError> {
    let answered = tx.find::<submission::Entity>().filter(submission::Column::FormId.eq(form_id));
    if answered.one().await?.is_some() {
        return Ok(true);
    }
    let documents = documents(tx, &[form_id.to_owned()]).await?;
    Ok(documents.iter().any(|(_, document)| document.block(form_id).is_some()))
}

#[cfg(test)]
mod tests {
    use super::search_terms;

    #[test]
    fn search_terms_and_quoted_phrases() {
        assert_eq!(search_terms("Ärger  \"Blue  Mugs\" now"), ["arger", "blue  mugs", "now"]);
        assert_eq!(search_terms("\"open"), ["open"]);
        assert!(search_terms(" \"\" ").is_empty());
    }
}
