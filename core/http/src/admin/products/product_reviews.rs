//! Moderation of product reviews.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_commerce::product_reviews::{self, Review, ReviewFilter};
use stoa_kernel::catalogue::ReviewState;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::ProductReviewId;
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, path_id};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A product review.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ProductReview)]
pub struct ReviewOut {
    id: String,
    product_id: String,
    /// Name of the product at the time of purchase.
    product_name: String,
    order_id: String,
    /// Rating, one to five stars.
    rating: i32,
    /// Display name of the author.
    author: String,
    /// Plain text; may be empty.
    text: String,
    state: ReviewState,
    /// Reply of the shop; empty for none.
    reply: String,
    /// UTC milliseconds.
    replied_on: Option<i64>,
    /// UTC milliseconds.
    created_on: i64,
    /// When it was published or rejected, UTC milliseconds.
    decided_on: Option<i64>,
}

/// Number of reviews by state.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductReviewCounts)]
pub struct ReviewCountsOut {
    awaiting: u64,
    published: u64,
    rejected: u64,
}

/// Reviews, newest first.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ProductReviews)]
pub struct ReviewsOut {
    reviews: Vec<ReviewOut>,
    counts: ReviewCountsOut,
    #[serde(flatten)]
    listing: Listing,
}

/// The changed reviews.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ChangedProductReviews)]
pub struct ChangedReviewsOut {
    reviews: Vec<ReviewOut>,
}

/// Query parameters of the review list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(rename_all = "camelCase")]
pub struct ReviewListQuery {
    /// Filter by state; all by default.
    #[param(inline)]
    state: Option<ReviewState>,
    /// Filter by product; all by default.
    product_id: Option<String>,
    /// Search text: product name, review or author name.
    #[serde(default)]
    q: String,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// New state of several reviews.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ProductReviewsChange)]
pub struct ReviewStatesBody {
    /// At most 200.
    ids: Vec<String>,
    state: ReviewState,
}

/// A reply on behalf of the shop.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = ProductReviewReply)]
pub struct ReviewReplyBody {
    /// Plain text, at most 2000 characters; empty to remove the reply.
    #[schema(max_length = 2000)]
    text: String,
}

/// Path parameters of a review.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReviewPath {
    #[serde(deserialize_with = "path_id")]
    review_id: ProductReviewId,
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(product_reviews_list: reads()))
        .routes(routes!(product_reviews_change_states: changes(Invalidates::ByHandler)))
        .routes(routes!(product_reviews_reply: changes(Invalidates::ByHandler)))
}

/// List product reviews
///
/// The response includes the number of reviews by state.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/product-reviews", operation_id = "product_reviews_list",
    tag = "product-reviews", params(ReviewListQuery), security(("contributor" = ["products:read"])),
    responses((status = 200, body = ReviewsOut)))]
async fn product_reviews_list(
    caller: Contributor,
    ApiQuery(query): ApiQuery<ReviewListQuery>,
) -> ApiResult<Json<ReviewsOut>> {
    let state = query.state;
    let filter = ReviewFilter { state, product_id: query.product_id, search: query.q };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = product_reviews::list(&caller.ctx, &caller.db, &filter, &request).await?;
    let counts = product_reviews::counts(&caller.ctx, &caller.db).await?;
    let counts = ReviewCountsOut { awaiting: counts.awaiting, published: counts.published, rejected: counts.rejected };
    let reviews = page.items.into_iter().map(ReviewOut::from).collect();
    Ok(Json(ReviewsOut { reviews, counts, listing: page.next_cursor.into() }))
}

/// Publish or reject reviews
///
/// All or nothing: if one of them does not exist, none is changed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/product-reviews/states",
    operation_id = "product_reviews_change_states", tag = "product-reviews", request_body = ReviewStatesBody,
    security(("contributor" = ["products:publish"])), responses((status = 200, body = ChangedReviewsOut)))]
async fn product_reviews_change_states(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<ReviewStatesBody>,
) -> ApiResult<Json<ChangedReviewsOut>> {
    let changed = product_reviews::change_states(&caller.ctx, &caller.db, &body.ids, body.state).await?;
    invalidate_pages(&state, &caller, &changed).await;
    Ok(Json(ChangedReviewsOut { reviews: changed.into_iter().map(ReviewOut::from).collect() }))
}

/// Reply to a review on behalf of the shop
///
/// The reply is shown with the review; an empty one is removed.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/product-reviews/{reviewId}/reply",
    operation_id = "product_reviews_reply", tag = "product-reviews", request_body = ReviewReplyBody,
    security(("contributor" = ["products:publish"])), responses((status = 200, body = ReviewOut)))]
async fn product_reviews_reply(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ReviewPath>,
    ApiJson(body): ApiJson<ReviewReplyBody>,
) -> ApiResult<Json<ReviewOut>> {
    let answered = product_reviews::reply(&caller.ctx, &caller.db, &path.review_id, &body.text).await?;
    invalidate_pages(&state, &caller, std::slice::from_ref(&answered)).await;
    Ok(Json(answered.into()))
}

/// Invalidates the cached pages of these products.
async fn invalidate_pages(state: &AppState, caller: &Contributor, changed: &[Review]) {
    let mut tags: Vec<String> = changed.iter().map(|review| product_reviews::tag(review.product_id.as_str())).collect();
    tags.sort_unstable();
    tags.dedup();
    state.invalidation.invalidate_tags(caller.ctx.website(), &tags).await;
}

impl From<Review> for ReviewOut {
    fn from(review: Review) -> Self {
        Self {
            id: review.id.into(),
            product_id: review.product_id.into(),
            product_name: review.product_name,
            order_id: review.order_id.into(),
            rating: review.rating,
            author: review.author,
            text: review.text,
            state: review.state,
            reply: review.reply,
            replied_on: review.replied_on.map(Timestamp::ms),
            created_on: review.created_on.ms(),
            decided_on: review.decided_on.map(Timestamp::ms),
        }
    }
}
