//! An HTTP proxy for the tests of the load tests: it makes a server look slow, or mixed up with another one. Each
//! request has a connection of its own.

use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

/// Size of the head of a request; Stoa takes no larger one.
const HEAD_BYTES: usize = 64 * 1024;
/// Time limit of each read and write.
const TIMEOUT: Duration = Duration::from_secs(60);

/// What the proxy does besides forwarding.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Plan {
    /// No answer arrives earlier than this after its request. As long as the server is faster, calls take the same time
    /// in each run.
    pub(crate) least: Duration,
    /// A call that takes longer.
    pub(crate) slow: Option<SlowCall>,
    /// Answers from another site.
    pub(crate) leak: Option<Leak>,
}

/// A call whose answers arrive later than others.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SlowCall {
    /// The beginning of the request line, such as `GET /search`.
    pub(crate) line: &'static str,
    /// Takes the place of [`Plan::least`].
    pub(crate) least: Duration,
}

/// Pages are mixed up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Leak {
    /// One in this many pages comes from the other site.
    pub(crate) every: u64,
    /// Host name of the other site.
    pub(crate) host: &'static str,
}

/// A listening proxy on 127.0.0.1; it accepts nothing after this is dropped.
#[derive(Debug)]
pub(crate) struct HttpProxy {
    port: u16,
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    is_over: AtomicBool,
    /// Port of the server on 127.0.0.1.
    server: AtomicU16,
    plan: Mutex<Plan>,
    /// Pages so far.
    pages: AtomicU64,
}

impl HttpProxy {
    /// Listens on a free port; [`Self::forward_to`] says to whom it forwards.
    pub(crate) fn listen() -> Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).context("no free port on 127.0.0.1")?;
        let port = listener.local_addr().context("the free port has no number")?.port();
        let shared = Arc::new(Shared::default());
        let accepting = Arc::clone(&shared);
        thread::spawn(move || {
            for client in listener.incoming() {
                if accepting.is_over.load(Ordering::Relaxed) {
                    return;
                }
                // A client may be gone before it is accepted.
                let Ok(client) = client else { continue };
                let shared = Arc::clone(&accepting);
                // A connection that breaks concerns its client alone, which reports a failed request.
                thread::spawn(move || drop(shared.exchange(client)));
            }
        });
        Ok(Self { port, shared })
    }

    /// The port on 127.0.0.1.
    pub(crate) fn port(&self) -> u16 {
        self.port
    }

    /// Forwards to the server on this port from now on.
    pub(crate) fn forward_to(&self, server_port: u16) {
        self.shared.server.store(server_port, Ordering::Relaxed);
    }

    /// Changes what it does from now on.
    pub(crate) fn set(&self, plan: Plan) {
        *self.shared.plan.lock().unwrap_or_else(PoisonError::into_inner) = plan;
    }
}

impl Drop for HttpProxy {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::Relaxed);
        // Wakes the thread that accepts.
        drop(TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)));
    }
}

