//! The wishlist of a visitor: its page, the form with which it works without scripts, and its API.

use axum::Json;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use stoa_commerce::wishlists::{self, AddedToWishlist, GUEST_KEPT_MS, Wishlist};
use stoa_kernel::id::{ProductId, SiteUserId};
use stoa_kernel::{Actor, Failure};
use stoa_messages::Texts;
use stoa_render::escape_html;
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::csrf;
use crate::extract::{ApiForm, ApiJson, ApiPath, Visitor, path_id};
use crate::named_cookie::NamedCookie;
use crate::problem::{ApiResult, Problem};
use crate::public::page_calls::{FormLanguage, in_chosen_language};
use crate::public::pages::page;
use crate::rate_limit::RateLimit;
use crate::route_policy::{Csrf, Invalidates, RoutePolicy, changes, reads};
use crate::state::AppState;
use crate::storefront::confirmation_page::{self, BUTTON, ConfirmationSubject, hidden};

const PATH: &str = "/wishlist";

/// A wishlist.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Wishlist)]
pub struct WishlistOut {
    /// The products, the latest first; hidden ones are left out.
    item_ids: Vec<String>,
    /// Whether the customer gets an email when a product goes on sale.
    wants_emails: bool,
    /// Whether the visitor can choose that: customers with a confirmed email address.
    can_get_emails: bool,
}

/// The choice of emails about sales.
#[derive(Debug, Deserialize, ToSchema)]
pub struct WishlistEmailsBody {
    /// Whether to send them.
    wanted: bool,
}

/// What a form does with a wishlist.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum WishlistAction {
    /// Adds the product.
    Add,
    /// Removes the product.
    Remove,
    /// Asks for emails about sales.
    EmailsOn,
    /// Ends emails about sales.
    EmailsOff,
}

impl WishlistAction {
    /// The name in forms, and the message that is the label of the button that confirms it.
    fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Add => ("add", "storefront.addToWishlist"),
            Self::Remove => ("remove", "sitePage.removeFromWishlist"),
            Self::EmailsOn => ("emails-on", "storefront.wishlistEmailMe"),
            Self::EmailsOff => ("emails-off", "storefront.wishlistStopEmails"),
        }
    }
}

/// A submitted form of a wishlist.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct WishlistForm {
    action: WishlistAction,
    /// The product; empty for the choice of emails.
    item_id: String,
    /// The CSRF token; without it a confirmation page is returned.
    #[serde(default)]
    crumb: String,
}

/// Path parameters of a product on a wishlist.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct WishlistPath {
    #[serde(deserialize_with = "path_id")]
    item_id: ProductId,
}

/// Of operations that change a wishlist.
const CHANGES_WISHLIST: RoutePolicy = changes(Invalidates::ByHandler).limited(RateLimit::MARK);

/// The routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(
            wishlist_page: reads().without_site_password(),
            wishlist_send: CHANGES_WISHLIST.csrf(Csrf::InForm),
        ))
        .routes(routes!(wishlist_get: reads()))
        .routes(routes!(wishlist_add: CHANGES_WISHLIST, wishlist_remove: CHANGES_WISHLIST))
        .routes(routes!(wishlist_set_emails: CHANGES_WISHLIST))
}

impl From<Wishlist> for WishlistOut {
    fn from(list: Wishlist) -> Self {
        Self {
            item_ids: list.items.into_iter().map(|item| item.id.into()).collect(),
            wants_emails: list.wants_emails,
            can_get_emails: list.can_get_emails,
        }
    }
}

/// Token of the guest's list of a browser.
fn token(visitor: &Visitor) -> Option<&str> {
    NamedCookie::WISHLIST.read(&visitor.cookies, visitor.is_secure)
}

