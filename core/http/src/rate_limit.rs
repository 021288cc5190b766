//! Rate limits per caller, by kind of request. Not the crate `governor`: with Redis, all processes count together.

use std::time::Duration;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use stoa_kernel::shared_problem_texts::TOO_MANY_ATTEMPTS;
use stoa_kernel::{ErrorCode, Failure, TenantCtx};
use stoa_site::load_tests::RunPass;

use crate::extract::{CallerNetwork, Network};
use crate::named_cookie::{NamedCookie, RequestCookies};
use crate::problem::{ApiError, ApiResult};
use crate::problem_texts::SLOW_DOWN;
use crate::state::AppState;

const SECOND: Duration = Duration::from_secs(1);
const MINUTE: Duration = Duration::from_secs(60);
const QUARTER: Duration = Duration::from_secs(900);
const HOUR: Duration = Duration::from_secs(3600);

/// How many requests of a kind a caller may make per window. The limit is lowest where secrets could be guessed or much
/// is created or sent, and highest for reading.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RateLimit {
    name: &'static str,
    calls: u32,
    window: Duration,
}

impl RateLimit {
    /// Reading data.
    pub(crate) const READ: Self = Self::a_minute("read", 600);
    /// Pages and files.
    pub(crate) const PAGE: Self = Self::a_minute("page", 1200);
    /// Changes.
    pub(crate) const CHANGE: Self = Self::a_minute("change", 240);
    /// Contributors who sign in.
    pub(crate) const SIGN_IN: Self = Self::a_minute("sign-in", 10);
    /// Contributors who try a password, a code or a token from an e-mail.
    pub(crate) const CONTRIBUTOR_SECRET: Self = Self::a_minute("contributor-secret", 10);
    /// Creating a site takes time and storage.
    pub(crate) const NEW_SITE: Self = Self { name: "new-site", calls: 10, window: HOUR };
    /// Uploaded plugins are compiled and tried.
    pub(crate) const PLUGIN_UPLOAD: Self = Self { name: "plugin-upload", calls: 30, window: HOUR };
    /// Each calls two versions of a plugin many times.
    pub(crate) const PLUGIN_COMPARISON: Self = Self::a_minute("plugin-comparison", 20);
    /// Each may send e-mails to all customers of the last weeks.
    pub(crate) const SEND_AGAIN: Self = Self::a_minute("send-again", 30);
    /// Passwords of sites and pages.
    pub(crate) const PAGE_LOCK: Self = Self { name: "page-lock", calls: 10, window: QUARTER };
    /// Prices are calculated each time; a link to the checkout of another browser creates a cart.
    pub(crate) const CHECKOUT_PAGE: Self = Self::a_minute("checkout-page", 240);
    /// Results are not cached.
    pub(crate) const SEARCH: Self = Self::a_minute("search", 60);
    /// Site users who sign in.
    pub(crate) const SITE_SIGN_IN: Self = Self { name: "site-sign-in", calls: 10, window: QUARTER };
    /// Creates accounts of site users, sends e-mails about them, or tries passwords and tokens.
    pub(crate) const ACCOUNT: Self = Self::a_minute("account", 10);
    /// Tokens of links that stop a change of an account's address.
    pub(crate) const ACCOUNT_STOP: Self = Self::a_minute("account-stop", 30);
    /// Changes of a cart; counted by cart too.
    pub(crate) const CART: Self = Self::a_minute("cart", 30);
    /// Changes of a checkout.
    pub(crate) const CHECKOUT: Self = Self::a_minute("checkout", 60);
    /// Sign-ups for products that are out of stock.
    pub(crate) const RESTOCK: Self = Self { name: "restock", calls: 10, window: HOUR };
    /// Each request costs the owner of the API key money.
    pub(crate) const PLACES: Self = Self::a_minute("places", 120);
    /// Reports of visitors' browsers. Many visitors may share an address.
    pub(crate) const ANALYTICS: Self = Self::a_minute("analytics", 600);
    /// Events and values in such reports, ten at a time: each is a row, and can begin a visit.
    pub(crate) const ANALYTICS_EVENTS: Self = Self::a_minute("analytics-events", 600);
    /// Calls of panels of plugins: a page of a stranger must not use up what its reader needs to save changes.
    pub(crate) const PLUGIN_PANEL: Self = Self::a_minute("plugin-panel", 240);
    /// Files of the catalogue in formats of plugins.
    pub(crate) const CATALOGUE_FORMAT: Self = Self::a_minute("catalogue-format", 30);
    /// Submission keys of forms.
    pub(crate) const FORM_KEY: Self = Self::a_minute("form-key", 20);
    /// Files of form submissions.
    pub(crate) const FORM_FILE: Self = Self::a_minute("form-file", 60);
    /// Form submissions.
    pub(crate) const FORM: Self = Self::a_minute("form", 20);
    /// Likes and flags, and comments by forms.
    pub(crate) const MARK: Self = Self::a_minute("mark", 30);
    /// Tokens of links in newsletters and cart reminders.
    pub(crate) const NEWS: Self = Self::a_minute("news", 30);
    /// Tokens of links to review an order.
    pub(crate) const REVIEWS: Self = Self::a_minute("reviews", 30);

