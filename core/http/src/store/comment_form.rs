//! Comments from browsers without scripts. The pages with the form are the same for everybody and hold no crumb, so what
//! comes from them is shown once more, beside the crumb, before it is kept. Answers are written on a page of their own.

use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::comments::{CommentState, MOST_TEXT, NewComment};
use stoa_audience::submissions::Circumstances;
use stoa_kernel::Failure;
use stoa_render::escape_html;
use stoa_site::discussions;
use utoipa::{IntoParams, ToSchema};

use super::asking::{self, About, BUTTON, hidden};
use super::comments::say;
use super::talk::{carried, place};
use crate::calls::{Calls, routes};
use crate::crumb;
use crate::extract::{ApiQuery, CallerNetwork, Visitor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

const ACTION: &str = "/api/comments/form";
/// Where the page says that a comment waits.
const WAITS: &str = "comment-waiting";
const NO_CRUMB: &str = "Your browser takes no cookies from this site. Allow them to comment.";
const STYLE: &str = "font:inherit;display:block;width:100%;box-sizing:border-box;margin:.25rem 0 1rem;padding:.6rem .75rem;\
    border:1px solid #6b6b70;border-radius:6px;background:#fff;color:#1d1d1f";

/// What is answered.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AnswerQuery {
    /// The post or page.
    target_id: String,
    /// The comment that is answered; none for a comment of its own.
    #[serde(default)]
    parent_id: String,
}

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
pub fn routes() -> Calls {
    Calls::new().routes(routes!(visitor_comments_form, visitor_comments_send))
}

/// The form that answers a comment without scripts
///
/// 404 where comments are off, or the caller does not see the post or page.
#[utoipa::path(get, path = "/api/comments/form", operation_id = "visitor_comments_form", tag = "visitor-comments",
    params(AnswerQuery),
    responses((status = 200, body = String, content_type = "text/html"), (status = 400, body = Problem),
              (status = 404, body = Problem), (status = 429, body = Problem)))]
async fn visitor_comments_form(visitor: Visitor, ApiQuery(query): ApiQuery<AnswerQuery>) -> ApiResult<Response> {
    let place = place(&visitor, &query.target_id).await?;
    if !discussions::are_shown(&place.settings) {
        return Err(Failure::not_found().into());
    }
    let form = CommentForm { target_id: query.target_id, parent_id: query.parent_id, ..CommentForm::default() };
    let page = Asking { form: &form, path: &place.path, title: &place.title, crumb: visitor.crumb() };
    Ok(page.answer(if place.discussion.open { "" } else { "Comments are closed." }))
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
    caller: CallerNetwork,
    Form(form): Form<CommentForm>,
) -> ApiResult<Response> {
    let place = place(&visitor, &form.target_id).await?;
    let page = Asking { form: &form, path: &place.path, title: &place.title, crumb: visitor.crumb() };
    if crumb::confirm(visitor.crumb(), &form.crumb).is_err() {
        return Ok(page.answer("Is this what you would like to say? Send it once more."));
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
        Err(error) => return asking::refused(&page.about(), error.0, &page.form()),
    };
    asking::back_to(&path, if comment.state == CommentState::Approved { comment.id.as_str() } else { WAITS })
}

/// The page that shows a comment once more, or takes an answer.
struct Asking<'a> {
    form: &'a CommentForm,
    path: &'a str,
    title: &'a str,
    crumb: &'a str,
}

impl Asking<'_> {
    fn about(&self) -> About<'_> {
        let heading = if self.form.parent_id.is_empty() { "Your comment" } else { "Your answer" };
        About { heading, path: self.path, title: self.title }
    }

    fn answer(&self, message: &str) -> Response {
        let message = if self.crumb.is_empty() { NO_CRUMB } else { message };
        asking::page(StatusCode::OK, &self.about(), message, &self.form())
    }

    fn form(&self) -> String {
        let form = self.form;
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
        format!(
            "<form method=\"post\" action=\"{ACTION}\">{fields}<label>Comment\
             <textarea name=\"text\" rows=\"8\" maxlength=\"{MOST_TEXT}\" style=\"{STYLE}\">\n{text}</textarea></label>\
             <button style=\"{BUTTON}\">Send comment</button></form>",
        )
    }
}
