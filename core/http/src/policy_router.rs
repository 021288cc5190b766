//! Routes that are registered with their policies.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodRouter, any, get};

use crate::erased_handler::{ErasedHandler, HandlerFuture};
use crate::route_policies::{FallbackPolicy, RoutePolicies};
use crate::route_policy::RoutePolicy;
use crate::state::AppState;

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
        let mut policies = RoutePolicies::new(self.fallback.as_ref().map(|(_, decide)| *decide));
        for (path, of_methods) in &self.policies {
            policies.add(path, of_methods);
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
