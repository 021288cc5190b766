//! Mail services. The key is a secret: requests refer to it by its name, and the host puts it in.

use stoa_plugin_sdk::http::Request;
use stoa_plugin_sdk::json::json;

const PATIENCE_MS: u32 = 8000;

pub(crate) struct Letter<'a> {
    pub(crate) from: &'a str,
    pub(crate) to: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) text: &'a str,
    /// The same for each attempt, so that a repeated letter is sent once where the service can tell.
    pub(crate) key: &'a str,
}

#[derive(Clone, Copy)]
pub(crate) enum Service {
    Resend,
    Postmark,
}

impl Service {
    pub(crate) fn named(name: &str) -> Self {
        if name == "postmark" { Self::Postmark } else { Self::Resend }
    }

    pub(crate) fn request(self, letter: &Letter<'_>) -> Request {
        let Letter { from, to, subject, text, key } = *letter;
        let (url, credential, body) = match self {
            Self::Resend => (
                "https://api.resend.com/emails",
                ("authorization", "Bearer ${secret:api_key}"),
                json!({"from": from, "to": [to], "subject": subject, "text": text}),
            ),
            Self::Postmark => (
                "https://api.postmarkapp.com/email",
                ("x-postmark-server-token", "${secret:api_key}"),
                json!({"From": from, "To": to, "Subject": subject, "TextBody": text}),
            ),
        };
        let header = |(name, value): (&str, &str)| (name.to_owned(), value.to_owned());
        let headers = [
            credential,
            ("content-type", "application/json"),
            ("accept", "application/json"),
            ("idempotency-key", key),
        ];
        Request {
            method: "POST".to_owned(),
            url: url.to_owned(),
            headers: headers.map(header).to_vec(),
            body: body.to_string().into_bytes(),
            timeout_ms: PATIENCE_MS,
        }
    }
}
