//! Cookies that open something. Over https their names begin with `__Host-`: browsers take such a cookie only from the
//! host itself, encrypted and for all its paths, so that no neighbour below the same domain can plant one.

use axum::http::HeaderValue;
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use stoa_kernel::Failure;

/// A cookie under both its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct NamedCookie {
    plain: &'static str,
    bound: &'static str,
    /// The path it is sent to where its name leaves a choice.
    path: &'static str,
    /// Attributes it always has.
    attributes: &'static str,
}

impl NamedCookie {
    /// Against forged calls; scripts read it.
    pub(crate) const CRUMB: Self = Self::new("crumb", "__Host-crumb", "/", "SameSite=Lax");
    /// The token of a shopper's cart.
    pub(crate) const CART: Self = Self::new("CART", "__Host-CART", "/", "HttpOnly; SameSite=Lax");
    /// The token by which checkouts beside the cart belong to a browser.
    pub(crate) const BUYER: Self = Self::new("BUYER", "__Host-BUYER", "/", "HttpOnly; SameSite=Lax");
    /// The pass of somebody who tries out a shop on which they work.
    pub(crate) const TESTER: Self = Self::new("TESTER", "__Host-TESTER", "/", "HttpOnly; SameSite=Lax");
    /// The token of a site user's session.
    pub(crate) const SITE_USER: Self = Self::new("SITE_USER", "__Host-SITE_USER", "/", "HttpOnly; SameSite=Lax");
    /// The tokens of passwords of pages, separated by dots.
    pub(crate) const PAGE_KEYS: Self = Self::new("PAGE_KEYS", "__Host-PAGE_KEYS", "/", "HttpOnly; SameSite=Lax");
    /// The refresh token of somebody who works on sites.
    pub(crate) const REFRESH: Self =
        Self::new("stoa_refresh", "__Host-stoa_refresh", "/api/auth", "HttpOnly; SameSite=Strict");

    const fn new(plain: &'static str, bound: &'static str, path: &'static str, attributes: &'static str) -> Self {
        Self { plain, bound, path, attributes }
    }

    /// What a browser holds; none when it is empty. Over https (`secure`) the bound name alone counts: the plain one could
    /// have been set by a neighbour.
    pub(crate) fn read(self, jar: &CookieJar, secure: bool) -> Option<&str> {
        jar.get(self.name(secure)).map(Cookie::value).filter(|value| !value.is_empty())
    }

    fn name(self, secure: bool) -> &'static str {
        if secure { self.bound } else { self.plain }
    }

    /// The value of `Set-Cookie` that gives it to a browser for some seconds, or until the browser is closed.
    ///
    /// # Errors
    /// When the value is no text of a header.
    pub(crate) fn set(self, value: &str, seconds: Option<i64>, secure: bool) -> Result<HeaderValue, Failure> {
        let age = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        let (name, attributes) = (self.name(secure), self.attributes);
        let (path, encrypted) = if secure { ("/", "; Secure") } else { (self.path, "") };
        let text = format!("{name}={value}; Path={path}{age}; {attributes}{encrypted}");
        HeaderValue::from_str(&text).map_err(Failure::internal)
    }

    /// The value of `Set-Cookie` that takes it from a browser.
    ///
    /// # Errors
    /// Never in fact: nothing of it comes from outside.
    pub(crate) fn clear(self, secure: bool) -> Result<HeaderValue, Failure> {
        self.set("", Some(0), secure)
    }
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};
    use axum_extra::extract::CookieJar;

    use super::NamedCookie;

    fn held(cookies: &'static str) -> CookieJar {
        CookieJar::from_headers(&HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookies))]))
    }

    #[test]
    fn over_https_the_bound_name_alone_is_read() {
        for (cookies, plain, bound) in [
            ("CART=old; __Host-CART=new", Some("old"), Some("new")),
            ("CART=old", Some("old"), None),
            ("CART=; __Host-CART=", None, None),
            ("SITE_USER=other", None, None),
        ] {
            assert_eq!(NamedCookie::CART.read(&held(cookies), false), plain, "{cookies}");
            assert_eq!(NamedCookie::CART.read(&held(cookies), true), bound, "{cookies}");
        }
    }

    #[test]
    fn names_fit_the_encryption() {
        let text = |secure| NamedCookie::REFRESH.set("t", Some(9), secure).unwrap().to_str().unwrap().to_owned();
        assert_eq!(text(false), "stoa_refresh=t; Path=/api/auth; Max-Age=9; HttpOnly; SameSite=Strict");
        assert_eq!(text(true), "__Host-stoa_refresh=t; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure");
    }
}
