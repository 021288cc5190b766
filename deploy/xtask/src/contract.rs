//! Contract test of the OpenAPI document: schemathesis generates requests from the document, as an owner and as a
//! visitor, sends them to a running server and validates the responses.

use std::path::Path;

use anyhow::{Result, bail};

use crate::background::{self, BackgroundProcess};
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};
use crate::{frontend, shell, tools, up, wasm};

/// Checks of each response. Whether invalid-looking input allowed by the document is rejected is left to the tests of
/// each operation: rules such as "a coupon that exists" cannot be expressed in a schema.
const CHECKS: &str = "not_a_server_error,status_code_conformance,content_type_conformance,response_schema_conformance";

/// Time budget of the requests of one caller, seconds. In `cargo xtask test` the load tests run beside them.
const TIME: &str = "115";

/// Operations that end the session that others need, long-poll, or respond with 503 when a service is not configured.
const LEFT_OUT: [&str; 10] = [
    "session_create",
    "session_delete",
    "session_refresh",
    "password_change",
    "second_factor_enrol",
    "sign_ins_end",
    "sign_ins_end_others",
    "page_operations_since",
    "places_autocomplete",
    "places_details",
];

/// Caller of the requests.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Caller {
    /// The owner of the demo shops, signed in.
    Owner,
    /// A visitor without an account, with a cart.
    Visitor,
}

impl Caller {
    fn name(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Visitor => "visitor",
        }
    }
}

/// `cargo xtask contract`: builds what has changed and runs the test.
pub(crate) fn run_alone(repository: &Repository, caller: Option<Caller>) -> Result<()> {
    background::end_on_ctrl_c()?;
    for package in frontend::PACKAGES {
        package.build(repository)?;
    }
    wasm::build_plugins(repository.root())?;
    up::build_server(repository, false)?;
    run(repository, caller)
}

/// Tests every operation of the document on new demo servers; fails on a response that does not match the document.
///
/// Both callers work at the same time: each takes turns with its server, so that one of two cores would be idle.
pub(crate) fn run(repository: &Repository, caller: Option<Caller>) -> Result<()> {
    let programs = tools::ensure(repository)?;
    if let Some(caller) = caller {
        return check(repository, &programs, caller);
    }
    let visitor = BackgroundProcess::start(repository, &["contract", Caller::Visitor.name(), "--as-built"])?;
    let owner = check(repository, &programs, Caller::Owner);
    let results = [(Caller::Visitor, visitor.wait()), (Caller::Owner, owner)];
    let failed: Vec<&str> = results
        .into_iter()
        .filter_map(|(caller, result)| {
            result.err().map(|error| {
                println!("    {error:#}");
                caller.name()
            })
        })
        .collect();
    if failed.is_empty() {
        return Ok(());
    }
    bail!("responses differ from api-spec/openapi.json for: {}", failed.join(", "))
}

fn check(repository: &Repository, programs: &Path, caller: Caller) -> Result<()> {
    println!("    as {}", caller.name());
    let server = DemoServer::start(repository, false, &Storage::Sqlite)?;
    let mut schemathesis = shell::command(programs.join("schemathesis"), server.data());
    schemathesis
        .env("SCHEMATHESIS_HOOKS", repository.path("deploy/contract/hooks.py"))
        .env("STOA_CONTRACT_PORT", server.port().to_string())
        .env("STOA_CONTRACT_CALLER", caller.name())
        .arg("run")
        .arg(repository.path("api-spec/openapi.json"))
        .arg(format!("--url=http://127.0.0.1:{}", server.port()))
        .args(["--phases=coverage,fuzzing", "--checks", CHECKS, "--max-time", TIME, "--seed=7", "--no-shrink"])
        .args(["--workers=1", "--continue-on-failure", "--request-timeout=20", "--suppress-health-check=all"])
        .args(["--max-redirects=0", "--warnings=off", "--no-color"]);
    for call in LEFT_OUT {
        schemathesis.args(["--exclude-operation-id", call]);
    }
    shell::run(&mut schemathesis).inspect_err(|_| println!("the end of the server's log:\n{}", server.log_tail()))
}
