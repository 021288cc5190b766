//! The page on which buyers review purchased products. It works without JavaScript, and needs only the token of its
//! link.

use std::collections::BTreeMap;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::product_reviews::{self, NewReview, SubmittedReviews};
use stoa_kernel::{ErrorCode, Failure};
use stoa_render::{InvalidFormInput, PageCall};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiForm, ApiPath, Visitor};
use crate::problem::ApiResult;
use crate::public::page_calls::{FormLanguage, page_call};
use crate::public::pages::{page, page_response};
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, changes, reads};
use crate::state::AppState;

/// The token of a link.
#[derive(Debug, Deserialize)]
struct TokenPath {
    token: String,
}

/// The routes of this module.
pub fn routes() -> ApiRouter {
    // The token of the link authenticates the request.
    let sends = changes(Invalidates::ByHandler).limited(RateLimit::REVIEWS).csrf(Csrf::Exempt);
    ApiRouter::new().routes(routes!(
        product_reviews_page: reads().limited(RateLimit::REVIEWS).without_site_password(),
        product_reviews_send: sends.without_site_password(),
    ))
}

/// Show the review page of an order
#[utoipa::path(get, path = "/commerce/reviews/{token}", operation_id = "product_reviews_page",
    tag = "product-reviews",
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 401, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn product_reviews_page(State(state): State<AppState>, request: Request) -> Response {
    page(State(state), request).await
}

/// Submit reviews for an order
///
/// For each line `rating-<line>` with 1 to 5 and `text-<line>`, and `author` for all of them. Each line is reviewed
/// once; existing reviews are not changed. Errors are shown beside the fields.
#[utoipa::path(post, path = "/commerce/reviews/{token}", operation_id = "product_reviews_send",
    tag = "product-reviews", request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses((status = 303, description = "Saved; redirects to the page"),
              (status = 400, body = String, content_type = "text/html"),
              (status = 401, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn product_reviews_send(
    State(state): State<AppState>,
    visitor: Visitor,
    uri: Uri,
    ApiPath(path): ApiPath<TokenPath>,
    ApiForm(fields): ApiForm<Vec<(String, String)>>,
) -> ApiResult<Response> {
    let values: BTreeMap<String, String> = fields.into_iter().collect();
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let place = language.address(&format!("/commerce/reviews/{}", path.token));
    let submitted = submitted(&values, language.tag());
    let (status, form) = match product_reviews::submit(&visitor.ctx, &visitor.db, &path.token, submitted).await {
        Ok(count) => return back(&place, count),
        Err(CommerceError::Invalid(problems)) => (StatusCode::BAD_REQUEST, Some(InvalidFormInput { values, problems })),
        // The page shows this itself.
        Err(CommerceError::NotFound) => (StatusCode::NOT_FOUND, None),
        Err(other) => return Err(other.into()),
    };
    let call = PageCall { form, ..page_call(&state, &visitor, &place).await? };
    let answer = state.renderer.page(&visitor.ctx, &visitor.db, &call).await?;
    let mut response = page_response(answer, &HeaderMap::new());
    if response.status() == StatusCode::OK {
        *response.status_mut() = status;
    }
    Ok(response)
}

fn back(place: &str, count: usize) -> ApiResult<Response> {
    let said = if count > 0 { "thanks" } else { "known" };
    let target = HeaderValue::from_str(&format!("{place}?said={said}"));
    let target = target.map_err(|_| Failure::plain(ErrorCode::BadRequest))?;
    let headers = [
        (header::LOCATION, target),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::REFERRER_POLICY, HeaderValue::from_static("no-referrer")),
    ];
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

fn submitted(values: &BTreeMap<String, String>, language: Option<String>) -> SubmittedReviews {
    let mut reviews: BTreeMap<&str, NewReview> = BTreeMap::new();
    for (name, value) in values {
        let Some((part, line)) = name.split_once('-') else { continue };
        let review = || NewReview { order_item_id: line.to_owned(), ..NewReview::default() };
        match part {
            "rating" => reviews.entry(line).or_insert_with(review).rating.clone_from(value),
            "text" => reviews.entry(line).or_insert_with(review).text.clone_from(value),
            _ => {}
        }
    }
    let author = values.get("author").cloned().unwrap_or_default();
    SubmittedReviews { author, reviews: reviews.into_values().collect(), language }
}
