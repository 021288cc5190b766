//! Counts requests for rate limits. Not the crate `governor`: with Redis, all processes count together.

use std::time::Duration;

use axum::extract::Request;
use axum::response::{IntoResponse, Response};
use stoa_kernel::TenantCtx;
use stoa_site::load_tests::RunPass;
pub(crate) use stoa_web::rate_limit::RateLimit;
use stoa_web::rate_limit::refused;

use crate::extract::{CallerNetwork, Network};
use crate::named_cookie::{NamedCookie, RequestCookies};
use crate::problem::{ApiError, ApiResult};
use crate::state::AppState;

const SECOND: Duration = Duration::from_secs(1);

/// Counts what one call has several of.
///
/// # Errors
/// When there were too many.
pub(crate) async fn count(state: &AppState, limit: RateLimit, network: Network, times: usize) -> ApiResult<()> {
    let calls = limit.calls().saturating_mul(state.settings.rate_limit_factor);
    let key = format!("{}:{network}", limit.name());
    for _ in 0..times {
        if calls > 0
            && let Some(wait) = state.rate_limit.hit(&key, calls, limit.window()).await
        {
            return Err(refused(limit.window(), wait));
        }
    }
    Ok(())
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
        let mut keys = vec![format!("{}:{network}", allowance.name())];
        if allowance == RateLimit::CART
            && let Some(cookies) = RequestCookies::of(request.extensions())
            && let Some(cart) = NamedCookie::CART.read(cookies, state.settings.secure_cookies())
        {
            keys.push(format!("cart:{cart}"));
        }
        let limit = allowance.calls().saturating_mul(state.settings.rate_limit_factor);
        Self { keys, limit, window: allowance.window() }
    }

    /// Counts a request of a load test: those of all runs of a site and all addresses together, each second.
    pub(crate) fn of_run(state: &AppState, request: &Request, run: &RunPass, limit: Option<RateLimit>) -> Self {
        match limit.filter(|_| state.settings.rate_limit_factor > 0) {
            Some(limit) if limit.holds_in_load_runs() => Self::of(state, request, Some(limit)),
            // By site, not by address: one machine checks the runs on many sites.
            Some(limit) if limit == RateLimit::LOAD_RUN_CHECK => Self {
                keys: vec![format!("{}:{}", limit.name(), run.website)],
                limit: limit.calls().saturating_mul(state.settings.rate_limit_factor),
                window: limit.window(),
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
        let limit = RateLimit::LOAD_RUN_CODE;
        let key = format!("{}:{}", limit.name(), ctx.website());
        match state.rate_limit.hit(&key, limit.calls().saturating_mul(factor), limit.window()).await {
            Some(wait) => Err(refused(limit.window(), wait)),
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

/// A message of a payment provider, which counts against its sender on the site until it is found genuine.
#[derive(Debug)]
pub(crate) struct DoubtfulMessage {
    key: String,
    /// How long the sender has to wait that has sent too many.
    wait: Option<Duration>,
}

impl DoubtfulMessage {
    /// Counts a message.
    pub(crate) async fn count(state: &AppState, ctx: &TenantCtx, network: Network) -> Self {
        let limit = RateLimit::DOUBTFUL_WEBHOOK;
        let calls = limit.calls().saturating_mul(state.settings.rate_limit_factor);
        let key = format!("{}:{}:{network}", limit.name(), ctx.website());
        let wait = if calls > 0 { state.rate_limit.hit(&key, calls, limit.window()).await } else { None };
        Self { key, wait }
    }

    /// Whether its sender has sent too many that were not genuine.
    pub(crate) fn is_one_too_many(&self) -> bool {
        self.wait.is_some()
    }

    /// Takes it back: genuine messages do not count.
    pub(crate) async fn was_genuine(&self, state: &AppState) {
        state.rate_limit.uncount(&self.key).await;
    }

    /// Asks its sender to send it again later.
    pub(crate) fn put_off(&self) -> ApiError {
        refused(RateLimit::DOUBTFUL_WEBHOOK.window(), self.wait.unwrap_or_default())
    }
}
