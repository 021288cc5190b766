//! Languages of pages besides the site's primary one: their addresses, and the same page in other languages.

mod links;

use std::collections::HashSet;

use serde_json::{Value, json};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::language::{is_known, native_name};
use stoa_kernel::translation::TranslatedKind;
use stoa_kernel::website::UntranslatedPages;
use stoa_kernel::{TenantCtx, boxed};
use stoa_locale::Locale;
use stoa_messages::Catalogue;
use stoa_site::languages::{self, SiteLanguage};
use stoa_site::{settings, translations};

use crate::renderer::PageCall;
use crate::resolve::Target;
use crate::{RenderError, Renderer};

pub(crate) use links::{PagePosition, link_within};

/// First parts of paths that are the same in every language.
const SHARED: [&str; 16] = [
    "admin",
    "api",
    "apple-touch-icon.png",
    "assets",
    "cookie-settings",
    "favicon.ico",
    "favicon.svg",
    "mailing-list",
    "robots.txt",
    "sample",
    "sitemap.xml",
    "static",
    "themes",
    "~digital-product",
    "~draft",
    "~test-shopper",
];
/// Beginnings of other such paths: links of e-mails, files of orders, and the way back from payment providers.
const SHARED_BELOW: [&str; 6] = [
    "/account/email/",
    "/cart/back",
    "/checkout/downloads/",
    "/checkout/lessons/",
    "/checkout/payment-canceled/",
    "/checkout/payment-return/",
];

/// The language of a page that is not in the primary language of its site.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PageLanguage {
    /// BCP 47 tag, such as `pt-BR`.
    pub tag: String,
    /// First part of its addresses, such as `/pt-br`, without a slash at its end.
    pub prefix: String,
    /// The same of this and of all public languages of the site.
    pub prefixes: Vec<String>,
    /// Whether pages that are not translated into it are not found in it.
    pub hides_untranslated: bool,
}

impl PageLanguage {
    /// The address of a page in this language. Addresses elsewhere, of files and of pages in any language are unchanged.
    pub fn address(&self, url: &str) -> String {
        if !is_page(url) || self.prefixes.iter().any(|prefix| is_below(url, prefix)) {
            return url.to_owned();
        }
        prefixed(&self.prefix, url)
    }
}

/// Whether a URL is the path of a page of the site.
fn is_page(url: &str) -> bool {
    let Some(path) = url.strip_prefix('/').filter(|path| !path.starts_with(['/', '\\'])) else { return false };
    let first = path.split(['/', '?', '#']).next().unwrap_or_default();
    !SHARED.contains(&first) && !SHARED_BELOW.iter().any(|start| url.starts_with(start))
}

fn is_below(url: &str, prefix: &str) -> bool {
    url.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// A path with a prefix; the home page has no slash at its end then.
pub(crate) fn prefixed(prefix: &str, path: &str) -> String {
    // More slashes would make it the address of another site.
    let rest = path.trim_start_matches(['/', '\\']);
    let slash = if !prefix.is_empty() && (rest.is_empty() || rest.starts_with(['?', '#'])) { "" } else { "/" };
    format!("{prefix}{slash}{rest}")
}

fn prefix_of(language: &SiteLanguage) -> String {
    format!("/{}", language.address())
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
    /// The language that a path names with its first part, and the rest of the path; none for pages in the primary
    /// language. Draft languages are for contributors only.
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
    ) -> Result<Option<(PageLanguage, String)>, RenderError> {
        let inner = path.trim_start_matches('/');
        let (first, rest) = inner.split_once('/').unwrap_or((inner, ""));
        if !is_known(first) {
            return Ok(None);
        }
        let read = async {
            let tx = db.read().await?;
            Ok::<_, RenderError>(languages::others(&tx).await?)
        };
        let known = self.languages.of(ctx.website(), db.reach(), read).await?;
        let named = known.iter().find(|language| language.address() == first.to_ascii_lowercase());
        let Some(language) = named.filter(|language| language.is_public || sees_drafts) else { return Ok(None) };
        // Pages name all of them, so drafts are left out.
        let shown = known.iter().filter(|other| other.is_public || other.tag == language.tag);
        let language = PageLanguage {
            tag: language.tag.clone(),
            prefix: prefix_of(language),
            prefixes: shown.map(prefix_of).collect(),
            hides_untranslated: hides(language),
        };
        Ok(Some((language, format!("/{rest}"))))
    }
}

