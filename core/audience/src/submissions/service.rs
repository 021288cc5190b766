//! Forms for visitors: issuing a key, validating and sending a submission.

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use serde_json::{Map, Value, json};
use stoa_document::BlockKinds;
use stoa_entity::json_column::JsonOf;
use stoa_entity::outbox;
use stoa_entity::site_events::{self, SiteEvent};
use stoa_entity::tenant::{form_key, submission};
use stoa_entity::{TenantDb, TenantTx, load_run_items};
use stoa_kernel::event::Event;
use stoa_kernel::forms::{ContentSource, SubmissionFolder};
use stoa_kernel::id::SubmissionId;
use stoa_kernel::load_run::LoadRunItemKind;
use stoa_kernel::ports::Captcha;
use stoa_kernel::site_event::EventTopic;
use stoa_kernel::token::random_token;
use stoa_kernel::token::token_hash;
use stoa_kernel::{TenantCtx, boxed};

use super::answer::{Answer, searched};
use super::captcha::{self, Solution};
use super::files;
use super::find::{find_form, find_form_by_fields};
use super::form::Form;
use super::spam::{SubmissionSignals, signs};
use crate::AudienceError;
use crate::email::is_email;

const KEY_LENGTH: usize = 40;
const KEY_LIFETIME_MS: i64 = 30 * 60 * 1000;

/// A submission as sent by a visitor.
#[derive(Clone, Debug, Default)]
pub struct NewSubmission {
    /// The form key that permits it.
    pub key: String,
    /// CSRF token of the browser.
    pub browser: String,
    /// Block id of the form; none for the form of the page that fits the fields.
    pub form_id: Option<String>,
    /// JSON text of values by field id.
    pub form: String,
    /// Response token of the captcha.
    pub captcha_key: String,
    /// Id of the page with the form.
    pub page_id: String,
    /// Title of that page.
    pub page_title: String,
    /// Path of that page.
    pub page_path: String,
    /// Kind of that page.
    pub content_source: ContentSource,
    /// BCP 47 tag of the visitor's language; none when not sent.
    pub language: Option<String>,
    /// How the form was filled in.
    pub circumstances: SubmissionSignals,
}

/// Issues a key that permits the browser one submission within 30 minutes.
///
/// # Errors
/// When the database fails.
#[boxed]
pub async fn issue_key(ctx: &TenantCtx, db: &TenantDb, browser: &str) -> Result<String, AudienceError> {
    let key = random_token(KEY_LENGTH);
    let tx = db.write().await?;
    tx.delete::<form_key::Entity>(form_key::Column::ExpiresOn.lt(ctx.now())).exec().await?;
    tx.insert(form_key::ActiveModel {
        website_id: Set(tx.website().clone()),
        key: Set(token_hash(&key)),
        expires_on: Set(ctx.now() + KEY_LIFETIME_MS),
        browser: Set(token_hash(browser)),
        captcha_solved_on: Set(None),
    })
    .await?;
    tx.commit().await?;
    Ok(key)
}

/// Validates values without storing them.
///
/// # Errors
/// Messages by field id; [`AudienceError::UnknownForm`] when the site has no such visible form.
#[boxed]
pub async fn validate(
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    form_id: &str,
    answers: &Map<String, Value>,
) -> Result<(), AudienceError> {
    let tx = db.read().await?;
    let form = find_form(&tx, kinds, form_id, "").await?;
    form.check(&form.in_original(&tx, answers.clone()).await?).map(drop)
}

