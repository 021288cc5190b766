//! Those who want news, list by list.

use axum::Json;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures::stream;
use serde::{Deserialize, Serialize};
use stoa_commerce::subscribers::{self, Origin, Subscriber, SubscriberFilter, SubscriberState};
use stoa_kernel::page::PageRequest;
use utoipa::{IntoParams, ToSchema};

use super::mailing_lists::ListPath;
use super::order_papers::DownloadLink;
use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, ApiPath, ApiQuery, Contributor, Listing, signed_address};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// How far somebody has come.
#[derive(Debug, Clone, Copy, Default, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubscriberState)]
pub enum StateDto {
    /// On the list.
    #[default]
    Subscribed,
    /// Has not opened the link of the letter yet.
    Pending,
}

/// Where somebody agreed to news.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = SubscriberOrigin)]
pub enum OriginDto {
    /// In a form of the site.
    Form,
    /// While signing up for word of a product's return.
    Restock,
    /// Elsewhere in the store.
    Store,
}

/// Which people of a list.
#[derive(Debug, Default, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct SubscribersQuery {
    /// How far they have come; `subscribed` unless told.
    #[serde(default)]
    #[param(inline)]
    state: StateDto,
    /// Looked for in the e-mail address.
    #[serde(default)]
    query: String,
    /// Where the page before ended.
    cursor: Option<String>,
    /// Rows wanted, at most 200; 50 unless told.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<u64>,
}

/// Somebody who wants news.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscriber)]
pub struct SubscriberOut {
    email: String,
    state: StateDto,
    /// When they agreed, or asked, UTC milliseconds.
    since: i64,
    origin: OriginDto,
    /// BCP 47 tag of the language they read; none when they never said.
    language: Option<String>,
}

/// A page of people.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Subscribers)]
pub struct SubscribersOut {
    subscribers: Vec<SubscriberOut>,
    #[serde(flatten)]
    listing: Listing,
}

/// Whose address leaves the list.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = SubscriberRemoval)]
pub struct RemovalBody {
    email: String,
}

impl From<StateDto> for SubscriberState {
    fn from(state: StateDto) -> Self {
        match state {
            StateDto::Subscribed => SubscriberState::Subscribed,
            StateDto::Pending => SubscriberState::Pending,
        }
    }
}

impl From<Subscriber> for SubscriberOut {
    fn from(person: Subscriber) -> Self {
        let Subscriber { email, state, since, origin, language } = person;
        let state = match state {
            SubscriberState::Subscribed => StateDto::Subscribed,
            SubscriberState::Pending => StateDto::Pending,
        };
        let origin = match origin {
            Origin::Form => OriginDto::Form,
            Origin::Restock => OriginDto::Restock,
            Origin::Shop => OriginDto::Store,
        };
        Self { email, state, since, origin, language }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new()
        .routes(routes!(subscribers_list, subscribers_remove))
        .routes(routes!(subscribers_export))
        .routes(routes!(subscribers_export_link))
}

/// List the people of a mailing list
///
/// Those on it the latest first; those who have not opened the link of their letter by their address.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers",
    operation_id = "subscribers_list", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list"),
           SubscribersQuery),
    security(("contributor" = ["campaigns:read"])),
    responses((status = 200, body = SubscribersOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
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

/// Take somebody off a mailing list
///
/// Whether they have opened the link of their letter or not.
#[utoipa::path(delete, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers",
    operation_id = "subscribers_remove", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    request_body = RemovalBody,
    security(("contributor" = ["campaigns:delete"])),
    responses((status = 204), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn subscribers_remove(
    caller: Contributor,
    ApiPath(path): ApiPath<ListPath>,
    ApiJson(body): ApiJson<RemovalBody>,
) -> ApiResult<StatusCode> {
    subscribers::remove(&caller.ctx, &caller.db, &path.list_id, &body.email).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The people of a mailing list as CSV
///
/// Those on it, the latest first, sent while they are read.
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/subscribers.csv",
    operation_id = "subscribers_export", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    security(("contributor" = ["campaigns:write"])),
    responses((status = 200, body = String, content_type = "text/csv"), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn subscribers_export(caller: Contributor, ApiPath(path): ApiPath<ListPath>) -> ApiResult<Response> {
    let export = subscribers::export(&caller.ctx, &caller.db, &path.list_id).await?;
    let parts = stream::try_unfold(export, async |mut export| {
        let part = export.part().await?;
        Ok::<_, stoa_commerce::CommerceError>(part.map(|part| (part, export)))
    });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"subscribers.csv\"")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    Ok((headers, Body::from_stream(parts)).into_response())
}

/// A link to the people of a mailing list as CSV
///
/// Opens without signing in for a minute, so that a browser can save the file while it is sent.
#[utoipa::path(post, path = "/api/v1/websites/{websiteId}/mailing-lists/{listId}/export-link",
    operation_id = "subscribers_export_link", tag = "mailing-lists",
    params(("websiteId" = String, Path, description = "The site"), ("listId" = String, Path, description = "The list")),
    security(("contributor" = ["campaigns:write"])),
    responses((status = 200, body = DownloadLink), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
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
