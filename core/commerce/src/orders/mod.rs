//! Orders after they were placed: lists, details, fulfilment, history, and the letters about them.

mod events;
mod letters;
mod model;
mod service;
mod store;

#[cfg(test)]
mod tests;

pub use events::handle_event;
pub use letters::{Letter, SiteFace, order_confirmed, order_fulfilled, order_received};
pub use model::{
    EventKind, FulfillmentView, NewFulfillment, OrderFilter, OrderItemView, OrderSummary, OrderView, PaymentView,
    TimelineEntry, confirmed_url, status_url,
};
pub use service::{by_auth_code, by_status_token, detail, fulfill, list};

pub(crate) use store::note;
