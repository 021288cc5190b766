//! Header, footer and popup of a site.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_kernel::design::{
    FooterSectionKind, HeaderLayout, LanguageSwitchPlace, NavigationName, PopupScope, PopupTrigger,
};
use stoa_site::header_footer::{self, HeaderFooter, HeaderFooterSettings};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// The header of each page. Unknown keys are stored and returned unchanged.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
pub(in crate::admin) struct HeaderSettings {
    layout: HeaderLayout,
    logo: HeaderLogo,
    show_cart: bool,
    show_account_login: bool,
    /// Whether it stays visible while scrolling.
    sticky: bool,
    language_switch: LanguageSwitchPlace,
    button: HeaderButton,
    announcement_bar: AnnouncementBar,
    popup_overlay: PopupOverlay,
}

/// The logo.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct HeaderLogo {
    /// An image of the site. Once published, it is the site's logo everywhere, e-mails included.
    asset_id: Option<String>,
    /// At most 300 characters; if empty, screen readers read the name of the site.
    #[schema(max_length = 300)]
    alt_text: String,
    /// Height in CSS pixels on phones, 1 to 400.
    #[schema(minimum = 1, maximum = 400)]
    mobile_height: Option<u32>,
    /// Height in CSS pixels on wider screens, 1 to 400.
    #[schema(minimum = 1, maximum = 400)]
    desktop_height: Option<u32>,
}

/// A button beside the navigation; on narrow screens it is in the menu.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct HeaderButton {
    /// At most 40 characters; empty for no button.
    #[schema(max_length = 40)]
    label: String,
    #[schema(max_length = 2000)]
    url: String,
    new_window: Option<bool>,
}

/// The announcement bar above the header.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct AnnouncementBar {
    enabled: bool,
    /// At most 300 characters.
    #[schema(max_length = 300)]
    text: String,
    link: Option<AnnouncementLink>,
}

/// Link of the announcement bar.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct AnnouncementLink {
    #[schema(max_length = 2000)]
    url: String,
    new_window: Option<bool>,
}

/// A popup shown over pages when its trigger fires.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct PopupOverlay {
    enabled: bool,
    /// Set by the server: incremented when title, text, image, button or newsletter change; a value in a request is
    /// ignored.
    #[schema(read_only)]
    version: Option<i64>,
    /// At most 100 characters.
    #[schema(max_length = 100)]
    title: String,
    /// At most 1,000 characters.
    #[schema(max_length = 1000)]
    text: String,
    picture: Option<PopupPicture>,
    button: PopupButton,
    newsletter: PopupNewsletter,
    /// `delay`: after `seconds`; `scroll`: when `percent` of the page was scrolled; `leaving`: when the visitor is
    /// about to leave after `seconds`.
    trigger: PopupTrigger,
    /// 0 to 300.
    #[schema(minimum = 0, maximum = 300)]
    seconds: u32,
    /// 1 to 100.
    #[schema(minimum = 1, maximum = 100)]
    percent: u32,
    /// Days before a visitor who closed it sees it again, 0 to 365.
    #[schema(minimum = 0, maximum = 365)]
    days: u32,
    pages: Option<PopupPages>,
}

/// The image of a popup.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct PopupPicture {
    /// An image of the site.
    asset_id: Option<String>,
    /// At most 300 characters; if empty, the description in the media library is used.
    #[schema(max_length = 300)]
    alt_text: String,
}

/// The pages that show a popup; all pages if omitted.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct PopupPages {
    on: PopupScope,
    /// At most 200 ids of pages, blogs and stores. Items of a blog or store are covered by its id.
    #[schema(max_items = 200)]
    ids: Vec<String>,
}

/// The button of a popup.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct PopupButton {
    /// At most 60 characters; empty for no button.
    #[schema(max_length = 60)]
    label: String,
    #[schema(max_length = 2000)]
    url: String,
}

/// The newsletter sign-up of a popup.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct PopupNewsletter {
    enabled: bool,
    /// Name of the mailing list to join; 1 to 80 characters.
    #[schema(max_length = 80)]
    mailing_list: String,
    /// Whether the address must be confirmed by e-mail first; true by default.
    double_opt_in: Option<bool>,
    /// 1 to 40 characters.
    #[schema(max_length = 40)]
    submit_button_text: String,
    /// 1 to 300 characters.
    #[schema(max_length = 300)]
    success_message: String,
    /// At most 500 characters.
    #[schema(max_length = 500)]
    disclaimer: String,
}

/// The footer of each page. Unknown keys are stored and returned unchanged.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
pub(in crate::admin) struct FooterSettings {
    /// At most 8, in display order.
    #[schema(max_items = 8)]
    sections: Vec<FooterSection>,
    show_social_links: bool,
}

