//! Clients with many slow connections do not starve others.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::pin::pin;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, ensure};
use futures::future::join_all;
use serde_json::json;
use stoa_server::config::Config;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::app::{App, settings};
use crate::demo_database;

const HALF_A_HEAD: &[u8] = b"GET /shop HTTP/1.1\r\nHost: juniper";
/// The limit under test is short, and the others are so long that none of them can be what ends a connection.
const SHORT_HEAD: &str = "[connections]\nhead_seconds = 1\nidle_seconds = 600\n";
const SHORT_IDLE: &str = "[connections]\nhead_seconds = 600\nidle_seconds = 3\n";
const SHORT_PAUSE: &str = "[connections]\nbody_pause_seconds = 2\n";
/// Nobody waits so long, except on a machine that is busy with other things.
const LONG: Duration = Duration::from_secs(60);
/// How many pages are measured: of the fastest, the machine is not the reason that it took long.
const PAGES: usize = 5;

/// A connection from one of this machine's loopback addresses.
async fn connect(from: &str, to: SocketAddr) -> Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(format!("{from}:0").parse()?)?;
    Ok(socket.connect(to).await?)
}

/// Waits until the server closes a connection.
async fn end(stream: &mut TcpStream) -> Result<Duration> {
    let (begun, mut rest) = (Instant::now(), Vec::new());
    // A reset connection counts as closed too.
    let _ = timeout(LONG, stream.read_to_end(&mut rest)).await.context("it is still open")?;
    ensure!(!rest.starts_with(b"HTTP/1.1 200"), "it was answered");
    Ok(begun.elapsed())
}

/// Whether the server has closed a connection already.
fn has_ended(stream: &TcpStream) -> bool {
    let mut byte = [0_u8; 1];
    match stream.try_read(&mut byte) {
        Ok(length) => length == 0,
        Err(error) => error.kind() != ErrorKind::WouldBlock,
    }
}

/// Requests a page over a new connection, and returns how long it took.
async fn page(from: &str, app: &App) -> Result<Duration> {
    let begun = Instant::now();
    let mut stream = connect(from, app.address).await?;
    let head =
        format!("GET /shop HTTP/1.1\r\nHost: juniper.localhost:{}\r\nConnection: close\r\n\r\n", app.address.port());
    stream.write_all(head.as_bytes()).await?;
    let mut answer = Vec::new();
    timeout(LONG, stream.read_to_end(&mut answer)).await.context("no answer")??;
    ensure!(answer.starts_with(b"HTTP/1.1 200"), "{}", String::from_utf8_lossy(&answer));
    Ok(begun.elapsed())
}

/// How long the fastest of some pages takes.
async fn fastest_page(from: &str, app: &App) -> Result<Duration> {
    let mut fastest = page(from, app).await?;
    for _ in 1..PAGES {
        fastest = fastest.min(page(from, app).await?);
    }
    Ok(fastest)
}

/// Requests `/healthz` and keeps the connection open.
async fn ask(stream: &mut TcpStream) -> Result<()> {
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n").await?;
    let mut answer = Vec::new();
    while !answer.ends_with(b"}") {
        let mut part = [0_u8; 1024];
        let length = timeout(LONG, stream.read(&mut part)).await.context("no answer")??;
        ensure!(length > 0, "it has ended");
        answer.extend_from_slice(&part[..length]);
    }
    Ok(())
}

/// Connections that have each sent half a request head.
async fn open_half_requests(addresses: impl Iterator<Item = String>, app: &App) -> Result<Vec<TcpStream>> {
    let connected = join_all(addresses.map(async |address| {
        let mut stream = connect(&address, app.address).await?;
        // Writing to a refused connection fails.
        let _ = stream.write_all(HALF_A_HEAD).await;
        Ok(stream)
    }));
    connected.await.into_iter().collect()
}

