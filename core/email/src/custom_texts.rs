//! E-mail texts customised by the owner of a site. They are plain text: a blank line separates paragraphs, and `{name}`
//! is a placeholder.

use std::collections::HashMap;

use sea_orm::ActiveValue::Set;
use sea_orm::ColumnTrait;
use sea_orm::sea_query::{Expr, ExprTrait as _};
use stoa_entity::audit::{self, AuditAction};
use stoa_entity::tenant::letter_text;
use stoa_entity::{DbError, TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::permission::{Action, Resource};
use stoa_kernel::{Precondition, TenantCtx, boxed};
use stoa_messages::{Catalogue, LANGUAGES};

use super::kinds::{Kind, kind_of};
use crate::texts::{DefaultText, placeholders};
use crate::{EmailError, contributor_texts};

/// Longest subject and heading, in characters.
const MAX_LINE_LENGTH: usize = 200;
/// Longest opening and closing, in characters.
const MAX_TEXT_LENGTH: usize = 4_000;

/// The texts around the content of an e-mail, with placeholders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct EmailText {
    /// Subject line.
    pub subject: String,
    /// Heading.
    pub heading: String,
    /// Opening, below the heading.
    pub opening: String,
    /// Closing, at the end.
    pub closing: String,
}

/// A kind of e-mail in a language, by their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KindInLanguage<'a> {
    /// Name of the kind.
    pub kind: &'a str,
    /// Primary language subtag.
    pub language: &'a str,
}

/// The texts of a kind of e-mail in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KindTexts {
    /// Name of the kind.
    pub kind: &'static str,
    /// BCP 47 tag of the catalogue's language.
    pub language: &'static str,
    /// Names of the placeholders, written as `{name}`.
    pub placeholders: &'static [&'static str],
    /// The current texts.
    pub text: EmailText,
    /// The default texts.
    pub default_text: EmailText,
    /// Incremented by each change; 0 while the default texts are used.
    pub revision: i64,
}

/// All customised texts, by kind and language.
#[derive(Clone, Debug, Default)]
pub(super) struct CustomTexts(HashMap<(String, String), EmailText>);

impl CustomTexts {
    pub(super) async fn load(tx: &TenantTx) -> Result<Self, DbError> {
        let rows = tx.find::<letter_text::Entity>().all().await?;
        Ok(Self(rows.into_iter().map(|row| ((row.kind.clone(), row.language.clone()), row.into())).collect()))
    }

    pub(super) fn get(&self, kind: &str, language: &str) -> Option<&EmailText> {
        self.0.get(&(kind.to_owned(), language.to_owned()))
    }

    /// With a single text that has not been saved, for previews.
    pub(super) fn with(kind: &str, language: &str, text: EmailText) -> Self {
        Self([((kind.to_owned(), language.to_owned()), text)].into())
    }
}

impl From<letter_text::Model> for EmailText {
    fn from(row: letter_text::Model) -> Self {
        Self { subject: row.subject, heading: row.heading, opening: row.opening, closing: row.closing }
    }
}

impl EmailText {
    /// The default texts, with the name of the site in the subject line.
    pub(super) fn usual(default_text: DefaultText<'_>) -> Self {
        Self {
            subject: format!("{} – {{site}}", default_text.subject),
            heading: default_text.heading.to_owned(),
            opening: default_text.opening.to_owned(),
            closing: default_text.closing.to_owned(),
        }
    }

    /// Normalises and validates the texts; field errors otherwise.
    pub(super) fn checked(self, kind: &Kind) -> Result<Self, EmailError> {
        let tidy = |text: String| text.replace("\r\n", "\n").trim().to_owned();
        let text = Self {
            subject: tidy(self.subject),
            heading: tidy(self.heading),
            opening: tidy(self.opening),
            closing: tidy(self.closing),
        };
        let mut checks = Checks::default();
        for (name, value, is_line) in [
            ("subject", &text.subject, true),
            ("heading", &text.heading, true),
            ("opening", &text.opening, false),
            ("closing", &text.closing, false),
        ] {
            let longest = if is_line { MAX_LINE_LENGTH } else { MAX_TEXT_LENGTH };
            checks.require(!is_line || !value.is_empty(), name, "Enter a text.");
            checks.require(
                value.chars().count() <= longest,
                name,
                format!("The text can have at most {longest} characters."),
            );
            let is_plain = value.chars().all(|sign| !sign.is_control() || (sign == '\n' && !is_line));
            checks.require(is_plain, name, stoa_kernel::contributor_texts::TEXT_ALONE.english());
            let unknown = placeholders(value).find(|place| !kind.placeholders.contains(place));
            checks.require(unknown.is_none(), name, unknown_placeholder(unknown, kind));
        }
        checks.finish()?;
        Ok(text)
    }
}

