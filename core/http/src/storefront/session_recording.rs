//! Session recording of visitors. Stoa has no recorder: an operator who serves pages with one of their own says so in the
//! settings of the server, and each site decides for itself. Without both, every browser is told to record nothing.

use axum::Json;
use axum::extract::State;
use serde::Serialize;
use stoa_kernel::Failure;
use stoa_kernel::token::random_token;
use stoa_site::settings::site_row;
use stoa_site::website_settings::{self, RecordingRule};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::Visitor;
use crate::problem::ApiResult;
use crate::route_policy::reads;
use crate::state::AppState;
use crate::visitor_cookies;

/// Value for sessions that are not recorded.
const NOTHING: &str = "mock";
const ID_LENGTH: usize = 24;

/// Id of a session recording.
#[derive(Debug, Serialize, ToSchema)]
pub struct SessionRecordingId {
    /// A new id, or `mock`: nothing is recorded.
    id: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(session_recording_id: reads()))
}

/// Get the session recording settings
///
/// `mock`, with which no browser starts a recording, unless the operator has a recorder and the site allows it. Pages load
/// no scripts of other hosts.
#[utoipa::path(get, path = "/api/commerce/fullstory/getId", operation_id = "session_recording_id",
    tag = "session-recording", responses((status = 200, body = SessionRecordingId)))]
async fn session_recording_id(State(state): State<AppState>, visitor: Visitor) -> ApiResult<Json<SessionRecordingId>> {
    let nothing = || Json(SessionRecordingId { id: NOTHING.to_owned() });
    let has_recorder = state.settings.analytics.has_session_recorder;
    if !has_recorder || visitor_cookies::is_left_out(&visitor.cookies) {
        return Ok(nothing());
    }
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let row = site_row(&tx).await?;
    let is_enabled = website_settings::stored(&tx).await?.session_recording;
    let rule = RecordingRule { has_recorder, is_enabled, language: &row.language, time_zone: &row.time_zone };
    Ok(if rule.allows() { Json(SessionRecordingId { id: random_token(ID_LENGTH) }) } else { nothing() })
}
