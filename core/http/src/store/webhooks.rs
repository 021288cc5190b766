//! Messages of payment providers.

use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, Method, StatusCode};
use stoa_commerce::checkout;
use stoa_commerce::ports::Webhook;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::extract::{ApiPath, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(webhook_receive))
}

/// Take a provider's message
///
/// The provider's plugin verifies it. Repeated and late messages change nothing.
#[utoipa::path(post, path = "/api/payments/webhooks/{provider}", operation_id = "webhook_receive", tag = "webhook",
    params(("provider" = String, Path, description = "The plugin that takes the money")),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "Taken"), (status = 400, body = Problem), (status = 404, body = Problem)))]
async fn webhook_receive(
    State(state): State<AppState>,
    caller: Visitor,
    ApiPath(provider): ApiPath<String>,
    RawQuery(query): RawQuery,
    headers: HeaderMap,
    body: Bytes,
) -> ApiResult<StatusCode> {
    let text = |value: &axum::http::HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
    let webhook = Webhook {
        method: Method::POST.to_string(),
        headers: headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect(),
        query: query.unwrap_or_default(),
        body: body.to_vec(),
    };
    checkout::receive_webhook(&caller.ctx, &caller.db, &*state.payments, &provider, &webhook).await?;
    Ok(StatusCode::OK)
}
