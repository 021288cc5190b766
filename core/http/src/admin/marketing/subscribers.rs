//! Newsletter subscribers by mailing list.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_audience::subscribers::{self, Origin, Subscriber, SubscriberFilter, SubscriberState};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::mailing_lists::ListPath;
use crate::admin::orders::printables::DownloadLink;
use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, signed_address};
use crate::problem::ApiResult;
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// State of a subscription.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubscriberState)]
pub enum SubscriptionStateDto {
    /// Subscribed.
    #[default]
    Subscribed,
    /// Waiting for confirmation by e-mail.
    Pending,
}

/// Where the subscriber agreed to the newsletter.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubscriberOrigin)]
pub enum SubscriptionOriginDto {
    /// In a form of the site.
    Form,
    /// With a restock sign-up.
    Restock,
    /// Elsewhere in the store.
    Store,
}

/// Query parameters of the subscriber list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscribersQuery {
    /// Filter by state; `subscribed` by default.
    #[serde(default)]
    #[param(inline)]
    state: SubscriptionStateDto,
    /// Search text: e-mail address.
    #[serde(default)]
    query: String,
    /// `nextPageCursor` of the previous page.
    cursor: Option<String>,
    /// Page size, at most 200; 50 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// A subscriber.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscriber)]
pub struct SubscriberOut {
    email: String,
    state: SubscriptionStateDto,
    /// When they subscribed, or requested the subscription, UTC milliseconds.
    since: i64,
    origin: SubscriptionOriginDto,
    /// BCP 47 tag of their language; null if unknown.
    language: Option<String>,
}

/// A page of subscribers.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscribers)]
pub struct SubscribersOut {
    subscribers: Vec<SubscriberOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Address to remove from the list.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubscriberRemoval)]
pub struct SubscriberRemovalBody {
    email: String,
}

impl From<SubscriptionStateDto> for SubscriberState {
    fn from(state: SubscriptionStateDto) -> Self {
        match state {
            SubscriptionStateDto::Subscribed => SubscriberState::Subscribed,
            SubscriptionStateDto::Pending => SubscriberState::Pending,
        }
    }
}

impl From<Subscriber> for SubscriberOut {
    fn from(person: Subscriber) -> Self {
        let Subscriber { email, state, since, origin, language } = person;
        let state = match state {
            SubscriberState::Subscribed => SubscriptionStateDto::Subscribed,
            SubscriberState::Pending => SubscriptionStateDto::Pending,
        };
        let origin = match origin {
            Origin::Form => SubscriptionOriginDto::Form,
            Origin::Restock => SubscriptionOriginDto::Restock,
            Origin::Shop => SubscriptionOriginDto::Store,
        };
        Self { email, state, since: since.ms(), origin, language }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(subscribers_list: reads(), subscribers_remove: changes(Invalidates::ByHandler)))
        .routes(routes!(subscribers_export: reads()))
        .routes(routes!(subscribers_export_link: changes(Invalidates::Nothing)))
}

/// List the subscribers of a mailing list
///
/// Confirmed subscribers newest first; unconfirmed ones sorted by address.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers",
    operation_id = "subscribers_list", tag = "mailing-lists", params(SubscribersQuery),
    security(("contributor" = ["campaigns:read"])), responses((status = 200, body = SubscribersOut)))]
async fn subscribers_list(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
    ApiQuery(query): ApiQuery<SubscribersQuery>,
) -> ApiResult<Json<SubscribersOut>> {
    let filter = SubscriberFilter { state: query.state.into(), search: query.query };
    let request = PageRequest::new(query.cursor, query.limit);
    let page = subscribers::subscribers(&caller.ctx, &caller.db, &path.list_id, &filter, &request).await?;
    let listing = Listing::from(page.next_cursor);
    Ok(Json(SubscribersOut { subscribers: page.items.into_iter().map(SubscriberOut::from).collect(), listing }))
}

/// Remove a subscriber from a mailing list
///
/// Confirmed or not.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers",
    operation_id = "subscribers_remove", tag = "mailing-lists", request_body = SubscriberRemovalBody,
    security(("contributor" = ["campaigns:delete"])), responses((status = 204)))]
async fn subscribers_remove(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
    ApiJson(body): ApiJson<SubscriberRemovalBody>,
) -> ApiResult<StatusCode> {
    subscribers::remove(&caller.ctx, &caller.db, &path.list_id, &body.email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Export the subscribers of a mailing list as CSV
///
/// Confirmed subscribers, newest first, streamed.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers.csv",
    operation_id = "subscribers_export", tag = "mailing-lists", security(("contributor" = ["campaigns:write"])),
    responses((status = 200, body = String, content_type = "text/csv")))]
async fn subscribers_export(caller: Contributor, ApiPath(path): ApiPath<ListPath>) -> ApiResult<Response> {
    let export = subscribers::export(&caller.ctx, &caller.db, &path.list_id).await?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_audience::AudienceError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"subscribers.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// Create a link to the subscribers CSV
///
/// The link works without signing in for one minute, so that a browser can save the file while it is streamed.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/export-link",
    operation_id = "subscribers_export_link", tag = "mailing-lists", security(("contributor" = ["campaigns:write"])),
    responses((status = 200, body = DownloadLink)))]
async fn subscribers_export_link(
    State(state): State<AppState>,
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
) -> ApiResult<Json<DownloadLink>> {
    subscribers::may_export(&caller.ctx, &caller.db, &path.list_id).await?;
    let website = caller.ctx.website();
    let address = format!("/api/v1/websites/{website}/mailing-lists/{}/subscribers.csv", path.list_id);
    Ok(Json(DownloadLink::new(signed_address(&state, &caller.account, &address)?)))
}
