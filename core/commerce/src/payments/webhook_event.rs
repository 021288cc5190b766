//! What a verified webhook of a provider tells, and what is stored of its message.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use stoa_entity::TenantTx;

use super::disputes::Dispute;
use crate::CommerceError;
use crate::ports::{Outcome, Webhook};

/// Headers that are stored for troubleshooting. Signatures and cookies are not stored.
const STORED_HEADERS: [&str; 4] = ["content-type", "user-agent", "date", "x-request-id"];

/// An event of a verified webhook.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct WebhookEvent {
    /// The provider's id of the event.
    pub event_id: String,
    /// Our attempt id, when the provider knows it.
    pub attempt_id: Option<String>,
    /// The provider's reference of the payment.
    pub provider_ref: Option<String>,
    /// The reported outcome.
    pub outcome: Outcome,
    /// The dispute that it is about.
    #[serde(default)]
    pub dispute: Option<Dispute>,
}

/// What is stored of a message, with each of its events.
pub(super) struct KeptMessage<'a> {
    /// Plugin of the provider that sent it.
    pub(super) provider: &'a str,
    body: Vec<u8>,
    pub(super) digest: String,
    pub(super) headers: BTreeMap<String, String>,
}

impl<'a> KeptMessage<'a> {
    /// Without the body if one of its events tells of a saved method: the token is stored with the method alone, and
    /// only as long.
    pub(super) fn of(provider: &'a str, webhook: &Webhook, holds_token: bool) -> Self {
        let kept = |(name, _): &&(String, String)| STORED_HEADERS.contains(&name.as_str());
        Self {
            provider,
            body: if holds_token { Vec::new() } else { webhook.body.clone() },
            digest: hex::encode(Sha256::digest(&webhook.body)),
            headers: webhook.headers.iter().filter(kept).cloned().collect(),
        }
    }

    /// The body as it is stored, encrypted: any message about a payment with a saved method may hold its token, which
    /// only the plugin can tell.
    pub(super) fn sealed_body(&self, tx: &TenantTx) -> Result<String, CommerceError> {
        if self.body.is_empty() {
            return Ok(String::new());
        }
        Ok(tx.seal().close(&self.body, &format!("webhooks:{}:{}", tx.website(), self.provider))?)
    }
}

#[cfg(test)]
mod tests {
    use super::super::verified::{Verified, VerifiedEvent};
    use super::{KeptMessage, Webhook, WebhookEvent};
    use crate::ports::{Outcome, PaymentStatus, SavedMethod};

    #[test]
    fn no_event_keeps_the_body_that_tells_of_a_saved_method() {
        let (token, label) = ("tok-of-the-bank".to_owned(), "Visa ending in 4242".to_owned());
        let saved_method = Some(SavedMethod { token, label, expires_on: None });
        let told = |event_id: &str, outcome: Outcome| {
            let (event_id, attempt_id, provider_ref) = (event_id.to_owned(), None, None);
            let event = WebhookEvent { event_id, attempt_id, provider_ref, outcome, dispute: None };
            VerifiedEvent { event, test_mode: true, payment_test_mode: None }
        };
        let plain = || told("evt-2", Outcome::plain(PaymentStatus::Captured));
        let saving = told("evt-1", Outcome { saved_method, ..Outcome::plain(PaymentStatus::Captured) });
        let header = |name: &str| (name.to_owned(), "told".to_owned());
        let webhook = Webhook {
            method: "POST".to_owned(),
            headers: vec![header("date"), header("signature")],
            query: String::new(),
            body: b"tok-of-the-bank".to_vec(),
        };
        let kept_of =
            |events: Vec<VerifiedEvent>| KeptMessage::of("test.card", &webhook, Verified::from(events).holds_token);
        let kept = kept_of(vec![saving.clone(), plain()]);
        assert_eq!((kept.body.len(), kept.headers.len(), kept.digest.len()), (0, 1, 64));
        assert!(!kept_of(vec![plain()]).body.is_empty(), "others are kept");

        let own = VerifiedEvent { payment_test_mode: Some(true), ..plain() };
        let counted = Verified::from(vec![saving, own]).of_own_mode();
        assert_eq!((counted.events.len(), counted.holds_token), (1, true), "also of an event that does not count");
    }
}
