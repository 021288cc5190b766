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

    /// What a browser holds; none when it is empty. The bound name goes before: the plain one is read as long as sessions
    /// go on that began under it, and could have been set by a neighbour.
    pub(crate) fn read(self, jar: &CookieJar) -> Option<&str> {
        let held = |name| jar.get(name).map(Cookie::value).filter(|value| !value.is_empty());
        held(self.bound).or_else(|| held(self.plain))
    }

    /// Whether a browser holds it under the name that is set now.
    pub(crate) fn is_up_to_date(self, jar: &CookieJar, secure: bool) -> bool {
        jar.get(if secure { self.bound } else { self.plain }).is_some()
    }

    /// Values of `Set-Cookie` that give it to a browser for some seconds, or until the browser is closed. Where the bound
    /// name is used the plain one is taken away, so that it does not come back when the cookie ends.
    ///
    /// # Errors
    /// When the value is no text of a header.
    pub(crate) fn set(self, value: &str, seconds: Option<i64>, secure: bool) -> Result<Vec<HeaderValue>, Failure> {
        let age = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        let Self { plain, bound, path, attributes } = self;
        let texts = if secure {
            vec![
                format!("{bound}={value}; Path=/{age}; {attributes}; Secure"),
                format!("{plain}=; Path={path}; Max-Age=0; {attributes}; Secure"),
            ]
        } else {
            vec![format!("{plain}={value}; Path={path}{age}; {attributes}")]
        };
        texts.iter().map(|text| HeaderValue::from_str(text).map_err(Failure::internal)).collect()
    }

    /// Values of `Set-Cookie` that take it from a browser.
    ///
    /// # Errors
    /// Never in fact: nothing of it comes from outside.
    pub(crate) fn clear(self, secure: bool) -> Result<Vec<HeaderValue>, Failure> {
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
    fn the_bound_name_goes_before() {
        for (cookies, read) in [
            ("CART=old; __Host-CART=new", Some("new")),
            ("__Host-CART=new; CART=old", Some("new")),
            ("CART=old", Some("old")),
            ("CART=; __Host-CART=", None),
            ("SITE_USER=other", None),
        ] {
            assert_eq!(NamedCookie::CART.read(&held(cookies)), read, "{cookies}");
        }
    }

    #[test]
    fn names_fit_the_encryption() {
        let texts = |secure| {
            let values = NamedCookie::REFRESH.set("t", Some(9), secure).unwrap();
            values.iter().map(|value| value.to_str().unwrap().to_owned()).collect::<Vec<_>>()
        };
        assert_eq!(texts(false), ["stoa_refresh=t; Path=/api/auth; Max-Age=9; HttpOnly; SameSite=Strict"]);
        assert_eq!(
            texts(true),
            [
                "__Host-stoa_refresh=t; Path=/; Max-Age=9; HttpOnly; SameSite=Strict; Secure",
                "stoa_refresh=; Path=/api/auth; Max-Age=0; HttpOnly; SameSite=Strict; Secure",
            ]
        );
    }
}
