//! A minimal browser: keeps cookies, sends the CSRF token, follows no redirects.

use std::collections::BTreeMap;
use std::io::Read as _;
use std::net::SocketAddr;
use std::sync::LazyLock;

use anyhow::{Context as _, Result, ensure};
use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use flate2::read::GzDecoder;
use reqwest::header::{
    ACCEPT, ACCEPT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, COOKIE, HOST, HeaderMap, HeaderValue, LOCATION, SET_COOKIE,
    USER_AGENT,
};
use reqwest::{Method, RequestBuilder, redirect};
use serde_json::{Value, json};
use tower_service::Service as _;

/// A response.
#[derive(Debug, Clone)]
pub(crate) struct TestResponse {
    pub(crate) status: u16,
    pub(crate) headers: HeaderMap,
    pub(crate) text: String,
}

impl TestResponse {
    /// The body as JSON; null when it is not JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or(Value::Null)
    }

    /// A header as text; empty when missing.
    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default()
    }

    /// The `Location` header.
    pub(crate) fn location(&self) -> &str {
        self.header(LOCATION.as_str())
    }

    /// The body, if the status is as expected.
    pub(crate) fn expect(self, status: u16) -> Result<Value> {
        ensure!(self.status == status, "status {} instead of {status}: {}", self.status, self.text);
        Ok(self.json())
    }

    /// The problem document, if status and content type are as expected.
    pub(crate) fn problem(self, status: u16) -> Result<Value> {
        ensure!(self.header(CONTENT_TYPE.as_str()) == "application/problem+json", "no problem: {self:?}");
        self.expect(status)
    }
}

/// Password of the tests' site users.
pub(crate) const MEMBER_PASSWORD: &str = "long enough words";

/// The user agent of a browser.
pub(crate) const BROWSER: &str =
    "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36";

/// Shared by all clients of the process. It trusts no root certificate, since reading those of the system takes longer than
/// most requests. A server that rejects an upload without reading it closes the connection, so none is reused.
static HTTP: LazyLock<reqwest::Client> = LazyLock::new(|| {
    // Installs the TLS provider of the process, unless a server did so before.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let http = reqwest::Client::builder().pool_max_idle_per_host(0).redirect(redirect::Policy::none());
    http.no_proxy().tls_certs_only([]).build().unwrap()
});

/// No endpoint: the error response sets the CSRF token as every other does, and costs least.
const CRUMB_PATH: &str = "/api/crumb";

/// One browser on one host.
#[derive(Debug, Clone)]
pub(crate) struct Client {
    address: SocketAddr,
    pub(crate) host: String,
    pub(crate) cookies: BTreeMap<String, String>,
    pub(crate) token: Option<String>,
    pub(crate) website: Option<String>,
    /// Each line of the text is sent as a separate header line, here and in the next field.
    pub(crate) if_match: Option<String>,
    pub(crate) if_none_match: Option<String>,
    /// The `Accept-Language` header.
    pub(crate) language: Option<String>,
    pub(crate) xsrf: Option<String>,
    /// The client address forwarded by a proxy; each line of the text is sent as a separate header line.
    pub(crate) forwarded_for: Option<String>,
    /// The `User-Agent` header; empty for none.
    pub(crate) user_agent: String,
    /// Further headers.
    pub(crate) further: Vec<(&'static str, String)>,
    /// The application, to be called without a connection; none for a real browser. For tests that repeat the calls of all
    /// operations: connecting and speaking HTTP takes longer than refusing one.
    pub(crate) router: Option<Router>,
}

impl Client {
    pub(crate) fn new(address: SocketAddr, host: &str) -> Self {
        let host = format!("{host}:{}", address.port());
        Self {
            address,
            host,
            cookies: BTreeMap::new(),
            token: None,
            website: None,
            if_match: None,
            if_none_match: None,
            language: None,
            xsrf: None,
            forwarded_for: None,
            user_agent: BROWSER.to_owned(),
            further: Vec::new(),
            router: None,
        }
    }

    /// The same browser, connected to another process.
    pub(crate) fn at(&self, address: SocketAddr) -> Self {
        Self { address, ..self.clone() }
    }

    pub(crate) async fn call(&mut self, method: &str, path: &str, body: Option<&Value>) -> Result<TestResponse> {
        let mut request = self.request(method, path).await?;
        if let Some(body) = body {
            request = request.json(body);
        }
        self.send(request).await.with_context(|| format!("{path} was not answered"))
    }

    /// Sends a signed webhook of a payment provider.
    pub(crate) async fn post_signed(&mut self, path: &str, body: &Value, signature: &str) -> Result<TestResponse> {
        let request = self.request("POST", path).await?;
        let text = body.to_string();
        self.send(request.header(CONTENT_TYPE, "application/json").header("x-stoa-signature", signature).body(text))
            .await
    }

