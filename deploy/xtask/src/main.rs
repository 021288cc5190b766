//! The commands of this repository. `cargo xtask up` builds everything and serves the demo shop, `cargo xtask test`
//! runs every check; the others are parts of these two.
//!
//! This crate runs other programs (cargo, npm, browsers, load generators). It knows the layout of the repository and
//! the build order; of the Stoa crates it may depend on `stoa-plugin-build` alone, so that it builds in seconds.

#![expect(clippy::print_stdout, clippy::print_stderr, reason = "a command-line tool prints to its terminal")]

mod background;
mod build_cache;
mod changed;
mod contract;
mod database;
mod demo_template;
mod deploy_checks;
mod disk;
mod e2e;
mod figures;
mod format;
mod frontend;
mod journeys;
mod json;
mod load;
mod memory_folder;
mod openapi;
mod packages;
mod prerequisites;
mod repository;
mod rust_tests;
mod server;
mod shell;
mod spec;
mod steps;
mod test;
mod tidy;
mod tools;
mod up;
mod vitest_report;
mod wasm;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use repository::Repository;

/// Commands for working on Stoa.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", disable_help_subcommand = true)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Build everything that is missing and serve the demo shop.
    Up {
        /// Port on 127.0.0.1.
        #[arg(long, default_value_t = 8080)]
        port: u16,
        /// Folder for databases and uploads (default: .stoa in the repository).
        #[arg(long)]
        data_dir: Option<PathBuf>,
        /// Build with optimisation.
        #[arg(long)]
        release: bool,
    },
    /// Run everything that CI checks.
    Test {
        /// Continue after a failing step and report all failures at the end.
        #[arg(long)]
        keep_going: bool,
        /// Run only the checks affected by changes since the base commit, and list the skipped ones.
        #[arg(long)]
        changed: bool,
        /// The base commit.
        #[arg(long, requires = "changed")]
        since: Option<String>,
    },
    /// List the rows of the requirements ledger with the tests that prove them.
    Spec {
        /// List only the rows without a passing test.
        #[arg(long)]
        missing: bool,
    },
    /// Check file sizes, crate dependencies, finders, licences and wording.
    Tidy,
    /// Format Rust, TypeScript and style sheets.
    Format,
    /// Regenerate api-spec/openapi.json, and api-spec/ts/src/schema.ts and rules.ts from it.
    Openapi,
    /// Build the bundled plugins.
    Plugins,
    /// Build the template engine for browsers.
    Engine {
        /// Lint what writes it, too.
        #[arg(long)]
        check: bool,
        /// Compare what it renders in Chromium with what the server's engine renders.
        #[arg(long)]
        compare: bool,
    },
    /// Lint and build all Rust packages, their tests and the server.
    Rust,
    /// Type-check, lint and unit-test the front ends.
    FrontEnds {
        /// Only this part.
        part: Option<FrontEndPart>,
    },
    /// Run the browser journeys in parts, each against a new demo server.
    E2e {
        /// Only this half.
        half: Option<e2e::FrontEnd>,
        /// Only this part of the half, such as 2-of-4.
        #[arg(long, requires = "half")]
        part: Option<e2e::JourneyPart>,
        /// Skip the build.
        #[arg(long)]
        as_built: bool,
    },
    /// Run a temporary Postgres and Redis until Ctrl-C.
    Db,
    /// Load a site as its visitors and shoppers do; say what was slow, lost or used up, and write a report.
    Load {
        #[command(subcommand)]
        command: load::LoadCommand,
    },
    /// Run the contract test: call every operation of the OpenAPI document on new demo servers and validate the
    /// responses.
    Contract {
        /// Only as this caller.
        caller: Option<contract::Caller>,
        /// Skip the build.
        #[arg(long)]
        as_built: bool,
    },
    /// Check licences, sources and known vulnerabilities of the Rust packages.
    Packages,
    /// Check the deployment files against their schemas.
    Deploy,
    /// Measure the figures of docs/performance/figures.md, and write them there.
    Figures {
        /// Duration of each load measurement in seconds.
        #[arg(long, default_value_t = 10)]
        seconds: u32,
        /// Only the template engine, compared with another one.
        #[arg(long, group = "part")]
        template: bool,
        /// Only the shopping flows, compared with another shop system on Postgres.
        #[arg(long, group = "part")]
        peer: bool,
        /// Only the lists of a shop with 100,000 orders.
        #[arg(long, group = "part")]
        orders: bool,
        /// Only how events of visitors are stored and summed up.
        #[arg(long, group = "part")]
        visitors: bool,
        /// Only the rushes: on one server with SQLite, on one with Postgres, and on two that share a Postgres and a
        /// Redis.
        #[arg(long, group = "part")]
        race: bool,
        /// Only the Lighthouse scores of the pages of each theme.
        #[arg(long, group = "part")]
        lighthouse: bool,
        /// Only rendering and publishing of pages, image processing, and page weight.
        #[arg(long, group = "part")]
        building: bool,
        /// Only the orders per second on one stock row, three times on each database.
        #[arg(long, group = "part")]
        hot_row: bool,
        /// Only the frame times of the editor on a page of 500 blocks, three times.
        #[arg(long, group = "part")]
        editor: bool,
        /// Only what the languages of a site cost.
        #[arg(long, group = "part")]
        languages: bool,
        /// Only what plugins cost, beside native code that does the same.
        #[arg(long, group = "part")]
        plugins: bool,
        /// Only the cost of many idle sites, on both databases.
        #[arg(long, group = "part")]
        tenants: bool,
        /// Only `stoa load seed` beside a running server, on both databases.
        #[arg(long, group = "part")]
        seed: bool,
        /// Number of sites for `--tenants`.
        #[arg(long, default_value_t = 10_000, requires = "tenants")]
        sites: usize,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FrontEndPart {
    Types,
    UnitTests,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<load::Broken>() { ExitCode::from(load::Broken::EXIT_CODE) } else { ExitCode::FAILURE }
        }
    }
}

