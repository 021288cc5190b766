//! Ports for programs that cannot choose one by themselves.

use std::net::TcpListener;
use std::sync::{Mutex, PoisonError};

use anyhow::Context as _;

/// The last port that this process was given.
static LAST: Mutex<u16> = Mutex::new(0);

/// A port that is free now. It is none of those that the system gives to sockets without a wish (from 32768 on): the
/// servers of other tests would take it before its own program does, or while that is being restarted. Nor is it given
/// twice to one process, which may not use it yet.
///
/// # Errors
/// When none is free.
pub fn free_port() -> anyhow::Result<u16> {
    // Tests are processes, which begin to look at different places: those that start together have numbers that follow
    // each other.
    let first = 20_000 + u16::try_from(std::process::id().wrapping_mul(16) % 10_000)?;
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    let mut ports = first.max(last.saturating_add(1))..32_000;
    let port = ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).context("no port is free")?;
    *last = port;
    Ok(port)
}
