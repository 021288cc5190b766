//! Comments from browsers without scripts. The pages with the form are the same for everybody and hold no crumb, so what
//! comes from them is shown once more, beside the crumb, before it is kept.

use axum::extract::{Form, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_audience::comments::{CommentState, MOST_TEXT, NewComment};
use stoa_audience::submissions::Circumstances;
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::escape_html;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::comments::say;
use super::talk::{carried, place};
use crate::crumb;
use crate::extract::{CallerAddress, Visitor};
use crate::problem::{ApiResult, Problem, log};
use crate::public::pages::POLICY;
use crate::state::AppState;

const ACTION: &str = "/api/comments/form";
/// Where the page says that a comment waits.
const WAITS: &str = "comment-waiting";
const NO_CRUMB: &str = "Your browser takes no cookies from this site. Allow them to comment.";
const STYLE: &str = "font:inherit;display:block;width:100%;box-sizing:border-box;margin:.25rem 0 1rem;padding:.6rem .75rem;\
    border:1px solid #6b6b70;border-radius:6px;background:#fff;color:#1d1d1f";

/// What the form of a page sends.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = VisitorCommentForm)]
pub struct CommentForm {
    /// The post or page it is about.
    target_id: String,
    /// The comment it answers; empty for none.
    parent_id: String,
    author: String,
    email: String,
    text: String,
    /// What stands in a field that people do not see.
    website_address: String,
    /// The browser's crumb; without it the comment is shown once more.
    crumb: String,
}

/// The routes of this noun.
pub fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(visitor_comments_send))
}

/// Comment by a form without scripts
///
/// Without the crumb it is shown once more, with the crumb it is kept, and the answer leads back to the page. What is not
/// right is told above the form.
#[utoipa::path(post, path = "/api/comments/form", operation_id = "visitor_comments_send", tag = "visitor-comments",
    request_body(content = CommentForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html", description = "To be confirmed"),
              (status = 303, description = "Kept"), (status = 400, body = String, content_type = "text/html"),
              (status = 401, body = String, content_type = "text/html"), (status = 404, body = Problem),
              (status = 409, body = String, content_type = "text/html"), (status = 422, body = String),
              (status = 429, body = String, content_type = "text/html")))]
async fn visitor_comments_send(
    State(state): State<AppState>,
    visitor: Visitor,
    caller: CallerAddress,
    headers: HeaderMap,
    Form(form): Form<CommentForm>,
) -> ApiResult<Response> {
    let place = place(&visitor, &form.target_id).await?;
    let page = Asking { form: &form, path: &place.path, title: &place.title, crumb: visitor.crumb() };
    if crumb::confirm(&headers, &form.crumb).is_err() {
        return Ok(page.answer(StatusCode::OK, None));
    }
    let new = NewComment {
        parent: Some(form.parent_id.clone()).filter(|parent| !parent.is_empty()),
        author: form.author.clone(),
        email: form.email.clone(),
        text: form.text.clone(),
        carried: carried(&visitor),
        circumstances: Circumstances { trap: form.website_address.clone(), filled_in_ms: None },
        proof: None,
    };
    let (comment, path) = match say(&state, &visitor, caller, (&form.target_id, new)).await {
        Ok(kept) => kept,
        Err(error) if error.0.code == ErrorCode::NotFound => return Err(error),
        Err(error) => {
            log(&error.0);
            let status = StatusCode::from_u16(error.0.code.status()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
            return Ok(page.answer(status, Some(&error.0)));
        }
    };
    let anchor = if comment.state == CommentState::Approved { comment.id.to_string() } else { WAITS.to_owned() };
    let target =
        HeaderValue::from_str(&format!("{path}#{anchor}")).map_err(|_| Failure::plain(ErrorCode::BadRequest))?;
    Ok((StatusCode::SEE_OTHER, [(header::LOCATION, target)]).into_response())
}

/// The page that shows a comment once more.
struct Asking<'a> {
    form: &'a CommentForm,
    path: &'a str,
    title: &'a str,
    crumb: &'a str,
}

impl Asking<'_> {
    fn answer(&self, status: StatusCode, failure: Option<&Failure>) -> Response {
        let headers = [
            (header::CONTENT_TYPE, "text/html; charset=utf-8"),
            (header::CACHE_CONTROL, "no-store"),
            (header::CONTENT_SECURITY_POLICY, POLICY),
        ];
        (status, headers, self.html(failure)).into_response()
    }

    fn html(&self, failure: Option<&Failure>) -> String {
        let problem = match (self.crumb.is_empty(), failure) {
            (true, _) => NO_CRUMB.to_owned(),
            (false, None) => "Is this what you would like to say? Send it once more.".to_owned(),
            (false, Some(failure)) => said(failure),
        };
        let form = self.form;
        let hidden = |name: &str, value: &str| {
            format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape_html(value))
        };
        let field = |name: &str, label: &str, rest: &str, value: &str| {
            let value = escape_html(value);
            format!("<label>{label}<input name=\"{name}\" value=\"{value}\" style=\"{STYLE}\" {rest}></label>")
        };
        let fields = [
            hidden("targetId", &form.target_id),
            hidden("parentId", &form.parent_id),
            hidden("websiteAddress", &form.website_address),
            hidden("crumb", self.crumb),
            field("author", "Name", "maxlength=\"80\" autocomplete=\"name\"", &form.author),
            field("email", "Email (optional, not shown)", "type=\"email\" autocomplete=\"email\"", &form.email),
        ]
        .concat();
        let text = escape_html(&form.text);
        let (title, path) = (escape_html(self.title), escape_html(self.path));
        format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Your comment</title>\
             <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
             </head><body style=\"font:1.0625rem/1.5 system-ui,sans-serif;margin:8vh auto;max-width:34rem;padding:0 1rem;\
             color:#1d1d1f;background:#fff\"><main><h1>Your comment</h1><p>On <a href=\"{path}\">{title}</a></p>\
             <p role=\"status\">{}</p><form method=\"post\" action=\"{ACTION}\">{fields}<label>Comment\
             <textarea name=\"text\" rows=\"8\" maxlength=\"{MOST_TEXT}\" style=\"{STYLE}\">\n{text}</textarea></label>\
             <button style=\"font:inherit;padding:.7rem 1.4rem;border:0;border-radius:6px;background:#1d1d1f;color:#fff\">\
             Send comment</button></form></main></body></html>",
            escape_html(&problem),
        )
    }
}

/// What is not right, in one sentence after the other.
fn said(failure: &Failure) -> String {
    if failure.fields.is_empty() {
        return failure.detail.clone();
    }
    failure.fields.values().cloned().collect::<Vec<_>>().join(" ")
}
