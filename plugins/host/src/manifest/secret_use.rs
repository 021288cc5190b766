//! Where a secret may stand in a plugin's HTTP requests.

use serde::{Deserialize, Serialize};

use super::Permissions;

/// Headers that the host or the connection sets.
const FIXED_HEADERS: [&str; 5] = ["host", "content-length", "content-type", "transfer-encoding", "connection"];
const MAX_PREFIX_LENGTH: usize = 64;

/// One place at which the host puts in a secret: the plugin writes `${secret:name}` there, and nothing else.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SecretUse {
    /// Name of the secret.
    pub secret: String,
    /// Name of the header whose value is the secret.
    #[serde(default)]
    pub header: Option<String>,
    /// What stands before the secret in the header, such as `Bearer ` with its space.
    #[serde(default)]
    pub prefix: String,
    /// JSON Pointer to the string of a JSON body that is the secret, such as `/auth/key`.
    #[serde(default)]
    pub json: Option<String>,
    /// Name of the field of a form body whose value is the secret.
    #[serde(default)]
    pub form: Option<String>,
    /// Origins to which it may be sent; empty means all of `permissions.http`, or if this is empty the addresses of
    /// settings.
    #[serde(default)]
    pub origins: Vec<String>,
}

/// A place of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecretPlace<'a> {
    /// The value of a header.
    Header(&'a str),
    /// A string of a JSON body, by its JSON Pointer.
    Json(&'a str),
    /// The value of a field of a form body.
    Form(&'a str),
}

impl SecretUse {
    /// The place; none when the manifest names none or several.
    #[must_use]
    pub fn place(&self) -> Option<SecretPlace<'_>> {
        match (&self.header, &self.json, &self.form) {
            (Some(header), None, None) => Some(SecretPlace::Header(header)),
            (None, Some(pointer), None) => Some(SecretPlace::Json(pointer)),
            (None, None, Some(field)) => Some(SecretPlace::Form(field)),
            _ => None,
        }
    }

    /// Whether the secret may be sent to an origin, which is one of `permissions.http` if there are any.
    pub(crate) fn serves(&self, origin: &str) -> bool {
        self.origins.is_empty() || self.origins.iter().any(|allowed| allowed == origin)
    }

    pub(super) fn check(&self, permissions: &Permissions) -> Result<(), String> {
        let fault = |text: &str| Err(format!("permissions.secret_uses of `{}` {text}", self.secret));
        if !permissions.secrets.contains(&self.secret) {
            return fault("is for a secret that is not in permissions.secrets");
        }
        if let Some(foreign) = self.origins.iter().find(|origin| !permissions.http.contains(origin)) {
            return fault(&format!("contains the origin `{foreign}`, which is not in permissions.http"));
        }
        if !self.prefix.is_empty() && self.header.is_none() {
            return fault("has a prefix without a header");
        }
        match self.place() {
            None => fault("has to name one of header, json and form"),
            Some(SecretPlace::Header(name)) => {
                let is_name = !name.is_empty()
                    && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
                let is_fixed = FIXED_HEADERS.iter().any(|fixed| fixed.eq_ignore_ascii_case(name));
                let is_prefix = self.prefix.len() <= MAX_PREFIX_LENGTH
                    && self.prefix.bytes().all(|byte| (b' '..=b'~').contains(&byte) && byte != b'$');
                match (is_name && !is_fixed, is_prefix) {
                    (false, _) => fault("names a header that a plugin cannot set"),
                    (_, false) => fault("has a prefix that is too long, or not of printable ASCII without $"),
                    _ => Ok(()),
                }
            }
            Some(SecretPlace::Json(pointer)) if !pointer.starts_with('/') => {
                fault("has to name the member of the JSON body as a JSON Pointer, such as /auth/key")
            }
            Some(SecretPlace::Form("")) => fault("names a form field without a name"),
            Some(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Manifest;

    fn refusal(lines: &str) -> Option<String> {
        let text = format!(
            "[plugin]\nid = \"acme.pay\"\nversion = \"1.4.0\"\napi = \"0.1\"\nname = \"Acme\"\ncomponent = \"p.wasm\"\n\
             [[provides]]\nkind = \"payment-provider\"\nmethods = [\"card\"]\n\
             [permissions]\nhttp = [\"https://api.acme.example\"]\nsecrets = [\"api_key\"]\n\
             [[permissions.secret_uses]]\n{lines}\n"
        );
        Manifest::parse(&text).err()
    }

    #[test]
    fn secret_places_are_checked() {
        assert_eq!(refusal("secret = \"api_key\"\nheader = \"x-api-key\""), None);
        assert_eq!(refusal("secret = \"api_key\"\nheader = \"authorization\"\nprefix = \"Token \""), None);
        assert_eq!(
            refusal("secret = \"api_key\"\njson = \"/auth/key\"\norigins = [\"https://api.acme.example\"]"),
            None
        );
        for (lines, word) in [
            ("secret = \"other\"\nheader = \"x-key\"", "not in permissions.secrets"),
            ("secret = \"api_key\"", "one of header, json and form"),
            ("secret = \"api_key\"\nheader = \"x-key\"\nform = \"key\"", "one of header, json and form"),
            ("secret = \"api_key\"\nheader = \"Host\"", "cannot set"),
            ("secret = \"api_key\"\nheader = \"x-key\"\nprefix = \"a\\nb\"", "printable ASCII"),
            ("secret = \"api_key\"\njson = \"key\"", "JSON Pointer"),
            ("secret = \"api_key\"\nform = \"key\"\nprefix = \"x\"", "prefix without a header"),
            ("secret = \"api_key\"\nheader = \"x-key\"\norigins = [\"https://evil.example\"]", "evil.example"),
        ] {
            let fault = refusal(lines).expect(lines);
            assert!(fault.contains(word), "{lines}: {fault}");
        }
    }
}
