//! Puts secrets into requests, only at the places that the manifest names, and only where the plugin wrote nothing but
//! the placeholder. A placeholder anywhere else is plain text: people can type it into a form, and the plugin passes it
//! on.

use serde_json::Value;
use url::form_urlencoded;

use super::http::is_json;
use crate::manifest::{Permissions, SecretPlace, SecretUse};
use crate::model::Secret;

/// Start of a placeholder.
pub(crate) const OPEN: &str = "${secret:";

/// Why a secret cannot be put in.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum SecretFault {
    #[error("the secret {0} is not set on this site")]
    Missing(String),
    #[error("the secret {0} contains characters that cannot be sent at its place")]
    Unsendable(String),
}

/// The places of one request.
pub(super) struct SecretPlaces<'a, F> {
    permissions: &'a Permissions,
    origin: &'a str,
    /// The value of a secret of the manifest.
    value: F,
}

impl<'a, F> SecretPlaces<'a, F>
where
    F: Fn(&str) -> Option<&'a Secret>,
{
    pub(super) fn new(permissions: &'a Permissions, origin: &'a str, value: F) -> Self {
        Self { permissions, origin, value }
    }

    /// The value of a header with its secret. Without places of a secret in the manifest, it may stand in
    /// `authorization`, alone or after a scheme.
    pub(super) fn header(&self, name: &str, value: String) -> Result<String, SecretFault> {
        if !value.contains(OPEN) {
            return Ok(value);
        }
        for place in self.places() {
            let is_here =
                matches!(place.place(), Some(SecretPlace::Header(header)) if header.eq_ignore_ascii_case(name));
            if is_here && value.strip_prefix(place.prefix.as_str()).and_then(named) == Some(place.secret.as_str()) {
                return Ok(format!("{}{}", place.prefix, self.visible(&place.secret)?));
            }
        }
        if name.eq_ignore_ascii_case("authorization") {
            let (scheme, rest) = value.split_once(' ').map_or(("", value.as_str()), |(scheme, rest)| (scheme, rest));
            let is_scheme = scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
            let may_stand = |secret: &&str| is_scheme && self.may_go() && self.has_no_places(secret);
            if let Some(secret) = named(rest).filter(may_stand) {
                let space = if scheme.is_empty() { "" } else { " " };
                return Ok(format!("{scheme}{space}{}", self.visible(secret)?));
            }
        }
        Ok(value)
    }

    /// The body with its secrets. A JSON or form body with a secret is written again.
    pub(super) fn body(&self, content_type: &str, body: Vec<u8>) -> Result<Vec<u8>, SecretFault> {
        if is_json(content_type) {
            self.json(body)
        } else if content_type == "application/x-www-form-urlencoded" {
            self.form(body)
        } else {
            Ok(body)
        }
    }

    fn json(&self, body: Vec<u8>) -> Result<Vec<u8>, SecretFault> {
        let pointers: Vec<(&SecretUse, &str)> = self
            .places()
            .filter_map(|place| match place.place() {
                Some(SecretPlace::Json(pointer)) => Some((place, pointer)),
                _ => None,
            })
            .collect();
        if pointers.is_empty() {
            return Ok(body);
        }
        let Ok(mut document) = serde_json::from_slice::<Value>(&body) else { return Ok(body) };
        let mut is_filled = false;
        for (place, pointer) in pointers {
            let Some(Value::String(text)) = document.pointer_mut(pointer) else { continue };
            if named(text) == Some(place.secret.as_str()) {
                *text = self.text(&place.secret)?.to_owned();
                is_filled = true;
            }
        }
        Ok(if is_filled { document.to_string().into_bytes() } else { body })
    }

    fn form(&self, body: Vec<u8>) -> Result<Vec<u8>, SecretFault> {
        let fields: Vec<(&SecretUse, &str)> = self
            .places()
            .filter_map(|place| match place.place() {
                Some(SecretPlace::Form(field)) => Some((place, field)),
                _ => None,
            })
            .collect();
        if fields.is_empty() {
            return Ok(body);
        }
        let mut is_filled = false;
        let mut filled = form_urlencoded::Serializer::new(String::with_capacity(body.len()));
        for (name, value) in form_urlencoded::parse(&body) {
            let place = fields.iter().find(|(place, field)| *field == name && named(&value) == Some(&*place.secret));
            if let Some((place, _)) = place {
                filled.append_pair(&name, self.text(&place.secret)?);
                is_filled = true;
            } else {
                filled.append_pair(&name, &value);
            }
        }
        Ok(if is_filled { filled.finish().into_bytes() } else { body })
    }

    /// The places to which the origin of the request belongs.
    fn places(&self) -> impl Iterator<Item = &'a SecretUse> {
        let (origin, may_go) = (self.origin, self.may_go());
        self.permissions.secret_uses.iter().filter(move |place| may_go && place.serves(origin))
    }

    /// Whether secrets go to the origin of the request: those for origins of the manifest do not go to an address that
    /// someone enters. Without such origins, the entered address is the only place that they can be for.
    fn may_go(&self) -> bool {
        let named = &self.permissions.http;
        named.is_empty() || named.iter().any(|known| known == self.origin)
    }

    fn has_no_places(&self, secret: &str) -> bool {
        self.permissions.secrets.iter().any(|known| known == secret)
            && !self.permissions.secret_uses.iter().any(|place| place.secret == secret)
    }

    fn text(&self, secret: &str) -> Result<&'a str, SecretFault> {
        let value = (self.value)(secret).ok_or_else(|| SecretFault::Missing(secret.to_owned()))?;
        std::str::from_utf8(value.expose()).map_err(|_| SecretFault::Unsendable(secret.to_owned()))
    }

    /// A secret for a header: printable ASCII.
    fn visible(&self, secret: &str) -> Result<&'a str, SecretFault> {
        let text = self.text(secret)?;
        let is_visible = !text.is_empty() && text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
        if is_visible { Ok(text) } else { Err(SecretFault::Unsendable(secret.to_owned())) }
    }
}

