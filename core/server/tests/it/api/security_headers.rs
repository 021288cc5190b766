//! Security headers of every response, and validation of redirect targets.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::{App, settings};
use crate::client::TestResponse;
use crate::demo_database;
use crate::requests::routes;

/// Behind a proxy that terminates TLS, with no private addresses allowed.
async fn encrypted() -> Result<(App, tempfile::TempDir)> {
    let (folder, data) = demo_database::sqlite_folder().await?;
    let mut config = settings(&data, "");
    config.server.scheme = "https".to_owned();
    config.uploads.private_addresses.clear();
    Ok((App::start(config).await?, folder))
}

fn ensure_headers(answer: &TestResponse, what: &str) -> Result<()> {
    ensure!(answer.header("strict-transport-security").starts_with("max-age=31536000"), "{what}: {answer:?}");
    ensure!(answer.header("x-content-type-options") == "nosniff", "{what}: {answer:?}");
    ensure!(answer.header("referrer-policy") == "strict-origin-when-cross-origin", "{what}: {answer:?}");
    let policy = answer.header("permissions-policy");
    ensure!(policy.contains("camera=()") && !policy.contains("payment=()"), "{what}: {answer:?}");
    let opener = answer.header("cross-origin-opener-policy");
    ensure!(opener == "same-origin-allow-popups", "{what}: {answer:?}");
    for cookie in answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok()) {
        ensure!(cookie.contains("; Secure") && cookie.contains("SameSite="), "{what}: {cookie}");
    }
    Ok(())
}

// spec: security.headers.open
#[tokio::test(flavor = "multi_thread")]
async fn security_headers_of_responses() -> Result<()> {
    let (app, _folder) = encrypted().await?;
    let page = app.juniper().get("/").await?;
    ensure_headers(&page, "a page")?;
    ensure!(page.header("content-security-policy").contains("frame-ancestors 'self'"), "{page:?}");
    // Frames of the services that blocks embed, and no others.
    let sources = page.header("content-security-policy").split(';');
    let sources = sources.filter_map(|rule| rule.trim().strip_prefix("frame-src 'self' ")).collect::<String>();
    let hosts = stoa_render::FRAME_HOSTS.map(|host| format!("https://{host}"));
    ensure!(sources.split_whitespace().eq(hosts), "{sources}");
    let admin = app.platform().get("/admin/").await?;
    ensure_headers(&admin, "the admin")?;
    ensure!(admin.header("content-security-policy").contains("frame-ancestors 'none'"), "{admin:?}");
    let mut owner = app.owner().await?;
    let mut member = app.juniper();
    let body = json!({"email": "ada@example.com", "password": "long enough words"});
    member.post("/api/site-users/account", &body).await?.expect(201)?;
    let session = member.post("/api/site-users/account/session", &body).await?;
    let own = member.get("/api/site-users/account").await?;
    let customers = owner.get(&format!("/api/v1/websites/{}/customers", app.website("juniper").await?)).await?;
    let refused = app.platform().get("/api/v1/account").await?;
    let again = owner.post("/api/auth/session/refresh", &json!({})).await?;
    for (what, answer) in [
        ("a session", session),
        ("an account", own),
        ("customers", customers),
        ("a refusal", refused),
        ("a renewed session", again),
    ] {
        ensure_headers(&answer, what)?;
        ensure!(answer.header("cache-control") == "no-store", "{what}: {answer:?}");
    }
    app.stop().await
}

