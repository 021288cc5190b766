//! The demo site: this program as a server, used as its owner would, by the API.

use std::net::TcpListener;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context as _, bail};
use reqwest::{Method, RequestBuilder, Response, StatusCode, header};
use serde_json::{Value, json};
use stoa_plugin_author::dev;
use tokio::process::{Child, Command};

use crate::seed;

const START_TIMEOUT: Duration = Duration::from_secs(120);
const PAUSE: Duration = Duration::from_millis(100);
/// A package is compiled before the answer.
const CALL_TIMEOUT: Duration = Duration::from_secs(180);
/// The demo site that gets the plugin: the other one is in Japanese.
const SITE: &str = "juniper";
/// Lines of the log that are shown.
const LINES: usize = 5;
/// Changes have to repeat the token of a cookie, which protects browsers from other sites. This is none: any will do.
const CSRF_TOKEN: &str = "stoa-plugin-dev-stoa-plugin-dev-";

pub(super) struct DemoSite {
    server: Child,
    client: reqwest::Client,
    upstream: String,
    /// Host name with the port that browsers use.
    host: String,
    token: String,
    website: String,
    url: String,
    /// The plugin after its first installation.
    plugin: Option<String>,
    /// Time of the newest line that was there before the last installation.
    log_from: i64,
}

impl DemoSite {
    /// Starts the server on a free port. Browsers use `port`.
    pub(super) async fn start(folder: &Path, port: u16) -> anyhow::Result<Self> {
        let own_port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let server = Command::new(std::env::current_exe()?)
            .args(["serve", "--demo", "--port", &own_port.to_string(), "--data-dir"])
            .arg(folder)
            .env_remove("STOA_CONFIG")
            .envs([
                ("STOA_SERVER__PUBLIC_PORT", port.to_string().as_str()),
                // All requests come from this process.
                ("STOA_SERVER__RATE_LIMIT_FACTOR", "0"),
                ("STOA_METRICS__BIND", ""),
                // One for each time that something is saved.
                ("STOA_PLUGINS__PACKAGES__PER_SITE", "10000"),
                // With each failure of the plugin on a page.
                ("STOA_LOG__FILTER", "error,stoa_server::plugin_ports::render=warn"),
            ])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .kill_on_drop(true)
            .spawn()
            .context("the demo site could not be started")?;
        let mut site = Self {
            server,
            client: reqwest::Client::builder().timeout(CALL_TIMEOUT).build()?,
            upstream: format!("http://127.0.0.1:{own_port}"),
            host: format!("localhost:{port}"),
            token: String::new(),
            website: String::new(),
            url: String::new(),
            plugin: None,
            log_from: 0,
        };
        tokio::time::timeout(START_TIMEOUT, site.ready()).await.context("the demo site does not start")??;
        site.sign_in().await?;
        Ok(site)
    }

