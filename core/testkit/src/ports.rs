//! Ports for programs that cannot choose one by themselves.

use std::net::TcpListener;
use std::sync::atomic::{AtomicU16, Ordering};

use anyhow::Context as _;

/// A port that is free now. It is none of those that the system gives to sockets without a wish (from 32768 on): the
/// servers of other tests would take it before its own program does, or while that is being restarted.
///
/// # Errors
/// When none is free.
pub fn free_port() -> anyhow::Result<u16> {
    static CALLS: AtomicU16 = AtomicU16::new(0);
    // Tests are processes, which begin to look at different places: those that run at the same time have numbers close to
    // each other, and some take a dozen ports, which are not bound at once.
    let first = 20_000 + u16::try_from(std::process::id() % 600)? * 16;
    let mut ports = first + CALLS.fetch_add(1, Ordering::Relaxed) % 1_000..32_000;
    ports.find(|port| TcpListener::bind(("127.0.0.1", *port)).is_ok()).context("no port is free")
}
