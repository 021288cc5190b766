//! Security-relevant cookies. Over HTTPS their names begin with `__Host-`: browsers accept such a cookie only from the
//! host itself, over HTTPS and for all paths, so that another host of the same domain cannot set one.

use std::collections::BTreeMap;

use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use stoa_kernel::Failure;

/// A cookie with both its names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NamedCookie {
    plain: &'static str,
    bound: &'static str,
    /// Path of the cookie without the `__Host-` prefix; with it the path is always `/`.
    path: &'static str,
    /// Attributes that it always has.
    attributes: &'static str,
}

/// The cookies of a request, which are read once: for its limit, its CSRF token and its visitor.
#[derive(Clone, Debug)]
pub struct RequestCookies(CookieJar);

impl RequestCookies {
    /// Reads them, if the request has any.
    pub fn read(request: &mut Request) {
        if request.headers().contains_key(header::COOKIE) {
            let own = Self(CookieJar::from_headers(request.headers()));
            request.extensions_mut().insert(own);
        }
    }

    /// Those of a request; none without any.
    pub fn of(extensions: &Extensions) -> Option<&CookieJar> {
        extensions.get::<Self>().map(|own| &own.0)
    }

    /// The same, for anyone who keeps them.
    pub fn take(parts: &mut Parts) -> CookieJar {
        parts.extensions.remove::<Self>().map_or_else(|| CookieJar::from_headers(&parts.headers), |own| own.0)
    }
}

impl NamedCookie {
    /// CSRF token, readable by scripts.
    pub const CRUMB: Self = Self::new("crumb", "__Host-crumb", "/", "SameSite=Lax");
    /// Token of the visitor's cart.
    pub const CART: Self = Self::new("CART", "__Host-CART", "/", "HttpOnly; SameSite=Lax");
    /// Token of the checkouts of a browser that do not belong to its cart.
    pub const BUYER: Self = Self::new("BUYER", "__Host-BUYER", "/", "HttpOnly; SameSite=Lax");
    /// Pass of a contributor who places test orders in the shop.
    pub const TESTER: Self = Self::new("TESTER", "__Host-TESTER", "/", "HttpOnly; SameSite=Lax");
    /// Pass of a contributor who looks at languages that are not public yet.
    pub const DRAFT_LANGUAGES: Self =
        Self::new("DRAFT_LANGUAGES", "__Host-DRAFT_LANGUAGES", "/", "HttpOnly; SameSite=Lax");
    /// The token of a site user's session.
    pub const SITE_USER: Self = Self::new("SITE_USER", "__Host-SITE_USER", "/", "HttpOnly; SameSite=Lax");
    /// Tokens of page passwords, separated by dots.
    pub const PAGE_KEYS: Self = Self::new("PAGE_KEYS", "__Host-PAGE_KEYS", "/", "HttpOnly; SameSite=Lax");
    /// Variants of experiments that a person inside has chosen, until the browser is closed.
    pub const EXPERIMENTS: Self =
        Self::new("experimentOverrides", "__Host-experimentOverrides", "/", "HttpOnly; SameSite=Lax");
    /// Token of a guest's wishlist.
    pub const WISHLIST: Self = Self::new("WISHLIST", "__Host-WISHLIST", "/", "HttpOnly; SameSite=Lax");
    /// Refresh token of a contributor.
    pub const REFRESH: Self =
        Self::new("stoa_refresh", "__Host-stoa_refresh", "/api/auth", "HttpOnly; SameSite=Strict");

    /// The cookies with tokens that pages depend on; the pages find them by their plain names.
    const OF_PAGES: [Self; 6] = [Self::CART, Self::BUYER, Self::TESTER, Self::PAGE_KEYS, Self::CRUMB, Self::WISHLIST];

    const fn new(plain: &'static str, bound: &'static str, path: &'static str, attributes: &'static str) -> Self {
        Self { plain, bound, path, attributes }
    }

    /// The value in a request; none when it is empty. Over HTTPS (`secure`) only the `__Host-` name counts: another
    /// host of the domain could have set the plain one.
    pub fn read(self, jar: &CookieJar, secure: bool) -> Option<&str> {
        jar.get(self.name(secure)).map(Cookie::value).filter(|value| !value.is_empty())
    }

    /// The tokens in the cookies of a request that pages depend on.
    pub fn tokens_of_pages(jar: &CookieJar, secure: bool) -> BTreeMap<&'static str, String> {
        let token = |cookie: Self| Some((cookie.plain, cookie.read(jar, secure)?.to_owned()));
        Self::OF_PAGES.into_iter().filter_map(token).collect()
    }

    fn name(self, secure: bool) -> &'static str {
        if secure { self.bound } else { self.plain }
    }

    /// The `Set-Cookie` value that sets it for a number of seconds, or as a session cookie.
    ///
    /// # Errors
    /// When the value is no valid header value.
    pub fn set(self, value: &str, seconds: Option<i64>, secure: bool) -> Result<HeaderValue, Failure> {
        let age = seconds.map(|seconds| format!("; Max-Age={seconds}")).unwrap_or_default();
        let (name, attributes) = (self.name(secure), self.attributes);
        let (path, encrypted) = if secure { ("/", "; Secure") } else { (self.path, "") };
        let text = [name, "=", value, "; Path=", path, &age, "; ", attributes, encrypted].concat();
        HeaderValue::try_from(text).map_err(Failure::internal)
    }

    /// The `Set-Cookie` value that deletes it.
    ///
    /// # Errors
    /// Never in practice: it contains no external input.
    pub fn clear(self, secure: bool) -> Result<HeaderValue, Failure> {
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
    fn https_reads_only_host_prefixed_cookies() {
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
