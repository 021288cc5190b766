//! Pages, and whole sites, behind a password.

use axum::extract::{Form, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_kernel::address::{on_the_wire, stays_on_site};
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::PageCall;
use stoa_site::content;
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiPath, Visitor};
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::public::pages::{from_page, page_call};
use crate::state::AppState;

/// Most pages that stay open at once; the oldest is shut first.
const MOST_KEYS: usize = 10;

/// What the form of a page behind a password sends.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = PagePassword)]
pub struct PasswordForm {
    password: String,
    /// Path of the page.
    path: String,
}

/// A page of the visitor's site.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct PagePath {
    page_id: String,
}

/// A path of this site, the root for any other: forms must not lead people elsewhere.
pub(super) fn on_this_site(path: String) -> String {
    if stays_on_site(&path) { path } else { "/".to_owned() }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(page_unlock))
}

/// Say the password of a page
///
/// The form of the page that asks for it sends this. The right password leads back to the page, which stays open for a
/// day; another one answers the asking page again.
#[utoipa::path(post, path = "/api/page-locks/{pageId}", operation_id = "page_unlock", tag = "pages",
    params(("pageId" = String, Path, description = "The page; `site` for the whole site")),
    request_body(content = PasswordForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303), (status = 401, body = String, content_type = "text/html"), (status = 404, body = Problem),
              (status = 429, body = Problem)))]
async fn page_unlock(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiPath(path): ApiPath<PagePath>,
    Form(form): Form<PasswordForm>,
) -> ApiResult<Response> {
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let key = content::unlock(&visitor.ctx, &tx, &path.page_id, &form.password).await?;
    drop(tx);
    let place = on_this_site(form.path);
    let Some(key) = key else {
        let call = PageCall { wrong_password: true, ..page_call(&state, &visitor, &place).await? };
        let page = state.renderer.page(&visitor.ctx, &visitor.db, &call).await?;
        return Ok(from_page(page, &HeaderMap::new()));
    };
    let kept = visitor.page_keys().into_iter().flat_map(|keys| keys.split('.')).take(MOST_KEYS - 1);
    let keys: Vec<&str> = std::iter::once(key.as_str()).chain(kept).collect();
    let seconds = content::OPEN_MS / 1000;
    let unreadable = || Failure::plain(ErrorCode::BadRequest);
    let cookie = NamedCookie::PAGE_KEYS.set(&keys.join("."), Some(seconds), state.settings.secure_cookies());
    let cookie = cookie.map_err(|_| unreadable())?;
    let place = HeaderValue::from_str(&on_the_wire(place.as_bytes())).map_err(|_| unreadable())?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, place), (header::SET_COOKIE, cookie)]).into_response())
}
