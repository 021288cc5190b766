//! Addresses of pages in other languages than the primary one of their site: the prefix of the language, and the words
//! that stand there in place of those of the primary language, in paths and in the parameters of lists.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// First parts of paths that are the same in every language.
const SHARED: [&str; 18] = [
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
    "~visits",
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

/// Parameter with the category of a list.
const CATEGORY: &str = "category";
/// Parameter with the tag of a list.
const TAG: &str = "tag";
/// All characters but the unreserved ones (RFC 3986, section 2.3).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'_').remove(b'.').remove(b'~');

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

/// From which language words are put into which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Direction {
    ToLocal,
    ToPrimary,
}

/// The words that stand in the addresses of a language in place of those of the primary one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AddressWords {
    top: Words,
    /// Those below a first part, by its word in the primary language.
    below: HashMap<String, Words>,
    /// Those of the categories of a store, by its word in the primary language.
    categories: HashMap<String, Words>,
    /// Names of tags, and of categories of posts, found in lower case.
    labels: Words,
    /// Words of blogs in the primary language.
    blogs: HashSet<String>,
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

    /// Adds the word of a category; `store` is the word of its store in the primary language.
    pub fn add_category(&mut self, store: &str, primary: &str, local: &str) {
        self.categories.entry(store.to_owned()).or_default().add(primary, local);
    }

    /// Adds a word that a category had before. It leads to the category unless another one has it now.
    pub fn add_former_category(&mut self, store: &str, primary: &str, former: &str) {
        let words = self.categories.entry(store.to_owned()).or_default();
        words.primary.entry(former.to_owned()).or_insert_with(|| primary.to_owned());
        words.local.entry(primary.to_owned()).or_insert_with(|| primary.to_owned());
    }

    /// Adds the name of a tag. One that another tag has already is left out: addresses could not tell them apart.
    pub fn add_label(&mut self, primary: &str, local: &str) {
        let (from, to) = (primary.to_lowercase(), local.to_lowercase());
        let is_taken = self.labels.primary.contains_key(&to) || (to != from && self.labels.local.contains_key(&to));
        if !is_taken && !self.labels.primary.contains_key(&from) {
            self.labels.local.insert(from, local.to_owned());
            self.labels.primary.insert(to, primary.to_owned());
        }
    }

    /// Adds the word of a blog in the primary language: the categories of its posts are names like tags.
    pub fn add_blog(&mut self, primary: &str) {
        self.blogs.insert(primary.to_owned());
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.top.local.is_empty() && self.below.is_empty() && self.categories.is_empty() && self.labels.local.is_empty()
    }

    /// An address of the primary language, without prefix, with the words of this language.
    pub fn local<'u>(&self, url: &'u str) -> Cow<'u, str> {
        let Some(parts) = Parts::of(url).filter(|_| !self.is_empty()) else { return Cow::Borrowed(url) };
        let top = self.top.local.get(parts.top).map_or(parts.top, String::as_str);
        let words = self.below.get(parts.top);
        let item = words.and_then(|words| words.local.get(parts.item)).map_or(parts.item, String::as_str);
        parts.with(url, top, item, &self.rest(parts.rest, parts.top, Direction::ToLocal))
    }

    /// The path of the primary language for one of this language, without prefix. Words of the primary language stay.
    pub fn primary<'u>(&self, path: &'u str) -> Cow<'u, str> {
        let Some(parts) = Parts::of(path).filter(|_| !self.is_empty()) else { return Cow::Borrowed(path) };
        let top = self.top.primary.get(parts.top).map_or(parts.top, String::as_str);
        let words = self.below.get(top);
        let item = words.and_then(|words| words.primary.get(parts.item)).map_or(parts.item, String::as_str);
        parts.with(path, top, item, &self.rest(parts.rest, top, Direction::ToPrimary))
    }

    /// The query string of the primary language for one of this language, at a path of the primary language.
    pub fn primary_query<'q>(&self, path: &str, query: &'q str) -> Cow<'q, str> {
        let Some(parts) = Parts::of(path) else { return Cow::Borrowed(query) };
        with_values(query, |name, value| self.value(parts.top, name, value, Direction::ToPrimary))
    }

    /// The query string with the words of this language at a path of the primary language, if the given one has others.
    pub fn moved_query(&self, path: &str, query: &str) -> Option<String> {
        let parts = Parts::of(path)?;
        let moved = with_values(query, |name, value| {
            let primary = self.value(parts.top, name, value, Direction::ToPrimary).unwrap_or(value);
            self.value(parts.top, name, primary, Direction::ToLocal).filter(|own| *own != value)
        });
        match moved {
            Cow::Owned(moved) => Some(moved),
            Cow::Borrowed(_) => None,
        }
    }

    /// The value of a parameter in the other language, if it has one there.
    fn value(&self, top: &str, name: &str, value: &str, direction: Direction) -> Option<&str> {
        let of_store = if name == CATEGORY { self.categories.get(top) } else { None };
        let is_label = name == TAG || (name == CATEGORY && self.blogs.contains(top));
        let words = of_store.or_else(|| is_label.then_some(&self.labels))?;
        let words = if direction == Direction::ToLocal { &words.local } else { &words.primary };
        let found = if of_store.is_some() { words.get(value) } else { words.get(&value.to_lowercase()) };
        found.map(String::as_str)
    }

    /// What follows the first two parts of a URL, in the other language. `top` is the first one in the primary language.
    fn rest<'r>(&self, rest: &'r str, top: &str, direction: Direction) -> Cow<'r, str> {
        let Some((path, query)) = rest.split_once('?').filter(|(path, _)| !path.contains('#')) else {
            return Cow::Borrowed(rest);
        };
        let (query, anchor) = query.split_at(query.find('#').unwrap_or(query.len()));
        match with_values(query, |name, value| self.value(top, name, value, direction)) {
            Cow::Owned(query) => Cow::Owned(format!("{path}?{query}{anchor}")),
            Cow::Borrowed(_) => Cow::Borrowed(rest),
        }
    }
}

