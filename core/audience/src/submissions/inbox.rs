//! What contributors do with answers: look through them, mark them, take them out of the spam folder, remove them.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ColumnTrait;
use sea_orm::FromQueryResult;
use sea_orm::sea_query::{Condition, Expr, ExprTrait};
use serde::Deserialize;
use serde_json::Value;
use stoa_document::{BlockKinds, Document};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::{collection, post, submission};
use stoa_entity::{Find, TenantDb, TenantTx, containing};
use stoa_kernel::id::SubmissionId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::search::folded;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::answer::Answer;
use super::find::{around_pages, find_form, names};
use super::form::{FORM_KINDS, Form};
use super::service::{Kept, address_in, follow};
use crate::AudienceError;

/// The folder of answers.
pub(super) const INBOX: &str = "inbox";
/// The folder of answers that look like spam.
pub(super) const SPAM: &str = "spam";
/// Longest text that is searched for, characters.
const LONGEST_SEARCH: usize = 100;

/// The folders that answers lie in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Folder {
    /// Answers.
    #[default]
    Inbox,
    /// Answers that look like spam.
    Spam,
}

impl Folder {
    /// Its name in the table and on the wire.
    pub fn name(self) -> &'static str {
        match self {
            Folder::Inbox => INBOX,
            Folder::Spam => SPAM,
        }
    }

    fn from_name(name: &str) -> Self {
        if name == SPAM { Folder::Spam } else { Folder::Inbox }
    }
}

/// What a visitor wrote into a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    /// Its id.
    pub id: SubmissionId,
    /// Block id of the form.
    pub form_id: String,
    /// Title of the page it stood on.
    pub page_title: String,
    /// Path of that page.
    pub page_path: String,
    /// The answers in the order of the fields.
    pub values: Vec<Answer>,
    /// When, UTC milliseconds.
    pub created_on: i64,
    /// Where it lies.
    pub folder: Folder,
    /// Whether a contributor marked it.
    pub starred: bool,
    /// When a contributor opened it first, UTC milliseconds.
    pub read_on: Option<i64>,
    /// Whether a captcha was solved for it.
    pub captcha: bool,
    /// Why it looks like spam.
    pub spam_signs: Vec<String>,
}

/// Which answers of a form are wanted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SubmissionFilter {
    /// Where they lie.
    pub folder: Folder,
    /// Words that stand in an answer, or a text in quotes; empty for all.
    pub search: String,
    /// Whether only marked ones are wanted.
    pub starred: bool,
}

/// What becomes of an answer. What is none stays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SubmissionChange {
    /// Another folder.
    pub folder: Option<Folder>,
    /// Whether it is marked.
    pub starred: Option<bool>,
    /// Whether it was read.
    pub read: Option<bool>,
}

/// A form of the site with what lies in its folders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormSummary {
    /// Block id.
    pub id: String,
    /// Name; empty when its block is gone.
    pub name: String,
    /// Title of the page it stands on, or stood on.
    pub page_title: String,
    /// Whether a page or post still holds it.
    pub on_a_page: bool,
    /// Answers that are no spam.
    pub answers: u64,
    /// Those of them that nobody has opened.
    pub unread: u64,
    /// Answers that look like spam.
    pub spam: u64,
}

/// The forms of the site: those on its pages and posts, drafts too, in that order, then those of which only answers are left.
///
/// # Errors
/// When the caller may not see submissions.
pub async fn forms(ctx: &TenantCtx, db: &TenantDb, kinds: &dyn BlockKinds) -> Result<Vec<FormSummary>, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let mut counts = counts(&tx).await?;
    let mut known = BTreeSet::new();
    let mut found = Vec::new();
    let kind_names = FORM_KINDS.map(|kind| format!("\"{kind}\""));
    for (title, document) in documents(&tx, &kind_names).await? {
        for form in Form::all(&document, kinds) {
            if known.insert(form.id.clone()) {
                let counted = counts.remove(&form.id).unwrap_or_default();
                found.push(counted.summary(form.id, form.settings.form_name, title.clone(), true));
            }
        }
    }
    for (id, counted) in counts {
        let last = tx.find::<submission::Entity>().filter(submission::Column::FormId.eq(id.clone()));
        let last = last.order_by_desc(submission::Column::Id).one().await?;
        let title = last.map(|row| row.page_title).unwrap_or_default();
        found.push(counted.summary(id, String::new(), title, false));
    }
    Ok(found)
}

