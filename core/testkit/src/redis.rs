//! A temporary Redis server without persistence.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::ports::free_port;

/// A running server.
pub struct Redis {
    child: Child,
    port: u16,
}

impl Redis {
    /// Starts a server and waits until it responds.
    ///
    /// # Errors
    /// When Redis is not installed or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let port = free_port()?;
        let server = Self { child: spawn(port)?, port };
        server.wait()?;
        Ok(server)
    }

    /// Restarts a killed server, empty, at the same address.
    ///
    /// # Errors
    /// When Redis does not start.
    pub fn restart(&mut self) -> anyhow::Result<()> {
        self.kill();
        self.child = spawn(self.port)?;
        self.wait()
    }

    fn wait(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(10) {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("Redis did not come up within 10 seconds")
    }

    /// Its URL.
    pub fn url(&self) -> String {
        format!("redis://127.0.0.1:{}/", self.port)
    }

    /// Kills the server.
    pub fn kill(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn spawn(port: u16) -> anyhow::Result<Child> {
    Command::new("redis-server")
        .args(["--port", &port.to_string(), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .context("Redis is not installed: apt-get install redis-server")
}

impl Drop for Redis {
    fn drop(&mut self) {
        self.kill();
    }
}