    /// Starts of load tests: keys could be tried.
    pub(crate) const LOAD_RUN_START: Self = Self::a_minute("load-run-start", 30);
    /// Checks of load tests. Each reads all orders of the run.
    pub(crate) const LOAD_RUN_CHECK: Self = Self::a_minute("load-run-check", 60);
    /// Unknown discount codes that load tests of a site enter.
    const LOAD_RUN_CODE: Self = Self::a_minute("load-run-code", 300);

    /// Counts what one call has several of.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) async fn count(self, state: &AppState, network: Network, times: usize) -> ApiResult<()> {
        let limit = self.calls.saturating_mul(state.settings.rate_limit_factor);
        let key = format!("{}:{network}", self.name);
        for _ in 0..times {
            if limit > 0
                && let Some(wait) = state.rate_limit.hit(&key, limit, self.window).await
            {
                return Err(refused(self.window, wait));
            }
        }
        Ok(())
    }

    /// Whether it also holds for load tests: what could try the secrets of people and of other sites, costs others
    /// something, or is not done by visitors at all.
    fn holds_in_load_runs(self) -> bool {
        [
            Self::SIGN_IN,
            Self::CONTRIBUTOR_SECRET,
            Self::NEW_SITE,
            Self::PLUGIN_UPLOAD,
            Self::PLUGIN_COMPARISON,
            Self::SEND_AGAIN,
            Self::PAGE_LOCK,
            Self::ACCOUNT_STOP,
            Self::PLACES,
            Self::LOAD_RUN_START,
        ]
        .contains(&self)
    }

    const fn a_minute(name: &'static str, calls: u32) -> Self {
        Self { name, calls, window: MINUTE }
    }
}

/// The counters of a request, and their limit.
#[derive(Debug, Default)]
pub(crate) struct RateLimitCounters {
    keys: Vec<String>,
    limit: u32,
    window: Duration,
}

impl RateLimitCounters {
    /// Counts a request by the caller's address, and a change of a cart by the cart too.
    pub(crate) fn of(state: &AppState, request: &Request, limit: Option<RateLimit>) -> Self {
        let Some(allowance) = limit.filter(|_| state.settings.rate_limit_factor > 0) else { return Self::default() };
        let CallerNetwork(network) =
            CallerNetwork::of(request.headers(), request.extensions(), &state.settings.proxies);
        let mut keys = vec![format!("{}:{network}", allowance.name)];
        if allowance == RateLimit::CART
            && let Some(cookies) = RequestCookies::of(request.extensions())
            && let Some(cart) = NamedCookie::CART.read(cookies, state.settings.secure_cookies())
        {
            keys.push(format!("cart:{cart}"));
        }
        let limit = allowance.calls.saturating_mul(state.settings.rate_limit_factor);
        Self { keys, limit, window: allowance.window }
    }

