//! Facts that cross domains. They are written to the outbox in the transaction that made them true
//! and handled afterwards, at least once.

use serde::{Deserialize, Serialize};

use crate::id::{FulfillmentId, OrderId, RefundId, SubmissionId};

/// What happened.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "kebab-case")]
pub enum Event {
    /// An order was paid, or needed no payment.
    OrderPlaced {
        /// The order.
        order_id: OrderId,
    },
    /// An order left the house.
    OrderFulfilled {
        /// The order.
        order_id: OrderId,
        /// The parcel; none in events from before orders left in parts.
        #[serde(default)]
        fulfillment_id: Option<FulfillmentId>,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// Money of an order was given back.
    OrderRefunded {
        /// The order.
        order_id: OrderId,
        /// The refund.
        refund_id: RefundId,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// An order was called off.
    OrderCanceled {
        /// The order.
        order_id: OrderId,
        /// Whether the customer is told by mail.
        notify: bool,
    },
    /// A visitor answered a form.
    FormSubmitted {
        /// The answer.
        submission_id: SubmissionId,
    },
}

impl Event {
    /// The name under which it lies in the outbox.
    pub fn topic(&self) -> &'static str {
        match self {
            Event::OrderPlaced { .. } => "order-placed",
            Event::OrderFulfilled { .. } => "order-fulfilled",
            Event::OrderRefunded { .. } => "order-refunded",
            Event::OrderCanceled { .. } => "order-canceled",
            Event::FormSubmitted { .. } => "form-submitted",
        }
    }
}
