//! `stoa plugin`: the commands for authors of plugins.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context as _, ensure};
use clap::{Args, Subcommand, ValueEnum};
use stoa_plugin_author::{self as author, Kind, Language, Outcome, PublicKey, SigningKey, WithoutCompiler};

use crate::cli::plugin_dev::{self, DevOptions};
use crate::cli::say;

#[derive(Debug, Subcommand)]
pub(crate) enum AuthorCommand {
    /// Create the project of a plugin in the current folder.
    New {
        /// Id of the plugin, publisher.name, such as acme.opening-hours.
        id: String,
        /// What the plugin provides: block, formatter, predicate, payments, installments, shipping, taxes, discounts,
        /// questions, events, jobs, panel or rows.
        #[arg(long)]
        kind: Kind,
        /// Language of the code.
        #[arg(long, value_enum, default_value_t)]
        lang: Lang,
        /// With a script that runs in a frame in place of the block.
        #[arg(long)]
        client: bool,
    },
    /// Compile the plugin.
    Build {
        #[command(flatten)]
        project: Project,
        /// Without a compiler for WebAssembly, unpack Debian's into the user's cache.
        #[arg(long)]
        install_compiler: bool,
    },
    /// Run a demo site with the plugin, which is built and loaded again whenever something is saved.
    Dev(DevOptions),
    /// Check the manifest, schemas, texts and the component, and say what the plugin may do.
    Check {
        #[command(flatten)]
        project: Project,
    },
    /// Run the tests that every plugin of its kind has to pass, and those of tests/cases.json.
    Test {
        #[command(flatten)]
        project: Project,
    },
    /// Measure the calls of tests/cases.json.
    Bench {
        #[command(flatten)]
        project: Project,
        /// Print JSON.
        #[arg(long)]
        json: bool,
    },
    /// Write the plugin as one signed file.
    Pack {
        #[command(flatten)]
        project: Project,
        /// File with the publisher's key.
        #[arg(long, env = "STOA_PLUGIN_KEY")]
        key: PathBuf,
    },
    /// Check a package and show what it contains.
    Inspect {
        /// The package.
        package: PathBuf,
        /// Refuse packages of any other publisher than this public key.
        #[arg(long)]
        publisher: Option<PublicKey>,
    },
    /// Add a package to an index: a folder that any web server can serve.
    Publish {
        /// The package.
        package: PathBuf,
        /// Folder of the index.
        #[arg(long)]
        index: PathBuf,
        /// File with the key of the index, which is not that of the publisher.
        #[arg(long, env = "STOA_INDEX_KEY")]
        key: PathBuf,
    },
    /// Keep an index of packages.
    #[command(subcommand)]
    Index(IndexCommand),
    /// Manage the keys of publishers.
    #[command(subcommand)]
    Key(KeyCommand),
}

#[derive(Debug, Args)]
pub(crate) struct Project {
    /// Folder of the plugin.
    #[arg(default_value = ".")]
    project: PathBuf,
}

#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum Lang {
    #[default]
    Rust,
    Js,
}

