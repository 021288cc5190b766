//! Navigation menus of a site.

use axum::Json;
use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use stoa_kernel::design::NavigationName;
use stoa_kernel::error::FieldErrors;
use stoa_kernel::{Failure, Precondition};
use stoa_site::navigation::{self, ExternalLink, Layout, Navigation, NavigationChange, NavigationItem};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiForm, ApiJson, Contributor, is_form};
use crate::precondition::seen;
use crate::problem::{ApiError, ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// An external link.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ExternalLink)]
pub struct ExternalLinkDto {
    #[schema(max_length = 100)]
    title: String,
    /// Starts with `https://`, `http://`, `mailto:`, `tel:`, `/` or `#`.
    #[schema(min_length = 1, max_length = 2000)]
    url: String,
    #[serde(default)]
    new_window: bool,
}

/// An entry of a navigation menu: one link target, or a folder with a title. Folders cannot be nested.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NavigationItem)]
pub struct NavigationItemDto {
    /// The linked page, blog or store.
    #[serde(default)]
    collection_id: Option<String>,
    /// The external link.
    #[serde(default)]
    external_link: Option<ExternalLinkDto>,
    /// The linked member area.
    #[serde(default)]
    member_area_id: Option<String>,
    /// Title of a folder; for a page, a text that differs from its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(max_length = 100)]
    title: Option<String>,
    /// Entries of the folder.
    #[serde(default)]
    #[schema(no_recursion)]
    children: Vec<NavigationItemDto>,
}

/// Which navigation menu it is.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
pub enum NavigationIdentifier {
    /// In the header.
    #[serde(rename = "mainNav")]
    Main,
    /// In the footer.
    #[serde(rename = "footerNav")]
    Footer,
    /// The pages that are in no menu.
    #[serde(rename = "_hidden")]
    Hidden,
}

impl From<Option<NavigationName>> for NavigationIdentifier {
    fn from(name: Option<NavigationName>) -> Self {
        match name {
            Some(NavigationName::Main) => Self::Main,
            Some(NavigationName::Footer) => Self::Footer,
            None => Self::Hidden,
        }
    }
}

/// A navigation menu.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Navigation)]
pub struct NavigationOut {
    identifier: NavigationIdentifier,
    /// Display name.
    title: String,
    links: Vec<NavigationItemDto>,
}

/// The navigation menus of a site, the main one first.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = SiteLayout)]
pub struct NavigationMenusOut {
    layout: Vec<NavigationOut>,
    /// The theme of the site.
    template_id: String,
    /// Revision to send in `If-Match` with a change.
    revision: i64,
}

/// The navigation menus after a change.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = NavigationUpdated)]
pub struct NavigationUpdatedOut {
    success: bool,
    #[serde(flatten)]
    layout: NavigationMenusOut,
}

/// New entries of a navigation menu.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = NavigationUpdate)]
pub struct UpdateBody {
    field_name: NavigationName,
    /// The theme for which the entries were arranged.
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

/// The same request as form fields.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct UpdateForm {
    field_name: NavigationName,
    #[serde(default)]
    template_id: Option<String>,
    /// Entries as JSON text.
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

impl From<Layout> for NavigationMenusOut {
    fn from(layout: Layout) -> Self {
        let navigation = |own: Navigation| NavigationOut {
            identifier: own.name.into(),
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

/// Parses the body as JSON or as a form.
impl<S: Send + Sync> FromRequest<S> for UpdateBody {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        if !is_form(request.headers()) {
            return ApiJson::<Self>::from_request(request, state).await.map(|ApiJson(body)| body);
        }
        let ApiForm(form) = ApiForm::<UpdateForm>::from_request(request, state).await?;
        let unreadable = || {
            let message = "This must be a list of entries as JSON text.".to_owned();
            Failure::validation(FieldErrors::from([("navigation.items".to_owned(), message)]))
        };
        let items = serde_json::from_str(&form.items).map_err(|_| unreadable())?;
        Ok(Self { field_name: form.field_name, template_id: form.template_id, navigation: ItemsBody { items } })
    }
}

impl UpdateBody {
    fn into_change(self, seen: Precondition) -> NavigationChange {
        NavigationChange {
            name: self.field_name,
            template_id: self.template_id.filter(|id| !id.is_empty()),
            items: self.navigation.items.into_iter().map(NavigationItem::from).collect(),
            seen,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(navigation_layout: reads()))
        .routes(routes!(navigation_update: changes(Invalidates::Site)))
}

/// Get the navigation menus of a site
#[utoipa::path(get, path = "/api/commondata/GetSiteLayout", operation_id = "navigation_layout", tag = "navigation",
    params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["navigation:read"])),
    responses((status = 200, body = NavigationMenusOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn navigation_layout(caller: Contributor) -> ApiResult<impl IntoResponse> {
    let layout = navigation::layout(&caller.ctx, &caller.db).await?;
    let etag = format!("\"{}\"", layout.revision);
    Ok((AppendHeaders([(header::ETAG, etag)]), Json(NavigationMenusOut::from(layout))))
}

/// Update a navigation menu
///
/// Takes effect for visitors at once. The body can also be form-encoded, with the entries as JSON text in the field
/// `navigation.items`. With `If-Match`, 409 if someone has changed the site since.
#[utoipa::path(post, path = "/api/widget/UpdateNavigation", operation_id = "navigation_update", tag = "navigation",
    params(("X-Website-Id" = String, Header, description = "The site"),
           ("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = UpdateBody, security(("contributor" = ["navigation:write"])),
    responses((status = 200, body = NavigationUpdatedOut), (status = 409, body = Problem)))]
async fn navigation_update(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    body: UpdateBody,
) -> ApiResult<impl IntoResponse> {
    let seen = seen(&headers);
    let change = body.into_change(seen);
    let layout = navigation::update(&caller.ctx, &caller.db, state.invalidation.as_ref(), change).await?;
    let etag = format!("\"{}\"", layout.revision);
    Ok((AppendHeaders([(header::ETAG, etag)]), Json(NavigationUpdatedOut { success: true, layout: layout.into() })))
}
