//! How a site arranges the top and the foot of its pages.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{AppendHeaders, IntoResponse};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use stoa_site::header_footer::{self, HeaderFooter};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Contributor};
use crate::precondition::seen;
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// The top of each page. Other keys come back as they were sent.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
pub(super) struct HeaderSettings {
    /// `theme`, `centered` or `logo-left`.
    layout: String,
    logo: HeaderLogo,
    show_cart: bool,
    show_account_login: bool,
    /// Whether it stays in view while a visitor scrolls.
    sticky: bool,
    button: HeaderButton,
    announcement_bar: AnnouncementBar,
    popup_overlay: PopupOverlay,
}

/// The picture that stands for the site.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct HeaderLogo {
    /// A picture of the site. It is the site's logo everywhere once it is published, in letters too.
    asset_id: Option<String>,
    /// At most 300 characters; where it is empty, the name of the site is read out.
    alt_text: String,
    /// CSS pixels on phones, 1 to 400.
    mobile_height: Option<u32>,
    /// CSS pixels on wider screens, 1 to 400.
    desktop_height: Option<u32>,
}

/// A button beside the navigation; on narrow screens it is in the menu.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct HeaderButton {
    /// At most 40 characters; empty for no button.
    label: String,
    url: String,
    new_window: Option<bool>,
}

/// A line above the header.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct AnnouncementBar {
    enabled: bool,
    /// At most 300 characters.
    text: String,
    link: Option<AnnouncementLink>,
}

/// Where the line above the header leads.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct AnnouncementLink {
    url: String,
    new_window: Option<bool>,
}

/// What is laid over pages of the site once its time has come.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct PopupOverlay {
    enabled: bool,
    /// Raised by the program when title, text, picture, button or newsletter change; what is sent is left aside.
    #[schema(read_only)]
    version: Option<i64>,
    /// At most 100 characters.
    title: String,
    /// At most 1,000 characters.
    text: String,
    picture: Option<PopupPicture>,
    button: PopupButton,
    newsletter: PopupNewsletter,
    /// `delay` after the seconds, `scroll` when the percent of the page was scrolled, `leaving` when a visitor turns
    /// away after the seconds.
    trigger: String,
    /// 0 to 300.
    seconds: u32,
    /// 1 to 100.
    percent: u32,
    /// Days until who has closed it sees it again, 0 to 365.
    days: u32,
    pages: Option<PopupPages>,
}

/// The picture of a popup.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct PopupPicture {
    /// A picture of the site.
    asset_id: Option<String>,
    /// At most 300 characters; where it is empty, the description that the library has.
    alt_text: String,
}

/// On which pages a popup comes; on all of them where it is left out.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct PopupPages {
    /// `all`, `only` on the named pages, or `except` on them.
    on: String,
    /// At most 200 ids of pages, blogs and shops. What lies in a blog or shop goes with it.
    ids: Vec<String>,
}

/// Where a popup leads.
#[derive(ToSchema)]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct PopupButton {
    /// At most 60 characters; empty for no button.
    label: String,
    url: String,
}

/// The sign-up for news in a popup.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct PopupNewsletter {
    enabled: bool,
    /// Name of the list that is joined; 1 to 80 characters.
    mailing_list: String,
    /// Whether the address is confirmed by a letter first; so it is unless told.
    double_opt_in: Option<bool>,
    /// 1 to 40 characters.
    submit_button_text: String,
    /// 1 to 300 characters.
    success_message: String,
    /// At most 500 characters.
    disclaimer: String,
}

/// The foot of each page. Other keys come back as they were sent.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
pub(super) struct FooterSettings {
    /// At most 8, in the order in which they stand.
    sections: Vec<FooterSection>,
    show_social_links: bool,
}

