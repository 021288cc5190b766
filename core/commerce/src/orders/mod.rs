//! Placed orders: lists, details, fulfilment, history and e-mails.

mod auto_fulfillment;
mod cancel;
mod customer_details;
mod customer_orders;
mod details;
mod edit;
mod emails;
mod events;
mod export;
mod fulfillment;
mod item_view;
mod language;
mod model;
mod printables;
mod resend;
mod sample;
mod search;
mod service;
mod sorting;
mod store;
mod summary;
mod tags;

#[cfg(test)]
mod query_plans;
#[cfg(test)]
mod tests;

pub use cancel::{Cancellation, cancel};
pub use customer_details::{set_billing_address, set_email};
pub use edit::{add_note, set_shipping_address};
pub use emails::{
    order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled, order_received, order_refunded,
    payment_disputed, payment_sent_back,
};
pub use events::handle_event;
pub use export::{Export, export, may_export};
pub use fulfillment::{FulfillmentItemView, FulfillmentLine, FulfillmentView, NewFulfillment, fulfill};
pub use item_view::OrderItemView;
pub use model::{OrderView, PaymentView, TimelineEntry, confirmed_url, status_url};
pub use printables::{invoice, packing_slip};
pub use resend::resend;
pub use service::{by_auth_code, by_status_token, detail, list};
pub use sorting::{OrderSort, OrderSorting};
pub use summary::{OrderFilter, OrderSummary};
pub use tags::{add_tag, remove_tag, used_tags};

pub(crate) use auto_fulfillment::mark_fulfilled_if_digital;
pub(crate) use customer_orders::page_of;
pub(crate) use details::complete;
pub(crate) use edit::{email_changed, former_email, redacted_history_entry};
pub(crate) use fulfillment::mark_fulfilled_if_complete;
pub(crate) use language::{
    keep_with_order as keep_language, of_account as language_of_account, of_customer as language_of_customer,
};
pub(crate) use model::delivers_digital_content;
pub use sample::sample_email;
pub(crate) use search::searchable;
pub(crate) use store::{find, items, note};