impl From<Lang> for Language {
    fn from(lang: Lang) -> Self {
        match lang {
            Lang::Rust => Self::Rust,
            Lang::Js => Self::JavaScript,
        }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum IndexCommand {
    /// Create an index without plugins.
    New {
        /// Folder of the index.
        folder: PathBuf,
        /// Name that owners of sites see.
        #[arg(long)]
        name: String,
        /// File with the key of the index.
        #[arg(long, env = "STOA_INDEX_KEY")]
        key: PathBuf,
    },
    /// Check the list and every package, and show what the index contains.
    Check {
        /// Folder of the index.
        folder: PathBuf,
        /// Refuse an index that another key than this public one signed.
        #[arg(long)]
        key: Option<PublicKey>,
    },
    /// Mark a version as one that should not be installed any more.
    Withdraw {
        /// Folder of the index.
        folder: PathBuf,
        /// Id of the plugin.
        id: String,
        /// The version.
        version: String,
        /// Why, for owners who have it.
        #[arg(long)]
        reason: String,
        /// File with the key of the index.
        #[arg(long, env = "STOA_INDEX_KEY")]
        key: PathBuf,
    },
}

#[derive(Debug, Subcommand)]
pub(crate) enum KeyCommand {
    /// Create a key. Keep the file secret: anyone who has it can publish in your name.
    New {
        /// The new file.
        file: PathBuf,
    },
    /// Print the public key of a key.
    Show {
        /// The key.
        file: PathBuf,
    },
}

pub(crate) fn run(command: AuthorCommand) -> anyhow::Result<ExitCode> {
    match command {
        AuthorCommand::New { id, kind, lang, client } => create(&id, kind, lang.into(), client),
        AuthorCommand::Build { project, install_compiler } => {
            let without = if install_compiler { WithoutCompiler::Install } else { WithoutCompiler::Fail };
            let built = author::build(&project.project, without, &say)?;
            say(&format!("{} ({} KiB)", built.folder.display(), built.component_bytes.div_ceil(1024)));
            Ok(ExitCode::SUCCESS)
        }
        AuthorCommand::Dev(options) => plugin_dev::run(options),
        AuthorCommand::Check { project } => check(&project.project),
        AuthorCommand::Test { project } => test(&project.project),
        AuthorCommand::Bench { project, json } => bench(&project.project, json),
        AuthorCommand::Pack { project, key } => {
            let key = SigningKey::read(&key)?;
            let package = author::pack(&project.project, &key)?;
            say(&format!("{}\nsigned by {}", package.display(), key.public()));
            Ok(ExitCode::SUCCESS)
        }
        AuthorCommand::Inspect { package, publisher } => inspect(&package, publisher.as_ref()),
        AuthorCommand::Publish { package, index, key } => publish(&package, &index, &SigningKey::read(&key)?),
        AuthorCommand::Index(command) => keep_index(command),
        AuthorCommand::Key(KeyCommand::New { file }) => {
            let key = SigningKey::create(&file)?;
            say(&format!("{}\nYour public key is {}", file.display(), key.public()));
            Ok(ExitCode::SUCCESS)
        }
        AuthorCommand::Key(KeyCommand::Show { file }) => {
            say(&SigningKey::read(&file)?.public().to_string());
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn create(id: &str, kind: Kind, language: Language, has_script: bool) -> anyhow::Result<ExitCode> {
    ensure!(!has_script || kind == Kind::Block, "only a block can have a script: --client goes with --kind block");
    let folder = author::create(Path::new("."), id, kind, language)?;
    if has_script {
        author::add_script(&folder)?;
    }
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    say(&format!(
        "{name} was created. Now:\n\n  cd {name}\n  stoa plugin build\n  stoa plugin check\n  stoa plugin test\n  \
         stoa plugin dev"
    ));
    Ok(ExitCode::SUCCESS)
}

fn check(project: &Path) -> anyhow::Result<ExitCode> {
    let report = author::check(project)?;
    for finding in &report.findings {
        say(&finding.to_string());
    }
    if report.component_bytes > 0 {
        say(&format!("size: {} KiB", report.component_bytes.div_ceil(1024)));
    }
    report.provides.iter().for_each(|line| say(&format!("provides: {line}")));
    report.exports.iter().for_each(|line| say(&format!("exports: {line}")));
    report.permissions.iter().for_each(|line| say(&format!("permission: {line}")));
    Ok(exit_code(report.passes()))
}

fn test(project: &Path) -> anyhow::Result<ExitCode> {
    let report = author::test(project)?;
    let mut failed = 0_usize;
    for (name, outcome) in &report.results {
        match outcome {
            Outcome::Passed => say(&format!("ok      {name}")),
            Outcome::Advice(advice) => say(&format!("advice  {name}: {advice}")),
            Outcome::Failed(reason) => {
                failed += 1;
                say(&format!("FAILED  {name}: {reason}"));
            }
        }
    }
    for (what, time) in &report.times {
        say(&format!("time    {what}: {} µs for a call with a new instance", time.as_micros()));
    }
    say(&format!("{} tests, {failed} failed", report.results.len()));
    Ok(exit_code(report.passes()))
}

fn bench(project: &Path, json: bool) -> anyhow::Result<ExitCode> {
    let report = author::bench(project)?;
    if json {
        say(&serde_json::to_string_pretty(&report)?);
        return Ok(ExitCode::SUCCESS);
    }
    let kib = report.component_bytes.div_ceil(1024);
    say(&format!("component {kib} KiB, ready after {} ms", report.load_micros / 1000));
    say("µs, half and 95 of 100 calls   first call        further calls     memory   case");
    for call in &report.calls {
        let shown = |times: Option<author::Times>| {
            times.map_or_else(String::new, |times| format!("{:>7} {:>8}", times.p50_micros, times.p95_micros))
        };
        let (cold, warm) = (shown(Some(call.cold)), shown(call.warm));
        let memory = call.memory_bytes.div_ceil(1024);
        say(&format!("{:<28} {cold:<17} {warm:<17} {memory:>6} K  {}", call.kind, call.case));
    }
    Ok(ExitCode::SUCCESS)
}

fn inspect(path: &Path, publisher: Option<&PublicKey>) -> anyhow::Result<ExitCode> {
    let bytes = std::fs::read(path).with_context(|| format!("{} cannot be read", path.display()))?;
    let package = author::open(&bytes, publisher)?;
    say(&format!("{} {}\nsigned by {}\nsha256 {}", package.id, package.version, package.publisher, package.digest));
    for file in &package.files {
        say(&format!("{:>9}  {}", file.content.len(), file.path));
    }
    Ok(ExitCode::SUCCESS)
}

fn publish(package: &Path, index: &Path, key: &SigningKey) -> anyhow::Result<ExitCode> {
    let done = author::publish(package, index, key)?;
    let what = if done.was_there { "is in the index already" } else { "was published" };
    say(&format!("{} {} {what}\nserial number {}", done.id, done.version, done.serial));
    Ok(ExitCode::SUCCESS)
}

fn keep_index(command: IndexCommand) -> anyhow::Result<ExitCode> {
    match command {
        IndexCommand::New { folder, name, key } => {
            let key = SigningKey::read(&key)?;
            author::create_index(&folder, &name, &key)?;
            say(&format!("{}\nOperators of servers enter the public key {}", folder.display(), key.public()));
            Ok(ExitCode::SUCCESS)
        }
        IndexCommand::Check { folder, key } => {
            let report = author::check_index(&folder, key.as_ref())?;
            let index = &report.index;
            say(&format!("{}\nsigned by {}\nserial number {}", index.name, report.key, index.serial));
            for entry in &index.entries {
                for version in &entry.versions {
                    let note = version.withdrawn.as_ref().map(|reason| format!("  withdrawn: {reason}"));
                    let note = note.unwrap_or_default();
                    say(&format!("{} {}  {}{note}", entry.id, version.version, version.kinds.join(", ")));
                }
            }
            report.faults.iter().for_each(|fault| say(&format!("error: {fault}")));
            Ok(exit_code(report.faults.is_empty()))
        }
        IndexCommand::Withdraw { folder, id, version, reason, key } => {
            let serial = author::withdraw(&folder, &id, &version, &reason, &SigningKey::read(&key)?)?;
            say(&format!("{id} {version} is withdrawn\nserial number {serial}"));
            Ok(ExitCode::SUCCESS)
        }
    }
}

fn exit_code(passes: bool) -> ExitCode {
    if passes { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