    /// Counts a request of a load test: those of all runs of a site and all addresses together, each second.
    pub(crate) fn of_run(state: &AppState, request: &Request, run: &RunPass, limit: Option<RateLimit>) -> Self {
        match limit.filter(|_| state.settings.rate_limit_factor > 0) {
            Some(limit) if limit.holds_in_load_runs() => Self::of(state, request, Some(limit)),
            // By site, not by address: one machine checks the runs on many sites.
            Some(limit) if limit == RateLimit::LOAD_RUN_CHECK => Self {
                keys: vec![format!("{}:{}", limit.name, run.website)],
                limit: limit.calls.saturating_mul(state.settings.rate_limit_factor),
                window: limit.window,
            },
            Some(_) => Self {
                keys: vec![format!("load-run:{}", run.website)],
                limit: run.max_calls_per_second,
                window: SECOND,
            },
            None => Self::default(),
        }
    }

    /// Refuses a request beyond the limit with 429 and `Retry-After`.
    pub(crate) async fn refusal(self, state: &AppState) -> Option<Response> {
        for key in self.keys {
            if let Some(wait) = state.rate_limit.hit(&key, self.limit, self.window).await {
                return Some(refused(self.window, wait).into_response());
            }
        }
        None
    }
}

/// A discount code that a load test enters. Unknown ones are limited: they could be guessed as fast as its calls go.
#[derive(Debug)]
pub(crate) struct CodeAttempt(Option<String>);

impl CodeAttempt {
    /// Counts an attempt for all runs of the site together; nothing without a run.
    ///
    /// # Errors
    /// When there were too many.
    pub(crate) async fn count(state: &AppState, ctx: &TenantCtx) -> ApiResult<Self> {
        let factor = state.settings.rate_limit_factor;
        if ctx.load_run().is_none() || factor == 0 {
            return Ok(Self(None));
        }
        let RateLimit { name, calls, window } = RateLimit::LOAD_RUN_CODE;
        let key = format!("{name}:{}", ctx.website());
        match state.rate_limit.hit(&key, calls.saturating_mul(factor), window).await {
            Some(wait) => Err(refused(window, wait)),
            None => Ok(Self(Some(key))),
        }
    }

    /// Takes the attempt back: known codes do not count.
    pub(crate) async fn succeeded(self, state: &AppState) {
        if let Some(key) = self.0 {
            state.rate_limit.uncount(&key).await;
        }
    }
}

/// What a caller is told beyond a limit.
fn refused(window: Duration, wait: Duration) -> ApiError {
    let said = if window > MINUTE { TOO_MANY_ATTEMPTS } else { SLOW_DOWN };
    let failure = Failure::said(ErrorCode::RateLimited, said);
    ApiError(failure.with("retryAfterSeconds", wait.as_secs().max(1).into()))
}

#[cfg(test)]
mod tests {
    use axum::http::Method;

    use super::*;
    use crate::router::routes;

    #[test]
    fn rate_limits_per_kind_of_request() {
        let policies = routes().policies();
        let limit = |method: &Method, route: &str| policies.of(method, route).rate_limit().unwrap();
        assert_eq!(limit(&Method::POST, "/api/auth/session").calls, 10);
        assert_eq!(limit(&Method::PUT, "/api/v1/account/second-factor").calls, 10);
        assert_eq!(limit(&Method::POST, "/api/auth/password/reset").calls, 10);
        assert_eq!(limit(&Method::POST, "/api/commerce/shopping-cart/entries").calls, 30);
        assert_eq!(limit(&Method::GET, "/api/commerce/shopping-cart").name, "read");
        let password = limit(&Method::POST, "/api/page-locks/{pageId}");
        assert_eq!((password.calls, password.window), (10, QUARTER));
        assert_eq!(limit(&Method::GET, "/api/google-maps/places/details").calls, 120);
        for secret in ["/api/site-users/account/email", "/api/site-users/account/password"] {
            assert_eq!(limit(&Method::POST, secret).name, "account", "{secret}");
        }
        for method in [Method::GET, Method::POST] {
            assert_eq!(limit(&method, "/account/email/stop").calls, 30, "{method}");
        }
        let restock = "/api/site-users/account/notifications/restock";
        let sign_up = limit(&Method::POST, restock);
        assert_eq!((sign_up.calls, sign_up.window), (10, HOUR));
        assert_eq!(limit(&Method::POST, &format!("{restock}/send")).name, "change");
    }
}
