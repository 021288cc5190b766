//! Cookies that tell one visitor, and one visit, from others. Pages are the same for everybody and kept in a cache; these
//! go out beside them.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use stoa_kernel::token::random_token;
use stoa_site::website_settings::CookieSettings;

/// Tells visitors from others: two years from their last visit.
const VISITOR: &str = "ss_cvr";
/// Tells visits from others: until nothing was looked at for half an hour.
const VISIT: &str = "ss_cvt";
/// Names of former times, which nobody sets any more.
const FORMER: [&str; 3] = ["ss_cid", "ss_cvisit", "ss_cpvisit"];
/// What the visitor has answered.
const ALLOWED: &str = "ss_cookieAllowed";

const VISITOR_SECONDS: u32 = 2 * 365 * 24 * 60 * 60;
const VISIT_SECONDS: u32 = 30 * 60;
const ALLOWED_SECONDS: u32 = 365 * 24 * 60 * 60;
const LENGTH: usize = 32;

/// What becomes of the cookies about a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// Set, or set anew.
    Kept,
    /// Taken from the browser.
    Cleared,
    /// Left to the scripts of the page.
    Left,
}

/// What a visitor has answered when asked for cookies; none before that.
pub(crate) fn answered(cookies: &CookieJar) -> Option<bool> {
    cookies.get(ALLOWED).and_then(|cookie| cookie.value().parse().ok())
}

/// Who refuses is never followed; who says nothing is not where the site asks first, or the browser refuses for them.
fn treatment(policy: CookieSettings, answered: Option<bool>, browser_refuses: bool) -> Treatment {
    match answered {
        Some(false) => Treatment::Cleared,
        None if browser_refuses || policy.asks_first() => Treatment::Cleared,
        _ if policy.is_restrictive_cookie_policy_absolute => Treatment::Left,
        _ => Treatment::Kept,
    }
}

/// Whether the browser says that its user does not want to be followed.
fn refuses(headers: &HeaderMap) -> bool {
    ["sec-gpc", "dnt"].iter().any(|name| headers.get(*name).is_some_and(|value| value == "1"))
}

/// Sets or clears beside a page what the policy of its site wants.
pub(crate) fn follow(
    policy: CookieSettings,
    (asked, cookies): (&HeaderMap, &CookieJar),
    secure: bool,
    answer: &mut HeaderMap,
) {
    settle(treatment(policy, answered(cookies), refuses(asked)), cookies, secure, answer);
}

/// Notes what a visitor has answered, and acts on it at once.
pub(crate) fn note(policy: CookieSettings, allowed: bool, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    set(answer, ALLOWED, if allowed { "true" } else { "false" }, ALLOWED_SECONDS, secure);
    settle(treatment(policy, Some(allowed), false), cookies, secure, answer);
}

fn settle(treatment: Treatment, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    for name in FORMER.iter().filter(|name| cookies.get(name).is_some()) {
        set(answer, name, "", 0, secure);
    }
    match treatment {
        Treatment::Left => {}
        Treatment::Cleared => {
            for name in [VISITOR, VISIT].iter().filter(|name| cookies.get(name).is_some()) {
                set(answer, name, "", 0, secure);
            }
        }
        Treatment::Kept => {
            let (visitor, visit) = (known(cookies, VISITOR), known(cookies, VISIT));
            if visitor.is_none() || visit.is_none() {
                set(answer, VISITOR, &visitor.unwrap_or_else(|| random_token(LENGTH)), VISITOR_SECONDS, secure);
            }
            set(answer, VISIT, &visit.unwrap_or_else(|| random_token(LENGTH)), VISIT_SECONDS, secure);
        }
    }
}

/// What tells the visitor from others, where that may be remembered.
pub(crate) fn visitor(cookies: &CookieJar) -> Option<String> {
    known(cookies, VISITOR)
}

/// The value of a cookie that may have come from us.
fn known(cookies: &CookieJar, name: &str) -> Option<String> {
    let value = cookies.get(name).map(Cookie::value)?;
    let ours = value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    ours.then(|| value.to_owned())
}

fn set(answer: &mut HeaderMap, name: &str, value: &str, seconds: u32, secure: bool) {
    let secure = if secure { "; Secure" } else { "" };
    let cookie = format!("{name}={value}; Path=/; Max-Age={seconds}; SameSite=Lax{secure}");
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        answer.append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_followed_against_the_policy_or_their_own_word() {
        const ABSOLUTE: CookieSettings = CookieSettings {
            is_restrictive_cookie_policy_enabled: true,
            is_restrictive_cookie_policy_absolute: true,
            is_cookie_banner_enabled: true,
        };
        const RESTRICTIVE: CookieSettings = CookieSettings { is_restrictive_cookie_policy_absolute: false, ..ABSOLUTE };
        const OPEN: CookieSettings = CookieSettings { is_restrictive_cookie_policy_enabled: false, ..RESTRICTIVE };
        let table = [
            (OPEN, None, false, Treatment::Kept),
            (OPEN, None, true, Treatment::Cleared),
            (OPEN, Some(true), true, Treatment::Kept),
            (OPEN, Some(false), false, Treatment::Cleared),
            (RESTRICTIVE, None, false, Treatment::Cleared),
            (RESTRICTIVE, Some(false), false, Treatment::Cleared),
            (RESTRICTIVE, Some(true), false, Treatment::Kept),
            (ABSOLUTE, None, false, Treatment::Cleared),
            (ABSOLUTE, Some(false), false, Treatment::Cleared),
            (ABSOLUTE, Some(true), false, Treatment::Left),
        ];
        for (policy, answered, browser_refuses, expected) in table {
            assert_eq!(treatment(policy, answered, browser_refuses), expected, "{policy:?} {answered:?}");
        }
    }
}
