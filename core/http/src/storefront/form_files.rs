//! Files that visitors upload with forms.

use std::time::Duration;

use axum::Json;
use axum::body::{Body, HttpBody as _};
use axum::extract::State;
use axum::http::StatusCode;
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, FileContent, NewFormFile};
use stoa_kernel::ports::PortError;
use stoa_site::media::{self, FileRoom};
use utoipa::{IntoParams, ToSchema};

use super::forms::count;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiQuery, CallerNetwork, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Invalidates, changes};
use crate::state::AppState;

const HOUR: Duration = Duration::from_secs(3600);
/// Files per hour and site from one address.
const FILES_PER_ADDRESS: u32 = 60;
/// Files per hour and site from all addresses.
const FILES_PER_SITE: u32 = 600;

/// Form and field of a file.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FormFileQuery {
    /// The submission key of the form submission.
    key: String,
    /// Block id of the form.
    form_id: String,
    /// Key of the field.
    field_id: String,
    /// Original file name.
    filename: String,
    /// Solution of the captcha, if the form has one; needed with the first file of a key.
    #[serde(default)]
    captcha_key: String,
}

/// An uploaded file that awaits its form submission.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormFileReceived {
    /// Id to submit in the list of the field's value.
    id: String,
    /// File name under which it is saved; its extension is that of the detected type.
    filename: String,
    /// Size in bytes.
    bytes: u64,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        form_file_add: changes(Invalidates::ByHandler).limited(RateLimit::FORM_FILE).upload(),
    ))
}

/// Upload a file for a form submission
///
/// The body is the file itself. Its type is detected from the content. The form has to be submitted within an hour. A
/// form with a captcha accepts files once it is solved; further files and the submission need no second solution.
#[utoipa::path(post, path = "/api/form/files", operation_id = "form_file_add", tag = "forms",
    params(FormFileQuery), request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = FormFileReceived), (status = 409, body = Problem)))]
async fn form_file_add(
    State(state): State<AppState>,
    visitor: Visitor,
    CallerNetwork(network): CallerNetwork,
    ApiQuery(query): ApiQuery<FormFileQuery>,
    body: Body,
) -> ApiResult<(StatusCode, Json<FormFileReceived>)> {
    let site = format!("form-files:{}", visitor.ctx.website());
    count(&state, &visitor.ctx, &format!("{site}:{network}"), FILES_PER_ADDRESS, HOUR).await?;
    count(&state, &visitor.ctx, &site, FILES_PER_SITE, HOUR).await?;
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    let expected = body.size_hint().exact().unwrap_or(1);
    let FileRoom { most_bytes, site_bytes } = media::room_for_form_file(&visitor.db, &state.media).await?;
    let file = body.into_data_stream().map_err(|error| PortError::new("upload", error)).boxed();
    let (head, file) = media::begun(file).await?;
    let content =
        media::type_of(&head, &query.filename).map(|(mime_type, extension)| FileContent { mime_type, extension });
    let new = NewFormFile {
        key: &query.key,
        browser: visitor.crumb(),
        captcha: state.form_captcha.as_ref(),
        captcha_key: &query.captcha_key,
        form_id: &query.form_id,
        field: &query.field_id,
        filename: &query.filename,
        content,
        has_room: expected <= most_bytes,
        site_bytes,
        file,
    };
    let file = submissions::receive(&visitor.ctx, &visitor.db, &kinds, state.blobs.as_ref(), new).await?;
    let received = FormFileReceived { id: file.id.into(), filename: file.filename, bytes: file.bytes };
    Ok((StatusCode::CREATED, Json(received)))
}