/// A section in the foot of each page.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct FooterSection {
    /// `text`, `links`, `menu` for a navigation of the site, `picture`, `social` for the profiles elsewhere, `contact` for
    /// address and e-mail, or `newsletter` for a sign-up for news, of which there is one at most. A text where it is left
    /// out.
    kind: Option<String>,
    /// At most 100 characters.
    title: String,
    /// At most 2,000 characters. What stands above a sign-up, and below an address.
    text: String,
    /// Formatted text in place of `text`: a tree of nodes of the type `doc`.
    #[schema(value_type = Option<Object>)]
    content: Option<Value>,
    /// Of links: at most 20.
    links: Option<Vec<FooterLink>>,
    /// Of a menu: `mainNav` or `footerNav`.
    navigation: Option<String>,
    /// Of a picture: which of the site's it is.
    asset_id: Option<String>,
    /// Of a picture: at most 300 characters; where it is empty, the description that the library has. Needed where the
    /// picture is a link.
    alt_text: Option<String>,
    /// Of a picture: where it leads.
    url: Option<String>,
    /// Of a picture: whether its link opens in a new window.
    new_window: Option<bool>,
    /// Of a picture: CSS pixels, 16 to 1,600; never wider than its column.
    width: Option<u32>,
    /// Of a sign-up: name of the list that is joined, once the address is confirmed; 1 to 80 characters.
    mailing_list: Option<String>,
    /// Of a sign-up: 1 to 40 characters.
    submit_button_text: Option<String>,
    /// Of a sign-up: 1 to 300 characters.
    success_message: Option<String>,
    /// Of a sign-up: at most 500 characters.
    disclaimer: Option<String>,
}

/// Where a link in the foot of each page leads.
#[derive(ToSchema)]
#[schema(rename_all = "camelCase")]
#[expect(dead_code, reason = "it describes what is kept as it came")]
struct FooterLink {
    /// 1 to 100 characters.
    title: String,
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
    /// Raised by each change; 0 before the first.
    revision: i64,
}

/// Header and footer anew. What is left out is as it is by default.
#[derive(Debug, Deserialize, ToSchema)]
#[schema(as = HeaderFooterChange)]
pub struct HeaderFooterBody {
    #[schema(value_type = HeaderSettings)]
    pub(super) header: Map<String, Value>,
    #[schema(value_type = FooterSettings)]
    pub(super) footer: Map<String, Value>,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(header_footer_get, header_footer_save)).merge(super::header_footer_draft::routes())
}

fn tagged(found: HeaderFooter) -> impl IntoResponse {
    let HeaderFooter { header, footer, revision } = found;
    (AppendHeaders([(header::ETAG, format!("\"{revision}\""))]), Json(HeaderFooterOut { header, footer, revision }))
}

/// Read header and footer
#[utoipa::path(get, path = "/api/site-header-footer", operation_id = "header_footer_get", tag = "header-footer",
    params(("X-Website-Id" = String, Header, description = "The site")),
    security(("contributor" = ["design:read"])),
    responses((status = 200, body = HeaderFooterOut,
               headers(("ETag" = String, description = "The revision in quotes"))),
              (status = 401, body = Problem), (status = 403, body = Problem), (status = 404, body = Problem)))]
async fn header_footer_get(caller: Contributor) -> ApiResult<impl IntoResponse> {
    Ok(tagged(header_footer::read(&caller.ctx, &caller.db).await?))
}

/// Arrange header and footer anew
///
/// Visitors see them at once, and they become the draft, too. With `If-Match`, 412 when somebody was faster.
#[utoipa::path(put, path = "/api/site-header-footer", operation_id = "header_footer_save", tag = "header-footer",
    params(("X-Website-Id" = String, Header, description = "The site"),
           ("If-Match" = Option<String>, Header,
            description = "The revision that is changed, in quotes; several, or `*` for any")),
    request_body = HeaderFooterBody,
    security(("contributor" = ["design:publish"])),
    responses((status = 200, body = HeaderFooterOut), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn header_footer_save(
    State(state): State<AppState>,
    caller: Contributor,
    headers: HeaderMap,
    ApiJson(body): ApiJson<HeaderFooterBody>,
) -> ApiResult<impl IntoResponse> {
    let seen = seen(&headers);
    let arranged = (body.header, body.footer);
    let invalidation = state.invalidation.as_ref();
    Ok(tagged(header_footer::save(&caller.ctx, &caller.db, invalidation, arranged, &seen).await?))
}
