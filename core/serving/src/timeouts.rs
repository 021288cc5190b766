//! A connection with time limits that depend on what it waits for: the head of a request, the next request, or the
//! client receiving a response. There is no limit here while a request is being processed.

use std::io;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::http::Version;
use hyper::body::{Frame, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep_until};

use super::Limits;

/// State of the requests of one connection.
pub(super) struct ConnectionRequests(Mutex<ConnectionState>);

struct ConnectionState {
    under_way: usize,
    /// Whether there was a request yet.
    began: bool,
    is_http2: bool,
    /// Since when no request is being processed.
    resting_since: Instant,
    /// When the first byte arrived since then.
    heard_on: Option<Instant>,
    /// Waker of the reader, which has to check the deadline again once no request is being processed.
    reader: Option<Waker>,
}

impl ConnectionRequests {
    /// State of a new connection.
    pub(super) fn begin() -> Self {
        let now = Instant::now();
        Self(Mutex::new(ConnectionState {
            under_way: 0,
            began: false,
            is_http2: false,
            resting_since: now,
            heard_on: None,
            reader: None,
        }))
    }

    /// Registers a request, which counts as being processed until the returned value is dropped.
    pub(super) fn call(calls: &Arc<Self>, version: Version) -> Call {
        let mut course = calls.course();
        course.under_way += 1;
        course.began = true;
        course.is_http2 = version == Version::HTTP_2;
        course.heard_on = None;
        drop(course);
        Call(Arc::clone(calls))
    }

    /// Whether there was a request yet.
    pub(super) fn has_begun(&self) -> bool {
        self.course().began
    }

    fn course(&self) -> MutexGuard<'_, ConnectionState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn heard(&self) {
        let mut course = self.course();
        if course.under_way == 0 && course.heard_on.is_none() {
            course.heard_on = Some(Instant::now());
        }
    }

    /// Deadline of the next bytes from the client; none while a request is being processed, whose end wakes the reader.
    fn deadline(&self, limits: &Limits, reader: &Waker) -> Option<Instant> {
        let mut course = self.course();
        if course.under_way > 0 {
            course.reader = Some(reader.clone());
            return None;
        }
        if !course.began {
            return Some(course.resting_since + limits.head);
        }
        let idle = course.resting_since + limits.idle;
        match course.heard_on {
            // Between requests HTTP/2 sends other frames than heads.
            Some(heard_on) if !course.is_http2 => Some(heard_on + limits.head),
            _ => Some(idle),
        }
    }
}

/// A request that is being processed.
pub(super) struct Call(Arc<ConnectionRequests>);

impl Drop for Call {
    fn drop(&mut self) {
        let mut course = self.0.course();
        course.under_way = course.under_way.saturating_sub(1);
        course.resting_since = Instant::now();
        course.heard_on = None;
        let reader = course.reader.take();
        drop(course);
        if let Some(reader) = reader {
            reader.wake();
        }
    }
}

/// The body of a response: its request counts as being processed until the body was sent.
pub(super) struct TrackedBody {
    body: Body,
    _call: Call,
}

impl TrackedBody {
    pub(super) fn new(body: Body, call: Call) -> Self {
        Self { body, _call: call }
    }
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

/// A resettable timer.
#[derive(Default)]
struct Timer(Option<Pin<Box<Sleep>>>);

impl Timer {
    /// Ready with an error after the deadline.
    fn poll(&mut self, deadline: Instant, context: &mut Context<'_>) -> Poll<io::Error> {
        let sleep = self.0.get_or_insert_with(|| Box::pin(sleep_until(deadline)));
        if sleep.deadline() != deadline {
            sleep.as_mut().reset(deadline);
        }
        ready!(sleep.as_mut().poll(context));
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }
}

/// A connection with its limits.
pub(super) struct TimedConnection {
    stream: TcpStream,
    calls: Arc<ConnectionRequests>,
    limits: Arc<Limits>,
    hearing: Timer,
    sending: Timer,
    /// Since when nothing of a response could be sent.
    stuck_since: Option<Instant>,
}

impl TimedConnection {
    pub(super) fn new(stream: TcpStream, calls: Arc<ConnectionRequests>, limits: Arc<Limits>) -> Self {
        Self { stream, calls, limits, hearing: Timer::default(), sending: Timer::default(), stuck_since: None }
    }

    fn sent(&mut self, outcome: Poll<io::Result<usize>>, context: &mut Context<'_>) -> Poll<io::Result<usize>> {
        if outcome.is_ready() {
            self.stuck_since = None;
            return outcome;
        }
        let deadline = *self.stuck_since.get_or_insert_with(Instant::now) + self.limits.send;
        self.sending.poll(deadline, context).map(Err)
    }
}

impl AsyncRead for TimedConnection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(outcome) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            if buffer.filled().len() > before {
                self.calls.heard();
            }
            return Poll::Ready(outcome);
        }
        match self.calls.deadline(&self.limits, context.waker()) {
            Some(deadline) => self.hearing.poll(deadline, context).map(Err),
            None => Poll::Pending,
        }
    }
}

impl AsyncWrite for TimedConnection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(outcome, context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let outcome = Pin::new(&mut self.stream).poll_write_vectored(context, parts);
        self.sent(outcome, context)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
