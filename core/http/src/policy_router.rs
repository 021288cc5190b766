//! Routes that are registered with their policies.

use std::collections::HashMap;

use axum::Router;
use axum::extract::{DefaultBodyLimit, MatchedPath, Request};
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodRouter, any, get};

use crate::erased_handler::{ErasedHandler, HandlerFuture};
use crate::route_policy::{Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;

/// Decides the policy of a request that matches no route.
type FallbackPolicy = fn(&Method, &str) -> RoutePolicy;

/// The policies of routes, by path as it is registered and method.
#[derive(Debug, Default)]
pub(crate) struct RoutePolicies {
    by_path: HashMap<String, Vec<(Method, RoutePolicy)>>,
    fallback: Option<FallbackPolicy>,
}

impl RoutePolicies {
    /// The policy of a request.
    pub(crate) fn of_request(&self, request: &Request) -> RoutePolicy {
        match request.extensions().get::<MatchedPath>() {
            Some(route) => self.of(request.method(), route.as_str()),
            None => self.of_others(request.method(), request.uri().path()),
        }
    }

    /// The policy of a method of a route. `HEAD` has that of `GET`; methods without a handler are only counted and
    /// checked.
    pub(crate) fn of(&self, method: &Method, route: &str) -> RoutePolicy {
        let is_this = |known: &Method| if method.is_safe() { known == Method::GET } else { known == method };
        let declared = self.by_path.get(route).and_then(|methods| methods.iter().find(|(known, _)| is_this(known)));
        declared.map_or_else(|| without_handler(method), |(_, policy)| *policy)
    }

    /// The policy of a path that is no route.
    fn of_others(&self, method: &Method, path: &str) -> RoutePolicy {
        self.fallback.map_or_else(|| without_handler(method), |decide| decide(method, path))
    }
}

/// The policy where no handler runs.
fn without_handler(method: &Method) -> RoutePolicy {
    if method.is_safe() { reads() } else { changes(Invalidates::Nothing) }
}

/// A router that takes no route without its policy. The axum router is built at the end: with each merge it inserts all
/// routes of the other one into its tree again.
#[derive(Default)]
pub struct PolicyRouter {
    /// Routes that are complete; none as long as all are in the list.
    router: Option<Router<AppState>>,
    routes: Vec<(String, MethodRouter<AppState>)>,
    policies: Vec<(String, Vec<(Method, RoutePolicy)>)>,
    fallback: Option<(ErasedHandler, FallbackPolicy)>,
}

impl PolicyRouter {
    /// An empty router.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds a handler for `GET`.
    pub(crate) fn get<H, T>(self, path: &str, handler: H, policy: RoutePolicy) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        self.route(path, get(ErasedHandler::new(handler)), vec![(Method::GET, policy)])
    }

    /// Adds the handlers of a path, with a policy for each of their methods.
    pub(crate) fn route(
        mut self,
        path: &str,
        answers: MethodRouter<AppState>,
        policies: Vec<(Method, RoutePolicy)>,
    ) -> Self {
        self.policies.push((path.to_owned(), policies));
        self.routes.push((path.to_owned(), answers));
        self
    }

    /// Adds a handler that refuses requests of all methods.
    pub(crate) fn refuse<H, T>(mut self, path: &str, handler: H) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        self.routes.push((path.to_owned(), any(ErasedHandler::new(handler))));
        self
    }

    /// Adds a handler that refuses other methods of the paths that have been added so far.
    pub(crate) fn refuse_other_methods<H, T>(mut self, handler: H) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        let complete = self.take_routes().method_not_allowed_fallback(ErasedHandler::new(handler));
        Self { router: Some(complete), ..self }
    }

    /// Adds the handler of all paths that are no route, and what decides their policy.
    pub(crate) fn fallback<H, T>(self, handler: H, policy: FallbackPolicy) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        Self { fallback: Some((ErasedHandler::new(handler), policy)), ..self }
    }

    /// Merges another router into this one.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.routes.extend(others.routes);
        self.policies.extend(others.policies);
        self.fallback = self.fallback.or(others.fallback);
        self.router = match (self.router, others.router) {
            (Some(router), Some(other)) => Some(router.merge(other)),
            (router, other) => router.or(other),
        };
        self
    }

    /// Sets the largest request body of all routes, in bytes, unless a route has a limit of its own already.
    pub(crate) fn body_limit(mut self, bytes: usize) -> Self {
        let limit = DefaultBodyLimit::max(bytes);
        self.router = self.router.map(|router| router.layer(limit));
        self.routes = self.routes.into_iter().map(|(path, answers)| (path, answers.layer(limit))).collect();
        self
    }

    /// The policies of the routes.
    pub(crate) fn policies(&self) -> RoutePolicies {
        let mut policies =
            RoutePolicies { fallback: self.fallback.as_ref().map(|(_, decide)| *decide), ..RoutePolicies::default() };
        for (path, of_methods) in &self.policies {
            policies.by_path.entry(path.clone()).or_default().extend(of_methods.iter().cloned());
        }
        policies
    }

    /// The axum router, and the policies of its routes.
    pub(crate) fn into_parts(mut self) -> (Router<AppState>, RoutePolicies) {
        let policies = self.policies();
        let router = self.take_routes();
        let router = match self.fallback {
            Some((handler, _)) => router.fallback(handler),
            None => router,
        };
        (router, policies)
    }

    /// All routes so far in one axum router.
    fn take_routes(&mut self) -> Router<AppState> {
        let routes = std::mem::take(&mut self.routes);
        let complete = self.router.take().unwrap_or_default();
        routes.into_iter().fold(complete, |router, (path, answers)| router.route(&path, answers))
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;
    use crate::documented_errors::operations;
    use crate::openapi;
    use crate::rate_limit::RateLimit;
    use crate::router::routes;

    #[test]
    fn safe_methods_read_and_others_change() {
        for (path, methods) in &routes().policies().by_path {
            for (method, policy) in methods {
                assert_eq!(policy.invalidates().is_none(), method.is_safe(), "{method} {path}");
            }
        }
    }

    #[test]
    fn every_operation_has_a_policy() {
        let policies = openapi::calls().policies();
        let mut paths = openapi::document().paths.paths;
        assert!(!paths.is_empty());
        for (path, item) in &mut paths {
            for (method, _) in operations(item) {
                let declared = policies.by_path.get(path).into_iter().flatten();
                assert_eq!(declared.filter(|(known, _)| *known == method).count(), 1, "{method} {path}");
            }
        }
    }

    #[test]
    fn methods_without_handlers() {
        let policies = routes().policies();
        assert_eq!(policies.of(&Method::HEAD, "/healthz").rate_limit(), None);
        assert_eq!(policies.of(&Method::POST, "/healthz").rate_limit(), Some(RateLimit::CHANGE));
        assert_eq!(policies.of(&Method::GET, "/api/{*rest}").rate_limit(), Some(RateLimit::READ));
        assert_eq!(policies.of(&Method::DELETE, "/api/{*rest}"), changes(Invalidates::Nothing));
    }

    #[test]
    fn pages_have_the_policy_of_the_fallback() {
        let policies = routes().policies();
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
            let request = Request::builder().uri(path).body(Body::empty()).unwrap();
            assert_eq!(policies.of_request(&request).rate_limit(), Some(expected), "{path}");
        }
    }
}
