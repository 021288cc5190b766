//! Addresses of pages in other languages than the primary one of their site: the prefix of the language, and the words
//! that stand there in place of those of the primary language.

use std::borrow::Cow;
use std::collections::HashMap;

/// First parts of paths that are the same in every language.
const SHARED: [&str; 17] = [
    "admin",
    "api",
    "apple-touch-icon.png",
    "assets",
    "cookie-settings",
    "favicon.ico",
    "favicon.svg",
    "robots.txt",
    "sample",
    "sitemap.xml",
    "static",
    "themes",
    "~digital-product",
    "~draft",
    "~draft-language",
    "~figures",
    "~test-shopper",
];
/// Beginnings of other such paths: links of e-mails, files of orders, and the way back from payment providers.
const SHARED_BELOW: [&str; 7] = [
    "/account/email/",
    "/cart/back",
    "/checkout/downloads/",
    "/checkout/lessons/",
    "/checkout/payment-canceled/",
    "/checkout/payment-return/",
    "/mailing-list/",
];

/// Whether a URL is the path of a page of the site, which exists in each of its languages.
pub fn is_page(url: &str) -> bool {
    let Some(path) = url.strip_prefix('/').filter(|path| !path.starts_with(['/', '\\'])) else { return false };
    let first = path.split(['/', '?', '#']).next().unwrap_or_default();
    !SHARED.contains(&first) && !SHARED_BELOW.iter().any(|start| url.starts_with(start))
}

/// Whether a URL is a path or one below it.
pub fn is_below(url: &str, prefix: &str) -> bool {
    url.strip_prefix(prefix).is_some_and(|rest| rest.is_empty() || rest.starts_with(['/', '?', '#']))
}

/// The prefix of the addresses of a language, such as `/pt-br`.
pub fn prefix_of(tag: &str) -> String {
    format!("/{}", tag.to_ascii_lowercase())
}

/// A path with a prefix; the home page has no slash at its end then.
pub fn prefixed(prefix: &str, path: &str) -> String {
    // More slashes would make it the address of another site.
    let rest = path.trim_start_matches(['/', '\\']);
    let slash = if !prefix.is_empty() && (rest.is_empty() || rest.starts_with(['?', '#'])) { "" } else { "/" };
    format!("{prefix}{slash}{rest}")
}

/// Words of one part of addresses, in both directions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Words {
    local: HashMap<String, String>,
    primary: HashMap<String, String>,
}

impl Words {
    fn add(&mut self, primary: &str, local: &str) {
        self.local.insert(primary.to_owned(), local.to_owned());
        self.primary.insert(local.to_owned(), primary.to_owned());
    }
}

/// The words that stand in the addresses of a language in place of those of the primary one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressWords {
    top: Words,
    /// Those below a first part, by its word in the primary language.
    below: HashMap<String, Words>,
}

impl AddressWords {
    /// Adds the word of a page.
    pub fn add_page(&mut self, primary: &str, local: &str) {
        self.top.add(primary, local);
    }

    /// Adds the word of an item or product; `top` is the word of its blog or store in the primary language.
    pub fn add_item(&mut self, top: &str, primary: &str, local: &str) {
        self.below.entry(top.to_owned()).or_default().add(primary, local);
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.top.local.is_empty() && self.below.is_empty()
    }

    /// An address of the primary language, without prefix, with the words of this language.
    pub fn local<'u>(&self, url: &'u str) -> Cow<'u, str> {
        let Some(parts) = Parts::of(url).filter(|_| !self.is_empty()) else { return Cow::Borrowed(url) };
        let top = self.top.local.get(parts.top).map_or(parts.top, String::as_str);
        let words = self.below.get(parts.top);
        let item = words.and_then(|words| words.local.get(parts.item)).map_or(parts.item, String::as_str);
        parts.with(url, top, item)
    }

    /// The path of the primary language for one of this language, without prefix. Words of the primary language stay.
    pub fn primary<'u>(&self, path: &'u str) -> Cow<'u, str> {
        let Some(parts) = Parts::of(path).filter(|_| !self.is_empty()) else { return Cow::Borrowed(path) };
        let top = self.top.primary.get(parts.top).map_or(parts.top, String::as_str);
        let words = self.below.get(top);
        let item = words.and_then(|words| words.primary.get(parts.item)).map_or(parts.item, String::as_str);
        parts.with(path, top, item)
    }
}

/// The first two parts of a path, and the rest of its URL.
struct Parts<'u> {
    top: &'u str,
    item: &'u str,
    rest: &'u str,
}

impl<'u> Parts<'u> {
    fn of(url: &'u str) -> Option<Self> {
        let path = url.strip_prefix('/')?;
        let end = path.find(['/', '?', '#']).unwrap_or(path.len());
        let (top, below) = path.split_at(end);
        if top.is_empty() {
            return None;
        }
        let Some(below) = below.strip_prefix('/') else { return Some(Self { top, item: "", rest: below }) };
        let end = below.find(['/', '?', '#']).unwrap_or(below.len());
        let (item, rest) = below.split_at(end);
        Some(Self { top, item, rest })
    }

    /// The URL with other words in place of the first parts.
    fn with(&self, url: &'u str, top: &str, item: &str) -> Cow<'u, str> {
        if top == self.top && item == self.item {
            return Cow::Borrowed(url);
        }
        let has_item = url.len() > 1 + self.top.len() + self.rest.len();
        let slash = if has_item { "/" } else { "" };
        Cow::Owned(format!("/{top}{slash}{item}{}", self.rest))
    }
}

#[cfg(test)]
mod tests {
    use super::{AddressWords, is_page, prefix_of, prefixed};

    fn words() -> AddressWords {
        let mut words = AddressWords::default();
        words.add_page("shop", "boutique");
        words.add_item("shop", "blue-shirt", "chemise-bleue");
        words.add_item("news", "hello", "bonjour");
        words
    }

    // spec: multilingual.addresses.open
    #[test]
    fn words_replace_those_of_the_primary_language() {
        for (primary, local) in [
            ("/shop", "/boutique"),
            ("/shop/", "/boutique/"),
            ("/shop?a=/shop#end", "/boutique?a=/shop#end"),
            ("/shop/blue-shirt", "/boutique/chemise-bleue"),
            ("/shop/blue-shirt/?x=1", "/boutique/chemise-bleue/?x=1"),
            ("/shop/other", "/boutique/other"),
            ("/news/hello", "/news/bonjour"),
        ] {
            assert_eq!(words().local(primary), local);
            assert_eq!(words().primary(local), primary);
        }
        for unchanged in ["", "/", "/?q=1", "/about", "/blue-shirt", "/cart/shop", "shop", "//shop"] {
            assert_eq!(words().local(unchanged), unchanged);
            assert_eq!(words().primary(unchanged), unchanged);
        }
        assert_eq!(words().primary("/shop/chemise-bleue"), "/shop/blue-shirt");
        assert_eq!(words().local(&words().primary("/shop/chemise-bleue")), "/boutique/chemise-bleue");
    }

    #[test]
    fn prefixes_of_languages() {
        assert_eq!(prefix_of("pt-BR"), "/pt-br");
        assert_eq!(prefixed("", "/"), "/");
        assert_eq!(prefixed("/fr", "/?page=2"), "/fr?page=2");
        assert_eq!(prefixed("", "//elsewhere.example"), "/elsewhere.example");
        assert_eq!(prefixed("/fr", "/\\elsewhere.example"), "/fr/elsewhere.example");
        assert!(is_page("/shop?x=1") && !is_page("/assets/a.png") && !is_page("//elsewhere.example"));
    }
}
