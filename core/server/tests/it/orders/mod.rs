//! Orders after they are placed: payment, fulfillment, refunds, deliveries.

pub(crate) mod after_sale;
pub(crate) mod auto_fulfillment;
pub(crate) mod digital_previews;
pub(crate) mod disputes;
pub(crate) mod downloads;
pub(crate) mod gift_cards;
pub(crate) mod given_up_calls;
pub(crate) mod localisation;
pub(crate) mod order_buyer;
pub(crate) mod order_tags;
pub(crate) mod payment_modes;
pub(crate) mod payment_pins;
pub(crate) mod payment_versions;
pub(crate) mod payments;
pub(crate) mod processor;
pub(crate) mod product_form_answers;
pub(crate) mod reconciled;
pub(crate) mod sales;
pub(crate) mod saved_charges;
pub(crate) mod test_orders;