/// Waits until the server has accepted the connections that were opened before, and has refused all but so many.
async fn wait_until_held(app: &App, connections: &[TcpStream], expected: usize) -> Result<()> {
    // They are accepted in their order.
    ask(&mut connect("127.0.0.2", app.address).await?).await?;
    let begun = Instant::now();
    loop {
        let held = connections.iter().filter(|stream| !has_ended(stream)).count();
        if held == expected {
            return Ok(());
        }
        ensure!(held > expected && begun.elapsed() < LONG, "{held} of {} are held", connections.len());
        sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn incomplete_request_head_times_out() -> Result<()> {
    let app = App::sqlite_with(SHORT_HEAD).await?;
    let mut silent = TcpStream::connect(app.address).await?;
    let waited = end(&mut silent).await?;
    ensure!(waited > Duration::from_millis(800), "nothing: {waited:?}");

    let mut stream = TcpStream::connect(app.address).await?;
    let begun = Instant::now();
    for byte in HALF_A_HEAD.iter().cycle() {
        if stream.write_all(&[*byte]).await.is_err() || has_ended(&stream) {
            break;
        }
        ensure!(begun.elapsed() < LONG, "a byte now and then keeps it open");
        sleep(Duration::from_millis(100)).await;
    }
    ensure!(begun.elapsed() > Duration::from_millis(800), "{:?}", begun.elapsed());

    let mut second = TcpStream::connect(app.address).await?;
    ask(&mut second).await?;
    second.write_all(HALF_A_HEAD).await?;
    end(&mut second).await.context("the second head")?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn idle_connection_timeout() -> Result<()> {
    let app = App::sqlite_with(SHORT_IDLE).await?;
    let mut stream = TcpStream::connect(app.address).await?;
    ask(&mut stream).await?;
    sleep(Duration::from_secs(1)).await;
    ask(&mut stream).await?;
    let waited = end(&mut stream).await?;
    ensure!(waited > Duration::from_millis(2500), "{waited:?}");
    app.stop().await
}

/// Uploads a form's file of this length in parts with pauses, and reads the response.
async fn send_slowly(app: &App, path: &str, length: usize, part: usize, pause: Duration) -> Result<String> {
    let mut browser = app.juniper();
    browser.get("/api/openapi.json").await?;
    let crumb = browser.cookies.get("crumb").context("no crumb")?;
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {}\r\nCookie: crumb={crumb}\r\nX-CSRF-Token: {crumb}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
        browser.host
    );
    let (mut reader, mut writer) = TcpStream::connect(app.address).await?.into_split();
    writer.write_all(head.as_bytes()).await?;
    let sending = async {
        let mut left = length;
        while left > 0 {
            // The upload ends when it was rejected.
            if writer.write_all(&vec![b' '; part.min(left)]).await.is_err() {
                break;
            }
            left -= part.min(left);
            sleep(pause).await;
        }
    };
    let answering = async {
        let (mut answer, mut byte) = (Vec::new(), [0_u8; 1024]);
        while !answer.ends_with(b"}") {
            let length = reader.read(&mut byte).await?;
            if length == 0 {
                break;
            }
            answer.extend_from_slice(&byte[..length]);
        }
        Ok(String::from_utf8_lossy(&answer).into_owned())
    };
    tokio::pin!(answering);
    tokio::select! {
        answer = &mut answering => answer,
        () = sending => timeout(LONG, answering).await.context("no answer")?,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn minimum_upload_rate() -> Result<()> {
    let app = App::sqlite_with(SHORT_PAUSE).await?;
    let too_slow = async |path: &'static str| {
        let begun = Instant::now();
        let answer = timeout(LONG, send_slowly(&app, path, 60_000, 10, Duration::from_millis(200))).await??;
        ensure!(answer.starts_with("HTTP/1.1 408") && answer.contains("\"too-slow\""), "{path}: {answer}");
        ensure!(begun.elapsed() > Duration::from_millis(1_900), "{path}: {:?}", begun.elapsed());
        anyhow::Ok(())
    };
    // It takes longer than one may pause, and has time left at each part.
    let fast_enough = async |path: &'static str| {
        let answer = send_slowly(&app, path, 6_000, 1_000, Duration::from_millis(500)).await?;
        ensure!(answer.starts_with("HTTP/1.1 400"), "fast enough: {answer}");
        anyhow::Ok(())
    };
    // Uploads may take longer than other requests, but have a minimum rate.
    let upload = async || {
        let file = "/api/form/files?key=none&formId=apply&fieldId=letter&filename=a.pdf";
        let answer = timeout(LONG, send_slowly(&app, file, 60_000, 10, Duration::from_millis(200))).await??;
        ensure!(!answer.starts_with("HTTP/1.1 2"), "{answer}");
        anyhow::Ok(())
    };
    let [cart, form] = ["/api/commerce/shopping-cart/entries", "/api/form/SaveFormSubmission"];
    tokio::try_join!(too_slow(cart), too_slow(form), fast_enough(cart), fast_enough(form), upload())?;
    app.stop().await
}

/// The program with connection limits, and with changed settings.
async fn limited(change: impl FnOnce(&mut Config)) -> Result<(App, tempfile::TempDir)> {
    let (folder, data) = demo_database::sqlite_folder().await?;
    let mut config = settings(&data, "");
    config.server.rate_limit_factor = 1;
    change(&mut config);
    Ok((App::start(config).await?, folder))
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_fast_with_600_slow_connections() -> Result<()> {
    stoa_server::connection_limits::allow_open_files();
    // No half request ends meanwhile, however long the pages take.
    let (app, _folder) = limited(|config| config.connections.head_seconds = 600).await?;
    let before = fastest_page("127.0.0.2", &app).await?;
    let one = open_half_requests((0..600).map(|_| "127.0.0.1".to_owned()), &app).await?;
    wait_until_held(&app, &one, 200).await.context("of one address")?;
    let many = open_half_requests((0..600).map(|number| format!("127.0.1.{}", 1 + number % 200)), &app).await?;
    let beside = fastest_page("127.0.0.2", &app).await?;
    ensure!(beside < before * 3 + Duration::from_secs(1), "{before:?} before, {beside:?} beside");
    wait_until_held(&app, &many, 600).await.context("of many addresses")?;
    wait_until_held(&app, &one, 200).await.context("of one address, in the end")?;
    drop((one, many));
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn full_server_queues_connections() -> Result<()> {
    let app = App::sqlite_with("[connections]\nhead_seconds = 600\nat_once = 3\n").await?;
    page("127.0.0.2", &app).await?;
    let connections = open_half_requests((0..3).map(|_| "127.0.0.1".to_owned()), &app).await?;
    {
        let mut waiting = pin!(page("127.0.0.2", &app));
        ensure!(timeout(Duration::from_millis(500), &mut waiting).await.is_err(), "there was a place");
        drop(connections);
        waiting.await?;
    }
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn proxy_connections_are_unlimited() -> Result<()> {
    let cases: [(&[&str], usize); 3] = [(&[], 250), (&["127.0.0.0/8"], 250), (&["10.0.0.0/8"], 200)];
    for (networks, held) in cases {
        let (app, _folder) = limited(|config| {
            config.connections.head_seconds = 600;
            config.server.trust_proxy = true;
            config.server.proxy_networks = networks.iter().map(|network| (*network).to_owned()).collect();
        })
        .await?;
        let all = open_half_requests((0..250).map(|_| "127.0.0.1".to_owned()), &app).await?;
        wait_until_held(&app, &all, held).await.with_context(|| format!("proxies in {networks:?}"))?;
        drop(all);
        app.stop().await?;
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn graceful_shutdown_of_connections() -> Result<()> {
    let app = App::sqlite_with(SHORT_HEAD).await?;
    let mut hanging = TcpStream::connect(app.address).await?;
    hanging.write_all(HALF_A_HEAD).await?;
    let mut resting = TcpStream::connect(app.address).await?;
    ask(&mut resting).await?;
    let mut browser = app.juniper();
    browser.get("/api/openapi.json").await?;
    let crumb = browser.cookies.get("crumb").context("no crumb")?;
    let body = json!({"email": "nobody@example.com", "password": "wrong"}).to_string();
    let head = format!(
        "POST /api/site-users/account/session HTTP/1.1\r\nHost: {}\r\nCookie: crumb={crumb}\r\nX-CSRF-Token: {crumb}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{}",
        browser.host,
        body.len(),
        &body[..4]
    );
    let mut calling = TcpStream::connect(app.address).await?;
    calling.write_all(head.as_bytes()).await?;
    sleep(Duration::from_millis(100)).await;
    let finishing = async {
        sleep(Duration::from_millis(300)).await;
        calling.write_all(&body.as_bytes()[4..]).await?;
        let mut answer = Vec::new();
        calling.read_to_end(&mut answer).await?;
        ensure!(answer.starts_with(b"HTTP/1.1 401"), "{}", String::from_utf8_lossy(&answer));
        Ok(())
    };
    let (stopped, finished) = tokio::join!(timeout(LONG, app.stop()), finishing);
    finished?;
    stopped.context("it does not stop")?
}
