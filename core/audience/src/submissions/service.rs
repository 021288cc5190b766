use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_document::{BlockKinds, Document};
use stoa_entity::tenant::{collection, form_key, post, submission};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::event::Event;
use stoa_kernel::id::SubmissionId;
use stoa_kernel::page::{Page, PageRequest};
use stoa_kernel::token::random_token;
use stoa_kernel::{Action, Resource, TenantCtx};

use super::form::{Form, complaints};
use crate::{AudienceError, outbox, secret};

const KEY_LENGTH: usize = 40;
const KEY_LASTS_MS: i64 = 30 * 60 * 1000;

/// One answer: the label of the field and how the answer reads.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Label of the field.
    pub label: String,
    /// How the answer reads.
    pub value: String,
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
    /// The answers in the order of the fields.
    pub values: Vec<Answer>,
    /// When, UTC milliseconds.
    pub created_on: i64,
}

/// What a visitor sends.
#[derive(Clone, Debug)]
pub struct NewSubmission {
    /// Key that allows it.
    pub key: String,
    /// Block id of the form.
    pub form_id: String,
    /// JSON text of field id to value.
    pub form: String,
    /// Page it stood on.
    pub page_id: String,
    /// Title of that page.
    pub page_title: String,
}

/// Hands out a key that allows one submission within 30 minutes.
///
/// # Errors
/// When the database refuses.
pub async fn issue_key(ctx: &TenantCtx, db: &TenantDb) -> Result<String, AudienceError> {
    let key = random_token(KEY_LENGTH);
    let tx = db.write().await?;
    tx.delete::<form_key::Entity>(form_key::Column::ExpiresOn.lt(ctx.now_ms())).exec().await?;
    tx.insert(form_key::ActiveModel {
        website_id: Set(tx.website().clone()),
        key: Set(secret::token_hash(&key)),
        expires_on: Set(ctx.now_ms() + KEY_LASTS_MS),
    })
    .await?;
    tx.commit().await?;
    Ok(key)
}

/// Checks answers without keeping them: messages by field id, none when all is well.
///
/// # Errors
/// [`AudienceError::UnknownForm`] when the site shows no such form.
pub async fn validate(
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    form_id: &str,
    answers: &Map<String, Value>,
) -> Result<FieldErrors, AudienceError> {
    let tx = db.read().await?;
    complaints(&find_form(&tx, kinds, form_id, "").await?, answers)
}

/// Keeps a submission after checking every answer against the form in the published page.
///
/// # Errors
/// [`AudienceError::UnknownForm`], [`AudienceError::Invalid`] with messages by field id, or
/// [`AudienceError::KeyRefused`]. The key is used up only when the answers were right.
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    new: NewSubmission,
) -> Result<SubmissionId, AudienceError> {
    let answers = Form::read_answers(&new.form)?;
    let tx = db.write().await?;
    let form = find_form(&tx, kinds, &new.form_id, &new.page_id).await?;
    let values: Vec<Answer> = form.check(&answers)?.into_iter().map(|(label, value)| Answer { label, value }).collect();
    let used = tx
        .delete::<form_key::Entity>(form_key::Column::Key.eq(secret::token_hash(&new.key)))
        .filter(form_key::Column::ExpiresOn.gte(ctx.now_ms()))
        .exec()
        .await?;
    if used == 0 {
        return Err(AudienceError::KeyRefused);
    }
    let id = SubmissionId::generate();
    tx.insert(submission::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        form_id: Set(form.id),
        page_id: Set(new.page_id.chars().take(100).collect()),
        page_title: Set(new.page_title.chars().take(300).collect()),
        answers: Set(json("submission.answers", &values)?),
        created_on: Set(ctx.now_ms()),
    })
    .await?;
    outbox::emit(ctx, &tx, &Event::FormSubmitted { submission_id: id.clone() }).await?;
    tx.commit().await?;
    Ok(id)
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
    request: &PageRequest,
) -> Result<Page<Submission>, AudienceError> {
    ctx.authorise(Resource::Submissions, Action::Read)?;
    let tx = db.read().await?;
    let mut find = tx
        .find::<submission::Entity>()
        .filter(submission::Column::FormId.eq(form_id))
        .order_by_desc(submission::Column::Id)
        .limit(request.limit() + 1);
    if let Some(cursor) = &request.cursor {
        find = find.filter(submission::Column::Id.lt(cursor.clone()));
    }
    let rows = find.all().await?.into_iter().map(Submission::from_row).collect::<Result<Vec<_>, _>>()?;
    if rows.is_empty() && !is_on_a_page(&tx, form_id).await? {
        return Err(AudienceError::NotFound);
    }
    Ok(Page::from_rows(rows, request.limit(), |row: &Submission| row.id.to_string()))
}

impl Submission {
    pub(crate) fn from_row(row: submission::Model) -> Result<Self, AudienceError> {
        let values = Vec::<Answer>::deserialize(&row.answers)
            .map_err(|error| AudienceError::Unreadable { column: "submission.answers", reason: error.to_string() })?;
        Ok(Self { id: row.id, form_id: row.form_id, page_title: row.page_title, values, created_on: row.created_on })
    }
}

/// Finds a form in what visitors see: on the named page first, then on all pages and posts.
async fn find_form(tx: &TenantTx, kinds: &dyn BlockKinds, form_id: &str, page_id: &str) -> Result<Form, AudienceError> {
    let in_document = |value: &Value| {
        let document = Document::from_json(value).ok()?;
        Form::find(&document, kinds, form_id)
    };
    let mut pages = tx.find::<collection::Entity>().filter(collection::Column::Enabled.eq(true)).all().await?;
    pages.sort_by_key(|page| page.id.as_str() != page_id);
    if let Some(form) = pages.iter().filter_map(|page| page.published.as_ref()).find_map(in_document) {
        return Ok(form);
    }
    let posts = tx.find::<post::Entity>().filter(post::Column::PublishedOn.is_not_null()).all().await?;
    posts.iter().find_map(|post| in_document(&post.document)).ok_or(AudienceError::UnknownForm)
}

/// Whether any page or post, drafts too, holds a block of this id.
async fn is_on_a_page(tx: &TenantTx, block_id: &str) -> Result<bool, AudienceError> {
    let holds = |value: &Value| Document::from_json(value).is_ok_and(|document| document.block(block_id).is_some());
    let pages = tx.find::<collection::Entity>().all().await?;
    if pages.iter().flat_map(|page| [&page.draft, &page.published]).flatten().any(holds) {
        return Ok(true);
    }
    let posts = tx.find::<post::Entity>().all().await?;
    Ok(posts.iter().any(|post| holds(&post.document)))
}

fn json<T: Serialize>(column: &'static str, value: &T) -> Result<Value, AudienceError> {
    serde_json::to_value(value).map_err(|error| AudienceError::Unreadable { column, reason: error.to_string() })
}