fn unknown_placeholder(unknown: Option<&str>, kind: &Kind) -> String {
    let known: Vec<String> = kind.placeholders.iter().map(|place| format!("{{{place}}}")).collect();
    let shown: String = unknown.unwrap_or_default().chars().take(20).collect();
    let said = contributor_texts::PLACEHOLDER_NOT_OF_EMAIL.with("name", format!("{{{shown}}}"));
    said.with("choices", known.join(", ")).to_string()
}

/// Finds a kind and a language by name.
pub(super) fn found(kind: &str, language: &str) -> Result<(&'static Kind, &'static str), EmailError> {
    let kind = kind_of(kind).ok_or(EmailError::NotFound)?;
    let language = LANGUAGES.iter().copied().find(|known| *known == language).ok_or(EmailError::NotFound)?;
    Ok((kind, language))
}

fn own(kind: &Kind, language: &str) -> sea_orm::Condition {
    sea_orm::Condition::all()
        .add(letter_text::Column::Kind.eq(kind.name))
        .add(letter_text::Column::Language.eq(language))
}

async fn read(tx: &TenantTx, kind: &'static Kind, language: &'static str) -> Result<KindTexts, EmailError> {
    let default_text = EmailText::usual(kind.default_text(Catalogue::for_language(language)));
    let row = tx.find::<letter_text::Entity>().filter(own(kind, language)).one().await?;
    let revision = row.as_ref().map_or(0, |row| row.revision);
    let text = row.map_or_else(|| default_text.clone(), EmailText::from);
    Ok(KindTexts { kind: kind.name, language, placeholders: kind.placeholders, text, default_text, revision })
}

/// Returns the texts of a kind of e-mail in a language.
///
/// # Errors
/// When the caller may not read orders, or there is no such kind or language.
#[boxed]
pub async fn load_texts(ctx: &TenantCtx, db: &TenantDb, wanted: &KindInLanguage<'_>) -> Result<KindTexts, EmailError> {
    ctx.authorise(Resource::Orders, Action::Read)?;
    let (kind, language) = found(wanted.kind, wanted.language)?;
    read(&db.read().await?, kind, language).await
}

/// Saves customised texts of a kind of e-mail in a language, if their revision is the one that the caller has seen.
///
/// # Errors
/// When the caller may not write orders or there is no such kind; field errors; [`EmailError::RevisionStale`] when
/// the revision is outdated.
#[boxed]
pub async fn save_texts(
    ctx: &TenantCtx,
    db: &TenantDb,
    changed: &KindInLanguage<'_>,
    text: EmailText,
    seen: &Precondition,
) -> Result<KindTexts, EmailError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let (kind, language) = found(changed.kind, changed.language)?;
    let text = text.checked(kind)?;
    let tx = db.write().await?;
    let before = tx.find::<letter_text::Entity>().filter(own(kind, language)).for_update().one().await?;
    let revision = before.map_or(0, |row| row.revision);
    if !seen.holds_for_saved(revision) {
        return Err(EmailError::RevisionStale);
    }
    if revision == 0 {
        let row = letter_text::ActiveModel {
            website_id: Set(tx.website().clone()),
            kind: Set(kind.name.to_owned()),
            language: Set(language.to_owned()),
            subject: Set(text.subject),
            heading: Set(text.heading),
            opening: Set(text.opening),
            closing: Set(text.closing),
            revision: Set(1),
            updated_on: Set(ctx.now()),
        };
        match tx.insert(row).await {
            Err(DbError::Duplicate(_)) => return Err(EmailError::RevisionStale),
            other => drop(other?),
        }
    } else {
        let changed = tx
            .update::<letter_text::Entity>(own(kind, language).add(letter_text::Column::Revision.eq(revision)))
            .set(letter_text::Column::Subject, text.subject)
            .set(letter_text::Column::Heading, text.heading)
            .set(letter_text::Column::Opening, text.opening)
            .set(letter_text::Column::Closing, text.closing)
            .set(letter_text::Column::Revision, Expr::col(letter_text::Column::Revision).add(1))
            .set(letter_text::Column::UpdatedOn, ctx.now())
            .exec()
            .await?;
        if changed != 1 {
            return Err(EmailError::RevisionStale);
        }
    }
    audit::note(ctx, &tx, AuditAction::MailTextsSave, &format!("{} {language}", kind.name)).await?;
    let saved = read(&tx, kind, language).await?;
    tx.commit().await?;
    Ok(saved)
}

/// Restores the default texts of a kind of e-mail. Idempotent.
///
/// # Errors
/// When the caller may not write orders, or there is no such kind or language.
#[boxed]
pub async fn reset_texts(ctx: &TenantCtx, db: &TenantDb, reset: &KindInLanguage<'_>) -> Result<(), EmailError> {
    ctx.authorise(Resource::Orders, Action::Write)?;
    let (kind, language) = found(reset.kind, reset.language)?;
    let tx = db.write().await?;
    if tx.delete::<letter_text::Entity>(own(kind, language)).exec().await? > 0 {
        audit::note(ctx, &tx, AuditAction::MailTextsReset, &format!("{} {language}", kind.name)).await?;
    }
    Ok(tx.commit().await?)
}
