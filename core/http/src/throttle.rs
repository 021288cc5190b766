//! How often one caller may call, by kind of call.

use std::time::Duration;

use axum::extract::Request;
use axum::http::Method;
use axum::response::{IntoResponse, Response};
use axum_extra::extract::CookieJar;
use stoa_kernel::{ErrorCode, Failure};

use crate::extract::{CART_COOKIE, client_address};
use crate::problem::ApiError;
use crate::state::AppState;

const MINUTE: Duration = Duration::from_secs(60);

/// A kind of call and how many of it a caller may make in a minute.
#[derive(Debug, PartialEq, Eq)]
struct Allowance {
    name: &'static str,
    calls: u32,
}

/// Signing in is guarded tightest, then what changes a cart (30 a minute), then the rest.
fn allowance(method: &Method, path: &str) -> Allowance {
    let change = !method.is_safe();
    match path {
        "/api/auth/session" | "/api/site-users/account/session" | "/api/site-users/account" if change => {
            Allowance { name: "sign-in", calls: 10 }
        }
        path if change && path.starts_with("/api/commerce/shopping-cart") => Allowance { name: "cart", calls: 30 },
        path if change && path.starts_with("/api/2/commerce/checkout") => Allowance { name: "checkout", calls: 60 },
        path if change && path.starts_with("/api/form/") => Allowance { name: "form", calls: 20 },
        _ if change => Allowance { name: "change", calls: 240 },
        path if path.starts_with("/api/") => Allowance { name: "read", calls: 600 },
        _ => Allowance { name: "page", calls: 1200 },
    }
}

/// What a call is counted under.
#[derive(Debug, Default)]
pub(crate) struct Counted {
    keys: Vec<String>,
    limit: u32,
}

impl Counted {
    /// Counts a call by its caller's address, and a change of a cart by the cart too.
    pub(crate) fn of(state: &AppState, request: &Request) -> Self {
        let path = request.uri().path();
        if path == "/healthz" || path == "/readyz" || state.settings.rate_limit_factor == 0 {
            return Self::default();
        }
        let allowance = allowance(request.method(), path);
        let address = client_address(request.headers(), request.extensions(), state.settings.trust_proxy);
        let mut keys = vec![format!("{}:{address}", allowance.name)];
        if allowance.name == "cart"
            && let Some(cart) = CookieJar::from_headers(request.headers()).get(CART_COOKIE)
        {
            keys.push(format!("cart:{}", cart.value()));
        }
        Self { keys, limit: allowance.calls.saturating_mul(state.settings.rate_limit_factor) }
    }

    /// Refuses a call beyond the allowance with 429 and `Retry-After`.
    pub(crate) async fn refusal(self, state: &AppState) -> Option<Response> {
        for key in self.keys {
            if let Some(wait) = state.rate_limit.hit(&key, self.limit, MINUTE).await {
                let failure = Failure::new(ErrorCode::RateLimited, "Please try again in a few seconds.")
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
    fn kinds_of_calls_have_their_own_allowance() {
        assert_eq!(allowance(&Method::POST, "/api/auth/session").calls, 10);
        assert_eq!(allowance(&Method::POST, "/api/commerce/shopping-cart/entries").calls, 30);
        assert_eq!(allowance(&Method::GET, "/api/commerce/shopping-cart").name, "read");
        assert_eq!(allowance(&Method::GET, "/shop").name, "page");
    }
}
