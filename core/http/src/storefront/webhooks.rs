//! Webhooks of payment providers.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request, State};
use axum::http::StatusCode;
use stoa_commerce::ports::Webhook;
use stoa_commerce::{CommerceError, payments};
use stoa_kernel::{ErrorCode, Failure};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiPath, CallerNetwork, Visitor};
use crate::problem::{ApiError, ApiResult};
use crate::rate_limit::DoubtfulMessage;
use crate::route_policy::{Csrf, Invalidates, changes};
use crate::state::AppState;

/// A webhook request, unparsed.
#[derive(Debug)]
pub struct Message(Webhook);

impl<S: Send + Sync> FromRequest<S> for Message {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let method = request.method().to_string();
        let headers =
            request.headers().iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()))).collect();
        let query = request.uri().query().unwrap_or_default().to_owned();
        let body = Bytes::from_request(request, state).await;
        let body = body.map_err(|_| Failure::plain(ErrorCode::BodyTooLarge))?.to_vec();
        Ok(Self(Webhook { method, headers, query, body }))
    }
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    // The signature of the provider authenticates the request. Payments of closed sites are completed too.
    ApiRouter::new().routes(routes!(
        webhook_receive: changes(Invalidates::ByHandler).csrf(Csrf::Exempt).served_when_closed(),
    ))
}

/// Receive a payment provider webhook
///
/// The provider's plugin verifies it; then it is stored, answered and applied. Repeated and late webhooks change
/// nothing. 503 asks the provider to send it again.
#[utoipa::path(post, path = "/api/payments/webhooks/{provider}", operation_id = "webhook_receive", tag = "webhook",
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, description = "The webhook was accepted")))]
async fn webhook_receive(
    State(state): State<AppState>,
    caller: Visitor,
    CallerNetwork(network): CallerNetwork,
    ApiPath(provider): ApiPath<String>,
    Message(webhook): Message,
) -> ApiResult<StatusCode> {
    let (ctx, db, providers) = (&caller.ctx, &caller.db, &*state.payments);
    let message = DoubtfulMessage::count(&state, ctx, network).await;
    let received = if message.is_one_too_many() {
        payments::receive_from_doubtful(ctx, db, providers, &provider, &webhook).await
    } else {
        payments::receive(ctx, db, providers, &provider, &webhook).await
    };
    match received {
        Ok(()) => message.was_genuine(&state).await,
        Err(CommerceError::WebhookPutOff) => return Err(message.put_off()),
        Err(error) => return Err(error.into()),
    }
    Ok(StatusCode::OK)
}
