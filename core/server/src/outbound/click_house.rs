//! Sends events of visitors to ClickHouse by its HTTP interface, or to anything that understands the same call.

use std::time::Duration;

use async_trait::async_trait;
use stoa_analytics::export::EventSink;
use stoa_kernel::ports::PortError;

use crate::config::AnalyticsConfig;

const TIME_LIMIT: Duration = Duration::from_secs(60);

fn port_error(error: impl std::fmt::Display) -> PortError {
    PortError::new("analytics export", error)
}

/// A table of a ClickHouse server.
pub struct ClickHouse {
    client: reqwest::Client,
    url: String,
    table: String,
    user: String,
    password: String,
}

impl ClickHouse {
    /// As the settings say; none when events are not sent anywhere.
    ///
    /// # Errors
    /// When the HTTP client cannot be made.
    pub fn new(config: &AnalyticsConfig) -> anyhow::Result<Option<Self>> {
        if config.export_url.is_empty() {
            return Ok(None);
        }
        // Whichever client is created first installs the TLS provider of the process.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let client = reqwest::Client::builder().timeout(TIME_LIMIT).build()?;
        let (url, table) = (config.export_url.clone(), config.export_table.clone());
        let (user, password) = (config.export_user.clone(), config.export_password.expose().to_owned());
        Ok(Some(Self { client, url, table, user, password }))
    }
}

#[async_trait]
impl EventSink for ClickHouse {
    async fn store(&self, rows: String) -> Result<(), PortError> {
        let mut url: reqwest::Url = self.url.parse().map_err(port_error)?;
        url.query_pairs_mut().append_pair("query", &format!("INSERT INTO {} FORMAT JSONEachRow", self.table));
        let mut request = self.client.post(url).body(rows);
        if !self.user.is_empty() {
            request = request.header("X-ClickHouse-User", &self.user).header("X-ClickHouse-Key", &self.password);
        }
        // The error names the address without the query; the rows are in the body.
        let answer = request.send().await.map_err(|error| port_error(error.without_url()))?;
        answer.error_for_status().map_err(|error| port_error(error.without_url()))?;
        Ok(())
    }
}
