//! The favicon: the image that the owner has chosen, else the initial of the site.

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Redirect, Response};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::Failure;
use stoa_kernel::id::AssetId;
use stoa_render::escape_html;
use stoa_site::media;
use stoa_site::settings::site_row;
use stoa_site::website_settings;
use stoa_web::conditional::conditional;

use crate::extract::Visitor;
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::route_policy::opened_by_url;
use crate::state::AppState;

/// Sharp on high-density screens; vector images stay as they are.
const WIDTH: &str = "300w";
const KEPT: &str = "public, max-age=3600";

/// The routes of this module. Browsers ask for `/favicon.ico` where no page names an icon.
pub fn routes() -> PolicyRouter {
    let policy = opened_by_url();
    let icons = PolicyRouter::new().get("/favicon.svg", icon, policy).get("/favicon.ico", icon, policy);
    icons.get("/apple-touch-icon.png", touch_icon, policy)
}

/// The icon on home screens of phones. They render no initial: without an image there is none.
async fn touch_icon(State(state): State<AppState>, visitor: Visitor, headers: HeaderMap) -> ApiResult<Response> {
    let picture = home_screen_image(&visitor.db).await?.ok_or_else(Failure::not_found)?;
    let made = media::home_screen_icon(&state.media, &picture).await?;
    let etag = format!("\"{}-{}-icon\"", picture.id, picture.version);
    let mut response = conditional(&headers, Some(&etag), made, "image/png");
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(KEPT));
    Ok(response)
}

async fn home_screen_image(db: &TenantDb) -> Result<Option<media::Asset>, Failure> {
    let tx = db.read().await?;
    let icon = icon_id(&tx).await?;
    let logo = site_row(&tx).await?.logo_asset_id;
    let wanted: Vec<AssetId> = icon.iter().chain(&logo).cloned().collect();
    let pictures = media::by_ids(&tx, &wanted).await?;
    let of = |id: &Option<AssetId>| id.as_ref().and_then(|id| pictures.get(id));
    Ok(media::home_screen_image(of(&icon), of(&logo)).cloned())
}

async fn icon_id(tx: &TenantTx) -> Result<Option<AssetId>, Failure> {
    Ok(website_settings::stored(tx).await?.icon_id.and_then(|id| id.parse().ok()))
}

/// A redirect to the image that the owner has chosen.
async fn chosen(tx: &TenantTx) -> Result<Option<Response>, Failure> {
    let chosen = icon_id(tx).await?;
    let picture = media::by_ids(tx, chosen.as_slice()).await?.into_values().next();
    let away = |picture: media::Asset| Redirect::temporary(&format!("{}?format={WIDTH}", picture.url()));
    Ok(picture.map(|picture| ([(header::CACHE_CONTROL, KEPT)], away(picture)).into_response()))
}

async fn icon(State(_): State<AppState>, visitor: Option<Visitor>) -> ApiResult<Response> {
    let title = match visitor {
        Some(visitor) => {
            let tx = visitor.db.read().await.map_err(Failure::from)?;
            if let Some(away) = chosen(&tx).await? {
                return Ok(away);
            }
            site_row(&tx).await?.title
        }
        None => "Stoa".to_owned(),
    };
    let initial: String = title.chars().take(1).flat_map(char::to_uppercase).collect();
    let picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 32 32\"><rect width=\"32\" height=\"32\" rx=\"7\" \
         fill=\"#2b2a27\"/><text x=\"16\" y=\"22.5\" text-anchor=\"middle\" font-family=\"Georgia,serif\" \
         font-size=\"19\" fill=\"#fff\">{}</text></svg>",
        escape_html(&initial)
    );
    let headers = [(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, KEPT)];
    Ok((headers, picture).into_response())
}
