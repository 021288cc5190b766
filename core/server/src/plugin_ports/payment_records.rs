//! Payments in the types of commerce and in those of plugins.

use serde_json::Value;
use stoa_commerce::payments::{PaymentBuyer, PaymentLine};
use stoa_commerce::ports::{Dispute, NextStep, Outcome, PaymentError, PaymentStatus, SavedMethod};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::money::{Currency, Money};
use stoa_kernel::payment::DisputeStatus;
use stoa_plugin_host::model as plugin;

pub(super) fn buyer_in(buyer: &PaymentBuyer) -> plugin::PaymentBuyer {
    let customer = &buyer.customer;
    plugin::PaymentBuyer {
        entered: Value::Object(buyer.entered.clone()),
        customer: Some(plugin::PaymentCustomer {
            email: customer.email.clone(),
            name: customer.name.clone(),
            customer_id: customer.customer_id.clone(),
            billing_address: customer.billing_address.clone().map(|address| plugin::PostalAddress {
                first_name: address.first_name,
                last_name: address.last_name,
                line1: address.line1,
                line2: address.line2,
                city: address.city,
                region: address.region,
                postal_code: address.postal_code,
                country: address.country,
                phone: address.phone,
            }),
        }),
    }
}

pub(super) fn line_in(line: &PaymentLine, currency: Currency) -> plugin::PaymentLine {
    plugin::PaymentLine {
        sku: line.sku.clone(),
        name: line.name.clone(),
        quantity: line.quantity,
        unit_price: money_in(Money::new(line.unit_price_cents.0, currency)),
        total: money_in(Money::new(line.total_cents.0, currency)),
    }
}

pub(super) fn money_in(money: Money) -> plugin::Money {
    plugin::Money { minor: money.minor, currency: money.currency.code().to_owned() }
}

fn money_out(money: plugin::Money) -> Result<Money, PaymentError> {
    let currency: Currency = money
        .currency
        .parse()
        .map_err(|error: stoa_kernel::money::UnknownCurrency| PaymentError::Uncertain { reason: error.to_string() })?;
    Ok(Money::new(money.minor, currency))
}

fn status_out(status: plugin::PaymentStatus) -> PaymentStatus {
    match status {
        plugin::PaymentStatus::RequiresAction => PaymentStatus::RequiresAction,
        plugin::PaymentStatus::Pending => PaymentStatus::Pending,
        plugin::PaymentStatus::Authorised => PaymentStatus::Authorised,
        plugin::PaymentStatus::Captured => PaymentStatus::Captured,
        plugin::PaymentStatus::PartiallyRefunded => PaymentStatus::PartiallyRefunded,
        plugin::PaymentStatus::Refunded => PaymentStatus::Refunded,
        plugin::PaymentStatus::Voided => PaymentStatus::Voided,
        plugin::PaymentStatus::Declined => PaymentStatus::Declined,
        plugin::PaymentStatus::Expired => PaymentStatus::Expired,
        plugin::PaymentStatus::Unknown => PaymentStatus::Unknown,
    }
}

pub(super) fn outcome_out(outcome: plugin::PaymentOutcome) -> Result<Outcome, PaymentError> {
    Ok(Outcome {
        status: status_out(outcome.status),
        next: match outcome.next {
            plugin::PaymentNext::None => NextStep::None,
            plugin::PaymentNext::Redirect(url) => NextStep::Redirect(url),
            plugin::PaymentNext::ClientAction(action) => NextStep::ClientAction(action),
        },
        provider_ref: outcome.provider_ref,
        captured: outcome.captured.map(money_out).transpose()?,
        refunded: outcome.refunded.map(money_out).transpose()?,
        provider_state: outcome.provider_state,
        buyer_message: outcome.decline_message,
        saved_method: outcome.saved_method.map(|saved| SavedMethod {
            token: saved.token,
            label: saved.label,
            expires_on: saved.expires_ms.and_then(|ms| i64::try_from(ms).ok()).map(Timestamp::from_ms),
        }),
    })
}

pub(super) fn dispute_out(dispute: plugin::Dispute) -> Dispute {
    let amount = money_out(dispute.amount);
    if let Err(fault) = &amount {
        tracing::warn!(%fault, "a payment plugin told the amount of a dispute in an unknown currency");
    }
    Dispute {
        id: dispute.id,
        status: match dispute.status {
            plugin::DisputeStatus::NeedsResponse => DisputeStatus::NeedsResponse,
            plugin::DisputeStatus::UnderReview => DisputeStatus::UnderReview,
            plugin::DisputeStatus::Won => DisputeStatus::Won,
            plugin::DisputeStatus::Lost => DisputeStatus::Lost,
            plugin::DisputeStatus::Closed => DisputeStatus::Closed,
        },
        amount: amount.ok(),
        reason: dispute.reason,
        respond_by: dispute.respond_by_ms.and_then(|ms| i64::try_from(ms).ok()).map(Timestamp::from_ms),
    }
}
