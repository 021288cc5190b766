//! What the address of a mail server says: `smtp://` or `smtps://`, with user and password. `?tls=required` and
//! `?tls=opportunistic` use STARTTLS; the path is the name sent with EHLO.

use std::fmt;
use std::str::FromStr;

use anyhow::{Context as _, bail};
use percent_encoding::percent_decode_str;
use url::Url;

/// When a connection is encrypted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tls {
    /// Not at all.
    Never,
    /// With STARTTLS where the server offers it.
    IfOffered,
    /// With STARTTLS.
    Required,
    /// From its beginning.
    FromTheStart,
}

/// Who signs in.
#[derive(Clone, PartialEq, Eq)]
pub struct SmtpUser {
    /// Name.
    pub name: String,
    /// Password, never printed.
    pub password: String,
}

impl fmt::Debug for SmtpUser {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("SmtpUser").field("name", &self.name).finish_non_exhaustive()
    }
}

/// A mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SmtpAddress {
    /// Its name or IP address.
    pub host: String,
    /// Its port.
    pub port: u16,
    /// When connections are encrypted.
    pub tls: Tls,
    /// The name sent with EHLO; none for that of this machine.
    pub hello: Option<String>,
    /// Who signs in; none where nobody does.
    pub user: Option<SmtpUser>,
}

impl FromStr for SmtpAddress {
    type Err = anyhow::Error;

    fn from_str(url: &str) -> Result<Self, Self::Err> {
        let url = Url::parse(url).context("mail.smtp_url is not a URL")?;
        let host = url.host_str().context("mail.smtp_url has no host")?.trim_matches(['[', ']']).to_owned();
        let wanted = url.query_pairs().find(|(name, _)| name == "tls").map(|(_, value)| value.into_owned());
        let (tls, usual_port) = match (url.scheme(), wanted.as_deref()) {
            ("smtp", None) => (Tls::Never, 25),
            ("smtp", Some("opportunistic")) => (Tls::IfOffered, 587),
            ("smtp", Some("required")) => (Tls::Required, 587),
            ("smtps", _) => (Tls::FromTheStart, 465),
            _ => bail!("mail.smtp_url should start with smtp:// or smtps://; tls can be required or opportunistic"),
        };
        let hello = Some(url.path().trim_matches('/')).filter(|name| !name.is_empty()).map(str::to_owned);
        let user = match url.password() {
            Some(password) => Some(SmtpUser { name: decoded(url.username())?, password: decoded(password)? }),
            None => None,
        };
        Ok(Self { host, port: url.port().unwrap_or(usual_port), tls, hello, user })
    }
}

/// Decodes percent-encoded text of a URL.
fn decoded(text: &str) -> anyhow::Result<String> {
    let is_escape = |rest: &str| rest.bytes().take(2).filter(u8::is_ascii_hexdigit).count() == 2;
    if !text.split('%').skip(1).all(is_escape) {
        bail!("mail.smtp_url: a % is not followed by two digits");
    }
    let decoded = percent_decode_str(text).decode_utf8().context("mail.smtp_url: user or password is not UTF-8")?;
    Ok(decoded.into_owned())
}
