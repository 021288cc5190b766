//! API of visitors, customers and site users.

pub mod address;
pub mod analytics;
pub mod buy_now;
pub mod cart;
pub mod cart_out;
pub mod cart_recovery;
pub mod checkout;
pub mod checkout_out;
pub mod comments;
mod confirmation_page;
pub mod cookie_consent;
pub mod donations;
pub mod form_files;
pub mod forms;
pub mod installments;
pub mod lessons;
mod link_page;
pub mod load_run_check;
pub mod load_tests;
pub mod newsletter;
pub mod page_locks;
pub mod places;
pub mod prices;
pub mod product_reviews;
mod quotes;
pub mod restock;
pub mod session_recording;
pub mod site_users;
pub mod stock;
pub mod subscriptions;
pub mod webhooks;
pub mod wishlist;

use crate::api_routes::ApiRouter;

/// The routes of visitors.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .merge(cart::routes())
        .merge(cart_recovery::routes())
        .merge(stock::routes())
        .merge(prices::routes())
        .merge(buy_now::routes())
        .merge(donations::routes())
        .merge(subscriptions::routes())
        .merge(installments::routes())
        .merge(lessons::routes())
        .merge(restock::routes())
        .merge(product_reviews::routes())
        .merge(checkout::routes())
        .merge(site_users::routes())
        .merge(forms::routes())
        .merge(form_files::routes())
        .merge(comments::routes())
        .merge(newsletter::routes())
        .merge(page_locks::routes())
        .merge(cookie_consent::routes())
        .merge(analytics::routes())
        .merge(places::routes())
        .merge(session_recording::routes())
        .merge(webhooks::routes())
        .merge(load_run_check::routes())
        .merge(load_tests::routes())
        .merge(wishlist::routes())
}
