//! Session recording of visitors, which Stoa does not do.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Visitor;
use crate::route_policy::reads;

/// Value for sessions that are not recorded.
const NOTHING: &str = "mock";

/// Id of a session recording.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionRecordingId {
    /// Always `mock`: nothing is recorded.
    id: &'static str,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(session_recording_id: reads()))
}

/// Get the session recording settings
///
/// Always `mock`, with which no browser starts a recording: Stoa has no recorder, and pages load no scripts of other
/// hosts.
#[utoipa::path(get, path = "/api/commerce/fullstory/getId", operation_id = "session_recording_id",
    tag = "session-recording", responses((status = 200, body = SessionRecordingId)))]
async fn session_recording_id(_visitor: Visitor) -> Json<SessionRecordingId> {
    Json(SessionRecordingId { id: NOTHING })
}
