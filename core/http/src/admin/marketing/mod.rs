//! Discounts, abandoned cart e-mails, mailing lists and their subscribers, experiments.

pub mod cart_reminders;
pub mod discounts;
pub mod experiment_out;
pub mod experiments;
pub mod mailing_lists;
pub mod subscribers;

use crate::api_routes::ApiRouter;

/// The routes of this area.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(mailing_lists::routes())
        .merge(subscribers::routes())
        .merge(cart_reminders::routes())
        .merge(discounts::routes())
        .merge(experiments::routes())
}
