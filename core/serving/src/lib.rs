//! Accepts connections and serves them. Clients with many or slow connections cannot starve others: request heads, idle
//! time and sending have time limits, and the number of connections is limited per address and in total.
//!
//! A crate of its own, so that the generic code of hyper is compiled here, as fast as code of every request has to be, and
//! not with commands and wiring, which are optimised for size.

mod connection_limits;
mod timeouts;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use futures::FutureExt as _;
use futures::future::BoxFuture;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use stoa_web::extract::Proxies;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower_service::Service as _;

use connection_limits::{ConnectionCounts, ConnectionSlot};
use timeouts::{ConnectionRequests, TimedConnection, TrackedBody};

/// Interval of HTTP/2 keep-alive pings, and how long the response may take.
const PING: Duration = Duration::from_secs(20);
/// Maximum number of concurrent requests of an HTTP/2 connection.
const STREAMS: u32 = 100;
/// How long to wait for the first request of a new connection when the program stops.
const FIRST_REQUEST: Duration = Duration::from_secs(1);
/// Poll interval of that wait. After this long without a new connection the listener's queue counts as empty.
const POLL_INTERVAL: Duration = Duration::from_millis(20);
/// Pause when the system is out of resources for connections, such as open files.
const EXHAUSTED: Duration = Duration::from_millis(500);

/// Limits of connections.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Time limit for the head of a request to arrive.
    pub head: Duration,
    /// Time limit without a request.
    pub idle: Duration,
    /// Time limit without progress in sending a response.
    pub send: Duration,
    /// Maximum number of connections from one address: an IPv4 address or an IPv6 /64.
    pub from_one_address: usize,
    /// Maximum number of connections in total.
    pub at_once: usize,
    /// Proxies, whose connections are not counted by address, since they carry requests of many clients.
    pub proxies: Proxies,
}

/// Serves until `stop`, then completes requests under way and those of connections already waiting.
///
/// An address with too many connections is refused at once. When there are too many in total, further ones wait in the
/// listener's queue: they get their turn soon, since no connection stays without a request.
pub fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: impl Future<Output = ()> + Send + 'static,
) -> BoxFuture<'static, ()> {
    accept_all(listener, router, limits, stop.boxed())
}

/// Not generic, and boxed: it is compiled in this crate, with all that it awaits.
fn accept_all(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    stop: BoxFuture<'static, ()>,
) -> BoxFuture<'static, ()> {
    accept_until(listener, router, limits, stop).boxed()
}

async fn accept_until(listener: TcpListener, router: Router, limits: Limits, mut stop: BoxFuture<'static, ()>) {
    let router: Router = router.with_state(());
    let room = Arc::new(Semaphore::new(limits.at_once.min(Semaphore::MAX_PERMITS)));
    let places = ConnectionCounts::new(limits.from_one_address);
    let limits = Arc::new(limits);
    let (connections, stopping) = (TaskTracker::new(), CancellationToken::new());
    let mut told_on: Option<Instant> = None;
    loop {
        let taken = match told_on {
            // Dropping the listener resets waiting connections, so they are accepted first.
            Some(told_on) if told_on.elapsed() < FIRST_REQUEST => {
                let Ok(taken) = tokio::time::timeout(POLL_INTERVAL, take(&listener, &room)).await else { break };
                taken
            }
            Some(_) => break,
            None => tokio::select! {
                taken = take(&listener, &room) => taken,
                () = &mut stop => {
                    told_on = Some(Instant::now());
                    continue;
                }
            },
        };
        let Some((stream, peer, permit)) = taken else { continue };
        let counted = !limits.proxies.include(peer.ip());
        let place = if counted { places.take(peer.ip()) } else { Some(ConnectionSlot::uncounted()) };
        let Some(place) = place else {
            metrics::counter!("stoa_connections_refused_total").increment(1);
            continue;
        };
        let served = attend(stream, peer, router.clone(), Arc::clone(&limits), stopping.clone());
        connections.spawn(async move {
            served.await;
            drop((place, permit));
        });
    }
    drop(listener);
    stopping.cancel();
    connections.close();
    connections.wait().await;
}

/// The next connection, once the total allows one.
async fn take(listener: &TcpListener, room: &Arc<Semaphore>) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(room).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, permit)),
        // The client disconnected before its turn.
        Err(error) if is_of_connection(&error) => None,
        Err(error) => {
            tracing::error!(%error, "connections cannot be accepted");
            tokio::time::sleep(EXHAUSTED).await;
            None
        }
    }
}

fn is_of_connection(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}

/// Serves one connection until it ends.
async fn attend(stream: TcpStream, peer: SocketAddr, router: Router, limits: Arc<Limits>, stopping: CancellationToken) {
    let calls = Arc::new(ConnectionRequests::begin());
    let asked = Arc::clone(&calls);
    let io = TokioIo::new(TimedConnection::new(stream, Arc::clone(&calls), limits));
    let service = service_fn(move |request: Request<Incoming>| {
        let call = ConnectionRequests::call(&calls, request.version());
        let mut request = request.map(Body::new);
        request.extensions_mut().insert(ConnectInfo(peer));
        let answering = router.clone().call(request);
        async move {
            let Ok(answer) = answering.await;
            Ok::<_, Infallible>(answer.map(|body| TrackedBody::new(body, call)))
        }
    });
    let mut builder = Builder::new(TokioExecutor::new());
    // The head timeout is enforced here: hyper's would include the idle time before the head.
    builder.http1().timer(TokioTimer::new()).header_read_timeout(None::<Duration>);
    builder.http2().timer(TokioTimer::new()).keep_alive_interval(PING).keep_alive_timeout(PING);
    builder.http2().max_concurrent_streams(STREAMS);
    let mut connection = pin!(builder.serve_connection(io, service));
    let ended = tokio::select! {
        ended = connection.as_mut() => ended,
        () = leave(&stopping, &asked) => {
            connection.as_mut().graceful_shutdown();
            connection.await
        }
    };
    if let Err(error) = ended {
        tracing::trace!(%error, "a connection ended");
    }
}

/// Waits until the program stops, and then for the first request of a new connection, which may be on its way.
async fn leave(stopping: &CancellationToken, calls: &ConnectionRequests) {
    stopping.cancelled().await;
    let stopped = Instant::now();
    while !calls.has_begun() && stopped.elapsed() < FIRST_REQUEST {
        tokio::time::sleep(POLL_INTERVAL).await;
    }
}
