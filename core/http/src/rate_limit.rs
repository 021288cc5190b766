//! Rate limits per caller, by kind of request.

use std::time::Duration;

use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use stoa_kernel::{ErrorCode, Failure};

use crate::extract::CallerNetwork;
use crate::named_cookie::NamedCookie;
use crate::problem::ApiError;
use crate::state::AppState;

const SOON: &str = "Please try again in a few seconds.";
const LATER: &str = "Too many attempts. Please try again later.";
const MINUTE: Duration = Duration::from_secs(60);
const QUARTER: Duration = Duration::from_secs(900);
const HOUR: Duration = Duration::from_secs(3600);
/// Restock sign-up of visitors; contributors send the notifications below this path.
const RESTOCK: &str = "/api/site-users/account/notifications/restock";

/// Requests that create accounts, send e-mails about them, or try passwords and tokens.
const ACCOUNT_SECRETS: [&str; 8] = [
    "/api/site-users/account",
    "/api/site-users/account/email",
    "/api/site-users/account/email/verification",
    "/api/site-users/account/email/verify",
    "/api/site-users/account/erasure",
    "/api/site-users/account/password",
    "/api/site-users/account/password/reset-request",
    "/api/site-users/account/password/reset",
];

/// Requests by which contributors try a password, a code or a token from an e-mail.
const CONTRIBUTOR_SECRETS: [&str; 4] =
    ["/api/auth/password/", "/api/auth/sign-up", "/api/v1/account/password", "/api/v1/account/second-factor"];

/// A kind of request, and how many a caller may make per window.
#[derive(Debug, PartialEq, Eq)]
struct RateLimitRule {
    name: &'static str,
    calls: u32,
    window: Duration,
}

impl RateLimitRule {
    fn a_minute(name: &'static str, calls: u32) -> Self {
        Self { name, calls, window: MINUTE }
    }
}

