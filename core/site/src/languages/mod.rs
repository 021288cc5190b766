//! The languages of a site: a primary one, which is a setting of the site, and others, each with addresses of its own.

mod draft_pass;
mod service;

use std::collections::HashSet;

use sea_orm::ColumnTrait;
use stoa_entity::TenantTx;
use stoa_entity::tenant::site_language::{Column, Entity, Model};
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::language::{is_known, is_language_tag};
use stoa_kernel::website::{LanguageState, UntranslatedPages};

use crate::SiteError;
use crate::contributor_texts;

pub use draft_pass::{DraftPass, LIFETIME_MS, PASS_PATH_PREFIX, draft_pass, opens_drafts};
pub use service::{disconnect, list, replace};

/// Maximum number of languages of a site, with its primary one.
pub const MAX_LANGUAGES: usize = 50;

/// A language besides the primary one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteLanguage {
    /// BCP 47 tag.
    pub tag: String,
    /// Whether visitors see it.
    pub is_public: bool,
    /// What visitors get from pages that are not translated into it.
    pub untranslated: UntranslatedPages,
    /// Whether e-mails are never in it.
    pub custom: bool,
    /// Since when visitors see it, UTC milliseconds.
    pub public_on: Option<Timestamp>,
}

/// The languages of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SiteLanguages {
    /// BCP 47 tag of the language in which the content is written.
    pub primary: String,
    /// The others, in their order.
    pub others: Vec<SiteLanguage>,
}

/// An entry of a list of languages to save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguageEntry {
    /// BCP 47 tag.
    pub tag: String,
    /// Whether it is the primary one.
    pub is_primary: bool,
    /// Whether visitors see it.
    pub is_public: bool,
    /// What visitors get from pages that are not translated into it.
    pub untranslated: UntranslatedPages,
    /// Whether e-mails are never in it.
    pub custom: bool,
}

impl SiteLanguage {
    /// First part of the addresses of its pages, such as `pt-br`.
    pub fn address(&self) -> String {
        address_of(&self.tag)
    }
}

impl From<Model> for SiteLanguage {
    fn from(row: Model) -> Self {
        Self {
            is_public: row.state == LanguageState::Public,
            tag: row.language,
            untranslated: row.untranslated,
            custom: row.custom,
            public_on: row.public_on,
        }
    }
}

/// First part of the addresses of a language.
fn address_of(tag: &str) -> String {
    tag.to_ascii_lowercase()
}

/// The languages besides the primary one, in their order.
///
/// # Errors
/// When a database query fails.
#[boxed]
pub async fn others(tx: &TenantTx) -> Result<Vec<SiteLanguage>, SiteError> {
    let rows = tx.find::<Entity>().order_by_asc(Column::Position).all().await?;
    Ok(rows.into_iter().map(SiteLanguage::from).collect())
}

/// Whether the addresses of a language begin with a slug, so that no page can have it.
pub(crate) async fn takes_address(tx: &TenantTx, slug: &str) -> Result<bool, SiteError> {
    if !is_language_tag(slug) {
        return Ok(false);
    }
    Ok(others(tx).await?.iter().any(|language| language.address() == slug))
}

/// Called when the primary language of a site has changed: it is no longer one of the others.
pub(crate) async fn primary_changed(tx: &TenantTx, primary: &str) -> Result<(), SiteError> {
    let address = address_of(primary);
    let same = others(tx).await?.into_iter().filter(|other| other.address() == address).map(|other| other.tag);
    tx.delete::<Entity>(Column::Language.is_in(same.collect::<Vec<String>>())).exec().await?;
    Ok(())
}

/// Checks a list of languages and returns those besides the primary one.
fn checked(primary: &str, entries: Vec<LanguageEntry>) -> Result<Vec<LanguageEntry>, SiteError> {
    let mut checks = Checks::default();
    let most = contributor_texts::SITE_HAS_AT_MOST_LANGUAGES.with("count", MAX_LANGUAGES).to_string();
    checks.require(entries.len() <= MAX_LANGUAGES, "languages", most);
    let one_primary = entries.iter().filter(|entry| entry.is_primary).count() == 1;
    checks.require(one_primary, "languages", contributor_texts::EXACTLY_ONE_LANGUAGE_MUST_BE_THE_PRIMARY);
    let mut seen = HashSet::new();
    for (place, entry) in entries.iter().enumerate() {
        let field = format!("languages[{place}].code");
        // The primary one was chosen in the settings; sites keep one that is no longer offered.
        let is_offered = entry.is_primary || is_known(&entry.tag);
        checks.require(is_offered, &field, contributor_texts::CHOOSE_ONE_OF_THE_OFFERED_LANGUAGES);
        checks.require(
            seen.insert(address_of(&entry.tag)),
            &field,
            contributor_texts::THIS_LANGUAGE_IS_IN_THE_LIST_TWICE,
        );
        let is_own = entry.is_primary == (address_of(&entry.tag) == address_of(primary));
        let message = contributor_texts::PRIMARY_LANGUAGE_IS.with("language", primary).to_string();
        checks.require(is_own, &field, message);
    }
    checks.finish()?;
    Ok(entries.into_iter().filter(|entry| !entry.is_primary).collect())
}

#[cfg(test)]
mod tests {
    use stoa_kernel::website::UntranslatedPages;

    use super::{LanguageEntry, checked};
    use crate::SiteError;

    fn entry(tag: &str, is_primary: bool) -> LanguageEntry {
        let untranslated = UntranslatedPages::ShowOriginal;
        LanguageEntry { tag: tag.to_owned(), is_primary, is_public: true, untranslated, custom: false }
    }

    fn problem(entries: Vec<LanguageEntry>) -> Option<String> {
        match checked("en-US", entries) {
            Err(SiteError::Invalid(fields)) => fields.into_keys().next(),
            _ => None,
        }
    }

    #[test]
    fn one_primary_language_and_no_unknown_ones() {
        let kept = checked("en-US", vec![entry("en-US", true), entry("pt-BR", false), entry("fr", false)]);
        let tags: Vec<String> = kept.into_iter().flatten().map(|entry| entry.tag).collect();
        assert_eq!(tags, ["pt-BR", "fr"]);
        assert_eq!(problem(vec![entry("fr", false)]).as_deref(), Some("languages"));
        assert_eq!(problem(vec![entry("en-US", true), entry("fr", true)]).as_deref(), Some("languages"));
        for wrong in ["tlh", "en_GB", "en-us"] {
            let field = problem(vec![entry("en-US", true), entry(wrong, false)]);
            assert_eq!(field.as_deref(), Some("languages[1].code"), "{wrong}");
        }
        let twice = vec![entry("en-US", true), entry("fr", false), entry("FR", false)];
        assert_eq!(problem(twice).as_deref(), Some("languages[2].code"));
        assert_eq!(problem(vec![entry("fr", true)]).as_deref(), Some("languages[0].code"));
    }
}
