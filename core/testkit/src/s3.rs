//! A temporary S3-compatible server without persistence.

use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};

use crate::ports::free_port;

/// Environment variable with the path of the program; its default is looked up in `PATH`.
const PROGRAM: &str = "STOA_TEST_S3_SERVER";

/// A running server.
pub struct S3 {
    child: Child,
    port: u16,
}

impl S3 {
    /// Starts a server and waits until it responds.
    ///
    /// # Errors
    /// When the program is not installed or does not start.
    pub fn start() -> anyhow::Result<Self> {
        let port = free_port()?;
        let program = std::env::var(PROGRAM).unwrap_or_else(|_| "moto_server".to_owned());
        let child = Command::new(&program)
            .args(["--host", "127.0.0.1", "--port", &port.to_string()])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("could not start {program}; `cargo xtask test` installs it"))?;
        let server = Self { child, port };
        server.wait()?;
        Ok(server)
    }

    fn wait(&self) -> anyhow::Result<()> {
        let begun = Instant::now();
        while begun.elapsed() < Duration::from_secs(60) {
            if TcpStream::connect(("127.0.0.1", self.port)).is_ok() {
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        bail!("the S3-compatible server did not come up within a minute")
    }

    /// Its URL.
    pub fn endpoint(&self) -> String {
        format!("http://127.0.0.1:{}", self.port)
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
