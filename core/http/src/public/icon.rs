//! The picture in the browser's tab: the initial of the site, until it has a picture of its own.

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use stoa_render::escape_html;
use stoa_site::settings::site_row;

use crate::extract::Visitor;
use crate::problem::ApiResult;
use crate::state::AppState;

/// The routes of this noun. Browsers ask for `/favicon.ico` where no page names an icon.
pub fn routes() -> Router<AppState> {
    Router::new().route("/favicon.svg", get(icon)).route("/favicon.ico", get(icon))
}

async fn icon(State(_): State<AppState>, visitor: Option<Visitor>) -> ApiResult<Response> {
    let title = match visitor {
        Some(visitor) => site_row(&visitor.db.read().await?).await?.title,
        None => "Stoa".to_owned(),
    };
    let initial: String = title.chars().take(1).flat_map(char::to_uppercase).collect();
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" \
         fill=\"#2b2a27\"/><text x=\"16\" y=\"22.5\" text-anchor=\"middle\" font-family=\"Georgia,serif\" \
         font-size=\"19\" fill=\"#fff\">{}</text></svg>",
        escape_html(&initial)
    );
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "public, max-age=3600")];
    Ok((headers, picture).into_response())
}
