//! The navigations of a site.

use axum::Json;
use axum::extract::{Form, FromRequest as _, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{ErrorCode, Failure, Precondition};
use stoa_site::navigation::{self, ExternalLink, Layout, Navigation, NavigationChange, NavigationItem, NavigationName};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiError, ApiResult, Problem};
use crate::state::AppState;

/// A link to somewhere else.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExternalLink)]
pub struct ExternalLinkDto {
    title: String,
    /// Starts with `https://`, `http://`, `mailto:`, `tel:`, `/` or `#`.
    url: String,
    #[serde(default)]
    new_window: bool,
}

/// An entry of a navigation. It leads to one thing, or is a folder with a title; folders hold no folders.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NavigationItem)]
pub struct NavigationItemDto {
    /// The page, blog or store it leads to.
    #[serde(default)]
    collection_id: Option<String>,
    /// The link to somewhere else.
    #[serde(default)]
    external_link: Option<ExternalLinkDto>,
    /// The member area it leads to.
    #[serde(default)]
    member_area_id: Option<String>,
    /// Text of a folder, or of a page when it is not the page's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    title: Option<String>,
    /// What is in the folder.
    #[serde(default)]
    #[schema(no_recursion)]
    children: Vec<NavigationItemDto>,
}

/// A navigation.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Navigation)]
pub struct NavigationOut {
    /// `mainNav`, `footerNav`, or `_hidden` for the pages to which none leads.
    identifier: String,
    /// Its name for people.
    title: String,
    links: Vec<NavigationItemDto>,
}

/// The navigations of a site, the main one first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteLayout)]
pub struct LayoutOut {
    layout: Vec<NavigationOut>,
    /// The theme that shows them.
    template_id: String,
    /// To be named in `If-Match` with a change.
    revision: i64,
}

/// The navigations after a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NavigationUpdated)]
pub struct UpdatedOut {
    success: bool,
    #[serde(flatten)]
    layout: LayoutOut,
}

/// Other entries for a navigation.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NavigationUpdate)]
pub struct UpdateBody {
    /// `mainNav` or `footerNav`.
    field_name: String,
    /// The theme for which it was arranged.
    #[serde(default)]
    template_id: Option<String>,
    navigation: ItemsBody,
}

/// The entries.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = NavigationItems)]
pub struct ItemsBody {
    items: Vec<NavigationItemDto>,
}

/// The same as form fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UpdateForm {
    field_name: String,
    #[serde(default)]
    template_id: Option<String>,
    /// JSON text.
    #[serde(rename = "navigation.items")]
    items: String,
}

impl From<NavigationItem> for NavigationItemDto {
    fn from(item: NavigationItem) -> Self {
        let link =
            |link: ExternalLink| ExternalLinkDto { title: link.title, url: link.url, new_window: link.new_window };
        Self {
            collection_id: item.collection_id,
            external_link: item.external_link.map(link),
            member_area_id: item.member_area_id,
            title: item.title,
            children: item.children.into_iter().map(Self::from).collect(),
        }
    }
}

impl From<NavigationItemDto> for NavigationItem {
    fn from(dto: NavigationItemDto) -> Self {
        let link =
            |link: ExternalLinkDto| ExternalLink { title: link.title, url: link.url, new_window: link.new_window };
        Self {
            collection_id: dto.collection_id,
            external_link: dto.external_link.map(link),
            member_area_id: dto.member_area_id,
            title: dto.title,
            children: dto.children.into_iter().map(Self::from).collect(),
        }
    }
}

impl From<Layout> for LayoutOut {
    fn from(layout: Layout) -> Self {
        let navigation = |own: Navigation| NavigationOut {
            identifier: own.identifier.to_owned(),
            title: own.title.to_owned(),
            links: own.links.into_iter().map(NavigationItemDto::from).collect(),
        };
        Self {
            layout: layout.navigations.into_iter().map(navigation).collect(),
            template_id: layout.template_id,
            revision: layout.revision,
        }
    }
}

impl UpdateBody {
    /// Reads the body in either of the two forms in which it is taken.
    async fn read(request: Request) -> Result<Self, ApiError> {
        let kind = request.headers().get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok());
        if !kind.is_some_and(|kind| kind.starts_with("application/x-www-form-urlencoded")) {
            return ApiJson::from_request(request, &()).await.map(|ApiJson(body)| body);
        }
        let unreadable = |message: String| ApiError(Failure::new(ErrorCode::BadRequest, message));
        let Form(form) =
            Form::<UpdateForm>::from_request(request, &()).await.map_err(|error| unreadable(error.body_text()))?;
        let items = serde_json::from_str(&form.items)
            .map_err(|error| unreadable(format!("navigation.items is no list of entries: {error}")))?;
        Ok(Self { field_name: form.field_name, template_id: form.template_id, navigation: ItemsBody { items } })
    }

    fn into_change(self, seen: Precondition) -> Result<NavigationChange, Failure> {
        let named = NavigationName::ALL.into_iter().find(|name| name.identifier() == self.field_name);
        let unknown = || {
            let message = "Name mainNav or footerNav.".to_owned();
            Failure::validation(FieldErrors::from([("fieldName".to_owned(), message)]))
        };
        Ok(NavigationChange {
            name: named.ok_or_else(unknown)?,
            template_id: self.template_id.filter(|id| !id.is_empty()),
            items: self.navigation.items.into_iter().map(NavigationItem::from).collect(),
            seen,
        })
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(navigation_layout)).routes(routes!(navigation_update))
}

/// The navigations of a site
#[utoipa::path(get, path = "/api/commondata/GetSiteLayout", operation_id = "navigation_layout", tag = "navigation",
    params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["navigation:read"])),
    responses((status = 200, body = LayoutOut, headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn navigation_layout(caller: Contributor) -> ApiResult<impl IntoResponse> {
    let layout = navigation::layout(&caller.ctx, &caller.db).await?;
    let etag = format!("\"{}\"", layout.revision);
    Ok((AppendHeaders([(header::ETAG, etag)]), Json(LayoutOut::from(layout))))
}

/// Put other entries into a navigation
///
/// Visitors see them at once. The body can also be form-encoded, with the entries as JSON text in the field
/// `navigation.items`. With `If-Match`, 409 when somebody has changed the site since.
#[utoipa::path(post, path = "/api/widget/UpdateNavigation", operation_id = "navigation_update", tag = "navigation",
    params(("X-Website-Id" = String, Header, description = "The site"),
           ("If-Match" = Option<String>, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any")),
    request_body = UpdateBody,
    security(("contributor" = ["navigation:write"])),
    responses((status = 200, body = UpdatedOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 409, body = Problem)))]
async fn navigation_update(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    request: Request,
) -> ApiResult<impl IntoResponse> {
    let seen = seen(&headers);
    let change = UpdateBody::read(request).await?.into_change(seen)?;
    let layout = navigation::update(&caller.ctx, &caller.db, state.invalidation.as_ref(), change).await?;
    let etag = format!("\"{}\"", layout.revision);
    Ok((AppendHeaders([(header::ETAG, etag)]), Json(UpdatedOut { success: true, layout: layout.into() })))
}