/// Stores a submission after validating every value against the published form. Suspected spam is stored too, but
/// triggers nothing; the visitor is not told.
///
/// # Errors
/// [`AudienceError::UnknownForm`], [`AudienceError::Invalid`] with messages by field id,
/// [`AudienceError::CaptchaIncomplete`], [`AudienceError::CaptchaFailed`], or [`AudienceError::KeyRefused`]. The key is
/// used only when everything else is valid.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    kinds: &dyn BlockKinds,
    captcha: &dyn Captcha,
    new: NewSubmission,
) -> Result<SubmissionId, AudienceError> {
    let mut answers = Form::read_answers(&new.form)?;
    let tx = db.read().await?;
    let form = match &new.form_id {
        Some(id) => find_form(&tx, kinds, id, &new.page_id).await?,
        None => find_form_by_fields(&tx, kinds, &answers, &new.page_id).await?,
    };
    let files = files::named(&tx, &form, &new.key, &mut answers).await?;
    let answers = form.in_original(&tx, answers).await?;
    drop(tx);
    let answers = form.check(&answers)?;
    captcha::check(ctx, db, captcha, &form, Solution { key: &new.key, token: &new.captcha_key }).await?;
    let tx = db.write().await?;
    consume_key(ctx, &tx, &new.key, &new.browser).await?;
    let signs = signs(&answers, &new.circumstances);
    let id = SubmissionId::generate();
    tx.insert(submission::ActiveModel {
        website_id: Set(tx.website().clone()),
        id: Set(id.clone()),
        form_id: Set(form.id.clone()),
        page_id: Set(new.page_id.chars().take(100).collect()),
        page_title: Set(new.page_title.chars().take(300).collect()),
        answers: Set(JsonOf(answers.clone())),
        created_on: Set(ctx.now()),
        folder: Set(if signs.is_empty() { SubmissionFolder::Inbox } else { SubmissionFolder::Spam }),
        starred: Set(false),
        read_on: Set(None),
        page_path: Set(new.page_path.chars().take(500).collect()),
        content_source: Set(match new.content_source {
            ContentSource::Item => ContentSource::Item,
            ContentSource::Collection | ContentSource::Unknown => ContentSource::Collection,
        }),
        captcha: Set(form.settings.captcha),
        spam_signs: Set(signs.join("\n")),
        searched: Set(searched(&answers)),
        told_on: Set(signs.is_empty().then(|| ctx.now())),
    })
    .await?;
    load_run_items::note(ctx, &tx, LoadRunItemKind::Submission, id.as_str()).await?;
    files.attach(&tx, &id).await?;
    if signs.is_empty() {
        let kept = StoredSubmission { id: &id, answers: &answers, language: new.language.as_deref() };
        emit_events(ctx, &tx, &form, &kept).await?;
    }
    tx.commit().await?;
    Ok(id)
}

/// A stored submission.
pub(super) struct StoredSubmission<'a> {
    pub(super) id: &'a SubmissionId,
    pub(super) answers: &'a [Answer],
    pub(super) language: Option<&'a str>,
}

/// Emits the events of a submission that is not spam: notification of the owner, webhook, and newsletter sign-up.
pub(super) async fn emit_events(
    ctx: &TenantCtx,
    tx: &TenantTx,
    form: &Form,
    kept: &StoredSubmission<'_>,
) -> Result<(), AudienceError> {
    if let Some(recipients) = form.recipients() {
        outbox::emit(ctx, tx, &Event::FormSubmitted { submission_id: kept.id.clone(), recipients }).await?;
    }
    notify_listeners(ctx, tx, form, kept).await?;
    let webhook = form.settings.webhook_url.trim();
    if !webhook.is_empty() {
        let wanted = Event::FormWebhookWanted { submission_id: kept.id.clone(), url: webhook.to_owned() };
        outbox::emit(ctx, tx, &wanted).await?;
    }
    let list = form.settings.mailing_list.trim();
    let address = address_in(kept.answers);
    if let Some(email) = address.filter(|_| !list.is_empty()) {
        let wanted = Event::NewsWanted {
            email: email.to_lowercase(),
            list: list.to_owned(),
            source: format!("form:{}", form.id),
            confirm: form.settings.double_opt_in,
            welcome: true,
            language: kept.language.map(str::to_owned),
        };
        outbox::emit(ctx, tx, &wanted).await?;
    }
    Ok(())
}

/// Tells those that listen to the events of the site, such as plugins.
async fn notify_listeners(
    ctx: &TenantCtx,
    tx: &TenantTx,
    form: &Form,
    kept: &StoredSubmission<'_>,
) -> Result<(), AudienceError> {
    let Some(listening) = site_events::audience(tx, EventTopic::FormSubmitted).await? else { return Ok(()) };
    let answers = kept.answers.iter().filter(|answer| answer.kind != "password").map(
        |answer| json!({"field": answer.field, "kind": answer.kind, "label": answer.label, "value": answer.value}),
    );
    let payload = json!({
        "submissionId": kept.id,
        "formId": form.id,
        "formName": form.settings.form_name,
        "answers": answers.collect::<Vec<_>>(),
    });
    let event = SiteEvent { object_id: kept.id.as_str(), person: address_in(kept.answers), payload };
    Ok(listening.tell(ctx, tx, event).await?)
}

/// The first e-mail address among the values.
pub(super) fn address_in(answers: &[Answer]) -> Option<&str> {
    let mut given = answers.iter().filter(|answer| answer.kind == "email").map(|answer| answer.value.trim());
    given.find(|address| is_email(address))
}

/// Uses a key, which only its browser can do, once.
pub(crate) async fn consume_key(ctx: &TenantCtx, tx: &TenantTx, key: &str, browser: &str) -> Result<(), AudienceError> {
    let used = tx
        .delete::<form_key::Entity>(form_key::Column::Key.eq(token_hash(key)))
        .filter(form_key::Column::Browser.eq(token_hash(browser)))
        .filter(form_key::Column::ExpiresOn.gte(ctx.now()))
        .exec()
        .await?;
    if used == 0 { Err(AudienceError::KeyRefused) } else { Ok(()) }
}
