//! Compiles packages of plugins in a process of its own: this program with the command `plugin-compile`. The process
//! has no secrets in its environment, limits its own memory, time and files, and ends after one request.

use std::path::PathBuf;
use std::process::Stdio;
use std::time::Duration;

use async_trait::async_trait;
use stoa_plugin_host::{CompileFailure, CompileProcess};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, Command};
use tokio::sync::Semaphore;

use crate::config::PluginCompileConfig;

/// Longest answer: compiled code is larger than its component.
const MAX_RESPONSE_BYTES: u64 = 512 * 1024 * 1024;
/// Threads that compile one plugin.
pub(crate) const THREADS: u64 = 2;
/// How many times longer than a compilation may take a request waits for those before it.
const MAX_WAIT_FACTOR: u32 = 2;

/// Runs one compile process after the other.
pub(crate) struct CompileProcesses {
    program: PathBuf,
    memory_megabytes: u64,
    limit: Duration,
    turn: Semaphore,
}

impl CompileProcesses {
    pub(crate) fn new(config: &PluginCompileConfig) -> anyhow::Result<Self> {
        let program = match config.program.as_str() {
            "" => own_program()?,
            program => PathBuf::from(program),
        };
        Ok(Self {
            program,
            memory_megabytes: config.memory_megabytes,
            limit: Duration::from_secs(config.seconds),
            turn: Semaphore::new(config.at_once.max(1)),
        })
    }

    fn start(&self) -> std::io::Result<Child> {
        let mut command = Command::new(&self.program);
        command
            .arg("plugin-compile")
            .arg(format!("--memory-megabytes={}", self.memory_megabytes))
            .arg(format!("--seconds={}", self.limit.as_secs()))
            .env_clear()
            .env("RAYON_NUM_THREADS", THREADS.to_string())
            // The allocator asks for 1 GiB at once otherwise, which the limit of memory does not grant.
            .env("MIMALLOC_ARENA_RESERVE", "64M")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        #[cfg(unix)]
        command.current_dir("/");
        command.spawn()
    }

    /// Sends the request, and reads the answer while it is being sent.
    async fn exchange(&self, child: &mut Child, request: &[u8]) -> std::io::Result<Vec<u8>> {
        let (Some(mut input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the process has no input or output"));
        };
        let send = async move {
            // A process that ends early does not read everything. Its answer says why.
            let _ = input.write_all(request).await;
            let _ = input.shutdown().await;
        };
        let mut answer = Vec::new();
        let mut output = output.take(MAX_RESPONSE_BYTES);
        let (_, read) = tokio::join!(send, output.read_to_end(&mut answer));
        read?;
        Ok(answer)
    }
}

/// This program. Under Linux, the one that runs, even after its file was replaced: compiled code is for this version.
fn own_program() -> std::io::Result<PathBuf> {
    let running = PathBuf::from("/proc/self/exe");
    if cfg!(target_os = "linux") && running.exists() { Ok(running) } else { std::env::current_exe() }
}

#[async_trait]
impl CompileProcess for CompileProcesses {
    async fn run(&self, request: Vec<u8>) -> Result<Vec<u8>, CompileFailure> {
        let unavailable = |reason: String| CompileFailure::Unavailable(reason);
        let waiting = tokio::time::timeout(self.limit * MAX_WAIT_FACTOR, self.turn.acquire()).await;
        let Ok(Ok(_turn)) = waiting else {
            return Err(unavailable("too many plugins are being compiled; try again in a minute".to_owned()));
        };
        let mut child = self.start().map_err(|error| {
            unavailable(format!("the compile process {} could not be started: {error}", self.program.display()))
        })?;
        let exchanged = tokio::time::timeout(self.limit, self.exchange(&mut child, &request)).await;
        let Ok(answer) = exchanged else {
            // It is killed when `child` is dropped.
            let seconds = self.limit.as_secs();
            return Err(CompileFailure::Stopped(format!("compiling it took longer than {seconds} seconds")));
        };
        let answer = answer.map_err(|error| unavailable(format!("compile process: {error}")))?;
        let status = child.wait().await.map_err(|error| unavailable(format!("compile process: {error}")))?;
        if status.success() && !answer.is_empty() {
            return Ok(answer);
        }
        tracing::warn!(%status, "the compile process of a plugin ended without an answer");
        let memory = self.memory_megabytes;
        Err(CompileFailure::Stopped(format!(
            "the compiler ended without a result: it may have needed more than {memory} MB of memory"
        )))
    }
}
