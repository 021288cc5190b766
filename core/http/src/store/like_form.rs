//! Likes from browsers without scripts: asked once more beside the crumb, like comments.

use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::comments;
use stoa_kernel::Failure;
use utoipa::ToSchema;

use super::asking::{self, About, BUTTON, hidden};
use super::likes::{set, set_comment};
use super::talk::{carried, place};
use crate::calls::{Calls, routes};
use crate::crumb;
use crate::extract::Visitor;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

const ACTION: &str = "/api/likes/form";
/// Where pages show how many like a post.
const LIKES: &str = "likes";
const NO_CRUMB: &str = "Your browser takes no cookies from this site. Allow them to like something.";

/// What the button of a page sends.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = LikeForm)]
pub struct LikeForm {
    /// The post or page.
    target_id: String,
    /// A comment on it that is liked in its place; empty for none.
    comment_id: String,
    /// `no` to like the post no longer.
    liked: String,
    /// The browser's crumb; without it is asked once more.
    crumb: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(likes_send))
}

/// Like a post or a comment by a form without scripts
///
/// Without the crumb it is asked once more, with the crumb it is kept, and the answer leads back to the page. 404 where
/// the site shows no buttons for it.
#[utoipa::path(post, path = "/api/likes/form", operation_id = "likes_send", tag = "likes",
    request_body(content = LikeForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html", description = "To be confirmed"),
              (status = 303, description = "Kept"), (status = 404, body = Problem),
              (status = 409, body = String, content_type = "text/html"), (status = 422, body = String),
              (status = 429, body = Problem)))]
async fn likes_send(
    State(state): State<AppState>,
    visitor: Visitor,
    Form(form): Form<LikeForm>,
) -> ApiResult<Response> {
    let place = place(&visitor, &form.target_id).await?;
    if !place.settings.simple_liking_enabled {
        return Err(Failure::not_found().into());
    }
    let about = About { heading: "Do you like this?", path: &place.path, title: &place.title };
    let subject = if form.comment_id.is_empty() { &form.target_id } else { &form.comment_id };
    let likes = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        comments::likes(&visitor.ctx, &tx, subject, &carried(&visitor)).await.map_err(Failure::from)?
    };
    let asked = asking_form(&form, visitor.crumb(), likes);
    if crumb::confirm(visitor.crumb(), &form.crumb).is_err() {
        let message = match (visitor.crumb().is_empty(), likes) {
            (true, _) => NO_CRUMB,
            (false, true) => "You like this.",
            (false, false) => "",
        };
        return Ok(asking::page(StatusCode::OK, &about, message, &asked));
    }
    let kept = match form.comment_id.as_str() {
        "" => set(&state, &visitor, &form.target_id, form.liked != "no").await.map(drop),
        comment => set_comment(&state, &visitor, comment).await.map(drop),
    };
    if let Err(error) = kept {
        return asking::refused(&about, error.0, &asked);
    }
    asking::back_to(&place.path, if form.comment_id.is_empty() { LIKES } else { &form.comment_id })
}

/// The button that is asked for; comments that are liked stay so.
fn asking_form(form: &LikeForm, crumb: &str, likes: bool) -> String {
    let (liked, label) = match (likes, form.comment_id.is_empty()) {
        (false, _) => ("yes", "Yes, I like it"),
        (true, true) => ("no", "I like it no longer"),
        (true, false) => return String::new(),
    };
    let fields = [
        hidden("targetId", &form.target_id),
        hidden("commentId", &form.comment_id),
        hidden("liked", liked),
        hidden("crumb", crumb),
    ];
    format!(
        "<form method=\"post\" action=\"{ACTION}\">{}<button style=\"{BUTTON}\">{label}</button></form>",
        fields.concat()
    )
}
