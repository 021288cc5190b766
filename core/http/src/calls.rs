//! Documented calls: how they are answered, and apart from that what the OpenAPI document says of them. A server answers
//! without having built the document, which takes longer and more memory than all its routes.

use std::convert::Infallible;

use axum::Router;
use axum::extract::Request;
use axum::response::IntoResponse;
use axum::routing::{MethodRouter, Route};
use tower::{Layer, Service};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};

use crate::state::AppState;

/// Builds what is written of the calls at one path.
type Describe = fn() -> UtoipaMethodRouter<AppState>;

/// The calls at one path; made by [`routes!`].
pub(crate) struct CallsAt {
    pub(crate) path: String,
    pub(crate) answers: MethodRouter<AppState>,
    pub(crate) describe: Describe,
}

/// Calls of the API.
#[derive(Default)]
pub struct Calls {
    router: Router<AppState>,
    described: Vec<Describe>,
}

impl Calls {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// These, and those at one path.
    pub(crate) fn routes(mut self, calls: CallsAt) -> Self {
        self.described.push(calls.describe);
        Self { router: self.router.route(&calls.path, calls.answers), ..self }
    }

    /// These, and what answers at an address that the document does not name.
    pub(crate) fn route(self, path: &str, answers: MethodRouter<AppState>) -> Self {
        Self { router: self.router.route(path, answers), ..self }
    }

    /// These and others.
    pub(crate) fn merge(mut self, others: Self) -> Self {
        self.described.extend(others.described);
        Self { router: self.router.merge(others.router), ..self }
    }

    /// These, each passed through a layer.
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

    /// What answers them.
    pub(crate) fn into_router(self) -> Router<AppState> {
        self.router
    }

    /// What the OpenAPI document says of them.
    pub(crate) fn document(&self) -> OpenApi {
        let described = self.described.iter().map(|describe| describe());
        described.fold(OpenApiRouter::new(), OpenApiRouter::routes).into_openapi()
    }
}

/// The calls at one path, one handler for each method.
macro_rules! routes {
    ($first:ident $(, $other:ident)* $(,)?) => {
        utoipa_axum::paste! {
            $crate::calls::CallsAt {
                path: <[<__path_ $first>] as utoipa::Path>::path(),
                answers: {
                    let answers = $crate::calls::answered::<[<__path_ $first>], _, _>(Default::default(), $first);
                    $(let answers = $crate::calls::answered::<[<__path_ $other>], _, _>(answers, $other);)*
                    answers
                },
                describe: || utoipa_axum::routes!($first $(, $other)*),
            }
        }
    };
}
pub(crate) use routes;

/// A handler beside those that are there, for the methods that are written of it.
pub(crate) fn answered<P, H, T>(there: MethodRouter<AppState>, handler: H) -> MethodRouter<AppState>
where
    P: utoipa::Path,
    H: axum::handler::Handler<T, AppState>,
    T: 'static,
{
    use utoipa_axum::PathItemExt as _;
    let methods = P::methods();
    methods.iter().fold(there, |there, method| there.on(method.to_method_filter(), handler.clone()))
}
