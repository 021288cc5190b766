//! Asks the service that made a captcha whether its token is good.

use std::time::Duration;

use async_trait::async_trait;
use serde::Deserialize;
use stoa_kernel::ports::{Captcha, Guarded, PortError};

use crate::config::CaptchaConfig;

const TIME_LIMIT: Duration = Duration::from_secs(5);
/// Services that show no puzzle say how sure they are, from 0 for a program to 1 for a person.
const SURE_ENOUGH: f64 = 0.5;

fn port_error(error: impl std::fmt::Display) -> PortError {
    PortError::new("captcha", error)
}

/// A service that is asked with the form `secret`, `response`: reCAPTCHA, hCaptcha and Turnstile are.
pub struct SiteVerify {
    client: reqwest::Client,
    url: String,
    secret: String,
}

/// What such a service answers.
#[derive(Deserialize)]
struct Verdict {
    success: bool,
    score: Option<f64>,
}

impl SiteVerify {
    /// The service of the settings.
    ///
    /// # Errors
    /// When no client can be built.
    pub fn new(config: &CaptchaConfig) -> anyhow::Result<Self> {
        // Whichever client comes first sets the one TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(TIME_LIMIT).build()?;
        Ok(Self { client, url: config.verify_url.clone(), secret: config.secret.expose().to_owned() })
    }

    async fn ask(&self, token: &str) -> Result<Verdict, PortError> {
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
        let verdict = self.ask(token).await.inspect_err(|error| tracing::warn!(%error, "a captcha was not checked"))?;
        Ok(verdict.success && verdict.score.is_none_or(|score| score >= SURE_ENOUGH))
    }
}
