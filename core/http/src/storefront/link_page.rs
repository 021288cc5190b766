//! Pages of links in e-mails; they work without JavaScript. Opening one changes nothing, since mail programs open links
//! too; its button does.

use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use stoa_email::{PageMessages, PageTexts};
use stoa_render::{NewsPage, PageResponse, PageType, escape_html};
use stoa_site::site_texts::SiteWording;
use stoa_tenancy::SiteVisibility;

use crate::extract::Visitor;
use crate::problem::{ApiResult, log};
use crate::public::page_calls::page_call;
use crate::public::pages::page_response;
use crate::state::AppState;

/// The page loads nothing and runs no scripts; its form posts to this site.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const STYLE: &str = "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem;\
    color:#222;background:#fff}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}\
    button{font:inherit;padding:.625rem 1.25rem;border:0;border-radius:.25rem;background:#222;color:#fff;cursor:pointer}\
    button:focus-visible,a:focus-visible{outline:3px solid #2563eb;outline-offset:2px}a{color:inherit}";

/// Path of the site's home page.
pub(in crate::storefront) const TO_SITE: &str = "/";

/// Content of such a page.
pub(in crate::storefront) struct LinkPage {
    pub(in crate::storefront) messages: PageMessages,
    /// URL of the form; none for that of the page itself.
    pub(in crate::storefront) action: Option<String>,
    /// URL of the link below the button.
    pub(in crate::storefront) link: &'static str,
    /// Type of the page.
    pub(in crate::storefront) page_type: PageType,
}

/// The page in the theme of the site, or a plain one if the site is closed or rendering fails.
pub(in crate::storefront) async fn page(
    state: &AppState,
    visitor: &Visitor,
    status: StatusCode,
    shown: LinkPage,
) -> Response {
    let language = &shown.messages.language;
    let wording = visitor.wording_in(language).await.unwrap_or_else(|failure| {
        log(&failure);
        SiteWording::usual(language)
    });
    let texts = shown.messages.in_words(wording.texts());
    let drawn = match visitor.site.status.shown() {
        SiteVisibility::Everything => in_theme(state, visitor, &shown, &texts).await,
        _ => Ok(None),
    };
    let drawn = drawn.unwrap_or_else(|error| {
        log(&error.0);
        None
    });
    let mut response = match drawn {
        Some(answer) => page_response(answer, &HeaderMap::new()),
        None => plain(status, &shown, &texts),
    };
    // The URL contains a secret.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

async fn in_theme(
    state: &AppState,
    visitor: &Visitor,
    shown: &LinkPage,
    texts: &PageTexts,
) -> ApiResult<Option<PageResponse>> {
    let page = NewsPage {
        page_type: shown.page_type,
        language: texts.language,
        heading: texts.heading.clone(),
        text: texts.text.clone(),
        button: texts.button.clone(),
        action: shown.action.clone(),
        link: shown.link,
        to_site: texts.to_site.clone(),
    };
    let call = page_call(state, visitor, "/mailing-list").await?;
    Ok(state.renderer.news_page(&visitor.ctx, &visitor.db, &call, &page).await?)
}

fn plain(status: StatusCode, LinkPage { action, link, page_type, .. }: &LinkPage, texts: &PageTexts) -> Response {
    let page_type = page_type.code();
    let heading = escape_html(&texts.heading);
    let action = action.as_ref().map(|address| format!(" action=\"{}\"", escape_html(address))).unwrap_or_default();
    let button = match texts.button.as_str() {
        "" => String::new(),
        label => format!("<form method=\"post\"{action}><button>{}</button></form>", escape_html(label)),
    };
    let html = format!(
        "<!doctype html><html lang=\"{}\"{}><head><meta charset=\"utf-8\"><title>{heading}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <style>{STYLE}</style></head><body data-page-type=\"{page_type}\"><main><h1>{heading}</h1><p>{}</p>{button}\
         <p><a href=\"{link}\">{}</a></p></main></body></html>",
        texts.language,
        texts.dir_attribute,
        escape_html(&texts.text),
        escape_html(&texts.to_site),
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, html).into_response()
}
