//! Cookies that identify a visitor and a visit. Cached pages are the same for everyone; these cookies are added to the
//! response.

use axum::http::{HeaderMap, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use stoa_kernel::token::random_token;
use stoa_site::website_settings::CookieSettings;

/// Identifies a visitor: two years from the last visit.
const VISITOR: &str = "ss_cvr";
/// Identifies a visit: ends after half an hour without a page view.
const VISIT: &str = "ss_cvt";
/// Recognises a visitor in the figures, where they allow it: set by the script that counts visits, or with the page of an
/// experiment.
pub const IDENTIFIER: &str = "SS_ANALYTICS_ID";
/// Former names of cookies, which are deleted.
const FORMER: [&str; 3] = ["ss_cid", "ss_cvisit", "ss_cpvisit"];
/// The visitor's choice about cookies.
const ALLOWED: &str = "ss_cookieAllowed";
/// The wish that visits of the browser are not counted; the script that counts them reads it, too.
const NOT_COUNTED: &str = "ss_notCounted";

/// Two years.
const VISITOR_SECONDS: &str = "63072000";
/// Half an hour.
const VISIT_SECONDS: &str = "1800";
/// A year.
const ALLOWED_SECONDS: &str = "31536000";
/// Deletes a cookie.
const GONE: &str = "0";
const LENGTH: usize = 32;

/// What to do with the visitor cookies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum CookieAction {
    /// Set or renew them.
    Kept,
    /// Delete them.
    Cleared,
    /// Leave them to the scripts of the page.
    Left,
}

/// The visitor's choice about cookies; none before they have chosen.
pub fn answered(cookies: &CookieJar) -> Option<bool> {
    cookies.get(ALLOWED).and_then(|cookie| cookie.value().parse().ok())
}

/// After a refusal the cookies are always cleared; without a choice also when the site asks first or the browser sends
/// a refusal.
fn treatment(policy: CookieSettings, answered: Option<bool>, browser_refuses: bool) -> CookieAction {
    match answered {
        Some(false) => CookieAction::Cleared,
        None if browser_refuses || policy.requires_consent() => CookieAction::Cleared,
        _ if policy.is_restrictive_cookie_policy_absolute => CookieAction::Left,
        _ => CookieAction::Kept,
    }
}

/// Whether the browser sends `Sec-GPC` or `DNT`.
fn refuses(headers: &HeaderMap) -> bool {
    ["sec-gpc", "dnt"].iter().any(|name| headers.get(*name).is_some_and(|value| value == "1"))
}

/// Sets or clears the cookies in a page response according to the policy of the site.
pub fn follow(policy: CookieSettings, asked: &HeaderMap, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    settle(treatment(policy, answered(cookies), refuses(asked)), cookies, secure, answer);
}

/// Stores the visitor's choice and applies it at once.
pub fn note(policy: CookieSettings, allowed: bool, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    set(answer, ALLOWED, if allowed { "true" } else { "false" }, ALLOWED_SECONDS, secure);
    if !allowed {
        forget_identifier(cookies, secure, answer);
    }
    settle(treatment(policy, Some(allowed), false), cookies, secure, answer);
}

/// Stores whether visits of the browser are counted.
pub fn note_counted(is_counted: bool, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    let (value, seconds) = if is_counted { ("", GONE) } else { ("1", ALLOWED_SECONDS) };
    set(answer, NOT_COUNTED, value, seconds, secure);
    if !is_counted {
        forget_identifier(cookies, secure, answer);
    }
}

/// Deletes the identifier of the host itself; scripts delete one that several hosts share.
fn forget_identifier(cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    if cookies.get(IDENTIFIER).is_some() {
        set(answer, IDENTIFIER, "", GONE, secure);
    }
}

/// Whether the person at the browser does not want its visits to be counted.
pub fn is_left_out(cookies: &CookieJar) -> bool {
    cookies.get(NOT_COUNTED).is_some_and(|cookie| !cookie.value().is_empty())
}

fn settle(treatment: CookieAction, cookies: &CookieJar, secure: bool, answer: &mut HeaderMap) {
    for name in FORMER.iter().filter(|name| cookies.get(name).is_some()) {
        set(answer, name, "", GONE, secure);
    }
    match treatment {
        CookieAction::Left => {}
        CookieAction::Cleared => {
            for name in [VISITOR, VISIT].iter().filter(|name| cookies.get(name).is_some()) {
                set(answer, name, "", GONE, secure);
            }
        }
        CookieAction::Kept => {
            let (visitor, visit) = (known(cookies, VISITOR), known(cookies, VISIT));
            if visitor.is_none() || visit.is_none() {
                set(answer, VISITOR, &visitor.unwrap_or_else(|| random_token(LENGTH)), VISITOR_SECONDS, secure);
            }
            set(answer, VISIT, &visit.unwrap_or_else(|| random_token(LENGTH)), VISIT_SECONDS, secure);
        }
    }
}

/// The visitor's id, where cookies are allowed.
pub fn visitor(cookies: &CookieJar) -> Option<String> {
    known(cookies, VISITOR)
}

/// Whether a visitor may be recognised by an identifier: the policy and their choice allow it, and the browser does not
/// ask not to be followed.
pub fn allows_identifier(policy: CookieSettings, headers: &HeaderMap, cookies: &CookieJar) -> bool {
    !refuses(headers) && treatment(policy, answered(cookies), false) != CookieAction::Cleared
}

/// The value of a cookie if it has the form that we set.
fn known(cookies: &CookieJar, name: &str) -> Option<String> {
    let value = cookies.get(name).map(Cookie::value)?;
    let ours = value.len() == LENGTH && value.bytes().all(|byte| byte.is_ascii_alphanumeric());
    ours.then(|| value.to_owned())
}

/// Joined, not formatted: most pages set two of them.
fn set(answer: &mut HeaderMap, name: &str, value: &str, seconds: &str, secure: bool) {
    let secure = if secure { "; Secure" } else { "" };
    let cookie = [name, "=", value, "; Path=/; Max-Age=", seconds, "; SameSite=Lax", secure].concat();
    if let Ok(cookie) = HeaderValue::try_from(cookie) {
        answer.append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tracking_follows_policy_and_choice() {
        const ABSOLUTE: CookieSettings = CookieSettings {
            is_restrictive_cookie_policy_enabled: true,
            is_restrictive_cookie_policy_absolute: true,
            is_cookie_banner_enabled: true,
        };
        const RESTRICTIVE: CookieSettings = CookieSettings { is_restrictive_cookie_policy_absolute: false, ..ABSOLUTE };
        const OPEN: CookieSettings = CookieSettings { is_restrictive_cookie_policy_enabled: false, ..RESTRICTIVE };
        let table = [
            (OPEN, None, false, CookieAction::Kept),
            (OPEN, None, true, CookieAction::Cleared),
            (OPEN, Some(true), true, CookieAction::Kept),
            (OPEN, Some(false), false, CookieAction::Cleared),
            (RESTRICTIVE, None, false, CookieAction::Cleared),
            (RESTRICTIVE, Some(false), false, CookieAction::Cleared),
            (RESTRICTIVE, Some(true), false, CookieAction::Kept),
            (ABSOLUTE, None, false, CookieAction::Cleared),
            (ABSOLUTE, Some(false), false, CookieAction::Cleared),
            (ABSOLUTE, Some(true), false, CookieAction::Left),
        ];
        for (policy, answered, browser_refuses, expected) in table {
            assert_eq!(treatment(policy, answered, browser_refuses), expected, "{policy:?} {answered:?}");
        }
    }
}
