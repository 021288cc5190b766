//! Files that visitors send with forms.

use std::time::Duration;

use axum::Json;
use axum::body::{Body, HttpBody as _};
use axum::extract::State;
use axum::http::StatusCode;
use futures::{StreamExt as _, TryStreamExt as _};
use serde::{Deserialize, Serialize};
use stoa_audience::submissions::{self, FileContent, NewFormFile};
use stoa_kernel::ports::PortError;
use stoa_site::media;
use utoipa::{IntoParams, ToSchema};

use super::forms::count;
use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, CallerNetwork, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

const HOUR: Duration = Duration::from_secs(3600);
/// Files that one address may send to a site in an hour.
const FILES_OF_ONE: u32 = 60;
/// Files that all together may send to a site in an hour.
const FILES_OF_ALL: u32 = 600;

/// Where a file is to go.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct FormFileQuery {
    /// The submission key of the answer that it comes with.
    key: String,
    /// Block id of the form.
    form_id: String,
    /// Key of the field.
    field_id: String,
    /// Name it is sent under.
    filename: String,
    /// What the captcha gave, where the form has one; the first file of a key needs it.
    #[serde(default)]
    captcha_key: String,
}

/// A file that waits for its answer.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormFileReceived {
    /// What the field answers with, in a list.
    id: String,
    /// Name under which it is saved; its ending is that of its content.
    filename: String,
    /// Its size.
    bytes: u64,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(form_file_add))
}

/// Send a file before the answer that it belongs to
///
/// The body is the file itself. What it is, is read from its content. It waits an hour for its answer. A form with a
/// captcha takes files once it is solved; neither further files nor the answer ask for it again.
#[utoipa::path(post, path = "/api/form/files", operation_id = "form_file_add", tag = "forms", params(FormFileQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 201, body = FormFileReceived), (status = 400, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem), (status = 409, body = Problem), (status = 429, body = Problem)))]
async fn form_file_add(
    State(state): State<AppState>,
    visitor: Visitor,
    CallerNetwork(network): CallerNetwork,
    ApiQuery(query): ApiQuery<FormFileQuery>,
    body: Body,
) -> ApiResult<(StatusCode, Json<FormFileReceived>)> {
    let site = format!("form-files:{}", visitor.ctx.website());
    count(&state, &format!("{site}:{network}"), FILES_OF_ONE, HOUR).await?;
    count(&state, &site, FILES_OF_ALL, HOUR).await?;
    let kinds = state.renderer.kinds(&visitor.ctx, &visitor.db).await;
    let expected = body.size_hint().exact().unwrap_or(1);
    let has_room = media::has_room(&visitor.db, &state.media, expected).await?;
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
        has_room,
        file,
    };
    let file = submissions::receive(&visitor.ctx, &visitor.db, &kinds, state.blobs.as_ref(), new).await?;
    let received = FormFileReceived { id: file.id.into(), filename: file.filename, bytes: file.bytes };
    Ok((StatusCode::CREATED, Json(received)))
}
