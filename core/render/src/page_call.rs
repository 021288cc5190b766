//! What a visitor asks for, and the response with a page.

use std::collections::BTreeMap;

use bytes::Bytes;
use stoa_commerce::cart::{Browser, CheckoutKey};
use stoa_site::website_settings::CookieSettings;

use crate::cache::StaleAge;
use crate::experiments::ShownVariant;
use crate::language::PageLanguage;
use crate::resolve::{Address, parameter};

/// A visitor's request for a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageCall {
    /// Path, as sent, without the prefix of its language.
    pub path: String,
    /// Language of the page; none for the primary one of the site.
    pub language: Option<PageLanguage>,
    /// Whether the page has the blocks of all languages, as in the editor.
    pub shows_all_languages: bool,
    /// Query string without `?`, as sent.
    pub query: String,
    /// Base URL of the site's main host, such as `https://domain.com`, without a trailing slash.
    pub origin: String,
    /// Short name of the site.
    pub identifier: String,
    /// Tokens in the visitor's cookies, by the name of the cookie: see [`PageCall::token`].
    pub tokens: BTreeMap<&'static str, String>,
    /// Whether a wrong password was entered.
    pub wrong_password: bool,
    /// Submitted values of the page's form, if they were invalid.
    pub form: Option<InvalidFormInput>,
    /// Whether the browser accepts gzip.
    pub accepts_gzip: bool,
    /// The variants of experiments that the page shows.
    pub variants: Vec<ShownVariant>,
}

impl PageCall {
    /// The token in a cookie of the visitor, by its name without prefix; none when the visitor has no such cookie.
    pub(crate) fn token(&self, cookie: &str) -> Option<&str> {
        self.tokens.get(cookie).map(String::as_str)
    }

    /// BCP 47 tag of the language of the page; none for the primary one of the site.
    pub(crate) fn language_tag(&self) -> Option<String> {
        self.language.as_ref().map(|language| language.tag.clone())
    }

    /// Tokens of the passwords that the visitor has entered, separated by dots.
    pub(crate) fn page_keys(&self) -> Option<&str> {
        self.token("PAGE_KEYS")
    }

    /// The address of a page of the site in the language of this page.
    pub fn address(&self, url: &str) -> String {
        self.language.as_ref().map_or_else(|| url.to_owned(), |language| language.address(url))
    }

    /// Token of the checkout in the URL; none for other URLs.
    pub fn checkout_link(&self) -> Option<String> {
        let token = parameter(&self.query, "cartToken").filter(|token| !token.is_empty())?;
        (Address::read(&self.path, &self.query) == Address::Checkout).then_some(token)
    }

    /// Key of a checkout requested by the visitor's browser.
    pub(crate) fn checkout_key<'a>(&'a self, token: &'a str) -> CheckoutKey<'a> {
        let browser = Browser { cart: self.token("CART"), buyer: self.token("BUYER") };
        CheckoutKey { token, browser }
    }
}

/// Submitted values of a form and their errors, by field name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InvalidFormInput {
    /// Submitted values.
    pub values: BTreeMap<String, String>,
    /// Validation errors.
    pub problems: BTreeMap<String, String>,
}

/// The response with a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PageResponse {
    /// HTTP status.
    pub status: u16,
    /// The HTML.
    pub body: Bytes,
    /// Whether the body is compressed with gzip.
    pub packed: bool,
    /// Whether the page uses the template engine in the browser.
    pub draws_in_browser: bool,
    /// Origins of the captcha service's scripts and frames, separated by spaces, for a page with a captcha.
    pub captcha_sources: Option<String>,
    /// ETag; none for personal pages, which must not be cached.
    pub etag: Option<String>,
    /// Redirect target, with the redirect in `status`.
    pub redirect: Option<String>,
    /// Cookie settings that apply to the page; none if nothing was rendered.
    pub cookies: Option<CookieSettings>,
    /// Set for a cached page that is served while the database is unreachable.
    pub held: Option<StaleAge>,
}
