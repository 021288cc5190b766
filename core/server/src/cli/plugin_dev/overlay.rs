//! What browsers talk to: the demo site, whose pages get a script that shows errors and loads them again.

use std::sync::Arc;

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use axum::{Json, Router};
use futures::stream;
use stoa_plugin_author::dev;

use super::{Shared, Status};

/// An upload of the editor.
const MAX_BODY_BYTES: usize = 256 * 1024 * 1024;
const SCRIPT: &str = include_str!("overlay.js");
const TAG: &str = "<script src=\"/__stoa-dev/overlay.js\"></script>";
/// Headers about one connection, or about a body that is changed here.
const OMITTED_HEADERS: [header::HeaderName; 4] =
    [header::CONNECTION, header::TRANSFER_ENCODING, header::CONTENT_LENGTH, header::ACCEPT_ENCODING];

struct Front {
    shared: Shared,
    upstream: String,
    client: reqwest::Client,
}

pub(super) fn router(shared: Shared, upstream: String) -> Router {
    let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap_or_default();
    let front = Arc::new(Front { shared, upstream, client });
    Router::new()
        .route("/__stoa-dev/status", get(status))
        .route("/__stoa-dev/overlay.js", get(script))
        .fallback(forward)
        .with_state(front)
}

async fn status(State(front): State<Arc<Front>>) -> Json<serde_json::Value> {
    let status: &Status = &front.shared.lock();
    Json(serde_json::to_value(status).unwrap_or_default())
}

async fn script() -> impl axum::response::IntoResponse {
    ([(header::CONTENT_TYPE, "text/javascript"), (header::CACHE_CONTROL, "no-store")], SCRIPT)
}

async fn forward(State(front): State<Arc<Front>>, request: Request) -> Response {
    match front.forward(request).await {
        Ok(response) => response,
        Err(error) => (StatusCode::BAD_GATEWAY, format!("The demo site does not answer: {error:#}")).into_response(),
    }
}

impl Front {
    async fn forward(&self, request: Request) -> anyhow::Result<Response> {
        let (parts, body) = request.into_parts();
        let is_of_site = dev::is_of_site(parts.uri.path());
        let mut headers = parts.headers;
        OMITTED_HEADERS.iter().for_each(|name| drop(headers.remove(name)));
        if is_of_site {
            // A page that did not change may have other errors.
            headers.remove(header::IF_NONE_MATCH);
            headers.remove(header::IF_MODIFIED_SINCE);
        }
        let path = parts.uri.path_and_query().map_or("/", |path| path.as_str());
        let address = format!("{}{path}", self.upstream);
        let body = to_bytes(body, MAX_BODY_BYTES).await?;
        let answer = self.client.request(parts.method, address).headers(headers).body(body).send().await?;
        let mut response = Response::new(Body::empty());
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        OMITTED_HEADERS.iter().for_each(|name| drop(response.headers_mut().remove(name)));
        *response.body_mut() = if is_of_site && is_page(answer.headers()) {
            let headers = response.headers_mut();
            // The policy names the scripts of the page.
            headers.remove(header::CONTENT_SECURITY_POLICY);
            headers.remove(header::ETAG);
            headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
            Body::from(dev::with_script(&answer.bytes().await?, TAG))
        } else {
            streamed(answer)
        };
        Ok(response)
    }
}

fn is_page(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.starts_with("text/html"))
}

fn streamed(answer: reqwest::Response) -> Body {
    Body::from_stream(stream::try_unfold(answer, async |mut answer| {
        let chunk: Option<Bytes> = answer.chunk().await?;
        Ok::<_, reqwest::Error>(chunk.map(|chunk| (chunk, answer)))
    }))
}
