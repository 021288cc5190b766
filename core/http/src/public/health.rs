//! Health checks for operators: liveness and readiness.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde_json::json;

use crate::policy_router::PolicyRouter;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    let policy = opened_by_url().unlimited().shared_file();
    PolicyRouter::new().get("/healthz", alive, policy).get("/readyz", ready, policy)
}

async fn alive() -> Json<serde_json::Value> {
    Json(json!({"status": "alive"}))
}

/// Readiness: whether the platform's database responds. It is not asked while it is known to be unreachable. While
/// nothing can be written, pages are still served: the status is 200, so that requests keep coming, and the body says
/// `read-only`.
async fn ready(State(state): State<AppState>) -> Response {
    if state.leaving().has_begun() {
        return (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"status": "stopping"}))).into_response();
    }
    let databases = &state.tenancy.databases;
    if let Some(away) = databases.reach().away_for() {
        let detail = format!(
            "the database has been unreachable for {} seconds: cached pages are served, everything else is refused",
            away.as_secs()
        );
        let body = Json(json!({"status": "database-away", "detail": detail}));
        return (StatusCode::SERVICE_UNAVAILABLE, body).into_response();
    }
    if let Some(problem) = databases.health().problem() {
        return Json(json!({"status": "read-only", "detail": problem.for_operators()})).into_response();
    }
    match databases.answers().await {
        Ok(_) => Json(json!({"status": "ready"})).into_response(),
        Err(error) => {
            if !databases.reach().is_in_doubt() {
                tracing::warn!(%error, "not ready");
            }
            (StatusCode::SERVICE_UNAVAILABLE, Json(json!({"status": "not ready"}))).into_response()
        }
    }
}