/// Refuses while a form or a sign-up, drafts too, puts those who answer onto a list of one of these names.
///
/// # Errors
/// [`AudienceError::Conflict`] that names one, or when the caller may not delete mailing lists.
pub async fn check_unused(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    list_names: &[&str],
) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Campaigns, Action::Delete)?;
    let tx = db.read().await?;
    let kind_names = FORM_KINDS.map(|kind| format!("\"{kind}\""));
    for (title, document) in documents(&tx, &kind_names).await? {
        let mut forms = Form::all(&document, kinds).into_iter();
        if let Some(form) = forms.find(|form| list_names.contains(&form.settings.mailing_list.trim())) {
            let form = if form.is_newsletter { "A sign-up for news" } else { "A form" };
            let reason = format!("{form} on “{title}” puts people onto this list. Choose another list there first.");
            return Err(AudienceError::Conflict(reason));
        }
    }
    Ok(())
}

/// The submissions of a form, newest first.
///
/// # Errors
/// [`AudienceError::NotFound`] when no page holds the form and nobody ever answered it, or when the
/// caller may not see submissions.
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
    let rows = find.all().await?.into_iter().map(Submission::from_row).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() && !is_known(&tx, form_id).await? {
        return Err(AudienceError::NotFound);
    }
    Ok(Page::from_rows(rows, request.limit(), |row: &Submission| row.id.to_string()))
}

/// One submission.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not see submissions.
pub async fn detail(ctx: &TenantCtx, db: &TenantDb, form_id: &str, id: &str) -> Result<Submission, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    Submission::from_row(row(&db.read().await?, form_id, id).await?)
}

/// Marks a submission, notes that it was read, or puts it into another folder. What leaves the spam folder is followed as
/// if it had just come in, as far as its form still stands on a page.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not change submissions.
pub async fn change(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    (form_id, id): (&str, &str),
    change: SubmissionChange,
) -> Result<Submission, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Write)?;
    let tx = db.write().await?;
    let former = row(&tx, form_id, id).await?;
    let read_on = match change.read {
        Some(true) => former.read_on.or(Some(ctx.now_ms())),
        Some(false) => None,
        None => former.read_on,
    };
    let now_in = change.folder.unwrap_or_else(|| Folder::from_name(&former.folder));
    tx.update::<submission::Entity>(submission::Column::Id.eq(former.id.clone()))
        .set(submission::Column::Starred, change.starred.unwrap_or(former.starred))
        .set(submission::Column::ReadOn, read_on)
        .set(submission::Column::Folder, now_in.name())
        .exec()
        .await?;
    if former.folder == SPAM && now_in == Folder::Inbox {
        match find_form(&tx, kinds, form_id, &former.page_id).await {
            Ok(form) => {
                let kept = Kept { id: &former.id, answers: &read_answers(&former)?, language: None };
                follow(ctx, &tx, &form, &kept).await?;
            }
            Err(AudienceError::UnknownForm) => {}
            Err(other) => return Err(other),
        }
    }
    let changed = Submission::from_row(row(&tx, form_id, id).await?)?;
    tx.commit().await?;
    Ok(changed)
}

/// Removes a submission for good, with its files. It goes to the audit log.
///
/// # Errors
/// [`AudienceError::NotFound`], or when the caller may not delete submissions.
pub async fn remove(ctx: &TenantCtx, db: &TenantDb, form_id: &str, id: &str) -> Result<(), AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Delete)?;
    let tx = db.write().await?;
    let known = row(&tx, form_id, id).await?;
    super::detach(&tx, std::slice::from_ref(&known.id)).await?;
    audit::note(ctx, &tx, AuditAction::SubmissionDelete, known.id.as_str()).await?;
    tx.delete::<submission::Entity>(submission::Column::Id.eq(known.id)).exec().await?;
    Ok(tx.commit().await?)
}

impl Submission {
    /// The first address among the answers, as it was written.
    pub fn email(&self) -> Option<&str> {
        address_in(&self.values)
    }

    /// Reads a row.
    ///
    /// # Errors
    /// [`AudienceError::Unreadable`] when its answers have another shape.
    pub fn from_row(row: submission::Model) -> Result<Self, AudienceError> {
        let values = read_answers(&row)?;
        Ok(Self {
            id: row.id,
            form_id: row.form_id,
            page_title: row.page_title,
            page_path: row.page_path,
            values,
            created_on: row.created_on,
            folder: Folder::from_name(&row.folder),
            starred: row.starred,
            read_on: row.read_on,
            captcha: row.captcha,
            spam_signs: row.spam_signs.lines().map(str::to_owned).collect(),
        })
    }
}

fn read_answers(row: &submission::Model) -> Result<Vec<Answer>, AudienceError> {
    Vec::<Answer>::deserialize(&row.answers)
        .map_err(|error| AudienceError::Unreadable { column: "submission.answers", reason: error.to_string() })
}

/// The rows that a filter lets through, newest first.
pub(super) fn wanted<'t>(tx: &'t TenantTx, form_id: &str, filter: &SubmissionFilter) -> Find<'t, submission::Entity> {
    let mut find = tx
        .find::<submission::Entity>()
        .filter(submission::Column::FormId.eq(form_id))
        .filter(submission::Column::Folder.eq(filter.folder.name()))
        .order_by_desc(submission::Column::Id);
    if filter.starred {
        find = find.filter(submission::Column::Starred.eq(true));
    }
    for text in sought(&filter.search) {
        find = find.filter(Expr::col(submission::Column::Searched).like(containing(&text)));
    }
    find
}

