//! The policies that routes are registered with: their limits, and where changes carry the CSRF token.

use std::time::Duration;

use anyhow::{Context as _, Result, ensure};
use axum::body::Body;
use axum::extract::Request;
use axum::http::Method;
use stoa_web::csrf::is_guarded;
use stoa_web::rate_limit::RateLimit;
use stoa_web::route_policy::{Invalidates, changes};

#[test]
fn safe_methods_read_and_others_change() {
    let policies = stoa_http::policies();
    for (path, methods) in policies.declared() {
        for (method, policy) in methods {
            assert_eq!(policy.invalidates().is_none(), method.is_safe(), "{method} {path}");
        }
    }
}

#[test]
fn every_operation_has_a_policy() -> Result<()> {
    let policies = stoa_http::policies();
    let document = serde_json::to_value(stoa_http::document())?;
    let paths = document["paths"].as_object().context("no paths")?;
    ensure!(!paths.is_empty());
    for (path, methods) in paths {
        for method in methods.as_object().context("no methods")?.keys() {
            let of_path = policies.declared().filter(|(known, _)| known == path);
            let declared = of_path.flat_map(|(_, methods)| methods);
            let of_method = declared.filter(|(known, _)| known.as_str().eq_ignore_ascii_case(method));
            assert_eq!(of_method.count(), 1, "{method} {path}");
        }
    }
    Ok(())
}

#[test]
fn methods_without_handlers() {
    let policies = stoa_http::policies();
    assert_eq!(policies.of(&Method::HEAD, "/healthz").rate_limit(), None);
    assert_eq!(policies.of(&Method::POST, "/healthz").rate_limit(), Some(RateLimit::CHANGE));
    assert_eq!(policies.of(&Method::GET, "/api/{*rest}").rate_limit(), Some(RateLimit::READ));
    assert_eq!(policies.of(&Method::DELETE, "/api/{*rest}"), changes(Invalidates::Nothing));
}

#[test]
fn pages_have_the_policy_of_the_fallback() -> Result<()> {
    let policies = stoa_http::policies();
    for (path, expected) in [
        ("/shop", RateLimit::PAGE),
        ("/search", RateLimit::SEARCH),
        ("/search/", RateLimit::SEARCH),
        ("/search//", RateLimit::SEARCH),
        ("//search", RateLimit::SEARCH),
        ("/search/more", RateLimit::PAGE),
        ("/pt-br/search", RateLimit::SEARCH),
        ("/fr/checkout", RateLimit::CHECKOUT_PAGE),
        ("/checkout", RateLimit::CHECKOUT_PAGE),
        ("/checkout/donate", RateLimit::PAGE),
        ("/commerce/reviews/t.x/", RateLimit::REVIEWS),
    ] {
        let request = Request::builder().uri(path).body(Body::empty())?;
        assert_eq!(policies.of_request(&request).rate_limit(), Some(expected), "{path}");
    }
    Ok(())
}

#[test]
fn rate_limits_per_kind_of_request() -> Result<()> {
    let policies = stoa_http::policies();
    let limit = |method: &Method, route: &str| {
        policies.of(method, route).rate_limit().with_context(|| format!("{method} {route} has no limit"))
    };
    assert_eq!(limit(&Method::POST, "/api/auth/session")?.calls(), 10);
    assert_eq!(limit(&Method::PUT, "/api/v1/account/second-factor")?.calls(), 10);
    assert_eq!(limit(&Method::POST, "/api/auth/password/reset")?.calls(), 10);
    assert_eq!(limit(&Method::POST, "/api/commerce/shopping-cart/entries")?.calls(), 30);
    assert_eq!(limit(&Method::GET, "/api/commerce/shopping-cart")?.name(), "read");
    let password = limit(&Method::POST, "/api/page-locks/{pageId}")?;
    assert_eq!((password.calls(), password.window()), (10, Duration::from_secs(15 * 60)));
    assert_eq!(limit(&Method::GET, "/api/google-maps/places/details")?.calls(), 120);
    for secret in ["/api/site-users/account/email", "/api/site-users/account/password"] {
        assert_eq!(limit(&Method::POST, secret)?.name(), "account", "{secret}");
    }
    for method in [Method::GET, Method::POST] {
        assert_eq!(limit(&method, "/account/email/stop")?.calls(), 30, "{method}");
    }
    for route in ["/api/comments", "/api/comments/form", "/api/comments/{commentId}/flag", "/api/likes/form"] {
        let limit = limit(&Method::POST, route)?;
        assert_eq!((limit.calls(), limit.window()), (30, Duration::from_secs(60)), "{route}");
    }
    let restock = "/api/site-users/account/notifications/restock";
    let sign_up = limit(&Method::POST, restock)?;
    assert_eq!((sign_up.calls(), sign_up.window()), (10, Duration::from_secs(60 * 60)));
    assert_eq!(limit(&Method::POST, &format!("{restock}/send"))?.name(), "change");
    Ok(())
}

#[test]
fn changes_need_the_token_in_a_header_unless_they_say_otherwise() {
    let policies = stoa_http::policies();
    let needs_header = |method: &Method, route: &str| is_guarded(method, policies.of(method, route));
    assert!(needs_header(&Method::POST, "/api/commerce/shopping-cart/entries"));
    assert!(!needs_header(&Method::GET, "/api/commerce/shopping-cart"));
    // No handler.
    assert!(needs_header(&Method::PUT, "/api/payments/webhooks/{provider}"));
    for route in [
        "/account/email/stop",
        "/api/comments/form",
        "/api/events/RecordEvent",
        "/api/likes/form",
        "/api/page-locks/{pageId}",
        "/api/payments/webhooks/{provider}",
        "/commerce/reviews/{token}",
        "/mailing-list/leave",
    ] {
        assert!(!needs_header(&Method::POST, route), "{route}");
    }
}
