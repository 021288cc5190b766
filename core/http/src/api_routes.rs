//! Documented API routes: their handlers with their policies, and separately their OpenAPI description. The server does
//! not build the document at start: that takes more time and memory than all its routes.

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::MethodRouter;
use utoipa::openapi::{HttpMethod, OpenApi};
use utoipa_axum::PathItemExt as _;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::erased_handler::{ErasedHandler, HandlerFuture};
use crate::policy_router::PolicyRouter;
use crate::required_permissions::RequiredPermissions;
use crate::route_policies::RoutePolicies;
use crate::route_policy::RoutePolicy;
use crate::state::AppState;

/// Builds the OpenAPI description of the operations at one path.
type Describe = fn() -> UtoipaMethodRouter<AppState>;

/// The operations at one path; made by [`routes!`].
pub(crate) struct ApiOperations {
    path: String,
    answers: MethodRouter<AppState>,
    policies: Vec<(Method, RoutePolicy)>,
    describe: Describe,
}

impl ApiOperations {
    /// No operations yet.
    pub(crate) fn at(path: String, describe: Describe) -> Self {
        Self { path, answers: MethodRouter::new(), policies: Vec::new(), describe }
    }

    /// Adds a handler for the methods that its operation documents.
    pub(crate) fn with<P, H, T>(mut self, handler: H, policy: RoutePolicy) -> Self
    where
        P: utoipa::Path,
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        // Extractors check the permissions.
        let handler = ErasedHandler::new(handler).with_extension(RequiredPermissions::of::<P>());
        for method in P::methods() {
            self.answers = self.answers.on(method.to_method_filter(), handler.clone());
            self.policies.push((standard_method(&method), policy));
        }
        self
    }
}

/// A method of the document as the type of all requests.
fn standard_method(documented: &HttpMethod) -> Method {
    match documented {
        HttpMethod::Get => Method::GET,
        HttpMethod::Put => Method::PUT,
        HttpMethod::Post => Method::POST,
        HttpMethod::Head => Method::HEAD,
        HttpMethod::Patch => Method::PATCH,
        HttpMethod::Trace => Method::TRACE,
        HttpMethod::Delete => Method::DELETE,
        HttpMethod::Options => Method::OPTIONS,
    }
}

/// A router of API operations with their documentation.
#[derive(Default)]
pub struct ApiRouter {
    router: PolicyRouter,
    described: Vec<Describe>,
}

impl ApiRouter {
    /// An empty router.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Adds the operations at one path.
    pub(crate) fn routes(mut self, calls: ApiOperations) -> Self {
        self.described.push(calls.describe);
        Self { router: self.router.route(&calls.path, calls.answers, calls.policies), ..self }
    }

    /// Adds a handler for `GET` that the OpenAPI document does not describe.
    pub(crate) fn get<H, T>(self, path: &str, handler: H, policy: RoutePolicy) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        Self { router: self.router.get(path, handler, policy), ..self }
    }

    /// Merges another router into this one.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.described.extend(others.described);
        Self { router: self.router.merge(others.router), ..self }
    }

    /// Sets the largest request body of all routes, in bytes, unless a route has a limit of its own already.
    pub(crate) fn body_limit(self, bytes: usize) -> Self {
        Self { router: self.router.body_limit(bytes), ..self }
    }

    /// The policies of the routes.
    pub(crate) fn policies(&self) -> RoutePolicies {
        self.router.policies()
    }

    /// The routes without their documentation.
    pub(crate) fn into_router(self) -> PolicyRouter {
        self.router
    }

    /// Builds the OpenAPI document of all operations.
    pub(crate) fn document(&self) -> OpenApi {
        let described = self.described.iter().map(|describe| describe());
        described.fold(OpenApiRouter::new(), OpenApiRouter::routes).into_openapi()
    }
}

/// The operations at one path: for each method a handler and its [policy](crate::route_policy).
macro_rules! routes {
    ($first:ident: $first_policy:expr $(, $other:ident: $other_policy:expr)* $(,)?) => {
        utoipa_axum::paste! {
            $crate::api_routes::ApiOperations::at(
                <[<__path_ $first>] as utoipa::Path>::path(),
                || utoipa_axum::routes!($first $(, $other)*),
            )
            .with::<[<__path_ $first>], _, _>($first, $first_policy)
            $(.with::<[<__path_ $other>], _, _>($other, $other_policy))*
        }
    };
}
pub(crate) use routes;
