//! Languages of pages besides the site's primary one: their addresses, and the same page in other languages.

mod links;
#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::Arc;

use serde_json::{Value, json};
use stoa_entity::addresses::{self, LanguageWords};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::language::{is_known, native_name};
use stoa_kernel::language_address::{self, AddressWords, is_below, is_page, prefixed};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::website::UntranslatedPages;
use stoa_kernel::{TenantCtx, boxed};
use stoa_locale::Locale;
use stoa_messages::Catalogue;
use stoa_site::languages::{self, SiteLanguage};
use stoa_site::{settings, translations};

use crate::page_call::PageCall;
use crate::resolve::Target;
use crate::{RenderError, Renderer};

pub(crate) use links::{PagePosition, link_within};

/// The language of a page that is not in the primary language of its site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageLanguage {
    /// BCP 47 tag, such as `pt-BR`.
    pub tag: String,
    /// First part of its addresses, such as `/pt-br`, without a slash at its end.
    pub prefix: String,
    /// The same of this and of all public languages of the site.
    pub prefixes: Vec<String>,
    /// Whether pages that are not translated into it are not found in it.
    pub hides_untranslated: bool,
    /// Whether visitors do not see it yet.
    pub is_draft: bool,
    /// The words of its addresses.
    pub words: Arc<AddressWords>,
}

/// A page that an address with a language names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LanguagePath {
    /// The language.
    pub language: PageLanguage,
    /// Path of the page in the primary language.
    pub path: String,
    /// Its address in the language, if it is another one: it has words of its own there.
    pub moved_to: Option<String>,
}

/// What is known of the languages of a site, for the addresses of its pages.
#[derive(Debug, Default)]
pub(crate) struct KnownLanguages {
    /// The languages besides the primary one.
    pub(crate) others: Vec<SiteLanguage>,
    /// The words of their addresses.
    pub(crate) words: Arc<LanguageWords>,
}

impl KnownLanguages {
    /// Those of a site. A site without other languages has no words.
    async fn read(tx: &TenantTx) -> Result<Self, RenderError> {
        let others = languages::others(tx).await?;
        let words = if others.is_empty() { LanguageWords::default() } else { addresses::words(tx).await? };
        Ok(Self { others, words: Arc::new(words) })
    }
}

impl PageLanguage {
    /// The address of a page in this language, from that in the primary one. Addresses elsewhere, of files and of pages
    /// in any language are unchanged.
    pub fn address(&self, url: &str) -> String {
        if !is_page(url) || self.prefixes.iter().any(|prefix| is_below(url, prefix)) {
            return url.to_owned();
        }
        prefixed(&self.prefix, &self.words.local(url))
    }
}

impl LanguagePath {
    /// Takes the query string of the request: the same with the words of the primary language. If it has other words
    /// than those of this language, the address with these is where the visitor is led to. Nothing leads on from paths
    /// that are none of pages: what follows the language in them could be the address of another site.
    pub fn with_query(&mut self, query: &str) -> String {
        if !is_page(&self.path) {
            return query.to_owned();
        }
        let words = &self.language.words;
        let moved_query = words.moved_query(&self.path, query);
        if self.moved_to.is_some() || moved_query.is_some() {
            let moved_path = self.moved_to.take();
            let path = moved_path.unwrap_or_else(|| prefixed(&self.language.prefix, &words.local(&self.path)));
            let query = moved_query.as_deref().unwrap_or(query);
            self.moved_to = Some(if query.is_empty() { path } else { format!("{path}?{query}") });
        }
        words.primary_query(&self.path, query).into_owned()
    }
}

fn prefix_of(language: &SiteLanguage) -> String {
    language_address::prefix_of(&language.tag)
}

fn hides(language: &SiteLanguage) -> bool {
    language.untranslated == UntranslatedPages::Hide
}

