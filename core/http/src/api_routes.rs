//! Documented API routes: their handlers, and separately their OpenAPI description. The server does not build the
//! document at start: that takes more time and memory than all its routes.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::required_permissions::RequiredPermissions;
use crate::state::AppState;

/// Builds the OpenAPI description of the operations at one path.
type Describe = fn() -> UtoipaMethodRouter<AppState>;

/// The operations at one path; made by [`routes!`].
pub(crate) struct ApiOperations {
    pub(crate) path: String,
    pub(crate) answers: MethodRouter<AppState>,
    pub(crate) describe: Describe,
}

/// A router of API operations with their documentation.
#[derive(Default)]
pub struct ApiRouter {
    router: Router<AppState>,
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
        Self { router: self.router.route(&calls.path, calls.answers), ..self }
    }

    /// Adds a route that the OpenAPI document does not describe.
    pub(crate) fn route(self, path: &str, answers: MethodRouter<AppState>) -> Self {
        Self { router: self.router.route(path, answers), ..self }
    }

    /// Merges another router into this one.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.described.extend(others.described);
        Self { router: self.router.merge(others.router), ..self }
    }

    /// Applies a layer to all routes.
    pub(crate) fn layer<L>(self, layer: L) -> Self
    where
        L: Layer<Route> + Clone + Send + Sync + 'static,
        L::Service: Service<Request> + Clone + Send + Sync + 'static,
        <L::Service as Service<Request>>::Response: IntoResponse + 'static,
        <L::Service as Service<Request>>::Error: Into<Infallible> + 'static,
        <L::Service as Service<Request>>::Future: Send + 'static,
    {
        Self { router: self.router.layer(layer), ..self }
    }

    /// The axum router.
    pub(crate) fn into_router(self) -> Router<AppState> {
        self.router
    }

    /// Builds the OpenAPI document of all operations.
    pub(crate) fn document(&self) -> OpenApi {
        let described = self.described.iter().map(|describe| describe());
        described.fold(OpenApiRouter::new(), OpenApiRouter::routes).into_openapi()
    }
}

/// The operations at one path, one handler for each method.
macro_rules! routes {
    ($first:ident $(, $other:ident)* $(,)?) => {
        utoipa_axum::paste! {
            $crate::api_routes::ApiOperations {
                path: <[<__path_ $first>] as utoipa::Path>::path(),
                answers: {
                    let answers = $crate::api_routes::answered::<[<__path_ $first>], _, _>(Default::default(), $first);
                    $(let answers = $crate::api_routes::answered::<[<__path_ $other>], _, _>(answers, $other);)*
                    answers
                },
                describe: || utoipa_axum::routes!($first $(, $other)*),
            }
        }
    };
}
pub(crate) use routes;

/// Adds a handler for the methods that its operation documents.
pub(crate) fn answered<P, H, T>(there: MethodRouter<AppState>, handler: H) -> MethodRouter<AppState>
where
    P: utoipa::Path,
    H: Handler<T, AppState>,
    T: 'static,
{
    use utoipa_axum::PathItemExt as _;
    let guarded = GuardedHandler { handler, rights: RequiredPermissions::of::<P>() };
    let methods = P::methods();
    methods.iter().fold(there, |there, method| there.on(method.to_method_filter(), guarded.clone()))
}

/// A handler that adds the [`RequiredPermissions`] of its operation to the request, for extractors to check. A layer would
/// cost more: it boxes each request once more.
#[derive(Clone)]
struct GuardedHandler<H> {
    handler: H,
    rights: RequiredPermissions,
}

impl<H: Handler<T, AppState>, T> Handler<T, AppState> for GuardedHandler<H> {
    type Future = H::Future;

    fn call(self, mut request: Request, state: AppState) -> H::Future {
        request.extensions_mut().insert(self.rights);
        self.handler.call(request, state)
    }
}
