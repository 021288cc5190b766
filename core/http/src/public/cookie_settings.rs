//! A page on which visitors choose at any time, without JavaScript, whether they accept cookies.

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::Failure;
use stoa_messages::Texts;
use stoa_render::{cookie_banner_in, escape_html};
use stoa_site::settings::site_row;
use stoa_site::site_texts::texts_of_language;
use stoa_site::website_settings::{self, CookieBanner};

use super::page_calls::FormLanguage;
use super::pages::POLICY;
use crate::extract::Visitor;
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;
use crate::visitor_cookies::answered;

const ADDRESS: &str = "/cookie-settings";

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(ADDRESS, cookie_settings, opened_by_url())
}

async fn cookie_settings(State(state): State<AppState>, visitor: Visitor, uri: Uri) -> ApiResult<Response> {
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let tx = visitor.db.read().await.map_err(Failure::from)?.in_language(language.tag());
    let settings = website_settings::stored(&tx).await?;
    let row = site_row(&tx).await?;
    let tag = language.tag().unwrap_or_else(|| row.language.clone());
    let wording = texts_of_language(&tx, &row, &tag).await?;
    drop(tx);
    let texts = wording.texts();
    if !settings.cookie_settings.is_cookie_banner_enabled {
        let words = ("storefront.notFoundTitle", "sitePage.noCookieQuestion");
        return Ok(plain_page::page(texts, StatusCode::NOT_FOUND, words));
    }
    let banner = cookie_banner_in(&settings.cookie_banner, texts);
    let asked = question(&banner, visitor.crumb(), answered(&visitor.cookies), &language, texts);
    let label = escape_html(&banner.settings_label);
    let html = format!(
        "<!doctype html><html lang=\"{}\"{}><head><meta charset=\"utf-8\"><title>{label}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         </head><body style=\"font:1.0625rem/1.5 system-ui,sans-serif;margin:12vh auto;max-width:32rem;padding:0 1rem;\
         color:#1d1d1f;background:#fff\"><main><h1>{label}</h1>{asked}<p><a href=\"{}\">{}</a></p></main></body></html>",
        escape_html(&tag),
        texts.dir_attribute(),
        escape_html(&language.address("/")),
        escape_html(texts.text("sitePage.toSite")),
    );
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, html).into_response())
}

/// The form with two equal buttons; the current choice is marked. A browser whose first request this is has no CSRF
/// token yet, and has one when it comes again.
fn question(
    banner: &CookieBanner,
    crumb: &str,
    answered: Option<bool>,
    language: &FormLanguage,
    texts: Texts<'_>,
) -> String {
    let more = match banner.policy_url.as_str() {
        "" => String::new(),
        address => {
            let address = escape_html(&language.address(address));
            format!(" <a href=\"{address}\">{}</a>", escape_html(&banner.policy_label))
        }
    };
    let own = escape_html(&language.action(ADDRESS));
    let text = format!("<p>{}{more}</p>", escape_html(&banner.text));
    if crumb.is_empty() {
        let label = escape_html(texts.text("sitePage.continue"));
        return format!("{text}<p><a href=\"{own}\">{label}</a></p>");
    }
    let button = |value: bool, label: &str| {
        let pressed = answered == Some(value);
        let mark = if pressed { "✓ " } else { "" };
        format!(
            "<button name=\"allowed\" value=\"{value}\" aria-pressed=\"{pressed}\" style=\"font:inherit;min-width:8rem;\
             padding:.7rem 1.2rem;border:2px solid #1d1d1f;border-radius:6px;background:#fff;color:#1d1d1f\">{mark}{}</button>",
            escape_html(label)
        )
    };
    format!(
        "{text}<form method=\"post\" action=\"/api/cookie-consent?crumb={}\" style=\"display:flex;flex-wrap:wrap;gap:.75rem\">\
         <input type=\"hidden\" name=\"path\" value=\"{own}\">{}{}</form>",
        escape_html(crumb),
        button(false, &banner.decline_label),
        button(true, &banner.accept_label),
    )
}