fn run(command: Command) -> anyhow::Result<()> {
    let repository = Repository::locate()?;
    match command {
        Command::Up { port, data_dir, release } => up::run(&repository, &up::Options { port, data_dir, release }),
        Command::Test { keep_going, changed: true, since } => {
            let base_commit = changed::base_commit(&repository, since.as_deref())?;
            test::run(&repository, keep_going, &changed::Scope::since(&repository, &base_commit)?)
        }
        Command::Test { keep_going, .. } => test::run(&repository, keep_going, &changed::Scope::all()),
        Command::Spec { missing } => spec::run(&repository, missing),
        Command::Tidy => tidy::run(&repository),
        Command::Format => format::write(&repository),
        Command::Openapi => openapi::write(&repository),
        Command::Plugins => wasm::build_plugins(repository.root()),
        Command::Engine { check, compare } => engine(&repository, check, compare),
        Command::Rust => rust_tests::build(&repository),
        Command::FrontEnds { part } => {
            if part != Some(FrontEndPart::UnitTests) {
                frontend::check_all(&repository)?;
            }
            if part != Some(FrontEndPart::Types) {
                wasm::engine::build(repository.root())?;
                frontend::test_all(&repository)?;
            }
            Ok(())
        }
        Command::E2e { half, part, as_built: true } => e2e::run(&repository, half, part),
        Command::E2e { half, part, .. } => e2e::run_alone(&repository, half, part),
        Command::Db => database::run_until_interrupted(),
        Command::Load { command } => load::run(&repository, command),
        Command::Contract { caller, as_built: true } => contract::run(&repository, caller),
        Command::Contract { caller, .. } => contract::run_alone(&repository, caller),
        Command::Packages => packages::run(&repository),
        Command::Deploy => deploy_checks::run(&repository),
        Command::Figures { seconds, template: true, .. } => figures::template::run(&repository, seconds),
        Command::Figures { orders: true, .. } => figures::orders::run(&repository),
        Command::Figures { visitors: true, .. } => figures::visitors::run(&repository),
        Command::Figures { race: true, .. } => figures::rushes::run(&repository),
        Command::Figures { hot_row: true, .. } => figures::hot_row::run(&repository),
        Command::Figures { tenants: true, sites, .. } => figures::tenants::run(&repository, sites),
        Command::Figures { seed: true, .. } => figures::seed::run(&repository),
        Command::Figures { languages: true, .. } => figures::languages::run(&repository),
        Command::Figures { plugins: true, .. } => figures::plugins::run(&repository),
        Command::Figures { editor: true, .. } => figures::editor::run(&repository),
        Command::Figures { lighthouse: true, .. } => figures::lighthouse::run(&repository),
        Command::Figures { seconds, building: true, .. } => figures::building::run(&repository, seconds),
        Command::Figures { seconds, peer: true, .. } => figures::peer::run(&repository, seconds),
        Command::Figures { seconds, .. } => figures::run(&repository, seconds),
    }
}

fn engine(repository: &Repository, check: bool, compare: bool) -> anyhow::Result<()> {
    if check {
        wasm::engine::build_and_lint(repository.root())?;
    } else {
        wasm::engine::build(repository.root())?;
    }
    if compare { wasm::engine::compare(repository) } else { Ok(()) }
}
