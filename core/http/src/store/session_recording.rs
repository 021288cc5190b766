//! Whether a shopper's session is recorded: it is not.

use axum::Json;
use serde::Serialize;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::Visitor;
use crate::problem::Problem;

/// Tells browsers that nothing is recorded.
const NOTHING: &str = "mock";

/// Where a recording goes.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionRecordingId {
    /// `mock` where nothing is recorded.
    id: &'static str,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(session_recording_id))
}

/// Where the recording of a shopper's session goes
///
/// `mock`, with which no browser begins one: Stoa has no recorder, and pages let no script of another host in.
#[utoipa::path(get, path = "/api/commerce/fullstory/getId", operation_id = "session_recording_id",
    tag = "session-recording",
    responses((status = 200, body = SessionRecordingId), (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn session_recording_id(_visitor: Visitor) -> Json<SessionRecordingId> {
    Json(SessionRecordingId { id: NOTHING })
}
