//! The forms of a site, with the numbers of their submissions.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::ColumnTrait;
use sea_orm::FromQueryResult;
use sea_orm::sea_query::{Condition, Expr};
use serde_json::Value;
use stoa_document::{BlockKinds, Document};
use stoa_entity::tenant::{collection, post, submission};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::forms::SubmissionFolder;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use super::find::{names, popup_and_footer_sign_ups};
use super::form::{FORM_KINDS, Form};
use crate::AudienceError;

/// A form of the site with the number of its submissions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FormSummary {
    /// Block id.
    pub id: String,
    /// Name; empty when its block was deleted.
    pub name: String,
    /// Title of the page that contains it, or contained it.
    pub page_title: String,
    /// Whether a page or post still contains it.
    pub on_a_page: bool,
    /// Number of submissions that are not spam.
    pub answers: u64,
    /// Number of unread ones among them.
    pub unread: u64,
    /// Number of suspected spam submissions.
    pub spam: u64,
}

/// The forms of the site: those on its pages and posts, including drafts, in that order, then deleted ones that have
/// submissions.
///
/// # Errors
/// When the caller may not read submissions.
#[boxed]
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
    let mut titles = last_page_titles(&tx, counts.keys().cloned().collect()).await?;
    for (id, counted) in counts {
        let title = titles.remove(&id).unwrap_or_default();
        found.push(counted.summary(id, String::new(), title, false));
    }
    Ok(found)
}

/// Checks that no form or sign-up, including drafts, adds submitters to a mailing list with one of these names.
///
/// # Errors
/// [`AudienceError::Conflict`] with the name of such a form, or when the caller may not delete mailing lists.
#[boxed]
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
            let form = if form.is_newsletter { "A newsletter sign-up" } else { "A form" };
            let reason = format!("{form} on “{title}” adds subscribers to this list. Choose another list there first.");
            return Err(AudienceError::Conflict(reason));
        }
    }
    Ok(())
}

/// Number of submissions per folder.
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
struct FolderCount {
    form_id: String,
    folder: SubmissionFolder,
    count: i64,
    opened: i64,
}

/// The title of the page that each of these forms was last submitted on.
async fn last_page_titles(tx: &TenantTx, forms: Vec<String>) -> Result<BTreeMap<String, String>, AudienceError> {
    if forms.is_empty() {
        return Ok(BTreeMap::new());
    }
    let last = tx.find::<submission::Entity>().filter(submission::Column::FormId.is_in(forms));
    let last = last.group_by(submission::Column::FormId).subquery_of(submission::Column::Id.max());
    let titles = tx
        .find::<submission::Entity>()
        .filter(submission::Column::Id.in_subquery(last))
        .select_only()
        .column(submission::Column::FormId)
        .column(submission::Column::PageTitle)
        .into_tuple::<(String, String)>()
        .all()
        .await?;
    Ok(titles.into_iter().collect())
}

async fn counts(tx: &TenantTx) -> Result<BTreeMap<String, Counts>, AudienceError> {
    let rows: Vec<FolderCount> = tx
        .find::<submission::Entity>()
        .aggregate(
            &[submission::Column::FormId, submission::Column::Folder],
            vec![(submission::Column::Folder.count(), "count"), (submission::Column::ReadOn.count(), "opened")],
        )
        .await?;
    let mut counts: BTreeMap<String, Counts> = BTreeMap::new();
    for row in rows {
        let own = counts.entry(row.form_id).or_default();
        let (count, opened) = (u64::try_from(row.count).unwrap_or(0), u64::try_from(row.opened).unwrap_or(0));
        match row.folder {
            SubmissionFolder::Inbox => (own.answers, own.unread) = (count, count.saturating_sub(opened)),
            SubmissionFolder::Spam => own.spam = count,
        }
    }
    Ok(counts)
}

#[derive(FromQueryResult)]
struct PageTitle {
    title: String,
    document: Option<Value>,
}

impl PageTitle {
    fn read(self) -> Option<(String, Document)> {
        Some((self.title, Document::from_json(&self.document?).ok()?))
    }
}

/// The documents of pages and posts that contain one of some texts, with their titles, published documents before
/// drafts.
pub(super) async fn documents(tx: &TenantTx, texts: &[String]) -> Result<Vec<(String, Document)>, AudienceError> {
    let holding = |column: collection::Column| {
        let any = texts.iter().fold(Condition::any(), |any, text| any.add(names(column, text)));
        let rows = tx.find::<collection::Entity>().filter(any).order_by_asc(collection::Column::Position);
        rows.select_columns_and::<PageTitle>(&[collection::Column::Title], vec![(Expr::col(column), "document")])
    };
    let in_posts = texts.iter().fold(Condition::any(), |any, text| any.add(names(post::Column::Document, text)));
    let posts = tx
        .find::<post::Entity>()
        .filter(in_posts)
        .select_columns::<PageTitle>(&[post::Column::Title, post::Column::Document]);
    let published = holding(collection::Column::Published).await?.into_iter().filter_map(PageTitle::read);
    let written = posts.await?.into_iter().filter_map(PageTitle::read);
    let around = popup_and_footer_sign_ups(tx).await?.into_iter().map(|(place, document)| (place.to_owned(), document));
    let drafts = holding(collection::Column::Draft).await?.into_iter().filter_map(PageTitle::read);
    Ok(published.chain(written).chain(around).chain(drafts).collect())
}
