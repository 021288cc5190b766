//! Handlers without their types. Axum wraps each handler in several generic types, and for each of them the compiler
//! proves again that the handler's future, with all that it awaits, can be sent between threads: for hundreds of handlers
//! this took most of the time to compile this crate.

use std::pin::Pin;
use std::sync::Arc;

use axum::extract::Request;
use axum::handler::Handler;
use axum::response::Response;

use crate::state::AppState;

/// The future of an async function that axum takes as a handler.
pub(crate) type HandlerFuture = Pin<Box<dyn Future<Output = Response> + Send>>;

/// A handler of any type.
#[derive(Clone)]
pub(crate) struct ErasedHandler(Arc<dyn Fn(Request, AppState) -> HandlerFuture + Send + Sync>);

impl ErasedHandler {
    /// Erases the type of a handler.
    pub(crate) fn new<H, T>(handler: H) -> Self
    where
        H: Handler<T, AppState, Future = HandlerFuture>,
    {
        Self(Arc::new(move |request, state| handler.clone().call(request, state)))
    }

    /// The handler, with a value added to the extensions of each request. A layer would box each request once more.
    pub(crate) fn with_extension<E: Clone + Send + Sync + 'static>(self, value: E) -> Self {
        Self(Arc::new(move |mut request, state| {
            request.extensions_mut().insert(value.clone());
            (self.0)(request, state)
        }))
    }
}

impl Handler<(), AppState> for ErasedHandler {
    type Future = HandlerFuture;

    fn call(self, request: Request, state: AppState) -> HandlerFuture {
        (self.0)(request, state)
    }
}
