//! Orders in lists, and what lists are filtered by.

use serde::Serialize;
use stoa_entity::tenant::order;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::OrderId;
use stoa_kernel::money::{Cents, Currency};
use stoa_kernel::order::{FulfillmentMethod, FulfillmentStatus, OrderPaymentStatus, OrderType};
use stoa_kernel::payment::{DisputeFilter, DisputeStatus};

use super::fulfillment::is_picked_up;
use crate::CommerceError;

/// Filter of a list of orders.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderFilter {
    /// Only those with this fulfilment status.
    pub fulfillment_status: Option<FulfillmentStatus>,
    /// Only those with this payment status.
    pub payment_status: Option<OrderPaymentStatus>,
    /// Text to search for in number, e-mail address, name, SKUs and product names.
    pub query: Option<String>,
    /// Only those placed at this time or later.
    pub from: Option<Timestamp>,
    /// Only those placed before this time.
    pub until: Option<Timestamp>,
    /// Only test orders, or only real ones.
    pub test_mode: Option<bool>,
    /// Only those with this tag.
    pub tag: Option<String>,
    /// Only donations, or only purchases.
    pub donations: Option<bool>,
    /// Only those with such a dispute of a payment.
    pub dispute: Option<DisputeFilter>,
}

/// An order in a list.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct OrderSummary {
    /// Its id.
    pub id: OrderId,
    /// Sequential number within the site, from 1.
    pub number: i64,
    /// When it was placed.
    pub created_on: Timestamp,
    /// The customer's e-mail address.
    pub customer_email: String,
    /// The customer's name.
    pub customer_name: String,
    /// Total, in minor units.
    pub grand_total_cents: Cents,
    /// Currency of the amounts.
    pub currency: Currency,
    /// Payment status.
    pub payment_status: OrderPaymentStatus,
    /// Fulfilment status.
    pub fulfillment_status: FulfillmentStatus,
    /// Number of units over all lines.
    pub item_count: i64,
    /// Whether it is a test order, without real payment.
    pub test_mode: bool,
    /// Type of the order.
    #[serde(rename = "type")]
    pub kind: OrderType,
    /// How the customer receives it.
    pub handover: FulfillmentMethod,
    /// Status of the most urgent dispute of its payments, for contributors.
    #[serde(skip)]
    pub dispute: Option<DisputeStatus>,
}

impl OrderSummary {
    pub(super) fn new(row: &order::Model, item_count: i64, kind: OrderType) -> Result<Self, CommerceError> {
        let currency = row
            .currency
            .parse()
            .map_err(|source| CommerceError::Unreadable { column: "orders.currency", source: Box::new(source) })?;
        Ok(Self {
            id: row.id.clone(),
            number: row.number,
            created_on: row.created_on,
            customer_email: row.email.clone(),
            customer_name: row.customer_name.clone(),
            grand_total_cents: row.grand_total_cents,
            currency,
            payment_status: row.payment_status,
            fulfillment_status: row.fulfillment_status,
            item_count,
            test_mode: row.test_mode,
            kind,
            handover: handover_of(row),
            dispute: None,
        })
    }

    /// Whether the customer is entitled to what the order contains, apart from refunded lines: it is paid and neither
    /// completely refunded nor canceled.
    pub(crate) fn entitles_customer(&self) -> bool {
        self.payment_status.is_paid() && self.fulfillment_status != FulfillmentStatus::Canceled
    }
}

/// How the customer receives an order.
fn handover_of(row: &order::Model) -> FulfillmentMethod {
    match (is_picked_up(row), row.shipping_address.is_some() || row.shipping_option.is_some()) {
        (true, _) => FulfillmentMethod::Pickup,
        (false, true) => FulfillmentMethod::Delivery,
        (false, false) => FulfillmentMethod::None,
    }
}