/// The cookie with the token of a guest's list.
fn cookie(visitor: &Visitor, token: &str) -> Result<(HeaderName, HeaderValue), Failure> {
    let set = NamedCookie::WISHLIST.set(token, Some(GUEST_KEPT_MS / 1_000), visitor.is_secure)?;
    Ok((header::SET_COOKIE, set))
}

/// The list of the browser becomes part of the account's that signs in. Returns the cookie that ends it.
pub(in crate::storefront) async fn merge_at_sign_in(
    visitor: &Visitor,
    account: &SiteUserId,
) -> ApiResult<Option<(HeaderName, HeaderValue)>> {
    let Some(token) = token(visitor) else { return Ok(None) };
    wishlists::merge_at_sign_in(&visitor.db, account, token).await?;
    Ok(Some((header::SET_COOKIE, NamedCookie::WISHLIST.clear(visitor.is_secure)?)))
}

/// An answer that is not cached, with cookies.
fn private(cookies: Vec<(HeaderName, HeaderValue)>, list: Wishlist) -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], AppendHeaders(cookies), Json(WishlistOut::from(list)))
}

/// Adds a product that the visitor may open, with the cookie of a guest's new list.
async fn add(visitor: &Visitor, item_id: &ProductId) -> ApiResult<(Vec<(HeaderName, HeaderValue)>, Wishlist)> {
    visitor.check_can_add(item_id.as_str()).await?;
    let AddedToWishlist { list, new_token } =
        wishlists::add(&visitor.ctx, &visitor.db, token(visitor), item_id).await?;
    // The cookie of a guest lasts as long as what was added last.
    let held = token(visitor).filter(|_| !matches!(visitor.ctx.actor(), Actor::SiteUser(_)));
    let cookies = new_token.as_deref().or(held).map(|token| cookie(visitor, token)).transpose()?;
    Ok((cookies.into_iter().collect(), list))
}

/// Makes the change of the form; returns the cookies to set.
async fn change(visitor: &Visitor, form: &WishlistForm) -> ApiResult<Vec<(HeaderName, HeaderValue)>> {
    let (ctx, db) = (&visitor.ctx, &visitor.db);
    let item_id = || form.item_id.parse::<ProductId>().map_err(|_| Failure::not_found());
    match form.action {
        WishlistAction::Add => return Ok(add(visitor, &item_id()?).await?.0),
        WishlistAction::Remove => drop(wishlists::remove(ctx, db, token(visitor), &item_id()?).await?),
        WishlistAction::EmailsOn => drop(wishlists::set_emails(ctx, db, true).await?),
        WishlistAction::EmailsOff => drop(wishlists::set_emails(ctx, db, false).await?),
    }
    Ok(Vec::new())
}

/// Show the wishlist page
#[utoipa::path(get, path = "/wishlist", operation_id = "wishlist_page", tag = "wishlist",
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 401, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn wishlist_page(State(state): State<AppState>, request: Request) -> Response {
    page(State(state), request).await
}

/// Change the wishlist without JavaScript
///
/// Without the CSRF token (`crumb`) a confirmation page is returned. With it the change is saved, and the response
/// redirects to the wishlist.
#[utoipa::path(post, path = "/wishlist", operation_id = "wishlist_send", tag = "wishlist",
    request_body(content = WishlistForm, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html", description = "Confirmation page"),
              (status = 303, description = "Saved; redirects to the wishlist"),
              (status = 401, body = String, content_type = "text/html"),
              (status = 409, body = String, content_type = "text/html")))]
