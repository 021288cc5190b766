//! Comments from browsers without JavaScript. Cached pages contain no CSRF token, so a submitted comment is shown on a
//! confirmation page with the token before it is saved. Replies have a form page of their own.

use axum::extract::State;
use axum::http::{StatusCode, Uri};
use axum::response::Response;
use serde::Deserialize;
use stoa_audience::comments::{MAX_TEXT, NewComment};
use stoa_audience::submissions::SubmissionSignals;
use stoa_kernel::Failure;
use stoa_kernel::discussion::CommentState;
use stoa_messages::Texts;
use stoa_render::escape_html;
use stoa_site::discussions;
use utoipa::{IntoParams, ToSchema};

use super::discussion_context::{place, visitor_identity};
use crate::api_routes::{ApiRouter, routes};
use crate::csrf;
use crate::extract::{ApiForm, ApiQuery, CallerNetwork, Visitor};
use crate::problem::ApiResult;
use crate::public::page_calls::FormLanguage;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes, reads};
use crate::state::AppState;
use crate::storefront::comments::add_comment;
use crate::storefront::confirmation_page::{self, BUTTON, ConfirmationSubject, hidden};

const ACTION: &str = "/api/comments/form";
/// Anchor of the notice that a comment awaits approval.
const AWAITING_APPROVAL_ANCHOR: &str = "comment-waiting";
const STYLE: &str = "font:inherit;display:block;width:100%;box-sizing:border-box;margin:.25rem 0 1rem;padding:.6rem .75rem;\
    border:1px solid #6b6b70;border-radius:6px;background:#fff;color:#1d1d1f";

/// The comment to reply to.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub struct AnswerQuery {
    /// The post or page.
    target_id: String,
    /// The comment to reply to; empty for a new thread.
    #[serde(default)]
    parent_id: String,
}

/// A submitted comment form.
#[derive(Debug, Clone, Default, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default)]
#[schema(as = VisitorCommentForm)]
pub struct CommentForm {
    /// The post or page.
    target_id: String,
    /// The comment it replies to; empty for none.
    parent_id: String,
    author: String,
    email: String,
    text: String,
    /// Value of the hidden honeypot field.
    website_address: String,
    /// The CSRF token; without it a confirmation page is returned.
    crumb: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(
        visitor_comments_form: reads(),
        visitor_comments_send: changes(Invalidates::ByHandler).limited(RateLimit::MARK).csrf(Csrf::InForm),
    ))
}

/// Show the reply form for browsers without JavaScript
///
/// 404 where comments are off, or the caller has no access to the post or page.
#[utoipa::path(get, path = "/api/comments/form", operation_id = "visitor_comments_form", tag = "visitor-comments",
    params(AnswerQuery), responses((status = 200, body = String, content_type = "text/html")))]
async fn visitor_comments_form(
    State(state): State<AppState>,
    visitor: Visitor,
    uri: Uri,
    ApiQuery(query): ApiQuery<AnswerQuery>,
) -> ApiResult<Response> {
    let place = place(&visitor, &query.target_id).await?;
    if !discussions::are_shown(&place.settings) {
        return Err(Failure::not_found().into());
    }
    let form = CommentForm { target_id: query.target_id, parent_id: query.parent_id, ..CommentForm::default() };
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let wording = language.wording(&visitor).await?;
    let texts = wording.texts();
    let page = ConfirmationPage {
        texts,
        form: &form,
        path: &language.address(&place.path),
        action: &language.action(ACTION),
        title: &place.title,
        crumb: visitor.crumb(),
    };
    Ok(page.answer(if place.discussion.open { "" } else { texts.text("storefront.commentsClosed") }))
}

/// Post a comment without JavaScript
///
/// Without the CSRF token (`crumb`) a confirmation page is returned. With it the comment is saved, and the response
/// redirects to the page. Errors are shown above the form.
#[utoipa::path(post, path = "/api/comments/form", operation_id = "visitor_comments_send", tag = "visitor-comments",
    request_body(content = CommentForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html", description = "Confirmation page"),
              (status = 303, description = "Saved; redirects to the page"),
              (status = 400, body = String, content_type = "text/html"),
              (status = 401, body = String, content_type = "text/html"),
              (status = 409, body = String, content_type = "text/html"),
              (status = 429, body = String, content_type = "text/html")))]
