//! What operators ask: is it alive, is it ready.

use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde_json::json;

use crate::state::AppState;

/// The routes of this noun.
pub fn routes() -> Router<AppState> {
    Router::new().route("/healthz", get(alive)).route("/readyz", get(ready))
}

async fn alive() -> Json<serde_json::Value> {
    Json(json!({"status": "alive"}))
}

/// Ready when the platform's database answers.
async fn ready(State(state): State<AppState>) -> Response {
    match state.tenancy.databases.answers().await {
        Ok(_) => Json(json!({"status": "ready"})).into_response(),
        Err(error) => {
            tracing::warn!(%error, "not ready");
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"status": "not ready"}))).into_response()
        }
    }
}