    /// Uploads a file as multipart form, in the field `file`.
    pub(crate) async fn upload(&mut self, path: &str, name: &str, file: &[u8]) -> Result<TestResponse> {
        const BOUNDARY: &str = "----between-the-parts----";
        let head = format!(
            "--{BOUNDARY}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"{name}\"\r\n\
             Content-Type: application/octet-stream\r\n\r\n"
        );
        let body = [head.as_bytes(), file, format!("\r\n--{BOUNDARY}--\r\n").as_bytes()].concat();
        let request = self.request("POST", path).await?;
        self.send(request.header(CONTENT_TYPE, format!("multipart/form-data; boundary={BOUNDARY}")).body(body)).await
    }

    /// Uploads a file as request body.
    pub(crate) async fn post_file(&mut self, path: &str, file: &[u8]) -> Result<TestResponse> {
        let request = self.request("POST", path).await?;
        self.send(request.header(CONTENT_TYPE, "application/octet-stream").body(file.to_vec())).await
    }

    /// Sends a text, as browsers do when a page is closed.
    pub(crate) async fn beacon(&mut self, path: &str, text: &str) -> Result<TestResponse> {
        let request = self.request("POST", path).await?;
        self.send(request.header(CONTENT_TYPE, "text/plain;charset=UTF-8").body(text.to_owned())).await
    }

    /// Uploads a part of a file.
    pub(crate) async fn patch_file(&mut self, path: &str, part: &[u8]) -> Result<TestResponse> {
        let request = self.request("PATCH", path).await?;
        self.send(request.header(CONTENT_TYPE, "application/octet-stream").body(part.to_vec())).await
    }

    /// Downloads a file with an additional request header; also returns its bytes.
    pub(crate) async fn get_with(&mut self, path: &str, name: &str, value: &str) -> Result<(TestResponse, Vec<u8>)> {
        let response = self.request("GET", path).await?.header(name, value).send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await?.to_vec();
        Ok((TestResponse { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() }, bytes))
    }

    /// Downloads a file from `start` on, as browsers do after an interruption.
    pub(crate) async fn get_from(&mut self, path: &str, start: u64) -> Result<TestResponse> {
        let request = self.request("GET", path).await?;
        self.send(request.header("Range", format!("bytes={start}-"))).await
    }

