//! A page on which anyone chooses, without JavaScript, whether visits of their browser are counted: visitors who object,
//! and people of the site who do not want to find themselves in its figures.

use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use stoa_kernel::Failure;
use stoa_messages::Texts;
use stoa_render::escape_html;
use stoa_site::website_settings;

use super::page_calls::FormLanguage;
use super::pages::POLICY;
use crate::extract::Visitor;
use crate::plain_page;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;
use crate::visitor_cookies::is_left_out;

/// No page of a site has a path that begins like this.
const ADDRESS: &str = "/~visits";

/// The routes of this module.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new().get(ADDRESS, own_visits, opened_by_url())
}

async fn own_visits(State(state): State<AppState>, visitor: Visitor, uri: Uri) -> ApiResult<Response> {
    let language = FormLanguage::of(&state, &visitor, &uri).await?;
    let wording = language.wording(&visitor).await?;
    let tx = visitor.db.read().await.map_err(Failure::from)?;
    let is_counting = website_settings::stored(&tx).await?.analytics.is_enabled;
    drop(tx);
    if !is_counting {
        let words = ("sitePage.ownVisitsTitle", "sitePage.ownVisitsLeftOut");
        return Ok(plain_page::page(wording.texts(), StatusCode::OK, words));
    }
    let shown = Shown {
        crumb: visitor.crumb(),
        is_left_out: is_left_out(&visitor.cookies),
        own: language.action(ADDRESS),
        home: language.address("/"),
    };
    let headers = [
        (header::CONTENT_TYPE, "text/html; charset=utf-8"),
        (header::CACHE_CONTROL, "no-store"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
    ];
    Ok((headers, html(wording.texts(), &shown)).into_response())
}

/// What the page shows.
struct Shown<'a> {
    /// The CSRF token; empty when the browser has none.
    crumb: &'a str,
    is_left_out: bool,
    /// The address of the page, and that of the site, in the language of the page.
    own: String,
    home: String,
}

fn html(texts: Texts<'_>, shown: &Shown<'_>) -> String {
    let text = |key: &'static str| escape_html(texts.text(key));
    let title = text("sitePage.ownVisitsTitle");
    let state = text(if shown.is_left_out { "sitePage.ownVisitsLeftOut" } else { "sitePage.ownVisitsCounted" });
    format!(
        "<!doctype html><html lang=\"{}\"{}><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width,initial-scale=1\"><meta name=\"robots\" content=\"noindex\">\
         </head><body style=\"font:1.0625rem/1.5 system-ui,sans-serif;margin:12vh auto;max-width:32rem;padding:0 1rem;\
         color:#1d1d1f;background:#fff\"><main><h1>{title}</h1><p>{state}</p>{}<p><a href=\"{}\">{}</a></p></main></body></html>",
        texts.language(),
        texts.dir_attribute(),
        choice(texts, shown),
        escape_html(&shown.home),
        text("sitePage.toSite"),
    )
}

/// The form with the other choice. A browser whose first request this is has no CSRF token yet, and has one when it comes
/// again.
fn choice(texts: Texts<'_>, shown: &Shown<'_>) -> String {
    let own = escape_html(&shown.own);
    if shown.crumb.is_empty() {
        return format!("<p><a href=\"{own}\">{}</a></p>", escape_html(texts.text("sitePage.continue")));
    }
    let label = if shown.is_left_out { "sitePage.ownVisitsCount" } else { "sitePage.ownVisitsLeaveOut" };
    format!(
        "<form method=\"post\" action=\"/api/v1/own-visits?crumb={}\"><input type=\"hidden\" name=\"path\" value=\"{own}\">\
         <button name=\"counted\" value=\"{}\" style=\"font:inherit;padding:.7rem 1.2rem;border:2px solid #1d1d1f;\
         border-radius:6px;background:#fff;color:#1d1d1f\">{}</button></form>",
        escape_html(shown.crumb),
        shown.is_left_out,
        escape_html(texts.text(label)),
    )
}
