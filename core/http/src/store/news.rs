//! The pages behind the links of letters about news. Opening one changes nothing, since mail programs open links too; its
//! button does, and works without scripts.

use axum::body::Bytes;
use axum::extract::State;
use axum::extract::rejection::BytesRejection;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use stoa_commerce::CommerceError;
use stoa_commerce::subscribers::{self, PageTexts};
use stoa_render::{NewsPage, PageAnswer, PageType, escape_html};
use stoa_tenancy::Shown as SiteShown;
use utoipa::IntoParams;

use crate::calls::{Calls, routes};
use crate::extract::{ApiQuery, HostName, Visitor};
use crate::problem::{ApiResult, log};
use crate::public::pages::{from_page, page_call};
use crate::state::AppState;

/// Nothing is loaded and nothing runs; the one form leads back here.
const POLICY: &str =
    "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const STYLE: &str = "body{font:1.0625rem/1.6 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1.25rem;\
    color:#222;background:#fff}h1{font-size:1.5rem;line-height:1.25}p{overflow-wrap:anywhere}\
    button{font:inherit;padding:.625rem 1.25rem;border:0;border-radius:.25rem;background:#222;color:#fff;cursor:pointer}\
    button:focus-visible,a:focus-visible{outline:3px solid #2563eb;outline-offset:2px}a{color:inherit}";

/// What mail programs send (RFC 8058).
const ONE_CLICK: &str = "List-Unsubscribe=One-Click";

/// Token of the letter.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct TokenQuery {
    #[serde(default)]
    token: String,
}

/// Key of the link off a list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct KeyQuery {
    #[serde(default)]
    key: String,
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(news_confirmation, news_confirm)).routes(routes!(news_leaving, news_leave))
}

const JOINING: PageType = PageType::Page;
const LEAVING: PageType = PageType::NewsletterUnsubscribe;

/// Page that asks whether an address wants news
#[utoipa::path(get, path = "/mailing-list/confirm", operation_id = "news_confirmation", tag = "news", params(TokenQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_confirmation(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<TokenQuery>,
) -> ApiResult<Response> {
    let found = subscribers::pending(&visitor.ctx, &visitor.db, &query.token).await;
    let said = found.map(|face| Shown { texts: face.joining(), action: None, page_type: JOINING });
    answer(&state, &visitor, said).await
}

/// Join a mailing list with the token of a letter
#[utoipa::path(post, path = "/mailing-list/confirm", operation_id = "news_confirm", tag = "news", params(TokenQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_confirm(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<TokenQuery>,
) -> ApiResult<Response> {
    let base_url = state.settings.origin(&HostName(visitor.host.clone()).name());
    let found = subscribers::confirm(&visitor.ctx, &visitor.db, &query.token, &base_url).await;
    let said = found.map(|face| Shown { texts: face.joined(), action: None, page_type: JOINING });
    answer(&state, &visitor, said).await
}

/// Page that asks whether letters shall stop
#[utoipa::path(get, path = "/mailing-list/leave", operation_id = "news_leaving", tag = "news", params(KeyQuery),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_leaving(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<KeyQuery>,
) -> ApiResult<Response> {
    let found = subscribers::subscribed(&visitor.db, &query.key).await;
    answer(&state, &visitor, found.map(|face| Shown { texts: face.leaving(), action: None, page_type: LEAVING })).await
}

/// Leave a mailing list with the key of a letter
///
/// Mail programs do it in one call (RFC 8058); people are offered the way back.
#[utoipa::path(post, path = "/mailing-list/leave", operation_id = "news_leave", tag = "news", params(KeyQuery),
    request_body(content = String, content_type = "application/x-www-form-urlencoded"),
    responses((status = 200, body = String, content_type = "text/html"),
              (status = 404, body = String, content_type = "text/html")))]
async fn news_leave(
    State(state): State<AppState>,
    visitor: Visitor,
    ApiQuery(query): ApiQuery<KeyQuery>,
    body: Result<Bytes, BytesRejection>,
) -> ApiResult<Response> {
    let left = if body.is_ok_and(|body| String::from_utf8_lossy(&body).contains(ONE_CLICK)) {
        subscribers::leave(&visitor.db, &query.key).await.map(|face| (face, None))
    } else {
        subscribers::leave_for_now(&visitor.ctx, &visitor.db, &query.key).await
    };
    let said = left.map(|(face, token)| Shown {
        // Without a token there is no way back to press for.
        texts: if token.is_some() { face.left() } else { PageTexts { button: "", ..face.left() } },
        action: token.map(|token| format!("/mailing-list/confirm?token={token}")),
        page_type: LEAVING,
    });
    answer(&state, &visitor, said).await
}

/// A page about a list.
struct Shown {
    texts: PageTexts,
    /// Where the button leads; none for the address of the page.
    action: Option<String>,
    /// The number of this kind of page.
    page_type: PageType,
}

async fn answer(state: &AppState, visitor: &Visitor, said: Result<Shown, CommerceError>) -> ApiResult<Response> {
    match said {
        Ok(shown) => Ok(page(state, visitor, StatusCode::OK, shown).await),
        Err(CommerceError::NotFound) => {
            let texts = subscribers::gone(&visitor.db, visitor.language()).await?;
            let shown = Shown { texts, action: None, page_type: PageType::NotFound };
            Ok(page(state, visitor, StatusCode::NOT_FOUND, shown).await)
        }
        Err(other) => Err(other.into()),
    }
}

/// The page as the site draws it, or a plain one: leaving a list goes on when the site is closed or cannot be drawn.
async fn page(state: &AppState, visitor: &Visitor, status: StatusCode, shown: Shown) -> Response {
    let drawn = match visitor.site.status.shown() {
        SiteShown::Everything => in_theme(state, visitor, &shown).await,
        _ => Ok(None),
    };
    let drawn = drawn.unwrap_or_else(|error| {
        log(&error.0);
        None
    });
    let mut response = match drawn {
        Some(answer) => from_page(answer, &HeaderMap::new()),
        None => plain(status, &shown),
    };
    // The address is the key.
    response.headers_mut().insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    response
}

async fn in_theme(state: &AppState, visitor: &Visitor, shown: &Shown) -> ApiResult<Option<PageAnswer>> {
    let texts = &shown.texts;
    let page = NewsPage {
        page_type: shown.page_type,
        language: texts.language,
        heading: texts.heading,
        text: texts.text.clone(),
        button: texts.button,
        action: shown.action.clone(),
        to_site: texts.to_site,
    };
    let call = page_call(state, visitor, "/mailing-list").await?;
    Ok(state.renderer.news_page(&visitor.ctx, &visitor.db, &call, &page).await?)
}

fn plain(status: StatusCode, Shown { texts, action, page_type }: &Shown) -> Response {
    let page_type = page_type.code();
    let heading = escape_html(texts.heading);
    let action = action.as_ref().map(|address| format!(" action=\"{}\"", escape_html(address))).unwrap_or_default();
    let button = match texts.button {
        "" => String::new(),
        label => format!("<form method=\"post\"{action}><button>{}</button></form>", escape_html(label)),
    };
    let html = format!(
        "<!doctype html><html lang=\"{}\"><head><meta charset=\"utf-8\"><title>{heading}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         <style>{STYLE}</style></head><body data-page-type=\"{page_type}\"><main><h1>{heading}</h1><p>{}</p>{button}\
         <p><a href=\"/\">{}</a></p></main></body></html>",
        texts.language,
        escape_html(&texts.text),
        escape_html(texts.to_site),
    );
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8")),
        (header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY)),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (status, headers, html).into_response()
}