/// Those of the rows that come after a page that ended at a cursor.
pub(super) fn behind<'t>(find: Find<'t, submission::Entity>, cursor: Option<&str>) -> Find<'t, submission::Entity> {
    match cursor {
        Some(cursor) => find.filter(submission::Column::Id.lt(cursor)),
        None => find,
    }
}

/// The texts that are looked for, folded: words, and what stands between quotes as it is.
fn sought(search: &str) -> Vec<String> {
    let search = folded(&search.chars().take(LONGEST_SEARCH).collect::<String>());
    let parts = search.split('"').enumerate();
    let texts = parts.flat_map(|(place, part)| match place % 2 {
        0 => part.split_whitespace().map(str::to_owned).collect::<Vec<_>>(),
        _ => vec![part.trim().to_owned()],
    });
    texts.filter(|text| !text.is_empty()).collect()
}

pub(super) async fn row(tx: &TenantTx, form_id: &str, id: &str) -> Result<submission::Model, AudienceError> {
    let id: SubmissionId = id.parse().map_err(|_| AudienceError::NotFound)?;
    let own = tx.find::<submission::Entity>().filter(submission::Column::Id.eq(id));
    own.filter(submission::Column::FormId.eq(form_id)).one().await?.ok_or(AudienceError::NotFound)
}

/// How many answers lie where.
#[derive(Clone, Copy, Debug, Default)]
struct Counts {
    answers: u64,
    unread: u64,
    spam: u64,
}

impl Counts {
    fn summary(self, id: String, name: String, page_title: String, on_a_page: bool) -> FormSummary {
        let Self { answers, unread, spam } = self;
        FormSummary { id, name, page_title, on_a_page, answers, unread, spam }
    }
}

#[derive(FromQueryResult)]
struct Counted {
    form_id: String,
    folder: String,
    count: i64,
    opened: i64,
}

async fn counts(tx: &TenantTx) -> Result<BTreeMap<String, Counts>, AudienceError> {
    let rows: Vec<Counted> = tx
        .find::<submission::Entity>()
        .grouped(
            &[submission::Column::FormId, submission::Column::Folder],
            vec![(submission::Column::Folder.count(), "count"), (submission::Column::ReadOn.count(), "opened")],
        )
        .await?;
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for row in rows {
        let own = counts.entry(row.form_id).or_default();
        let (count, opened) = (u64::try_from(row.count).unwrap_or(0), u64::try_from(row.opened).unwrap_or(0));
        match Folder::from_name(&row.folder) {
            Folder::Inbox => (own.answers, own.unread) = (count, count.saturating_sub(opened)),
            Folder::Spam => own.spam = count,
        }
    }
    Ok(counts)
}

#[derive(FromQueryResult)]
struct Titled {
    title: String,
    document: Option<Value>,
}

impl Titled {
    fn read(self) -> Option<(String, Document)> {
        Some((self.title, Document::from_json(&self.document?).ok()?))
    }
}

/// The documents of pages and posts that hold one of some texts anywhere, with their titles, published ones before drafts.
async fn documents(tx: &TenantTx, texts: &[String]) -> Result<Vec<(String, Document)>, AudienceError> {
    let holding = |column: collection::Column| {
        let any = texts.iter().fold(Condition::any(), |any, text| any.add(names(column, text)));
        let rows = tx.find::<collection::Entity>().filter(any).order_by_asc(collection::Column::Position);
        rows.only_with::<Titled>(&[collection::Column::Title], vec![(Expr::col(column), "document")])
    };
    let in_posts = texts.iter().fold(Condition::any(), |any, text| any.add(names(post::Column::Document, text)));
    let posts =
        tx.find::<post::Entity>().filter(in_posts).only::<Titled>(&[post::Column::Title, post::Column::Document]);
    let published = holding(collection::Column::Published).await?.into_iter().filter_map(Titled::read);
    let written = posts.await?.into_iter().filter_map(Titled::read);
    let around = around_pages(tx).await?.into_iter().map(|(place, document)| (place.to_owned(), document));
    let drafts = holding(collection::Column::Draft).await?.into_iter().filter_map(Titled::read);
    Ok(published.chain(written).chain(around).chain(drafts).collect())
}

/// Whether any page or post, drafts too, holds a block of this id, or answers to it are left.
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
    use super::sought;

    #[test]
    fn words_and_texts_in_quotes_are_looked_for() {
        assert_eq!(sought("Ärger  \"Blue  Mugs\" now"), ["arger", "blue  mugs", "now"]);
        assert_eq!(sought("\"open"), ["open"]);
        assert!(sought(" \"\" ").is_empty());
    }
}
