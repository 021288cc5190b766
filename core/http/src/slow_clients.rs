//! Minimum transfer rate of request bodies, so that slow clients cannot hold connections open.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use http_body::{Frame, SizeHint};
use tokio::time::{Instant, Sleep, sleep_until};

/// Minimum transfer rate of request bodies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MinimumRate {
    /// Minimum bytes per second; 0 sets no limit.
    pub bytes_per_second: u64,
    /// Longest pause, and the most that a body may be behind the minimum rate.
    pub pause: Duration,
}

/// Reports afterwards whether a body came too slowly.
#[derive(Debug, Clone, Default)]
pub(crate) struct TooSlow(Arc<AtomicBool>);

impl TooSlow {
    /// Whether the body came too slowly.
    pub(crate) fn happened(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Wraps the body of a request in [`RateCheckedBody`].
pub(crate) fn with_minimum_rate(request: Request, pace: MinimumRate) -> (Request, TooSlow) {
    let too_slow = TooSlow::default();
    if pace.bytes_per_second == 0 || request.body().is_end_stream() {
        return (request, too_slow);
    }
    let watch = too_slow.clone();
    (
        request.map(|body| Body::new(RateCheckedBody { body, pace, left: pace.pause, waiting: None, too_slow: watch })),
        too_slow,
    )
}

#[derive(Debug, thiserror::Error)]
#[error("the request body was sent too slowly")]
struct BodyTooSlow;

/// A body with a time credit: waiting uses it up, received bytes restore it.
struct RateCheckedBody {
    body: Body,
    pace: MinimumRate,
    left: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
    too_slow: TooSlow,
}

impl RateCheckedBody {
    fn note(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.left = self.left.saturating_sub(since.elapsed());
        }
        let milliseconds = u64::try_from(bytes).unwrap_or(u64::MAX).saturating_mul(1000) / self.pace.bytes_per_second;
        self.left = self.left.saturating_add(Duration::from_millis(milliseconds)).min(self.pace.pause);
    }
}

impl HttpBody for RateCheckedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if let Poll::Ready(frame) = Pin::new(&mut self.body).poll_frame(context) {
            let bytes =
                frame.as_ref().and_then(|frame| frame.as_ref().ok()).and_then(Frame::data_ref).map_or(0, Bytes::len);
            self.note(bytes);
            return Poll::Ready(frame);
        }
        let left = self.left;
        let begin = || {
            let now = Instant::now();
            (now, Box::pin(sleep_until(now + left)))
        };
        let (_, patience) = self.waiting.get_or_insert_with(begin);
        if patience.as_mut().poll(context).is_pending() {
            return Poll::Pending;
        }
        self.too_slow.0.store(true, Ordering::Relaxed);
        Poll::Ready(Some(Err(axum::Error::new(BodyTooSlow))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
