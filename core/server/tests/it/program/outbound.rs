//! What the program calls outside.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use anyhow::Context as _;
use axum::Router;
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::routing::post;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use stoa_analytics::export::EventSink as _;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::ports::{Captcha as _, FetchError, Guarded, RemoteFiles as _};
use stoa_server::config::{self, CaptchaConfig};
use stoa_server::outbound::captcha::{self, SiteVerify};
use stoa_server::outbound::click_house::ClickHouse;
use stoa_server::outbound::proof_of_work::ProofOfWork;
use stoa_server::outbound::remote_files::WebFiles;
use stoa_server::outbound::smtp_address::{SmtpAddress, Tls};
use tokio::net::TcpListener;

const NOT_PUBLIC: &str = "This address does not point to a public web server.";

// spec: form.captcha.verify.open
#[tokio::test]
async fn unresponsive_captcha_service_times_out_as_unsolved() -> anyhow::Result<()> {
    assert_eq!(captcha::TIME_LIMIT, Duration::from_secs(5));
    // It accepts connections and never responds.
    let silent = TcpListener::bind("127.0.0.1:0").await?;
    let config: CaptchaConfig = serde_json::from_value(json!({
        "kind": "checkbox", "site_key": "site", "secret": "hush", "script_url": "",
        "verify_url": format!("http://{}/verify", silent.local_addr()?), "origins": [],
    }))?;
    let service = SiteVerify::with_limit(&config, Duration::from_millis(50))?;
    let website = WebsiteId::generate();
    let guarded = Guarded { website: &website, key: "k", now: Timestamp::from_ms(1) };
    let asked = tokio::time::timeout(Duration::from_secs(4), service.is_solved(guarded, "a token")).await?;
    assert!(asked.is_err(), "{asked:?}");
    Ok(())
}

/// How long a challenge can be solved.
const LIFETIME_MS: i64 = 30 * 60 * 1_000;

/// A token whose hash begins with the 16 zero bits that a challenge asks for.
fn solve(challenge: &str) -> String {
    let mut tokens = (0_u64..).map(|number| format!("{challenge}.{number}"));
    tokens.find(|token| Sha256::digest(token).starts_with(&[0, 0])).unwrap_or_default()
}

#[tokio::test]
async fn proof_of_work_bound_to_key_and_expiry() {
    let captcha = ProofOfWork::new(b"a secret".to_vec());
    let (website, other) = (WebsiteId::generate(), WebsiteId::generate());
    let guarded = Guarded { website: &website, key: "k", now: Timestamp::from_ms(1_000) };
    let challenge = captcha.challenge(guarded).unwrap();
    let token = solve(&challenge);
    assert!(captcha.is_solved(guarded, &token).await.unwrap());
    for wrong in [
        Guarded { key: "other", ..guarded },
        Guarded { website: &other, ..guarded },
        Guarded { now: Timestamp::from_ms(1_001 + LIFETIME_MS), ..guarded },
    ] {
        assert!(!captcha.is_solved(wrong, &token).await.unwrap(), "{wrong:?}");
    }
    let easier = token.replacen("16.", "0.", 1);
    for bad in ["", "x", &challenge, &format!("{challenge}.x"), &easier, &"9".repeat(300)] {
        assert!(!captcha.is_solved(guarded, bad).await.unwrap(), "{bad}");
    }
    assert!(!ProofOfWork::new(b"another".to_vec()).is_solved(guarded, &token).await.unwrap());
}

/// Why a file is not fetched.
async fn refusal(files: &WebFiles, url: &str) -> String {
    match files.open(url).await {
        Ok(_) => panic!("{url} was opened"),
        Err(FetchError(message)) => message,
    }
}

