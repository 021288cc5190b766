//! What the compile process does: it compiles a plugin, makes an instance and shows the examples, and returns the code.
//! A request is a line of JSON and the files; an answer a line of JSON and the code.

use std::sync::Arc;
use std::time::Instant;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use wasmtime::component::Component;

use crate::capability::Ports;
use crate::capability::network::{HttpTransport, OutboundFailure, OutboundRequest, OutboundResponse};
use crate::convert::invalid;
use crate::engine;
use crate::error::PluginErrorKind;
use crate::files::{Files, PackageFiles};
use crate::folder::read_manifest;
use crate::interfaces::Interfaces;
use crate::limits::Limits;
use crate::on_demand::CompileReport;
use crate::registry::{LARGEST_COMPONENT, PluginLoader, Trial};

#[derive(Serialize, Deserialize)]
struct Request {
    limits: Limits,
    /// Paths and sizes, in the order of the contents.
    files: Vec<(String, usize)>,
}

#[derive(Serialize, Deserialize)]
enum Answer {
    Compiled(CompileReport),
    /// The reason is the plugin's fault.
    Refused(String),
    /// The reason is not.
    Failed(String),
}

/// The request to compile a package.
pub(crate) fn request(limits: &Limits, files: &PackageFiles) -> Result<Vec<u8>, PluginErrorKind> {
    let names = files.iter().map(|(path, content)| (path.to_owned(), content.len())).collect();
    let mut request = head(&Request { limits: limits.clone(), files: names })
        .map_err(|error| PluginErrorKind::Host(format!("request to the compile process: {error}")))?;
    files.iter().for_each(|(_, content)| request.extend_from_slice(content));
    Ok(request)
}

/// The code and report of an answer.
pub(crate) fn read_answer(mut answer: Vec<u8>) -> Result<(Vec<u8>, CompileReport), PluginErrorKind> {
    let unreadable = || PluginErrorKind::Host("the answer of the compile process cannot be read".to_owned());
    let end = answer.iter().position(|byte| *byte == b'\n').ok_or_else(unreadable)?;
    let code = answer.split_off(end + 1);
    match serde_json::from_slice(&answer).map_err(|_| unreadable())? {
        Answer::Compiled(report) => Ok((code, report)),
        Answer::Refused(reason) => Err(invalid(reason)),
        Answer::Failed(reason) => Err(PluginErrorKind::Host(reason)),
    }
}

/// Answers a request in this process, which should have nothing that a plugin must not get: run it in a process of its
/// own with limits of memory and time, since a component may try to misuse the compiler.
#[must_use]
pub fn compile(request: &[u8]) -> Vec<u8> {
    let (answer, code) = match compiled(request) {
        Ok((report, code)) => (Answer::Compiled(report), code),
        Err(PluginErrorKind::Host(reason)) => (Answer::Failed(reason), Vec::new()),
        Err(PluginErrorKind::Invalid(reason)) => (Answer::Refused(reason), Vec::new()),
        Err(kind) if kind.is_host_fault() => (Answer::Failed(format!("it {kind}")), Vec::new()),
        Err(kind) => (Answer::Refused(kind.to_string()), Vec::new()),
    };
    let mut bytes = head(&answer).unwrap_or_default();
    bytes.extend_from_slice(&code);
    bytes
}

fn compiled(request: &[u8]) -> Result<(CompileReport, Vec<u8>), PluginErrorKind> {
    let fault = |reason: String| PluginErrorKind::Host(reason);
    let (limits, files) = read_request(request).ok_or_else(|| fault("the request cannot be read".to_owned()))?;
    let files = Files::Package(&files);
    let manifest = read_manifest(files)?.manifest;
    let bytes = files.read(&manifest.plugin.component, LARGEST_COMPONENT)?;
    let engine = engine::build_without_pool().map_err(fault)?.engine;
    let started = Instant::now();
    let component =
        Component::from_binary(&engine, &bytes).map_err(|error| invalid(format!("component: {error:#}")))?;
    let compile_ms = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
    let Interfaces { imports, exports } = Interfaces::of(&engine, &component);
    let code = component.serialize().map_err(|error| fault(format!("{error:#}")))?;
    let ports = Ports { http: Arc::new(NoNetwork), storage: None, reads: None, activity: None };
    let loader = PluginLoader::new(engine, None, Arc::new(limits), ports).map_err(fault)?;
    let loaded = loader.load_files(files, &manifest.plugin.id, Some(component), Trial::Examples);
    loaded.map_err(|error| error.kind)?;
    let code_bytes = code.len() as u64;
    Ok((CompileReport { compile_ms, peak_memory: peak_memory(), code_bytes, imports, exports }, code))
}

fn read_request(request: &[u8]) -> Option<(Limits, PackageFiles)> {
    let end = request.iter().position(|byte| *byte == b'\n')?;
    let (head, mut rest) = request.split_at_checked(end + 1)?;
    let Request { limits, files } = serde_json::from_slice(head).ok()?;
    let mut read = Vec::with_capacity(files.len());
    for (path, size) in files {
        let (content, after) = rest.split_at_checked(size)?;
        read.push((path, content.to_vec()));
        rest = after;
    }
    rest.is_empty().then(|| (limits, read.into_iter().collect()))
}

/// One line of JSON.
fn head(value: &impl Serialize) -> serde_json::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    Ok(line)
}

/// Most memory that this process had, bytes; 0 where the system does not say.
fn peak_memory() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kib = line.and_then(|line| line.split_whitespace().next()).and_then(|number| number.parse::<u64>().ok());
    kib.unwrap_or_default().saturating_mul(1_024)
}

/// Nothing is reached while a plugin is tried.
#[derive(Debug)]
struct NoNetwork;

#[async_trait]
impl HttpTransport for NoNetwork {
    async fn send(&self, _request: OutboundRequest) -> Result<OutboundResponse, OutboundFailure> {
        Err(OutboundFailure::Connect)
    }
}

#[cfg(test)]
mod tests {
    use super::{PackageFiles, compile, read_answer, request};
    use crate::error::PluginErrorKind;
    use crate::limits::Limits;

    const MANIFEST: &str = "[plugin]\nid = \"acme.noise\"\nversion = \"1.0.0\"\napi = \"0.1\"\nname = \"Noise\"\n\
                            component = \"plugin.wasm\"\n[[provides]]\nkind = \"formatter\"\nnames = [\"noise\"]\n";

    fn answer(component: &[u8]) -> PluginErrorKind {
        let files: PackageFiles = [("plugin.toml", MANIFEST.as_bytes()), ("plugin.wasm", component)]
            .map(|(path, content)| (path.to_owned(), content.to_vec()))
            .into_iter()
            .collect();
        let request = request(&Limits::default(), &files).expect("request");
        read_answer(compile(&request)).expect_err("refused")
    }

    #[test]
    fn what_is_no_plugin_is_refused_in_words() {
        let noise = answer(b"noise");
        assert!(matches!(&noise, PluginErrorKind::Invalid(reason) if reason.starts_with("component: ")), "{noise}");
        // A component without exports.
        let empty = answer(b"\0asm\x0d\0\x01\0");
        assert!(
            matches!(&empty, PluginErrorKind::Invalid(reason) if reason.contains("declares formatters")),
            "{empty}"
        );
    }

    #[test]
    fn a_request_that_is_cut_off_is_no_request() {
        assert!(matches!(read_answer(compile(b"{}\nrest")), Err(PluginErrorKind::Host(_))));
        assert!(matches!(read_answer(Vec::new()), Err(PluginErrorKind::Host(_))));
    }
}
