//! What payment providers learn about an order. Plugins receive it as JSON.

use serde::Serialize;
use serde_json::{Map, Value};
use stoa_address::Address;
use stoa_kernel::money::Cents;

/// The buyer of an order; one object in JSON.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PaymentBuyer {
    /// What the buyer entered in the provider's form, which decides the members; empty when no longer available.
    #[serde(flatten)]
    pub entered: Map<String, Value>,
    /// The customer of the order.
    pub customer: PaymentCustomer,
    /// What is to be done with the money.
    pub intent: PaymentIntent,
}

/// The customer of an order, for providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentCustomer {
    /// E-mail address.
    pub email: String,
    /// Name.
    pub name: String,
    /// Id of the account, the same for each order; none for guests.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<String>,
    /// Billing address, if known.
    pub billing_address: Option<Address>,
}

/// What is to be done with the money of an attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PaymentIntent {
    /// Capture it at once.
    Capture,
    /// Authorise it, to be captured later or never.
    Authorise,
}

/// A line of an order, for providers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct PaymentLine {
    /// SKU.
    pub sku: String,
    /// Product name.
    pub name: String,
    /// Number of pieces.
    pub quantity: i64,
    /// Price per piece, minor units.
    pub unit_price_cents: Cents,
    /// Total, minor units.
    pub total_cents: Cents,
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn buyer_is_one_object() {
        let mut buyer = PaymentBuyer {
            entered: Map::from_iter([
                ("cardNumber".to_owned(), json!("4242424242424242")),
                ("intent".to_owned(), json!("entered")),
            ]),
            customer: PaymentCustomer {
                email: "ada@example.com".to_owned(),
                name: "Ada".to_owned(),
                customer_id: None,
                billing_address: None,
            },
            intent: PaymentIntent::Authorise,
        };
        let customer = json!({"email": "ada@example.com", "name": "Ada", "billingAddress": null});
        let expected = json!({"cardNumber": "4242424242424242", "intent": "authorise", "customer": customer});
        assert_eq!(serde_json::to_value(&buyer).unwrap(), expected);
        buyer.entered.clear();
        let expected = json!({"customer": customer, "intent": "authorise"});
        assert_eq!(serde_json::to_value(&buyer).unwrap(), expected);
    }
}