/// A public language of a site.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Alternate {
    /// BCP 47 tag.
    pub(crate) tag: String,
    /// First part of its addresses; empty for the primary one.
    pub(crate) prefix: String,
    /// The pages that exist in it; none if all do.
    translated: Option<HashSet<String>>,
}

impl Alternate {
    /// Whether a page, post or product exists in the language.
    pub(crate) fn shows(&self, kind: TranslatedKind, id: &str) -> bool {
        let Some(translated) = &self.translated else { return true };
        kind != TranslatedKind::Page || translated.contains(id)
    }
}

/// The public languages of a site, the primary one first; none if there is only that one.
pub(crate) async fn alternates(tx: &TenantTx) -> Result<Vec<Alternate>, RenderError> {
    let others = languages::others(tx).await?;
    let mut found = Vec::new();
    for language in others.iter().filter(|language| language.is_public) {
        if found.is_empty() {
            let tag = settings::site_row(tx).await?.language;
            found.push(Alternate { tag, prefix: String::new(), translated: None });
        }
        let translated = match language.untranslated {
            UntranslatedPages::Hide => Some(translations::translated(tx, &language.tag, TranslatedKind::Page).await?),
            UntranslatedPages::ShowOriginal => None,
        };
        found.push(Alternate { tag: language.tag.clone(), prefix: prefix_of(language), translated });
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
        let texts = Catalogue::for_language(tag);
        let name = language_name(tag);
        let url = prefixed(prefix, self.path);
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

#[cfg(test)]
mod tests {
    use super::{PageLanguage, language_name, prefixed};

    pub(super) fn french() -> PageLanguage {
        let prefixes = vec!["/fr".to_owned(), "/pt-br".to_owned()];
        PageLanguage { tag: "fr".to_owned(), prefix: "/fr".to_owned(), prefixes, hides_untranslated: false }
    }

    #[test]
    fn addresses_of_pages_get_the_prefix() {
        for (url, expected) in [
            ("/", "/fr"),
            ("/?page=2", "/fr?page=2"),
            ("/#end", "/fr#end"),
            ("/shop/mug?x=1", "/fr/shop/mug?x=1"),
            ("/cart", "/fr/cart"),
            ("/french", "/fr/french"),
        ] {
            assert_eq!(french().address(url), expected);
        }
        for unchanged in [
            "",
            "shop",
            "#end",
            "//elsewhere.example/shop",
            "/\\elsewhere.example",
            "https://elsewhere.example/",
            "mailto:a@b.example",
            "/api/1/x",
            "/assets/ast_1/a.png",
            "/static/islands/a.js",
            "/sitemap.xml?part=1",
            "/checkout/downloads/t/f",
            "/cookie-settings",
            "/fr",
            "/fr/shop",
            "/fr?x=1",
            "/pt-br/shop",
        ] {
            assert_eq!(french().address(unchanged), unchanged);
        }
        assert_eq!(prefixed("", "/"), "/");
        assert_eq!(prefixed("", "//elsewhere.example"), "/elsewhere.example");
        assert_eq!(prefixed("/fr", "/\\elsewhere.example"), "/fr/elsewhere.example");
    }

    #[test]
    fn names_of_languages() {
        for (tag, name) in [("fr", "Français"), ("pt-BR", "Português (Brasil)"), ("sr-Latn", "Srpski"), ("tlh", "tlh")]
        {
            assert_eq!(language_name(tag), name);
        }
    }
}