/// URLs of files referenced by a page.
fn files_of(page: &str) -> Vec<String> {
    let quoted = page
        .split(['"', '\'', ' ', '(', ')'])
        .filter(|text| ["/static/", "/themes/", "/assets/", "/favicon"].iter().any(|start| text.starts_with(start)));
    quoted.map(|text| text.replace("&amp;", "&")).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn cacheable_responses_set_no_cookie() -> Result<()> {
    let app = App::sqlite().await?;
    let product = app.juniper().get("/shop/hearth-mug").await?.text;
    let mut paths: Vec<String> = files_of(&product);
    ensure!(paths.len() > 5, "{paths:?}");
    let calls = routes()?.into_iter().filter(|route| route.method == "GET").map(|route| route.path);
    let calls: Vec<String> = calls.collect();
    for path in [
        "/",
        "/shop",
        "/shop?format=json",
        "/journal",
        "/journal?format=rss",
        "/search?q=mug",
        "/no-such-page",
        "/cart",
        "/account",
        "/cookie-settings",
        "/~visits",
        "/robots.txt",
        "/sitemap.xml",
        "/favicon.svg",
        "/favicon.ico",
        "/apple-touch-icon.png",
        "/static/engine/directory.json",
        "/api/openapi.json",
        "/admin/",
        "/admin/welcome",
        "/healthz",
        "/readyz",
    ] {
        paths.push(path.to_owned());
    }
    let router = app.stoa.router();
    let of_pages = paths.iter().map(|path| (path, vec![app.juniper(), app.kissaten(), app.platform()]));
    for (path, browsers) in of_pages.chain(calls.iter().map(|path| (path, vec![app.juniper(), app.platform()]))) {
        for mut browser in browsers {
            browser.router = Some(router.clone());
            let answer = browser.get(path).await?;
            let kept = answer.header("cache-control");
            let own = kept.contains("private") || kept.contains("no-store");
            ensure!(own || !answer.headers.contains_key("set-cookie"), "{path} at {}: {answer:?}", browser.host);
        }
    }
    for path in ["/robots.txt", "/sitemap.xml", "/favicon.svg"] {
        let answer = app.juniper().get(path).await?;
        ensure!(answer.status < 400 && answer.header("cache-control").starts_with("public, "), "{answer:?}");
    }
    app.stop().await
}

// spec: security.ssrf.open
#[tokio::test(flavor = "multi_thread")]
async fn private_network_addresses_not_fetched() -> Result<()> {
    let (app, _folder) = encrypted().await?;
    let mut owner = app.owner().await?;
    let fetch = format!("/api/v1/websites/{}/assets/fetch", app.website("juniper").await?);
    for inside in [
        "http://127.0.0.1",
        "http://127.0.0.1:5432/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://localhost/",
        "http://[::1]/",
        "http://[::ffff:127.0.0.1]/",
        "http://10.0.0.1/",
        "http://172.16.0.1/",
        "http://192.168.0.1/",
        "http://169.254.169.254/latest/meta-data/",
        "http://[fe80::1]/",
        "http://[fd00::1]/",
        "http://0.0.0.0/",
    ] {
        let refused = owner.post(&fetch, &json!({"url": inside})).await?.problem(400)?;
        let said = refused["errors"]["url"].as_str().context("no message")?;
        ensure!(said == "This address does not point to a public web server.", "{inside}: {said}");
    }
    app.stop().await
}

// spec: security.open-redirect.open
#[tokio::test(flavor = "multi_thread")]
async fn no_open_redirects() -> Result<()> {
    let app = App::sqlite().await?;
    let mut owner = app.owner().await?;
    let lock = format!("/api/v1/websites/{}/site-lock", app.website("juniper").await?);
    owner.put(&lock, &json!({"password": "open sesame"})).await?.expect(200)?;
    let mut visitor = app.juniper();
    for (path, place) in [
        ("//evil.example", "/"),
        ("https://evil.example/", "/"),
        ("/\\evil.example", "/"),
        ("\\\\evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        // Browsers remove tabs and line breaks from URLs.
        ("/\t/evil.example", "/"),
        ("/\n/evil.example", "/"),
        ("/shop?returnTo=//evil.example", "/shop?returnTo=//evil.example"),
    ] {
        let led = visitor.form("/api/page-locks/site", &[("password", "open sesame"), ("path", path)]).await?;
        ensure!(led.status == 303 && led.location() == place, "{path:?}: {led:?}");
    }
    let consent = [("allowed", "true"), ("path", "/\t/evil.example")];
    let led = visitor.form("/api/cookie-consent", &consent).await?;
    ensure!(led.status == 303 && led.location() == "/", "{led:?}");
    for path in ["/", "/account", "/cart", "/checkout", "/account/verify", "/logout"] {
        for parameter in ["returnTo", "return_to", "redirect", "next", "url", "successUrl"] {
            let answer = visitor.get(&format!("{path}?{parameter}=//evil.example")).await?;
            let location = answer.location();
            ensure!(location.is_empty() || location.starts_with('/') && !location.starts_with("//"), "{answer:?}");
        }
    }
    app.stop().await
}
