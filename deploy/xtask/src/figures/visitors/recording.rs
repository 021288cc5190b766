//! Pages a second while browsers report events that are recorded, and while they report as many that are not: in turns, on
//! one server.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::super::summary::{Rate, Row};
use super::super::{SITE, wrk};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

/// How often both are measured, and for how long.
const ROUNDS: usize = 3;
const SECONDS: u32 = 10;
/// Events of a call, as many as one may have, and calls a second.
const EVENTS: u64 = 50;
const CALLS: u32 = 100;

/// Rates of the home page.
pub(super) fn measure(repository: &Repository, storage: &Storage) -> Result<Vec<Row>> {
    let server = DemoServer::start(repository, true, storage)?;
    // Kept pages and the key of the day.
    measured(repository, &server, true)?;
    let (mut without, mut with) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        without.push(measured(repository, &server, false)?);
        with.push(measured(repository, &server, true)?);
    }
    let (without, with) = (middle(without)?, middle(with)?);
    let title = |what: &str| format!("home page while {what}, requests/s (p50, p99)");
    Ok(vec![
        Row::new(title("events are reported and not recorded"), without.rate.to_string()),
        Row::new(title("as many are recorded"), with.rate.to_string()),
        Row::new("pages with recording to pages without", format!("{:.3}", with.rate.times(&without.rate))),
        Row::new("events recorded a second meanwhile", format!("{:.0}", with.events)),
    ])
}

/// The rate of pages, and of events that were reported meanwhile.
struct Measured {
    rate: Rate,
    events: f64,
}

/// The one with the middle rate.
fn middle(mut all: Vec<Measured>) -> Result<Measured> {
    all.sort_by(|one, other| one.rate.times(&other.rate).total_cmp(&1.0));
    if all.len() <= ROUNDS / 2 {
        bail!("nothing was measured");
    }
    Ok(all.swap_remove(ROUNDS / 2))
}

fn measured(repository: &Repository, server: &DemoServer, is_recorded: bool) -> Result<Measured> {
    let (ended, events) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let (stop, count, port) = (Arc::clone(&ended), Arc::clone(&events), server.port());
    let began = Instant::now();
    let reporting = thread::spawn(move || report(port, is_recorded, &stop, &count));
    let rate = wrk(repository, server.port(), SECONDS, None);
    let took = began.elapsed().as_secs_f64();
    ended.store(true, Ordering::Relaxed);
    reporting.join().map_err(|_| anyhow::anyhow!("the reports ended early"))??;
    Ok(Measured { rate: rate?, events: events.load(Ordering::Relaxed) as f64 / took })
}

/// Reports events, some calls a second, each of another browser. A browser that loads a page in advance says so; then the
/// server does all but record.
fn report(port: u16, is_recorded: bool, ended: &AtomicBool, count: &AtomicU64) -> Result<()> {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).context("no connection")?;
    stream.set_read_timeout(Some(Duration::from_secs(10))).context("no time limit")?;
    stream.set_nodelay(true).context("no connection")?;
    let purpose = if is_recorded { "" } else { "Sec-Purpose: prefetch\r\n" };
    let began = Instant::now();
    let mut call = 0_u32;
    while !ended.load(Ordering::Relaxed) {
        let body = body(call)?;
        let head = format!(
            "POST /api/v1/clanker/events HTTP/1.1\r\nHost: {SITE}:{port}\r\nUser-Agent: Mozilla/5.0 (X11; Linux x86_64) \
             Chrome/140.0 Safari/537.36 Visitor/{call}\r\n{purpose}Content-Type: application/json\r\n\
             Content-Length: {}\r\n\r\n",
            body.len()
        );
        stream.write_all(format!("{head}{body}").as_bytes()).context("not sent")?;
        accepted(&mut stream)?;
        count.fetch_add(EVENTS, Ordering::Relaxed);
        call += 1;
        let due = began + Duration::from_secs(1) * call / CALLS;
        thread::sleep(due.saturating_duration_since(Instant::now()));
    }
    Ok(())
}

/// Views of pages by one visitor.
fn body(call: u32) -> Result<String> {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is wrong")?.as_millis();
    let event = |number: u64| {
        let content = json!({
            "event_id": format!("{now}-{call}-{number}"),
            "event_occurrence_timestamp": u64::try_from(now).unwrap_or_default(),
            "page_path": format!("/page-{}", number % 20),
            "page_title": "A page",
        });
        json!({"event_schema_name": "page_view", "event_content": content.to_string(), "event_source": "WEB"})
    };
    Ok(serde_json::Value::from_iter((0..EVENTS).map(event)).to_string())
}

/// Reads an answer, which has no body.
fn accepted(stream: &mut TcpStream) -> Result<()> {
    let (mut answer, mut buffer) = (Vec::new(), [0; 2_048]);
    while !answer.ends_with(b"\r\n\r\n") {
        let length = stream.read(&mut buffer).context("no answer")?;
        if length == 0 {
            bail!("the server closed the connection");
        }
        answer.extend(buffer.iter().take(length));
    }
    let answer = String::from_utf8_lossy(&answer);
    match answer.split_whitespace().nth(1) {
        Some("202") => Ok(()),
        _ => bail!("events were refused: {answer}"),
    }
}
