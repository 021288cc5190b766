//! Sign-in attempts are also counted per account, over all addresses, so that an attacker with many addresses can still
//! try few passwords. Strangers must not be able to lock an account that way. So a browser that has signed in to an
//! account keeps a signed cookie and is counted separately; only browsers without one share the counter of the account.
//! A password reset by e-mail makes a browser known as well.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use sha2::{Digest as _, Sha256};
use stoa_kernel::shared_problem_texts::TOO_MANY_ATTEMPTS;
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, ErrorCode, Failure, ProblemText, TenantCtx};

use crate::problem_texts::SIGN_IN_ATTEMPTS;
use crate::state::AppState;

/// Failed attempts per window: from unknown browsers for one account, from one known browser, and of one signed-in
/// account to repeat its password.
const MAX_ATTEMPTS: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60 * 60);
/// Number of accounts that one browser can be known for.
const MAX_ACCOUNTS: usize = 5;
const KNOWN_SECONDS: u32 = 365 * 24 * 60 * 60;
const NONCE: usize = 16;

/// A sign-in form: that of contributors or of the users of one site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SignInForm<'a> {
    /// Name of the cookie of known browsers.
    cookie: &'static str,
    /// Path of the cookie.
    path: &'static str,
    /// Owner of the accounts: a website id, or `platform`.
    owner: &'a str,
}

/// A counted attempt.
#[derive(Debug)]
pub(crate) struct CountedAttempt {
    key: String,
}

impl<'a> SignInForm<'a> {
    /// Sign-in of contributors.
    pub(crate) const STAFF: SignInForm<'static> =
        SignInForm { cookie: "stoa_known", path: "/api/auth", owner: "platform" };

    /// Sign-in of the site users of a site.
    pub(crate) fn of_site(website: &'a str) -> Self {
        Self { cookie: "SITE_USER_KNOWN", path: "/api/site-users", owner: website }
    }

    /// Counts an attempt for the account with this e-mail address, whether or not it exists.
    ///
    /// # Errors
    /// When too many have failed.
    pub(crate) async fn count(self, state: &AppState, jar: &CookieJar, email: &str) -> Result<CountedAttempt, Failure> {
        let account = self.account(email);
        let key = match self.nonce(state, jar, &account) {
            Some(nonce) => format!("sign-in-browser:{nonce}"),
            None => format!("sign-in-account:{account}"),
        };
        hit(state, &key, SIGN_IN_ATTEMPTS).await?;
        Ok(CountedAttempt { key })
    }

    /// The cookie that makes a browser known for this account.
    ///
    /// # Errors
    /// When it is no valid header value.
    pub(crate) fn known(
        self,
        state: &AppState,
        jar: &CookieJar,
        email: &str,
    ) -> Result<(HeaderName, HeaderValue), Failure> {
        let account = self.account(email);
        let nonce = self.nonce(state, jar, &account).unwrap_or_else(|| random_token(NONCE));
        let own = proof(state, &account, &nonce);
        let others = entries(jar, self.cookie).filter(|entry| *entry != own && is_whole(entry)).take(MAX_ACCOUNTS - 1);
        let value = std::iter::once(own.as_str()).chain(others).collect::<Vec<_>>().join("~");
        let secure = if state.settings.secure_cookies() { "; Secure" } else { "" };
        let Self { cookie, path, .. } = self;
        let text = format!("{cookie}={value}; Path={path}; Max-Age={KNOWN_SECONDS}; HttpOnly; SameSite=Strict{secure}");
        Ok((header::SET_COOKIE, HeaderValue::from_str(&text).map_err(Failure::internal)?))
    }

    /// Hash of owner and e-mail address: counters are stored in Redis and in memory, which should hold no addresses in
    /// plain text.
    fn account(self, email: &str) -> String {
        let mut digest = Sha256::new();
        digest.update(self.owner);
        digest.update([0]);
        digest.update(email.trim().to_lowercase());
        hex::encode(digest.finalize())
    }

    /// The nonce of a known browser; none when it is not known for the account.
    fn nonce(self, state: &AppState, jar: &CookieJar, account: &str) -> Option<String> {
        entries(jar, self.cookie).find_map(|entry| {
            let (nonce, _) = entry.split_once('.')?;
            (entry == proof(state, account, nonce)).then(|| nonce.to_owned())
        })
    }
}

impl CountedAttempt {
    /// Takes the attempt back: correct passwords do not count.
    pub(crate) async fn succeeded(self, state: &AppState) {
        state.rate_limit.uncount(&self.key).await;
    }
}

/// Counts an attempt of a signed-in account to repeat its password.
///
/// # Errors
/// When there were too many.
pub(crate) async fn count_password(state: &AppState, account: &str) -> Result<(), Failure> {
    hit(state, &format!("password:{account}"), TOO_MANY_ATTEMPTS).await
}

/// The same for a site user.
///
/// # Errors
/// When there were too many.
pub(crate) async fn count_own_password(state: &AppState, ctx: &TenantCtx) -> Result<(), Failure> {
    match ctx.actor() {
        Actor::SiteUser(id) => count_password(state, id.as_str()).await,
        _ => Ok(()),
    }
}

async fn hit(state: &AppState, key: &str, refusal: ProblemText) -> Result<(), Failure> {
    let limit = MAX_ATTEMPTS.saturating_mul(state.settings.rate_limit_factor);
    if limit == 0 {
        return Ok(());
    }
    let Some(wait) = state.rate_limit.hit(key, limit, WINDOW).await else { return Ok(()) };
    Err(Failure::said(ErrorCode::RateLimited, refusal).with("retryAfterSeconds", wait.as_secs().max(1).into()))
}

fn proof(state: &AppState, account: &str, nonce: &str) -> String {
    format!("{nonce}.{}", state.known_browsers.fingerprint(nonce.as_bytes(), account))
}

fn entries<'j>(jar: &'j CookieJar, cookie: &str) -> impl Iterator<Item = &'j str> {
    jar.get(cookie).map(Cookie::value).unwrap_or_default().split('~').take(MAX_ACCOUNTS)
}

/// Whether an entry has the form of one of ours: other content of the cookie is not sent back.
fn is_whole(entry: &str) -> bool {
    entry.len() < 80 && entry.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".+/=".contains(&byte))
}
