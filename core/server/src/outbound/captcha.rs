//! Verifies captcha tokens with the service that issued them.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use stoa_kernel::ports::{Captcha, Guarded, PortError};

use crate::config::CaptchaConfig;

/// How long a service may take.
pub const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Minimum score. Services without a puzzle return a score from 0 (program) to 1 (person).
const MIN_SCORE: f64 = 0.5;

fn port_error(error: impl std::fmt::Display) -> PortError {
    PortError::new("captcha", error)
}

/// A service with the `secret` and `response` form API: reCAPTCHA, hCaptcha and Turnstile.
pub struct SiteVerify {
    client: reqwest::Client,
    url: String,
    secret: String,
}

/// Response of such a service.
#[derive(Deserialize)]
struct CaptchaResponse {
    success: bool,
    score: Option<f64>,
}

impl SiteVerify {
    /// Creates the service from the settings.
    pub fn new(config: &CaptchaConfig) -> anyhow::Result<Self> {
        Self::with_limit(config, TIME_LIMIT)
    }

    /// The same, with another limit of time.
    ///
    /// # Errors
    /// When the client for requests cannot be made.
    pub fn with_limit(config: &CaptchaConfig, limit: Duration) -> anyhow::Result<Self> {
        // Whichever client is created first installs the TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(limit).build()?;
        Ok(Self { client, url: config.verify_url.clone(), secret: config.secret.expose().to_owned() })
    }

    async fn ask(&self, token: &str) -> Result<CaptchaResponse, PortError> {
        let form = url::form_urlencoded::Serializer::new(String::new())
            .append_pair("secret", &self.secret)
            .append_pair("response", token)
            .finish();
        let request = self.client.post(&self.url).header("content-type", "application/x-www-form-urlencoded");
        let answer = request.body(form).send().await.map_err(port_error)?;
        answer.error_for_status().map_err(port_error)?.json().await.map_err(port_error)
    }
}

#[async_trait]
impl Captcha for SiteVerify {
    async fn is_solved(&self, _guarded: Guarded<'_>, token: &str) -> Result<bool, PortError> {
        let verdict =
            self.ask(token).await.inspect_err(|error| tracing::warn!(%error, "a captcha could not be verified"))?;
        Ok(verdict.success && verdict.score.is_none_or(|score| score >= MIN_SCORE))
    }
}