impl Shared {
    /// Forwards one request and its answer.
    fn exchange(&self, mut client: TcpStream) -> Result<()> {
        client.set_read_timeout(Some(TIMEOUT))?;
        client.set_nodelay(true)?;
        let Some((head, body_begun)) = read_head(&mut client)? else { return Ok(()) };
        let begun = Instant::now();
        let plan = *self.plan.lock().unwrap_or_else(PoisonError::into_inner);
        let line = head.lines().next().unwrap_or_default();
        let leak = plan.leak.filter(|_| is_page(line));
        let leak = leak.filter(|leak| (self.pages.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(leak.every));
        let least = plan.slow.filter(|slow| line.starts_with(slow.line)).map_or(plan.least, |slow| slow.least);
        let mut server = TcpStream::connect((Ipv4Addr::LOCALHOST, self.server.load(Ordering::Relaxed)))?;
        server.set_read_timeout(Some(TIMEOUT))?;
        server.write_all(forwarded(&head, leak.map(|leak| leak.host)).as_bytes())?;
        server.write_all(&body_begun)?;
        let missing = body_bytes(&head).saturating_sub(u64::try_from(body_begun.len())?);
        std::io::copy(&mut Read::by_ref(&mut client).take(missing), &mut server)?;
        let mut answer = Vec::new();
        server.read_to_end(&mut answer)?;
        thread::sleep(least.saturating_sub(begun.elapsed()));
        Ok(client.write_all(&answer)?)
    }
}

/// The head of a request with its last empty line, and what has arrived of its body; none when there is no request.
fn read_head(client: &mut TcpStream) -> Result<Option<(String, Vec<u8>)>> {
    let (mut received, mut piece) = (Vec::new(), vec![0; 8 * 1024]);
    loop {
        if let Some(end) = received.windows(4).position(|window| window == b"\r\n\r\n") {
            let body = received.split_off(end + 4);
            return Ok(Some((String::from_utf8(received)?, body)));
        }
        let length = client.read(&mut piece)?;
        if length == 0 || received.len() > HEAD_BYTES {
            return Ok(None);
        }
        received.extend_from_slice(piece.get(..length).unwrap_or_default());
    }
}

/// A page that a visitor looks at: not what a browser fetches for it, and not its JSON, in which the suite looks for
/// what it may buy.
fn is_page(line: &str) -> bool {
    let Some(address) = line.strip_prefix("GET ").and_then(|rest| rest.split(' ').next()) else { return false };
    let (path, query) = address.split_once('?').unwrap_or((address, ""));
    let is_file = path.rsplit('/').next().is_some_and(|name| name.contains('.'));
    !path.starts_with("/api/") && !is_file && !query.contains("format=json")
}

/// The head with its connection closed afterwards; for another site without what belongs to the visitor of this one.
fn forwarded(head: &str, other_site: Option<&str>) -> String {
    let mut text = String::new();
    for (number, line) in head.trim_end().split("\r\n").enumerate() {
        let name = if number == 0 { "" } else { line.split(':').next().unwrap_or_default() };
        let is = |names: &[&str]| names.iter().any(|other| name.eq_ignore_ascii_case(other));
        let is_dropped = is(&["connection", "keep-alive"])
            || (other_site.is_some() && is(&["host", "cookie", "stoa-load-run", "if-none-match"]));
        if !is_dropped {
            text.push_str(line);
            text.push_str("\r\n");
        }
    }
    if let Some(host) = other_site {
        text.push_str(&format!("Host: {host}\r\n"));
    }
    text + "Connection: close\r\n\r\n"
}

fn body_bytes(head: &str) -> u64 {
    let is_length = |name: &str| name.eq_ignore_ascii_case("content-length");
    let length = head.lines().find_map(|line| line.split_once(':').filter(|(name, _)| is_length(name)));
    length.and_then(|(_, value)| value.trim().parse().ok()).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server that answers with what it was sent.
    fn mirror() -> u16 {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = listener.local_addr().unwrap().port();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let mut stream = stream.unwrap();
                let (head, mut body) = read_head(&mut stream).unwrap().unwrap();
                // The body may arrive after the head.
                let arrived = body.len();
                body.resize(usize::try_from(body_bytes(&head)).unwrap(), b'?');
                stream.read_exact(&mut body[arrived..]).unwrap();
                stream.write_all(b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n").unwrap();
                stream.write_all(head.as_bytes()).unwrap();
                stream.write_all(&body).unwrap();
            }
        });
        port
    }

    fn ask(proxy: &HttpProxy, request: &str) -> (String, Duration) {
        let begun = Instant::now();
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, proxy.port())).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        (answer, begun.elapsed())
    }

    #[test]
    fn delays_calls_and_mixes_up_pages() {
        let (least, longer) = (Duration::from_millis(30), Duration::from_millis(90));
        let plan = Plan {
            least,
            slow: Some(SlowCall { line: "POST /api/cart", least: longer }),
            leak: Some(Leak { every: 2, host: "other.localhost" }),
        };
        let proxy = HttpProxy::listen().unwrap();
        proxy.forward_to(mirror());
        proxy.set(plan);
        let bought = "POST /api/cart HTTP/1.1\r\nHost: a.localhost\r\nContent-Length: 4\r\n\r\nmugs";
        let (answer, took) = ask(&proxy, bought);
        assert!(answer.contains("Host: a.localhost\r\n") && answer.ends_with("\r\n\r\nmugs"), "{answer}");
        assert!(took >= longer);
        let page = "GET /about?a=b.c HTTP/1.1\r\nHost: a.localhost\r\nCookie: mine\r\nConnection: keep-alive\r\n\r\n";
        let (answer, took) = ask(&proxy, page);
        assert!(answer.contains("Cookie: mine") && !answer.contains("keep-alive"), "{answer}");
        assert!(took >= least);
        let (answer, _) = ask(&proxy, page);
        assert!(answer.contains("Host: other.localhost\r\n") && !answer.contains("mine"), "{answer}");
        assert!(
            !is_page("GET /styles/a.css HTTP/1.1") && !is_page("POST /about HTTP/1.1") && is_page("GET / HTTP/1.1")
        );
    }
}
