//! Orders after they were placed: lists, details, fulfilment, history, and the letters about them.

mod buyer;
mod cancel;
mod edit;
mod events;
mod export;
mod fulfillment;
mod given;
mod language;
mod letters;
mod model;
mod own;
mod papers;
mod resend;
mod sample;
mod search;
mod service;
mod sorting;
mod store;
mod tags;

#[cfg(test)]
mod plans;
#[cfg(test)]
mod tests;

pub use buyer::{set_billing_address, set_email};
pub use cancel::{Cancellation, cancel};
pub use edit::{add_note, set_shipping_address};
pub use events::handle_event;
pub use export::{Export, export, may_export};
pub use fulfillment::{FulfillmentItemView, FulfillmentLine, FulfillmentView, NewFulfillment, fulfill};
pub use letters::{
    order_awaits_transfer, order_canceled, order_confirmed, order_fulfilled, order_received, order_refunded,
    payment_sent_back,
};
pub use model::{
    EventKind, Handover, OrderFilter, OrderItemView, OrderSummary, OrderType, OrderView, PaymentView, TimelineEntry,
    confirmed_url, status_url,
};
pub use papers::{invoice, packing_slip};
pub use resend::resend;
pub use service::{by_auth_code, by_status_token, detail, list};
pub use sorting::{OrderSort, OrderSorting};
pub use tags::{add_tag, remove_tag, used_tags};

pub(crate) use edit::{email_changed, former_email, without_former_address};
pub(crate) use fulfillment::close_when_covered;
pub(crate) use given::close_if_given;
pub(crate) use language::{
    keep_with_order as keep_language, of_account as language_of_account, of_customer as language_of_customer,
};
pub(crate) use model::is_handed_out;
pub(crate) use own::page_of;
pub(crate) use sample::sample_letter;
pub(crate) use search::searchable;
pub(crate) use store::{complete, find, items, note};