/// A section of the footer.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct FooterSection {
    /// `text` by default; there can be one `newsletter`.
    kind: Option<FooterSectionKind>,
    /// At most 100 characters.
    #[schema(max_length = 100)]
    title: String,
    /// At most 2,000 characters. Shown above a newsletter sign-up and below an address.
    #[schema(max_length = 2000)]
    text: String,
    /// Rich text in place of `text`: a tree of nodes with a root of type `doc`.
    #[schema(value_type = Option<Object>)]
    content: Option<Value>,
    /// For `links`: at most 20.
    #[schema(max_items = 20)]
    links: Option<Vec<FooterLink>>,
    /// For `menu`.
    navigation: Option<NavigationName>,
    /// For `picture`: the image of the site.
    asset_id: Option<String>,
    /// For `picture`: alternative text of at most 300 characters; if empty, the description in the media library is
    /// used. Required if the image is a link.
    #[schema(max_length = 300)]
    alt_text: Option<String>,
    /// For `picture`: target of the link.
    #[schema(max_length = 2000)]
    url: Option<String>,
    /// For `picture`: whether its link opens in a new window.
    new_window: Option<bool>,
    /// For `picture`: width in CSS pixels, 16 to 1,600; never wider than its column.
    #[schema(minimum = 16, maximum = 1_600)]
    width: Option<u32>,
    /// For `newsletter`: name of the mailing list that is joined once the address is confirmed; 1 to 80 characters.
    #[schema(max_length = 80)]
    mailing_list: Option<String>,
    /// For `newsletter`: 1 to 40 characters.
    #[schema(max_length = 40)]
    submit_button_text: Option<String>,
    /// For `newsletter`: 1 to 300 characters.
    #[schema(max_length = 300)]
    success_message: Option<String>,
    /// For `newsletter`: at most 500 characters.
    #[schema(max_length = 500)]
    disclaimer: Option<String>,
}

/// A link in the footer.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "only describes JSON that is stored unchanged")]
struct FooterLink {
    /// 1 to 100 characters.
    #[schema(min_length = 1, max_length = 100)]
    title: String,
    #[schema(min_length = 1, max_length = 2000)]
    url: String,
    new_window: Option<bool>,
}

/// Header and footer of a site.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = HeaderFooter)]
pub struct HeaderFooterOut {
    #[schema(value_type = HeaderSettings)]
    header: Value,
    #[schema(value_type = FooterSettings)]
    footer: Value,
    /// Revision, incremented by each change; 0 before the first.
    revision: i64,
}

/// New header and footer. Omitted fields get their defaults.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = HeaderFooterChange)]
pub struct HeaderFooterBody {
    #[schema(value_type = HeaderSettings)]
    header: Map<String, Value>,
    #[schema(value_type = FooterSettings)]
    footer: Map<String, Value>,
}

impl From<HeaderFooterBody> for HeaderFooterSettings {
    fn from(body: HeaderFooterBody) -> Self {
        Self { header: body.header, footer: body.footer }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(header_footer_get: reads(), header_footer_save: changes(Invalidates::Site)))
        .merge(super::header_footer_draft::routes())
}

fn tagged(found: HeaderFooter) -> impl IntoResponse {
    let HeaderFooter { header, footer, revision } = found;
    (AppendHeaders([(header::ETAG, format!("\"{revision}\""))]), Json(HeaderFooterOut { header, footer, revision }))
}

/// Get the header and footer
#[utoipa::path(get, path = "/api/site-header-footer", operation_id = "header_footer_get", tag = "header-footer",
    params(("X-Website-Id" = String, Header, description = "The site")), security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterOut, headers(("ETag" = String, description = "The revision in quotes")))))]
async fn header_footer_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::read(&caller.ctx, &caller.db).await?))
}

/// Replace the header and footer
///
/// Published at once; the draft is replaced too. With `If-Match`, 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/site-header-footer", operation_id = "header_footer_save", tag = "header-footer",
    params(("X-Website-Id" = String, Header, description = "The site"),
           ("If-Match" = Option<String>, Header, description = "The revision to change, in quotes; a list, or `*` for any")),
    request_body = HeaderFooterBody, security(("contributor" = ["design:publish"])),
    responses((status = 200, body = HeaderFooterOut), (status = 412, body = Problem)))]
async fn header_footer_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<HeaderFooterBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = seen(&headers);
    let invalidation = state.invalidation.as_ref();
    Ok(tagged(header_footer::save(&caller.ctx, &caller.db, invalidation, body.into(), &seen).await?))
}