/// A query string with other values in some of its parameters. It can be that of a link in HTML, with `&amp;`.
fn with_values<'q, 'w>(query: &'q str, other: impl Fn(&str, &str) -> Option<&'w str>) -> Cow<'q, str> {
    let mut is_changed = false;
    let pairs: Vec<Cow<'_, str>> = query
        .split('&')
        .map(|pair| {
            let (escape, plain) = pair.strip_prefix("amp;").map_or(("", pair), |plain| ("amp;", plain));
            let Some((name, value)) = plain.split_once('=') else { return Cow::Borrowed(pair) };
            let spaced = value.replace('+', " ");
            let given = percent_decode_str(&spaced).decode_utf8_lossy();
            let Some(own) = other(name, &given).filter(|own| *own != given) else { return Cow::Borrowed(pair) };
            is_changed = true;
            Cow::Owned(format!("{escape}{name}={}", utf8_percent_encode(own, ESCAPED)))
        })
        .collect();
    if is_changed { Cow::Owned(pairs.join("&")) } else { Cow::Borrowed(query) }
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
    fn with(&self, url: &'u str, top: &str, item: &str, rest: &str) -> Cow<'u, str> {
        if top == self.top && item == self.item && rest == self.rest {
            return Cow::Borrowed(url);
        }
        let has_item = url.len() > 1 + self.top.len() + self.rest.len();
        let slash = if has_item { "/" } else { "" };
        Cow::Owned(format!("/{top}{slash}{item}{rest}"))
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

    // spec: multilingual.addresses.open
    #[test]
    fn parameters_have_words_of_the_language() {
        let mut words = words();
        words.add_category("shop", "mugs", "tasses");
        words.add_former_category("shop", "mugs", "gobelets");
        words.add_former_category("shop", "bowls", "bols");
        words.add_blog("news");
        words.add_label("At home", "À la maison");
        // Another tag has this name already.
        words.add_label("indoors", "à la maison");
        for (primary, local) in [
            ("/shop?category=mugs&amp;sort=name", "/boutique?category=tasses&amp;sort=name"),
            ("/shop?sort=name&category=mugs#top", "/boutique?sort=name&category=tasses#top"),
            ("/news?tag=At%20home", "/news?tag=%C3%80%20la%20maison"),
            ("/news?category=At%20home", "/news?category=%C3%80%20la%20maison"),
        ] {
            assert_eq!(words.local(primary), local);
            assert_eq!(words.primary(local), primary);
        }
        for (url, local) in [
            ("/shop?category=bowls", "/boutique?category=bowls"),
            ("/shop?category=At%20home", "/boutique?category=At%20home"),
            ("/shop#?category=mugs", "/boutique#?category=mugs"),
            ("/news?tag=indoors", "/news?tag=indoors"),
        ] {
            assert_eq!(words.local(url), local);
        }
        assert_eq!(words.primary_query("/shop", "category=gobelets&cursor=5"), "category=mugs&cursor=5");
        assert_eq!(words.primary_query("/news", "tag=%C3%80+la+MAISON"), "tag=At%20home");
        assert_eq!(words.moved_query("/shop", "category=gobelets").as_deref(), Some("category=tasses"));
        assert_eq!(words.moved_query("/shop", "category=mugs").as_deref(), Some("category=tasses"));
        assert_eq!(words.moved_query("/shop", "category=bols").as_deref(), Some("category=bowls"));
        assert_eq!(words.moved_query("/news", "tag=at+home").as_deref(), Some("tag=%C3%80%20la%20maison"));
        for own in ["category=tasses", "category=bowls", "tag=%C3%80+la+maison", "q=mugs", ""] {
            assert_eq!(words.moved_query("/shop", own), None, "{own}");
        }
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