/// The id of a page that languages can hide. Lists and searches show all posts and products, so these are never hidden;
/// neither are folders, which hold translated pages.
fn hideable(target: &Target) -> Option<&str> {
    match target {
        Target::Page(page) | Target::Store(page) | Target::Blog(page) => Some(page.id.as_str()),
        _ => None,
    }
}

/// The target of a call, or that of the not-found page if the language of the call hides it.
pub(crate) async fn unless_hidden(tx: &TenantTx, call: &PageCall, target: Target) -> Result<Target, RenderError> {
    let Some(language) = call.language.as_ref().filter(|language| language.hides_untranslated) else {
        return Ok(target);
    };
    let is_shown = match hideable(&target) {
        Some(id) => translations::is_translated(tx, &language.tag, TranslatedKind::Page, id).await?,
        None => true,
    };
    Ok(if is_shown { target } else { Target::NotFound })
}

impl Renderer {
    /// The languages of a site, from the cache.
    pub(crate) async fn known_languages(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
    ) -> Result<Arc<KnownLanguages>, RenderError> {
        let read = async {
            let tx = db.read().await?;
            KnownLanguages::read(&tx).await
        };
        self.languages.of(ctx.website(), db.reach(), read).await
    }

    /// The language of a site with a tag, besides the primary one, from the cache.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn site_language(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        tag: &str,
    ) -> Result<Option<SiteLanguage>, RenderError> {
        let known = self.known_languages(ctx, db).await?;
        Ok(known.others.iter().find(|other| other.tag.eq_ignore_ascii_case(tag)).cloned())
    }

    /// The language that a path names with its first part, and the page in it; none for pages in the primary language.
    /// Draft languages are for contributors only.
    ///
    /// # Errors
    /// When the database refuses.
    #[boxed]
    pub async fn language_of(
        &self,
        ctx: &TenantCtx,
        db: &TenantDb,
        path: &str,
        sees_drafts: bool,
    ) -> Result<Option<LanguagePath>, RenderError> {
        let inner = path.trim_start_matches('/');
        let (first, rest) = inner.split_once('/').unwrap_or((inner, ""));
        if !is_known(first) {
            return Ok(None);
        }
        let known = self.known_languages(ctx, db).await?;
        let named = known.others.iter().find(|language| language.address() == first.to_ascii_lowercase());
        let Some(language) = named.filter(|language| language.is_public || sees_drafts) else { return Ok(None) };
        // Pages name all of them, so drafts are left out.
        let shown = known.others.iter().filter(|other| other.is_public || other.tag == language.tag);
        let language = PageLanguage {
            tag: language.tag.clone(),
            prefix: prefix_of(language),
            prefixes: shown.map(prefix_of).collect(),
            hides_untranslated: hides(language),
            is_draft: !language.is_public,
            words: known.words.get(&language.tag).cloned().unwrap_or_default(),
        };
        let asked = format!("/{rest}");
        let path = language.words.primary(&asked).into_owned();
        let own = language.words.local(&path).into_owned();
        let moved_to = (own != asked).then(|| prefixed(&language.prefix, &own));
        Ok(Some(LanguagePath { language, path, moved_to }))
    }
}

/// A public language of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternate {
    /// BCP 47 tag.
    pub(crate) tag: String,
    /// First part of its addresses; empty for the primary one.
    pub(crate) prefix: String,
    /// The words of its addresses.
    words: Arc<AddressWords>,
    /// The pages that exist in it; none if all do.
    translated: Option<HashSet<String>>,
}

impl Alternate {
    /// Whether a page, post or product exists in the language.
    pub(crate) fn shows(&self, kind: TranslatedKind, id: &str) -> bool {
        let Some(translated) = &self.translated else { return true };
        kind != TranslatedKind::Page || translated.contains(id)
    }

    /// The path of a page in the language, from that in the primary one.
    pub(crate) fn path(&self, path: &str) -> String {
        prefixed(&self.prefix, &self.words.local(path))
    }
}

