//! Figures about a site.

pub mod sales;

use crate::api_routes::ApiRouter;

/// The routes of this area.
pub fn routes() -> ApiRouter {
    ApiRouter::new().merge(sales::routes())
}
