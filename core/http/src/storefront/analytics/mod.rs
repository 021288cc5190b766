//! What visitors' browsers report: events, hits of the census, how fast pages are, and errors of scripts. Malformed
//! reports are refused; what is not counted is answered as if it were, so that browsers need not know.

pub mod census;
pub mod events;
pub(crate) mod intake;
pub mod own_visits;
pub(crate) mod purchases;
pub mod record_event;
pub mod script_errors;
pub mod speed;

use crate::api_routes::ApiRouter;

/// The routes of visitors' analytics.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(events::routes())
        .merge(record_event::routes())
        .merge(census::routes())
        .merge(speed::routes())
        .merge(script_errors::routes())
        .merge(own_visits::routes())
}
