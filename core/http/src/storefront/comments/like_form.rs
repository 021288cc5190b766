//! Likes from browsers without JavaScript: a confirmation page contains the CSRF token, as for comments.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::comments;
use stoa_kernel::Failure;
use stoa_kernel::id::CommentId;
use stoa_messages::Texts;
use stoa_render::escape_html;
use utoipa::ToSchema;

use super::discussion_context::{place, visitor_identity};
use super::likes::{set, set_comment};
use crate::api_routes::{ApiRouter, routes};
use crate::csrf;
use crate::extract::{ApiForm, Visitor};
use crate::problem::ApiResult;
use crate::public::page_calls::FormLanguage;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes};
use crate::state::AppState;
use crate::storefront::confirmation_page::{self, BUTTON, ConfirmationSubject, hidden};

const ACTION: &str = "/api/likes/form";
/// Anchor of the number of likes on pages.
const LIKES: &str = "likes";

/// A submitted like form.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = LikeForm)]
pub struct LikeForm {
    /// The post or page.
    target_id: String,
    /// A comment on it that is liked instead; empty for none.
    comment_id: String,
    /// `no` to remove the like of the post.
    liked: String,
    /// The CSRF token; without it a confirmation page is returned.
    crumb: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        likes_send: changes(Invalidates::ByHandler).limited(RateLimit::MARK).csrf(Csrf::InForm),
    ))
}

/// Like a post or comment without JavaScript
///
/// Without the CSRF token (`crumb`) a confirmation page is returned. With it the like is saved, and the response
/// redirects to the page. 404 where the site shows no like buttons.
#[utoipa::path(post, path = "/api/likes/form", operation_id = "likes_send", tag = "likes",
    request_body(content = LikeForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html", description = "Confirmation page"),
              (status = 303, description = "Saved; redirects to the page"),
              (status = 409, body = String, content_type = "text/html")))]
async fn likes_send(
    State(state): State<AppState>,
    visitor: Visitor,
    uri: Uri,
    ApiForm(form): ApiForm<LikeForm>,
) -> ApiResult<Response> {
    let place = place(&visitor, &form.target_id).await?;
    if !place.settings.simple_liking_enabled {
        return Err(Failure::not_found().into());
    }
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let wording = language.wording(&visitor).await?;
    let texts = wording.texts();
    let heading = texts.text("sitePage.likeHeading");
    let path = language.address(&place.path);
    let about = ConfirmationSubject { texts, heading, path: &path, title: &place.title };
    let subject = if form.comment_id.is_empty() { &form.target_id } else { &form.comment_id };
    let likes = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        comments::likes(&visitor.ctx, &tx, subject, &visitor_identity(&visitor)).await.map_err(Failure::from)?
    };
    let asked = confirmation_form(&form, &language.action(ACTION), visitor.crumb(), likes, texts);
    if csrf::confirm(visitor.crumb(), &form.crumb).is_err() {
        let message = match (visitor.crumb().is_empty(), likes) {
            (true, _) => texts.text("sitePage.likeNeedsCookies"),
            (false, true) => texts.text("sitePage.liked"),
            (false, false) => "",
        };
        return Ok(confirmation_page::page(StatusCode::OK, &about, message, &asked));
    }
    let kept = match form.comment_id.as_str() {
        "" => set(&state, &visitor, &form.target_id, form.liked != "no").await.map(drop),
        comment => match comment.parse::<CommentId>() {
            Ok(id) => set_comment(&state, &visitor, &id).await.map(drop),
            Err(_) => Err(Failure::not_found().into()),
        },
    };
    if let Err(error) = kept {
        return confirmation_page::refused(&about, error.0, &asked);
    }
    confirmation_page::back_to(&path, if form.comment_id.is_empty() { LIKES } else { &form.comment_id })
}

/// The form with the like button; likes of comments cannot be removed here.
fn confirmation_form(form: &LikeForm, action: &str, crumb: &str, likes: bool, texts: Texts<'_>) -> String {
    let (liked, label) = match (likes, form.comment_id.is_empty()) {
        (false, _) => ("yes", "sitePage.like"),
        (true, true) => ("no", "sitePage.unlike"),
        (true, false) => return String::new(),
    };
    let fields = [
        hidden("targetId", &form.target_id),
        hidden("commentId", &form.comment_id),
        hidden("liked", liked),
        hidden("crumb", crumb),
    ];
    let label = escape_html(texts.text(label));
    format!(
        "<form method=\"post\" action=\"{action}\">{}<button style=\"{BUTTON}\">{label}</button></form>",
        fields.concat()
    )
}