async fn visitor_comments_send(
    State(state): State<AppState>,
    visitor: Visitor,
    uri: Uri,
    caller: CallerNetwork,
    ApiForm(form): ApiForm<CommentForm>,
) -> ApiResult<Response> {
    let place = place(&visitor, &form.target_id).await?;
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let wording = language.wording(&visitor).await?;
    let texts = wording.texts();
    let page = ConfirmationPage {
        texts,
        form: &form,
        path: &language.address(&place.path),
        action: &language.action(ACTION),
        title: &place.title,
        crumb: visitor.crumb(),
    };
    if csrf::confirm(visitor.crumb(), &form.crumb).is_err() {
        return Ok(page.answer(texts.text("sitePage.commentConfirm")));
    }
    let new = NewComment {
        parent: Some(form.parent_id.clone()).filter(|parent| !parent.is_empty()),
        author: form.author.clone(),
        email: form.email.clone(),
        text: form.text.clone(),
        carried: visitor_identity(&visitor),
        circumstances: SubmissionSignals { trap: form.website_address.clone(), filled_in_ms: None },
        proof: None,
    };
    let (comment, path) = match add_comment(&state, &visitor, caller, &form.target_id, new).await {
        Ok(kept) => kept,
        Err(error) => return confirmation_page::refused(&page.about(), error.0, &page.form()),
    };
    confirmation_page::back_to(
        &language.address(&path),
        if comment.state == CommentState::Approved { comment.id.as_str() } else { AWAITING_APPROVAL_ANCHOR },
    )
}

/// The confirmation page of a comment, or the form page of a reply.
struct ConfirmationPage<'a> {
    /// Texts in the language of the site.
    texts: Texts<'a>,
    form: &'a CommentForm,
    path: &'a str,
    /// Where the form is sent to.
    action: &'a str,
    title: &'a str,
    crumb: &'a str,
}

impl ConfirmationPage<'_> {
    fn about(&self) -> ConfirmationSubject<'_> {
        let is_reply = !self.form.parent_id.is_empty();
        let heading = self.texts.text(if is_reply { "sitePage.yourReply" } else { "sitePage.yourComment" });
        ConfirmationSubject { texts: self.texts, heading, path: self.path, title: self.title }
    }

    fn answer(&self, message: &str) -> Response {
        let message = if self.crumb.is_empty() { self.texts.text("sitePage.commentNeedsCookies") } else { message };
        confirmation_page::page(StatusCode::OK, &self.about(), message, &self.form())
    }

    fn form(&self) -> String {
        let (form, action) = (self.form, self.action);
        let said = |key: &'static str| escape_html(self.texts.text(key));
        let field = |name: &str, label: &'static str, rest: &str, value: &str| {
            let (label, value) = (said(label), escape_html(value));
            format!("<label>{label}<input name=\"{name}\" value=\"{value}\" style=\"{STYLE}\" {rest}></label>")
        };
        let fields = [
            hidden("targetId", &form.target_id),
            hidden("parentId", &form.parent_id),
            hidden("websiteAddress", &form.website_address),
            hidden("crumb", self.crumb),
            field("author", "storefront.name", "maxlength=\"80\" autocomplete=\"name\"", &form.author),
            field("email", "sitePage.commentEmail", "type=\"email\" autocomplete=\"email\"", &form.email),
        ]
        .concat();
        let (label, text, send) = (said("storefront.comment"), escape_html(&form.text), said("storefront.commentSend"));
        format!(
            "<form method=\"post\" action=\"{action}\">{fields}<label>{label}\
             <textarea name=\"text\" rows=\"8\" maxlength=\"{MAX_TEXT}\" style=\"{STYLE}\">\n{text}</textarea></label>\
             <button style=\"{BUTTON}\">{send}</button></form>",
        )
    }
}