/// The public languages of a site, the primary one first; none if there is only that one.
pub(crate) async fn alternates(tx: &TenantTx) -> Result<Vec<Alternate>, RenderError> {
    let known = KnownLanguages::read(tx).await?;
    let mut found = Vec::new();
    for language in known.others.iter().filter(|language| language.is_public) {
        if found.is_empty() {
            let tag = settings::site_row(tx).await?.language;
            found.push(Alternate { tag, prefix: String::new(), words: Arc::default(), translated: None });
        }
        let translated = match language.untranslated {
            UntranslatedPages::Hide => Some(translations::translated(tx, &language.tag, TranslatedKind::Page).await?),
            UntranslatedPages::ShowOriginal => None,
        };
        let words = known.words.get(&language.tag).cloned().unwrap_or_default();
        found.push(Alternate { tag: language.tag.clone(), prefix: prefix_of(language), words, translated });
    }
    Ok(found)
}

/// A page that exists in several languages.
pub(crate) struct Translated<'a> {
    /// The primary language of the site.
    pub(crate) primary: &'a str,
    /// The language of the page; none for the primary one.
    pub(crate) language: Option<&'a PageLanguage>,
    /// Path of the page in the primary language, with its query string.
    pub(crate) path: &'a str,
    /// Origin of the site.
    pub(crate) origin: &'a str,
    /// Its id, if languages can hide it.
    pub(crate) hideable: Option<&'a str>,
    /// The words of addresses in other languages.
    pub(crate) words: &'a LanguageWords,
}

impl Translated<'_> {
    /// The same page in all public languages, for templates: empty if there is only one language.
    pub(crate) async fn versions(&self, tx: &TenantTx) -> Result<Vec<Value>, RenderError> {
        let others = languages::others(tx).await?;
        let own = self.language.map(|language| language.tag.as_str());
        let mut shown: Vec<&SiteLanguage> = Vec::new();
        for other in others.iter().filter(|other| other.is_public || own == Some(other.tag.as_str())) {
            let exists = match self.hideable.filter(|_| hides(other)) {
                Some(id) => translations::is_translated(tx, &other.tag, TranslatedKind::Page, id).await?,
                None => true,
            };
            if exists {
                shown.push(other);
            }
        }
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let mut versions = vec![self.version(self.primary, "", own.is_none())];
        for other in shown {
            let mut version = self.version(&other.tag, &prefix_of(other), own == Some(other.tag.as_str()));
            if let Some(version) = version.as_object_mut() {
                version.insert("custom".to_owned(), other.custom.into());
            }
            versions.push(version);
        }
        Ok(versions)
    }

    fn version(&self, tag: &str, prefix: &str, active: bool) -> Value {
        let locale = Locale::parse(tag).unwrap_or_default();
        let texts = Catalogue::for_reader(Some(tag), self.primary);
        let name = language_name(tag);
        let words = self.words.get(tag).filter(|_| !prefix.is_empty());
        let path = words.map_or(Cow::Borrowed(self.path), |words| words.local(self.path));
        let url = prefixed(prefix, &path);
        let offer = texts.format("storefront.languageOffer", &[("language", name.as_str().into())]);
        json!({
            "code": tag,
            "name": name,
            "direction": if locale.is_right_to_left() { "rtl" } else { "ltr" },
            "absoluteUrl": format!("{}{url}", self.origin),
            "url": url,
            "active": active,
            "isPrimary": prefix.is_empty(),
            "offer": offer,
            "offerDismiss": texts.text("storefront.languageOfferDismiss"),
        })
    }
}

/// The name of a language in itself, such as “Français (Canada)”.
pub fn language_name(tag: &str) -> String {
    let name = native_name(tag).unwrap_or(tag);
    let region = tag.split('-').skip(1).find(|part| part.len() == 2);
    let region = region.and_then(|region| Locale::parse(tag).ok()?.country_name(&region.to_ascii_uppercase()));
    region.map_or_else(|| name.to_owned(), |region| format!("{name} ({region})"))
}
