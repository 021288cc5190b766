//! The policies of all routes, and which of them a request has.

use std::collections::HashMap;

use axum::extract::{MatchedPath, Request};
use axum::http::Method;

use crate::route_policy::{Invalidates, RoutePolicy, changes, reads};

/// Decides the policy of a request that matches no route.
pub type FallbackPolicy = fn(&Method, &str) -> RoutePolicy;

/// The policies of routes, by path as it is registered and method.
#[derive(Debug, Default)]
pub struct RoutePolicies {
    by_path: HashMap<String, Vec<(Method, RoutePolicy)>>,
    fallback: Option<FallbackPolicy>,
}

impl RoutePolicies {
    /// No routes yet; `fallback` decides the policy of all other paths.
    pub fn new(fallback: Option<FallbackPolicy>) -> Self {
        Self { by_path: HashMap::new(), fallback }
    }

    /// Adds methods of a route.
    pub fn add(&mut self, path: &str, of_methods: &[(Method, RoutePolicy)]) {
        self.by_path.entry(path.to_owned()).or_default().extend(of_methods.iter().cloned());
    }

    /// The routes with the policies that were declared for their methods.
    pub fn declared(&self) -> impl Iterator<Item = (&str, &[(Method, RoutePolicy)])> {
        self.by_path.iter().map(|(path, of_methods)| (path.as_str(), of_methods.as_slice()))
    }

    /// The policy of a request.
    pub fn of_request(&self, request: &Request) -> RoutePolicy {
        match request.extensions().get::<MatchedPath>() {
            Some(route) => self.of(request.method(), route.as_str()),
            None => self.of_others(request.method(), request.uri().path()),
        }
    }

    /// The policy of a method of a route. `HEAD` has that of `GET`; methods without a handler are only counted and
    /// checked.
    pub fn of(&self, method: &Method, route: &str) -> RoutePolicy {
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