#[tokio::test]
async fn obfuscated_private_addresses_rejected() {
    let files = WebFiles::new(&[]);
    for hidden in
        ["http://2130706433/", "http://0x7f.1/", "http://0177.0.0.1/", "http://[::ffff:127.0.0.1]/", "http://127.1/"]
    {
        assert_eq!(refusal(&files, hidden).await, NOT_PUBLIC, "{hidden}");
    }
    for other in
        ["file:///etc/passwd", "ftp://example.com/a", "http://user:password@example.com/", "gopher://example.com/"]
    {
        assert!(refusal(&files, other).await.starts_with("Enter the address of a file"), "{other}");
    }
    let named = WebFiles::new(&["127.0.0.1".parse().unwrap()]);
    let message = refusal(&named, "http://127.0.0.1:9/a.jpg").await;
    assert!(message.starts_with("The server does not respond."), "it was called: {message}");
}

#[tokio::test]
async fn names_resolving_to_private_addresses_rejected() {
    let files = WebFiles::new(&[]);
    for inner in ["http://localhost:9/a.jpg", "http://127.0.0.1:9/a.jpg"] {
        assert_eq!(refusal(&files, inner).await, NOT_PUBLIC, "{inner}");
    }
}

#[tokio::test]
async fn rows_are_sent_as_lines_of_json() -> anyhow::Result<()> {
    let calls: Arc<Mutex<Vec<String>>> = Arc::default();
    let seen = Arc::clone(&calls);
    let take = move |uri: Uri, headers: HeaderMap, body: String| async move {
        let user = headers.get("x-clickhouse-user").and_then(|user| user.to_str().ok()).unwrap_or_default();
        seen.lock().unwrap().push(format!("{user} {uri} {body}"));
        if body.contains("refused") { StatusCode::BAD_REQUEST } else { StatusCode::OK }
    };
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    let url = format!("http://{}", listener.local_addr()?);
    tokio::spawn(async move { axum::serve(listener, Router::new().route("/", post(take))).await });
    let mut settings = config::load(None)?.analytics;
    (settings.export_url, settings.export_table, settings.export_user) =
        (url, "stoa_events".to_owned(), "stoa".to_owned());
    settings.export_password = serde_json::from_value(json!("secret"))?;
    let sink = ClickHouse::new(&settings)?.context("it is off")?;
    sink.store("{\"id\":1}\n".to_owned()).await?;
    let error = sink.store("refused".to_owned()).await.unwrap_err().to_string();
    assert!(error.contains("400") && !error.contains("refused"), "{error}");
    let expected = "stoa /?query=INSERT+INTO+stoa_events+FORMAT+JSONEachRow {\"id\":1}\n";
    assert_eq!(calls.lock().unwrap().first().map(String::as_str), Some(expected));
    Ok(())
}

#[test]
fn addresses_name_server_port_and_encryption() -> anyhow::Result<()> {
    for (url, port, tls) in [
        ("smtp://mail.example.com", 25, Tls::Never),
        ("smtp://mail.example.com:2525", 2525, Tls::Never),
        ("smtp://u:p@mail.example.com?tls=required", 587, Tls::Required),
        ("smtp://u:p@mail.example.com?tls=opportunistic", 587, Tls::IfOffered),
        ("smtps://u:p@mail.example.com", 465, Tls::FromTheStart),
    ] {
        let server: SmtpAddress = url.parse()?;
        assert!(server.host == "mail.example.com" && server.port == port && server.tls == tls, "{url}");
    }
    for wrong in ["mail.example.com", "http://mail.example.com", "smtp://mail.example.com?tls=maybe", "smtp://"] {
        assert!(wrong.parse::<SmtpAddress>().is_err(), "{wrong}");
    }
    Ok(())
}

#[test]
fn smtp_url_passwords_are_percent_decoded() -> anyhow::Result<()> {
    let with = |password: &str| format!("smtp://u:{password}@mail.example.com").parse::<SmtpAddress>();
    let user = with("a%40b+c%2F%C3%A4")?.user.context("nobody signs in")?;
    assert_eq!((user.name.as_str(), user.password.as_str()), ("u", "a@b+c/ä"));
    assert_eq!(format!("{user:?}").find("a@b"), None, "it is not printed");
    for wrong in ["a%4", "%zz", "%ff"] {
        assert!(with(wrong).is_err(), "{wrong}");
    }
    Ok(())
}
