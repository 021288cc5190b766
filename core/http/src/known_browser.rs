//! Tries to sign in are counted for each account too, over all addresses: whoever has many addresses still tries few
//! passwords. That count must not become a lock which strangers can shut. So a browser that has signed in to an account
//! keeps a cookie which says so, and is counted by itself; only browsers without one share the account's count. A new
//! password by letter makes a browser known as well.

use std::time::Duration;

use axum::http::{HeaderName, HeaderValue, header};
use axum_extra::extract::CookieJar;
use axum_extra::extract::cookie::Cookie;
use sha2::{Digest as _, Sha256};
use stoa_kernel::token::random_token;
use stoa_kernel::{Actor, ErrorCode, Failure, TenantCtx};

use crate::state::AppState;

/// Failed tries from unknown browsers for one account, those of one known browser, and tries of one session to say its
/// password again.
const TRIES: u32 = 20;
const WINDOW: Duration = Duration::from_secs(60 * 60);
/// Accounts that one browser is known for.
const MOST_ACCOUNTS: usize = 5;
const KNOWN_SECONDS: u32 = 365 * 24 * 60 * 60;
const NONCE: usize = 16;
const REFUSAL: &str = "There were too many tries to sign in to this account. Sign in with a browser you have used before, \
                       choose a new password by e-mail, or try again later.";
const TOO_MANY_PASSWORDS: &str = "Too many tries. Please try again later.";

/// Where people sign in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Door<'a> {
    /// The cookie that known browsers keep.
    cookie: &'static str,
    /// Below which paths they send it.
    path: &'static str,
    /// Whose accounts these are: a site's, by its id, or the platform's.
    owner: &'a str,
}

/// A try that was counted.
#[derive(Debug)]
pub(crate) struct Try {
    key: String,
}

impl<'a> Door<'a> {
    /// Of people who work on sites.
    pub(crate) const STAFF: Door<'static> = Door { cookie: "stoa_known", path: "/api/auth", owner: "platform" };

    /// Of the site users of a site.
    pub(crate) fn of_site(website: &'a str) -> Self {
        Self { cookie: "SITE_USER_KNOWN", path: "/api/site-users", owner: website }
    }

    /// Counts a try for the account with this e-mail address, whether or not there is one.
    ///
    /// # Errors
    /// When too many have failed.
    pub(crate) async fn count(self, state: &AppState, jar: &CookieJar, email: &str) -> Result<Try, Failure> {
        let account = self.account(email);
        let key = match self.nonce(state, jar, &account) {
            Some(nonce) => format!("sign-in-browser:{nonce}"),
            None => format!("sign-in-account:{account}"),
        };
        hit(state, &key, REFUSAL).await?;
        Ok(Try { key })
    }

    /// The cookie of a browser that is known for this account from now on.
    ///
    /// # Errors
    /// When it cannot be written as a header.
    pub(crate) fn known(
        self,
        state: &AppState,
        jar: &CookieJar,
        email: &str,
    ) -> Result<(HeaderName, HeaderValue), Failure> {
        let account = self.account(email);
        let nonce = self.nonce(state, jar, &account).unwrap_or_else(|| random_token(NONCE));
        let own = proof(state, &account, &nonce);
        let others = entries(jar, self.cookie).filter(|entry| *entry != own && is_whole(entry)).take(MOST_ACCOUNTS - 1);
        let value = std::iter::once(own.as_str()).chain(others).collect::<Vec<_>>().join("~");
        let secure = if state.settings.secure_cookies() { "; Secure" } else { "" };
        let Self { cookie, path, .. } = self;
        let text = format!("{cookie}={value}; Path={path}; Max-Age={KNOWN_SECONDS}; HttpOnly; SameSite=Strict{secure}");
        Ok((header::SET_COOKIE, HeaderValue::from_str(&text).map_err(Failure::internal)?))
    }

    /// Counters lie in Redis and in memory: no addresses of people in plain.
    fn account(self, email: &str) -> String {
        let mut digest = Sha256::new();
        digest.update(self.owner);
        digest.update([0]);
        digest.update(email.trim().to_lowercase());
        digest.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
    }

    /// What tells a known browser from others; none when it is not known for the account.
    fn nonce(self, state: &AppState, jar: &CookieJar, account: &str) -> Option<String> {
        entries(jar, self.cookie).find_map(|entry| {
            let (nonce, _) = entry.split_once('.')?;
            (entry == proof(state, account, nonce)).then(|| nonce.to_owned())
        })
    }
}

impl Try {
    /// The right password does not count.
    pub(crate) async fn succeeded(self, state: &AppState) {
        state.rate_limit.give_back(&self.key).await;
    }
}

/// Counts a password that somebody who is signed in has to say again.
///
/// # Errors
/// When there were too many.
pub(crate) async fn count_password(state: &AppState, account: &str) -> Result<(), Failure> {
    hit(state, &format!("password:{account}"), TOO_MANY_PASSWORDS).await
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

async fn hit(state: &AppState, key: &str, refusal: &str) -> Result<(), Failure> {
    let limit = TRIES.saturating_mul(state.settings.rate_limit_factor);
    if limit == 0 {
        return Ok(());
    }
    let Some(wait) = state.rate_limit.hit(key, limit, WINDOW).await else { return Ok(()) };
    Err(Failure::new(ErrorCode::RateLimited, refusal).with("retryAfterSeconds", wait.as_secs().max(1).into()))
}

fn proof(state: &AppState, account: &str, nonce: &str) -> String {
    format!("{nonce}.{}", state.known_browsers.fingerprint(nonce.as_bytes(), account))
}

fn entries<'j>(jar: &'j CookieJar, cookie: &str) -> impl Iterator<Item = &'j str> {
    jar.get(cookie).map(Cookie::value).unwrap_or_default().split('~').take(MOST_ACCOUNTS)
}

/// Whether an entry looks like one of ours: what others wrote into the cookie does not go back.
fn is_whole(entry: &str) -> bool {
    entry.len() < 80 && entry.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".+/=".contains(&byte))
}