async fn wishlist_send(
    State(state): State<AppState>,
    visitor: Visitor,
    uri: Uri,
    ApiForm(form): ApiForm<WishlistForm>,
) -> ApiResult<Response> {
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let wording = language.wording(&visitor).await?;
    let texts = wording.texts();
    let (heading, title) = (texts.text("storefront.wishlist"), texts.text("sitePage.yourWishlist"));
    let path = language.address(PATH);
    let about = ConfirmationSubject { texts, heading, path: &path, title };
    let asked = confirmation_form(&form, &language.action(PATH), visitor.crumb(), texts);
    if csrf::confirm(visitor.crumb(), &form.crumb).is_err() {
        let message = if visitor.crumb().is_empty() { texts.text("sitePage.wishlistNeedsCookies") } else { "" };
        return Ok(confirmation_page::page(StatusCode::OK, &about, message, &asked));
    }
    let cookies = match change(&visitor, &form).await {
        Ok(cookies) => cookies,
        Err(error) => return confirmation_page::refused(&about, error.0, &asked),
    };
    let mut headers = HeaderMap::new();
    let place = if language.is_other() { path } else { in_chosen_language(&state, &visitor, PATH).await? };
    headers.insert(header::LOCATION, HeaderValue::try_from(place).map_err(Failure::internal)?);
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.extend(cookies);
    Ok((StatusCode::SEE_OTHER, headers).into_response())
}

/// The form that confirms a change.
fn confirmation_form(form: &WishlistForm, action: &str, crumb: &str, texts: Texts<'_>) -> String {
    let (name, label) = form.action.words();
    let label = escape_html(texts.text(label));
    let fields = [hidden("action", name), hidden("itemId", &form.item_id), hidden("crumb", crumb)];
    format!(
        "<form method=\"post\" action=\"{action}\">{}<button style=\"{BUTTON}\">{label}</button></form>",
        fields.concat()
    )
}

/// Get the wishlist
///
/// That of the account when signed in, otherwise that of the browser. Without a wishlist, an empty one is returned.
#[utoipa::path(get, path = "/api/v1/wishlist", operation_id = "wishlist_get", tag = "wishlist",
    responses((status = 200, body = WishlistOut)))]
async fn wishlist_get(visitor: Visitor) -> ApiResult<impl IntoResponse> {
    let list = {
        let tx = visitor.db.read().await.map_err(Failure::from)?;
        wishlists::view(&visitor.ctx, &tx, token(&visitor)).await?
    };
    Ok(private(Vec::new(), list))
}

/// Add a product to the wishlist
///
/// A product that is on it becomes the first. A guest's list is kept for 90 days.
#[utoipa::path(put, path = "/api/v1/wishlist/items/{itemId}", operation_id = "wishlist_add", tag = "wishlist",
    responses((status = 200, body = WishlistOut), (status = 409, body = Problem)))]
async fn wishlist_add(visitor: Visitor, ApiPath(path): ApiPath<WishlistPath>) -> ApiResult<impl IntoResponse> {
    let (cookies, list) = add(&visitor, &path.item_id).await?;
    Ok(private(cookies, list))
}

/// Remove a product from the wishlist
#[utoipa::path(delete, path = "/api/v1/wishlist/items/{itemId}", operation_id = "wishlist_remove",
    tag = "wishlist", responses((status = 200, body = WishlistOut)))]
async fn wishlist_remove(visitor: Visitor, ApiPath(path): ApiPath<WishlistPath>) -> ApiResult<impl IntoResponse> {
    let list = wishlists::remove(&visitor.ctx, &visitor.db, token(&visitor), &path.item_id).await?;
    Ok(private(Vec::new(), list))
}

/// Choose whether to get emails about sales
///
/// One email for each sale, to customers with a confirmed email address. The choice ends with the last product.
#[utoipa::path(put, path = "/api/v1/wishlist/emails", operation_id = "wishlist_set_emails", tag = "wishlist",
    request_body = WishlistEmailsBody,
    responses((status = 200, body = WishlistOut), (status = 401, body = Problem), (status = 409, body = Problem)))]
async fn wishlist_set_emails(
    visitor: Visitor,
    ApiJson(body): ApiJson<WishlistEmailsBody>,
) -> ApiResult<impl IntoResponse> {
    let list = wishlists::set_emails(&visitor.ctx, &visitor.db, body.wanted).await?;
    Ok(private(Vec::new(), list))
}
