//! The payment interface in its versions. Calls are made in the types of [`crate::model`]; answers come in those of the
//! newest version, into which an adapter turns the answers of plugins of 0.1.0.

mod of_0_1;
pub(crate) mod of_0_2;

use std::collections::BTreeSet;

use wasmtime::Store;
use wasmtime::component::{Instance, InstancePre};

use crate::bindings::imports::stoa::plugin::types;
use crate::bindings::payments::interface as old;
use crate::bindings::payments2::interface as new;
use crate::capability::GuestState;
use crate::convert::{call_context_in, context_in, money_in};
use crate::model::{Money, PaymentAttempt, PaymentWebhook, SavedUse, SiteContext};

/// Where a component exports payments.
pub(crate) enum PaymentIndices {
    Old(old::GuestIndices),
    New(new::GuestIndices),
}

/// The payments of one instance.
pub(crate) enum PaymentGuest {
    Old(old::Guest),
    New(new::Guest),
}

/// A part of an attempt to be captured.
pub(crate) struct Capture<'a> {
    pub(crate) amount: &'a Money,
    /// The idempotency key.
    pub(crate) key: &'a str,
}

/// A part of an attempt to be given back.
pub(crate) struct Refund<'a> {
    pub(crate) amount: &'a Money,
    /// The idempotency key.
    pub(crate) key: &'a str,
    pub(crate) reason: &'a str,
}

/// What a call of a guest gives.
pub(crate) type Answer<T> = wasmtime::Result<Result<T, types::Error>>;

impl PaymentIndices {
    /// The newest payments among the exports, such as `payments@0.1`.
    pub(crate) fn find(
        exports: &BTreeSet<String>,
        component: &InstancePre<GuestState>,
    ) -> wasmtime::Result<Option<Self>> {
        if exports.contains("payments@0.2") {
            return Ok(Some(Self::New(new::GuestIndices::new(component)?)));
        }
        if exports.contains("payments@0.1") {
            return Ok(Some(Self::Old(old::GuestIndices::new(component)?)));
        }
        Ok(None)
    }

    pub(crate) fn load(&self, store: &mut Store<GuestState>, instance: &Instance) -> wasmtime::Result<PaymentGuest> {
        Ok(match self {
            Self::Old(indices) => PaymentGuest::Old(indices.load(store, instance)?),
            Self::New(indices) => PaymentGuest::New(indices.load(store, instance)?),
        })
    }
}

fn not_supported(what: &str) -> types::Error {
    types::Error {
        code: types::ErrorCode::NotSupported,
        message: format!("a plugin of the interface 0.1.0 has no {what}"),
        buyer_message: None,
        retry_after_ms: None,
    }
}

impl PaymentGuest {
    pub(crate) async fn create(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        match self {
            Self::Old(_) if matches!(attempt.saved, SavedUse::Present(_) | SavedUse::OffSession(_)) => {
                Ok(Err(not_supported("saved methods")))
            }
            Self::Old(guest) => {
                let attempt = of_0_1::attempt_in(attempt);
                let answer = guest.call_create(store, &attempt, &context_in(context)).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => guest.call_create(store, &of_0_2::attempt_in(attempt), &call_context_in(context)).await,
        }
    }

    pub(crate) async fn authorise(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        return_query: &str,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        match self {
            Self::Old(guest) => {
                let attempt = of_0_1::attempt_in(attempt);
                let answer = guest.call_authorise(store, &attempt, return_query, &context_in(context)).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => {
                let attempt = of_0_2::attempt_in(attempt);
                guest.call_authorise(store, &attempt, return_query, &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn capture(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        Capture { amount, key }: Capture<'_>,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        let amount = money_in(amount);
        match self {
            Self::Old(guest) => {
                let answer = guest.call_capture(store, &of_0_1::attempt_in(attempt), &amount, key).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => {
                let attempt = of_0_2::attempt_in(attempt);
                guest.call_capture(store, &attempt, &amount, key, &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn refund(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        Refund { amount, key, reason }: Refund<'_>,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        let amount = money_in(amount);
        match self {
            Self::Old(guest) => {
                let answer = guest.call_refund(store, &of_0_1::attempt_in(attempt), &amount, key, reason).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => {
                let attempt = of_0_2::attempt_in(attempt);
                guest.call_refund(store, &attempt, &amount, key, reason, &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn cancel(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        key: &str,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        match self {
            Self::Old(guest) => {
                let answer = guest.call_cancel(store, &of_0_1::attempt_in(attempt), key).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => {
                guest.call_cancel(store, &of_0_2::attempt_in(attempt), key, &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn fetch_status(
        &self,
        store: &mut Store<GuestState>,
        attempt: &PaymentAttempt,
        context: &SiteContext,
    ) -> Answer<new::Outcome> {
        match self {
            Self::Old(guest) => {
                let answer = guest.call_fetch_status(store, &of_0_1::attempt_in(attempt)).await?;
                Ok(answer.map(of_0_1::outcome_of))
            }
            Self::New(guest) => {
                guest.call_fetch_status(store, &of_0_2::attempt_in(attempt), &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn verify_webhook(
        &self,
        store: &mut Store<GuestState>,
        webhook: &PaymentWebhook,
        context: &SiteContext,
    ) -> Answer<Vec<new::WebhookEvent>> {
        match self {
            Self::Old(guest) => {
                let answer = guest.call_verify_webhook(store, &of_0_1::webhook_in(webhook)).await?;
                Ok(answer.map(|events| events.into_iter().map(of_0_1::event_of).collect()))
            }
            Self::New(guest) => {
                guest.call_verify_webhook(store, &of_0_2::webhook_in(webhook), &call_context_in(context)).await
            }
        }
    }

    pub(crate) async fn forget(&self, store: &mut Store<GuestState>, token: &str, context: &SiteContext) -> Answer<()> {
        match self {
            Self::Old(_) => Ok(Err(not_supported("saved methods"))),
            Self::New(guest) => guest.call_forget(store, token, &call_context_in(context)).await,
        }
    }
}