/// The name of a text that is exactly one placeholder.
fn named(text: &str) -> Option<&str> {
    text.strip_prefix(OPEN)?.strip_suffix('}')
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{SecretFault, SecretPlaces};
    use crate::manifest::Permissions;
    use crate::model::Secret;

    const ORIGIN: &str = "https://api.acme.example";

    fn permissions() -> Permissions {
        serde_json::from_value(json!({
            "http": [ORIGIN, "https://other.example"],
            "secrets": ["api_key", "account", "plain", "unset", "broken"],
            "secret_uses": [
                { "secret": "api_key", "header": "X-Api-Key", "prefix": "Key ", "origins": [ORIGIN] },
                { "secret": "unset", "header": "x-unset" },
                { "secret": "broken", "header": "x-broken" },
                { "secret": "account", "json": "/auth/key" },
                { "secret": "account", "form": "account" },
            ],
        }))
        .expect("permissions")
    }

    fn secret<'a>(name: &str) -> Option<&'a Secret> {
        let value: &[u8] = match name {
            "api_key" => b"key-123",
            "account" => b"a\"b&c=d",
            "plain" => b"plain",
            "broken" => b"one\r\nx-other: two",
            _ => return None,
        };
        Some(Box::leak(Box::new(Secret::new(value))))
    }

    fn header(origin: &str, name: &str, value: &str) -> Result<String, SecretFault> {
        SecretPlaces::new(&permissions(), origin, secret).header(name, value.to_owned())
    }

    fn body(content_type: &str, text: &str) -> String {
        let filled = SecretPlaces::new(&permissions(), ORIGIN, secret).body(content_type, text.as_bytes().to_vec());
        String::from_utf8(filled.expect("filled")).expect("text")
    }

    #[test]
    fn headers_take_secrets_at_their_places_only() {
        assert_eq!(header(ORIGIN, "x-api-key", "Key ${secret:api_key}"), Ok("Key key-123".to_owned()));
        assert_eq!(header(ORIGIN, "Authorization", "Bearer ${secret:plain}"), Ok("Bearer plain".to_owned()));
        for (origin, name, typed) in [
            (ORIGIN, "x-buyer", "Key ${secret:api_key}"),
            (ORIGIN, "x-api-key", "Key ${secret:api_key} and more"),
            (ORIGIN, "x-api-key", "Key ${secret:plain}"),
            (ORIGIN, "authorization", "Bearer ${secret:api_key}"),
            (ORIGIN, "authorization", "Bearer ${secret:undeclared}"),
            (ORIGIN, "authorization", "Bearer of ${secret:plain}"),
            ("https://other.example", "x-api-key", "Key ${secret:api_key}"),
        ] {
            assert_eq!(header(origin, name, typed), Ok(typed.to_owned()), "{name}: {typed}");
        }
        assert_eq!(header(ORIGIN, "x-unset", "${secret:unset}"), Err(SecretFault::Missing("unset".to_owned())));
        assert_eq!(header(ORIGIN, "x-broken", "${secret:broken}"), Err(SecretFault::Unsendable("broken".to_owned())));
    }

    #[test]
    fn an_entered_address_gets_no_secret_for_an_origin_of_the_manifest() {
        let entered = "https://entered.example";
        for (name, typed) in [("authorization", "Bearer ${secret:plain}"), ("x-broken", "${secret:broken}")] {
            assert_eq!(header(entered, name, typed), Ok(typed.to_owned()), "{name}");
        }
        let alone: Permissions =
            serde_json::from_value(json!({ "http_settings": ["address"], "secrets": ["plain"] })).expect("permissions");
        let sent = SecretPlaces::new(&alone, entered, secret).header("authorization", "${secret:plain}".to_owned());
        assert_eq!(sent, Ok("plain".to_owned()), "it has no other receiver");
    }

    #[test]
    fn bodies_take_secrets_as_whole_members_only() {
        let typed = json!({ "name": "${secret:account}", "auth": { "key": "${secret:account}" } }).to_string();
        let sent: serde_json::Value =
            serde_json::from_str(&body("application/json", &typed)).expect("JSON with a quoted secret");
        assert_eq!(sent, json!({ "name": "${secret:account}", "auth": { "key": "a\"b&c=d" } }));
        let within = json!({ "auth": { "key": "my ${secret:account}" } }).to_string();
        assert_eq!(body("application/json", &within), within);
        assert_eq!(
            body(
                "application/x-www-form-urlencoded",
                "name=%24%7Bsecret%3Aaccount%7D&account=%24%7Bsecret%3Aaccount%7D"
            ),
            "name=%24%7Bsecret%3Aaccount%7D&account=a%22b%26c%3Dd"
        );
        assert_eq!(body("text/plain", "${secret:account}"), "${secret:account}");
    }
}