    async fn ready(&mut self) -> anyhow::Result<()> {
        loop {
            self.check_running()?;
            let answer = self.request(Method::GET, "/readyz").send().await;
            if answer.is_ok_and(|answer| answer.status().is_success()) {
                return Ok(());
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Fails when the server has ended. It has printed why.
    pub(super) fn check_running(&mut self) -> anyhow::Result<()> {
        match self.server.try_wait()? {
            Some(status) => bail!("the demo site has ended ({status}); its messages are above"),
            None => Ok(()),
        }
    }

    pub(super) async fn stop(&mut self) {
        // A server that was told to stop by the terminal ends by itself.
        if tokio::time::timeout(Duration::from_secs(1), self.server.wait()).await.is_err() {
            let _ = self.server.kill().await;
        }
    }

    pub(super) fn upstream(&self) -> String {
        self.upstream.clone()
    }

    /// What the author needs to know.
    pub(super) fn addresses(&self) -> String {
        let owner = seed::SIGN_INS.first().map_or("", |sign_in| sign_in.email);
        format!(
            "  Site    {}/\n  Admin   http://{}/admin/sites/{}\n  Sign in {owner} / {}\n\
             Put a block on a page in the editor, or enter the plugin's settings under Plugins. Stop with Ctrl-C.",
            self.url.trim_end_matches('/'),
            self.host,
            self.website,
            seed::PASSWORD
        )
    }

    async fn sign_in(&mut self) -> anyhow::Result<()> {
        let owner = seed::SIGN_INS.first().context("the demo has no owner")?;
        let body = json!({ "email": owner.email, "password": seed::PASSWORD });
        let answer = self.request(Method::POST, "/api/auth/session").json(&body).send().await?;
        let session: Value = answer.error_for_status()?.json().await?;
        let websites = session.get("websites").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let is_english = |site: &&Value| site.get("identifier").and_then(Value::as_str) == Some(SITE);
        let site = websites.iter().find(is_english).or_else(|| websites.first()).context("the demo has no site")?;
        let text = |value: &Value, key: &str| value.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        self.token = text(&session, "accessToken");
        self.website = text(site, "id");
        self.url = text(site, "url");
        Ok(())
    }

    fn request(&self, method: Method, path: &str) -> RequestBuilder {
        let request = self
            .client
            .request(method, format!("{}{path}", self.upstream))
            .header(header::HOST, &self.host)
            .header(header::COOKIE, format!("crumb={CSRF_TOKEN}"))
            .header("x-csrf-token", CSRF_TOKEN);
        if self.token.is_empty() { request } else { request.bearer_auth(&self.token) }
    }

    /// Calls an operation of the site's plugins. `body` adds the content; it is sent again after a session has ended.
    async fn call(
        &mut self,
        method: Method,
        path: &str,
        body: impl Fn(RequestBuilder) -> RequestBuilder,
    ) -> Result<Value, String> {
        let path = format!("/api/v1/websites/{}/plugins{path}", self.website);
        let send = |site: &Self| body(site.request(method.clone(), &path)).send();
        let mut answer = send(self).await.map_err(|error| error.to_string())?;
        if answer.status() == StatusCode::UNAUTHORIZED {
            self.token.clear();
            self.sign_in().await.map_err(|error| error.to_string())?;
            answer = send(self).await.map_err(|error| error.to_string())?;
        }
        read(answer).await
    }

    /// Uploads a package and uses it, with everything that it asks for. Returns its name and version.
    pub(super) async fn install(&mut self, package: Vec<u8>) -> Result<String, String> {
        let package = bytes::Bytes::from(package);
        let octets = |request: RequestBuilder| {
            request.header(header::CONTENT_TYPE, "application/octet-stream").body(package.clone())
        };
        let entry = self.call(Method::POST, "/packages", octets).await?;
        let text = |key: &str| entry.get(key).and_then(Value::as_str).unwrap_or_default().to_owned();
        let (id, version, digest) = (text("id"), text("version"), text("digest"));
        let newest = self.log(&id).await.first().map_or(0, |(on, _)| *on);
        let choice = json!({ "digest": digest, "grants": dev::all_grants(&entry) });
        self.call(Method::POST, &format!("/{id}/version"), |request| request.json(&choice)).await?;
        let on = json!({ "enabled": true });
        self.call(Method::PATCH, &format!("/{id}"), |request| request.json(&on)).await?;
        self.log_from = newest;
        self.plugin = Some(id.clone());
        Ok(format!("{id} {version}"))
    }

    /// Errors that the plugin logged since it was installed, and for which it was stopped, each once.
    pub(super) async fn errors(&mut self) -> Vec<String> {
        let Some(id) = self.plugin.clone() else { return Vec::new() };
        let from = self.log_from;
        let mut found = Vec::new();
        for (on, line) in self.log(&id).await {
            if on > from && found.len() < LINES && !found.contains(&line) {
                found.push(line);
            }
        }
        found
    }

    /// Errors in the log of a plugin with their times, the newest first; none for a plugin that is not installed yet.
    async fn log(&mut self, id: &str) -> Vec<(i64, String)> {
        let activity = self.call(Method::GET, &format!("/{id}/activity"), |request| request).await.unwrap_or_default();
        let lines = activity.get("log").and_then(Value::as_array).map(Vec::as_slice).unwrap_or_default();
        let errors = lines.iter().filter(|line| line.get("level").and_then(Value::as_str) == Some("error"));
        errors
            .map(|line| {
                let text = line.get("text").and_then(Value::as_str).unwrap_or_default();
                (line.get("on").and_then(Value::as_i64).unwrap_or_default(), text.to_owned())
            })
            .collect()
    }
}

/// The answer, or what its problem says.
async fn read(answer: Response) -> Result<Value, String> {
    let status = answer.status();
    let bytes = answer.bytes().await.map_err(|error| error.to_string())?;
    let value: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    if status.is_success() {
        return Ok(value);
    }
    let detail = value.get("detail").and_then(Value::as_str).unwrap_or_default();
    Err(if detail.is_empty() { format!("the site answers {status}") } else { detail.to_owned() })
}
