//! `stoa plugin-compile`: the compile process of the server. It reads a request from standard input and writes the
//! answer to standard output. A component may try to misuse the compiler, so this process limits itself first.

use std::io::{Read as _, Write as _};
use std::process::ExitCode;

use anyhow::Context as _;

/// Longest request: a package with its files unpacked.
const MAX_REQUEST_BYTES: u64 = 64 * 1024 * 1024;

pub(crate) fn run(memory_megabytes: u64, seconds: u64) -> anyhow::Result<ExitCode> {
    limit(memory_megabytes, seconds)?;
    let mut request = Vec::new();
    std::io::stdin().lock().take(MAX_REQUEST_BYTES).read_to_end(&mut request)?;
    let answer = stoa_plugin_host::compile(&request);
    let mut output = std::io::stdout().lock();
    output.write_all(&answer)?;
    output.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Limits memory that is really used, not address space, of which the runtime reserves much; the time on all
/// processors; files, to which the initial memory of an instance belongs.
#[cfg(target_os = "linux")]
fn limit(memory_megabytes: u64, seconds: u64) -> anyhow::Result<()> {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    use crate::plugin_ports::COMPILE_THREADS;

    const OPEN_FILES: u64 = 32;
    let memory = memory_megabytes.saturating_mul(1_024 * 1_024);
    let limits = [
        (Resource::Data, memory),
        (Resource::Cpu, seconds.saturating_mul(COMPILE_THREADS)),
        (Resource::Fsize, memory),
        (Resource::Core, 0),
        (Resource::Nofile, OPEN_FILES),
    ];
    for (resource, most) in limits {
        // A lower limit of the system stays.
        let most = getrlimit(resource).maximum.map_or(most, |known| known.min(most));
        let limit = Rlimit { current: Some(most), maximum: Some(most) };
        setrlimit(resource, limit).with_context(|| format!("limit of the compile process: {resource:?}"))?;
    }
    Ok(())
}

/// Elsewhere, the time is limited by the server alone.
#[cfg(not(target_os = "linux"))]
fn limit(_: u64, _: u64) -> anyhow::Result<()> {
    Ok(())
}