    /// Sends fields as a URL-encoded form.
    pub(crate) async fn form(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<TestResponse> {
        let body = url::form_urlencoded::Serializer::new(String::new()).extend_pairs(fields).finish();
        let request = self.request("POST", path).await?;
        self.send(request.header(CONTENT_TYPE, "application/x-www-form-urlencoded").body(body)).await
    }

    /// Sends fields as a URL-encoded form, with the token that a page puts into it.
    pub(crate) async fn confirmed_form(&mut self, path: &str, fields: &[(&str, &str)]) -> Result<TestResponse> {
        if self.crumb().is_none() {
            self.call("GET", CRUMB_PATH, None).await?;
        }
        let crumb = self.crumb().cloned().unwrap_or_default();
        let fields: Vec<(&str, &str)> = fields.iter().copied().chain([("crumb", crumb.as_str())]).collect();
        self.form(path, &fields).await
    }

    /// A request with the headers that the browser adds.
    async fn request(&mut self, method: &str, path: &str) -> Result<RequestBuilder> {
        let method: Method = method.parse()?;
        let path = path.strip_prefix(&format!("http://{}", self.host)).unwrap_or(path);
        if !method.is_safe() && self.crumb().is_none() {
            Box::pin(self.call("GET", CRUMB_PATH, None)).await?;
        }
        let cookies = self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>();
        let mut request = HTTP
            .request(method, format!("http://{}{path}", self.address))
            .header(HOST, &self.host)
            .header(COOKIE, cookies.join("; "));
        if let Some(crumb) = self.crumb() {
            request = request.header("X-CSRF-Token", crumb);
        }
        if let Some(token) = &self.token {
            request = request.bearer_auth(token);
        }
        if let Some(website) = &self.website {
            request = request.header("X-Website-Id", website);
        }
        if let Some(xsrf) = &self.xsrf {
            request = request.header("X-SiteUser-XSRF-Token", xsrf);
        }
        for line in self.forwarded_for.iter().flat_map(|lines| lines.lines()) {
            request = request.header("X-Forwarded-For", line);
        }
        if let Some(language) = &self.language {
            request = request.header("Accept-Language", language);
        }
        if !self.user_agent.is_empty() {
            request = request.header(USER_AGENT, &self.user_agent);
        }
        for (name, value) in &self.further {
            request = request.header(*name, value);
        }
        for (name, versions) in [("If-Match", &self.if_match), ("If-None-Match", &self.if_none_match)] {
            for line in versions.iter().flat_map(|lines| lines.lines()) {
                request = request.header(name, line);
            }
        }
        Ok(request)
    }

    /// The CSRF token cookie, under the name that scripts look for first.
    pub(crate) fn crumb(&self) -> Option<&String> {
        self.cookies.get("__Host-crumb").or_else(|| self.cookies.get("crumb"))
    }

    async fn send(&mut self, request: RequestBuilder) -> Result<TestResponse> {
        let response = match self.router.clone() {
            Some(router) => unconnected(router, self.address, request.build()?).await?,
            None => {
                let response = request.send().await?;
                let (status, headers) = (response.status().as_u16(), response.headers().clone());
                let text = String::from_utf8_lossy(&response.bytes().await?).into_owned();
                TestResponse { status, headers, text }
            }
        };
        self.keep_cookies(&response.headers);
        Ok(response)
    }

    fn keep_cookies(&mut self, headers: &HeaderMap) {
        for cookie in headers.get_all(SET_COOKIE) {
            let text = cookie.to_str().unwrap_or_default();
            let pair = text.split(';').next().unwrap_or_default();
            if let Some((name, value)) = pair.split_once('=') {
                if value.is_empty() || text.contains("Max-Age=0") {
                    self.cookies.remove(name);
                } else {
                    self.cookies.insert(name.to_owned(), value.to_owned());
                }
            }
        }
    }

    /// Requests a page with gzip encoding and decompresses it.
    pub(crate) async fn get_packed(&mut self, path: &str) -> Result<TestResponse> {
        let request = self.request("GET", path).await?.header(ACCEPT_ENCODING, "gzip, deflate, br");
        let response = request.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let mut text = String::new();
        GzDecoder::new(response.bytes().await?.as_ref()).read_to_string(&mut text).context("not packed with gzip")?;
        Ok(TestResponse { status, headers, text })
    }

    pub(crate) async fn head(&mut self, path: &str) -> Result<TestResponse> {
        self.call("HEAD", path, None).await
    }

    pub(crate) async fn get(&mut self, path: &str) -> Result<TestResponse> {
        self.call("GET", path, None).await
    }

    pub(crate) async fn post(&mut self, path: &str, body: &Value) -> Result<TestResponse> {
        self.call("POST", path, Some(body)).await
    }

    pub(crate) async fn put(&mut self, path: &str, body: &Value) -> Result<TestResponse> {
        self.call("PUT", path, Some(body)).await
    }

    pub(crate) async fn delete(&mut self, path: &str) -> Result<TestResponse> {
        self.call("DELETE", path, None).await
    }

    /// Saves the draft of a page with `If-Match` of the revision it was read with.
    pub(crate) async fn save_page(&mut self, path: &str, page: &Value) -> Result<Value> {
        self.if_match = Some(format!("\"{}\"", page["revision"]));
        let saved = self.put(path, page).await?.expect(200);
        self.if_match = None;
        saved
    }

    /// Creates an account on the site and signs in.
    pub(crate) async fn join(&mut self, email: &str) -> Result<Value> {
        let account = json!({"email": email, "password": MEMBER_PASSWORD, "firstName": "Ada", "lastName": "Byron"});
        let made = self.post("/api/site-users/account", &account).await?.expect(201)?;
        self.enter(email, MEMBER_PASSWORD).await?;
        Ok(made)
    }

    /// Signs in as a site user.
    pub(crate) async fn enter(&mut self, email: &str, password: &str) -> Result<Value> {
        let body = json!({"email": email, "password": password, "rememberMe": true});
        let session = self.post("/api/site-users/account/session", &body).await?.expect(200)?;
        self.xsrf = session["xsrfToken"].as_str().map(str::to_owned);
        Ok(session)
    }

    pub(crate) async fn sign_in(&mut self, email: &str, password: &str) -> Result<Value> {
        let body = json!({"email": email, "password": password});
        let session = self.post("/api/auth/session", &body).await?.expect(200)?;
        self.token = session["accessToken"].as_str().map(str::to_owned);
        Ok(session)
    }
}

/// Calls the application as if the request had come over a connection.
async fn unconnected(mut router: Router, peer: SocketAddr, request: reqwest::Request) -> Result<TestResponse> {
    let length = request.body().and_then(reqwest::Body::as_bytes).map(<[u8]>::len);
    let (mut parts, body) = axum::http::Request::<reqwest::Body>::try_from(request)?.into_parts();
    parts.uri = parts.uri.path_and_query().context("no path")?.as_str().parse()?;
    parts.headers.entry(ACCEPT).or_insert(HeaderValue::from_static("*/*"));
    if let Some(length) = length {
        parts.headers.insert(CONTENT_LENGTH, length.into());
    }
    parts.extensions.insert(ConnectInfo(peer));
    let Ok(answer) = router.call(Request::from_parts(parts, Body::new(body))).await;
    let (status, headers) = (answer.status().as_u16(), answer.headers().clone());
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await?;
    Ok(TestResponse { status, headers, text: String::from_utf8_lossy(&bytes).into_owned() })
}