/// The limit of a request. It is lowest where secrets could be guessed or much is created or sent, and highest for
/// reading.
fn allowance(method: &Method, path: &str) -> RateLimitRule {
    let change = !method.is_safe();
    // Pages accept a trailing slash.
    match path.trim_end_matches('/') {
        RESTOCK if change => RateLimitRule { name: "restock", calls: 10, window: HOUR },
        "/api/auth/session" | "/api/auth/invitation" if change => RateLimitRule::a_minute("sign-in", 10),
        path if change && CONTRIBUTOR_SECRETS.iter().any(|secret| path.starts_with(secret)) => {
            RateLimitRule::a_minute("contributor-secret", 10)
        }
        // Creating a site takes time and storage.
        "/api/v1/new-site" if change => RateLimitRule { name: "new-site", calls: 10, window: HOUR },
        // Each may send e-mails to all customers of the last weeks.
        path if change && path.starts_with("/api/v1/websites/") && path.ends_with("/send-again") => {
            RateLimitRule::a_minute("send-again", 30)
        }
        path if change && path.starts_with("/api/page-locks/") => {
            RateLimitRule { name: "page-lock", calls: 10, window: QUARTER }
        }
        // Prices are calculated each time; a link to the checkout of another browser creates a cart.
        "/checkout" => RateLimitRule::a_minute("checkout-page", 240),
        // Results are not cached.
        "/search" => RateLimitRule::a_minute("search", 60),
        "/api/site-users/account/session" if *method == Method::POST => {
            RateLimitRule { name: "site-sign-in", calls: 10, window: QUARTER }
        }
        path if *method == Method::POST && ACCOUNT_SECRETS.contains(&path) => RateLimitRule::a_minute("account", 10),
        "/api/3/commerce/cart/subscription" | "/api/3/commerce/cart/buy-now" | "/api/3/commerce/cart/donation"
            if change =>
        {
            RateLimitRule::a_minute("cart", 30)
        }
        path if change && path.starts_with("/api/commerce/shopping-cart") => RateLimitRule::a_minute("cart", 30),
        path if change && path.starts_with("/api/2/commerce/checkout") => RateLimitRule::a_minute("checkout", 60),
        // Each request costs the owner of the API key money.
        path if path.starts_with("/api/google-maps/") => RateLimitRule::a_minute("places", 120),
        "/api/events/RecordEvent" if change => RateLimitRule::a_minute("event", 120),
        path if change && path.starts_with("/api/census/") => RateLimitRule::a_minute("event", 120),
        "/api/form/FormSubmissionKey" if change => RateLimitRule::a_minute("form-key", 20),
        "/api/form/files" if change => RateLimitRule::a_minute("form-file", 60),
        path if change && path.starts_with("/api/form/") => RateLimitRule::a_minute("form", 20),
        path if change && (path.starts_with("/api/comments/") || path.starts_with("/api/likes/")) => {
            RateLimitRule::a_minute("mark", 30)
        }
        // Tokens could be guessed here.
        "/account/email/stop" => RateLimitRule::a_minute("account-stop", 30),
        path if path.starts_with("/mailing-list/") || path == "/cart/back" => RateLimitRule::a_minute("news", 30),
        path if path.starts_with("/commerce/reviews/") => RateLimitRule::a_minute("reviews", 30),
        _ if change => RateLimitRule::a_minute("change", 240),
        path if path.starts_with("/api/") => RateLimitRule::a_minute("read", 600),
        _ => RateLimitRule::a_minute("page", 1200),
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
    pub(crate) fn of(state: &AppState, request: &Request) -> Self {
        let path = request.uri().path();
        if path == "/healthz" || path == "/readyz" || state.settings.rate_limit_factor == 0 {
            return Self::default();
        }
        let allowance = allowance(request.method(), path);
        let CallerNetwork(network) =
            CallerNetwork::of(request.headers(), request.extensions(), &state.settings.proxies);
        let mut keys = vec![format!("{}:{network}", allowance.name)];
        if allowance.name == "cart"
            && let Some(cart) =
                NamedCookie::CART.read(&CookieJar::from_headers(request.headers()), state.settings.secure_cookies())
        {
            keys.push(format!("cart:{cart}"));
        }
        let limit = allowance.calls.saturating_mul(state.settings.rate_limit_factor);
        Self { keys, limit, window: allowance.window }
    }

    /// Refuses a request beyond the limit with 429 and `Retry-After`.
    pub(crate) async fn refusal(self, state: &AppState) -> Option<Response> {
        for key in self.keys {
            if let Some(wait) = state.rate_limit.hit(&key, self.limit, self.window).await {
                let message = if self.window > MINUTE { LATER } else { SOON };
                let failure = Failure::new(ErrorCode::RateLimited, message)
                    .with("retryAfterSeconds", wait.as_secs().max(1).into());
                return Some(ApiError(failure).into_response());
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rate_limits_per_kind_of_request() {
        assert_eq!(allowance(&Method::POST, "/api/auth/session").calls, 10);
        assert_eq!(allowance(&Method::PUT, "/api/v1/account/second-factor").calls, 10);
        assert_eq!(allowance(&Method::POST, "/api/auth/password/reset").calls, 10);
        assert_eq!(allowance(&Method::POST, "/api/commerce/shopping-cart/entries").calls, 30);
        assert_eq!(allowance(&Method::GET, "/api/commerce/shopping-cart").name, "read");
        assert_eq!(allowance(&Method::GET, "/shop").name, "page");
        let password = allowance(&Method::POST, "/api/page-locks/col_1");
        assert_eq!((password.calls, password.window), (10, QUARTER));
        for path in ["/search", "/search/", "/search//"] {
            assert_eq!(allowance(&Method::GET, path).calls, 60, "{path}");
        }
        assert_eq!(allowance(&Method::GET, "/api/google-maps/places/details").calls, 120);
        for secret in ["/api/site-users/account/email", "/api/site-users/account/password"] {
            assert_eq!(allowance(&Method::POST, secret).name, "account", "{secret}");
        }
        for method in [Method::GET, Method::POST] {
            assert_eq!(allowance(&method, "/account/email/stop").calls, 30, "{method}");
        }
        let sign_up = allowance(&Method::POST, RESTOCK);
        assert_eq!((sign_up.calls, sign_up.window), (10, HOUR));
        assert_eq!(allowance(&Method::POST, &format!("{RESTOCK}/send")).name, "change");
    }
}
