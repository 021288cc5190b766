//! Previews of e-mails, with a sample order, account and cart.

use stoa_entity::TenantDb;
use stoa_kernel::id::MailId;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{TenantCtx, boxed};
use stoa_messages::{LANGUAGES, has_language};

use super::context::EmailContext;
use super::custom_texts::{CustomTexts, EmailText, found};
use super::kinds::{KINDS, Reader, kind_of};
use super::layout::Email;
use super::queue::queue;
use super::samples::READER;
use crate::EmailError;
use crate::contributor_texts;

/// Kind of the test e-mails that contributors send to themselves.
pub(super) const TEST_EMAIL: &str = "preview";
/// Variants whose content depends on what was bought, and the kind whose texts they use.
const VARIATIONS: [(&str, &str); 2] = [("digital-download", "order-confirmed"), ("subscription", "order-confirmed")];

/// An e-mail that can be previewed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PreviewKind {
    /// Name in URLs, such as `order-confirmed`.
    pub name: &'static str,
    /// Recipients.
    pub reader: Reader,
    /// The kind whose texts it uses.
    pub texts: &'static str,
}

/// Which e-mail to preview, and how.
#[derive(Clone, Copy, Debug)]
pub struct Preview<'a> {
    /// Its name.
    pub kind: &'a str,
    /// BCP 47 tag of the language; none for that of the site.
    pub language: Option<&'a str>,
    /// Base URL of the site, without a trailing slash.
    pub base_url: &'a str,
}

/// Renders an e-mail about the sample order; none if the kind is not about orders. Orders belong to the store, which
/// depends on this crate.
pub type OrderSample = fn(&TenantCtx, &str, &EmailContext) -> Option<Email>;

/// The e-mails that can be previewed, and their default language.
///
/// # Errors
/// When the caller may not read orders.
pub async fn kinds(ctx: &TenantCtx, db: &TenantDb) -> Result<(Vec<PreviewKind>, &'static str), EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let head = EmailContext::load(&db.read().await?, "").await?;
    let mut all = Vec::with_capacity(KINDS.len() + VARIATIONS.len());
    for kind in KINDS {
        all.push(PreviewKind { name: kind.name, reader: kind.reader, texts: kind.name });
        let own = VARIATIONS.into_iter().filter(|(_, texts)| *texts == kind.name);
        all.extend(own.map(|(name, texts)| PreviewKind { name, reader: kind.reader, texts }));
    }
    Ok((all, head.texts().language()))
}

/// Renders an e-mail with sample data. Nothing is stored.
///
/// # Errors
/// When the caller may not read orders, there is no such e-mail, or there are no texts in the language.
#[boxed]
pub async fn preview(
    ctx: &TenantCtx,
    db: &TenantDb,
    wanted: &Preview<'_>,
    order_sample: OrderSample,
) -> Result<Email, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let head = EmailContext::load(&db.read().await?, wanted.base_url).await?;
    render(ctx, head, wanted, order_sample)
}

/// Renders such an e-mail with unsaved texts.
///
/// # Errors
/// As [`preview`], and field errors for the texts.
#[boxed]
pub async fn preview_text(
    ctx: &TenantCtx,
    db: &TenantDb,
    wanted: &Preview<'_>,
    text: EmailText,
    order_sample: OrderSample,
) -> Result<Email, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let (kind, language) = found(wanted.kind, wanted.language.unwrap_or_default())?;
    let text = text.checked(kind)?;
    let mut head = EmailContext::load(&db.read().await?, wanted.base_url).await?;
    head.custom_texts = CustomTexts::with(kind.name, language, text).into();
    render(ctx, head, wanted, order_sample)
}

/// Sends such an e-mail to a contributor.
///
/// # Errors
/// As [`preview`], and when the caller may not send e-mails.
#[boxed]
pub async fn send_preview(
    ctx: &TenantCtx,
    db: &TenantDb,
    wanted: &Preview<'_>,
    to: &str,
    order_sample: OrderSample,
) -> Result<(), EmailError> {
    ctx.authorise(Resource::Orders, Action::Publish)?;
    let tx = db.write().await?;
    let head = EmailContext::load(&tx, wanted.base_url).await?;
    let email = Email {
        kind: TEST_EMAIL,
        to: to.to_owned(),
        // Links in sample e-mails lead nowhere.
        unsubscribe_url: None,
        ..render(ctx, head, wanted, order_sample)?
    };
    queue(ctx, &tx, email, MailId::generate().as_str()).await?;
    Ok(tx.commit().await?)
}

fn render(
    ctx: &TenantCtx,
    mut head: EmailContext,
    wanted: &Preview<'_>,
    order_sample: OrderSample,
) -> Result<Email, EmailError> {
    if let Some(tag) = wanted.language.filter(|tag| !has_language(tag)) {
        let known = LANGUAGES.join(", ");
        let message = contributor_texts::EMAILS_NOT_IN_LANGUAGE.with("language", tag).with("choices", known);
        return Err(EmailError::field("language", message.to_string()));
    }
    head = head.in_language(wanted.language);
    if head.site.contact_email.is_empty() {
        READER.clone_into(&mut head.site.contact_email);
    }
    let about_an_order = order_sample(ctx, wanted.kind, &head);
    let notice = || kind_of(wanted.kind).and_then(|kind| kind.sample).map(|sample| sample(&head));
    about_an_order.or_else(notice).ok_or(EmailError::NotFound)
}
