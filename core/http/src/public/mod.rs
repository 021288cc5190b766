//! Everything that browsers open by URL: pages, images, files; and health checks.

pub mod admin_app;
pub mod cookie_settings;
pub mod digital_previews;
pub mod downloads;
pub mod draft_languages;
pub mod engine;
pub(crate) mod experiments;
pub mod feeds;
pub mod health;
pub mod icon;
pub mod installments;
pub mod lessons;
pub mod media;
pub mod own_visits;
pub(crate) mod page_calls;
pub mod pages;
pub mod panel_frame;
pub mod plugin_client;
pub mod preview_links;
pub mod shared_figures;
pub mod static_files;
pub mod test_shoppers;

mod checkout_links;
mod secret_address;

use crate::extract::{HostName, Visitor};
use crate::policy_router::PolicyRouter;
use crate::problem::ApiResult;
use crate::state::AppState;

/// For URLs that change with the content.
const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// All routes for visitors' browsers. Pages are the fallback.
pub fn routes() -> PolicyRouter {
    PolicyRouter::new()
        .merge(media::routes())
        .merge(downloads::routes())
        .merge(digital_previews::routes())
        .merge(lessons::routes())
        .merge(test_shoppers::routes())
        .merge(draft_languages::routes())
        .merge(experiments::routes())
        .merge(static_files::routes())
        .merge(engine::routes())
        .merge(icon::routes())
        .merge(installments::routes())
        .merge(plugin_client::routes())
        .merge(feeds::routes())
        .merge(preview_links::routes())
        .merge(shared_figures::routes())
        .merge(cookie_settings::routes())
        .merge(own_visits::routes())
        .merge(pages::routes())
}

/// URL origin of a site on its main host, whichever host was requested, so that search engines see one URL for each
/// page.
async fn origin(state: &AppState, visitor: &Visitor) -> ApiResult<String> {
    let main = state.tenancy.hosts.primary(&visitor.site.website).await?;
    Ok(state.settings.origin(&main.unwrap_or_else(|| HostName(visitor.host.clone()).name())))
}
