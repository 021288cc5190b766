//! The program as run by operators: the built binary in a separate process.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use stoa_server::seed::PASSWORD;
use stoa_testkit::Postgres;

use crate::app::{GLANCE, PATIENCE, settings_with};
use crate::client::Client;
use crate::demo_database;

/// The demo in a new database, on which a program can be started repeatedly.
pub(crate) struct TestDeployment {
    /// The settings file.
    pub(crate) config: PathBuf,
    /// The data folder.
    pub(crate) data: PathBuf,
    /// URL of the database; empty for SQLite.
    pub(crate) url: String,
    _folder: tempfile::TempDir,
    _postgres: Option<Postgres>,
}

impl TestDeployment {
    pub(crate) async fn new(on_postgres: bool) -> Result<Self> {
        Self::with(on_postgres, "").await
    }

    /// With further sections of settings.
    pub(crate) async fn with(on_postgres: bool, more: &str) -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let data = folder.path().join("data");
        let postgres = if on_postgres { Some(Postgres::start()?) } else { None };
        let url = match &postgres {
            Some(server) => demo_database::postgres(server, &data).await?,
            None => {
                demo_database::sqlite(&data).await?;
                String::new()
            }
        };
        settings_with(&data, &url, more);
        Ok(Self { config: data.with_extension("toml"), data, url, _folder: folder, _postgres: postgres })
    }

    /// Adds sections to its settings.
    pub(crate) fn add(&self, sections: &str) -> Result<()> {
        let text = std::fs::read_to_string(&self.config)?;
        Ok(std::fs::write(&self.config, text + sections)?)
    }

    /// Starts the program on it.
    pub(crate) async fn server(&self) -> Result<Server> {
        Server::start(&self.config, "").await
    }
}

/// Id of the dollar shop of the demo.
pub(crate) async fn juniper_website_id(owner: &mut Client) -> Result<String> {
    let account = owner.get("/api/v1/account").await?.expect(200)?;
    let sites = account["websites"].as_array().context("no sites")?;
    let site = sites.iter().find(|site| site["identifier"] == "juniper").context("no dollar shop")?;
    Ok(site["id"].as_str().context("no id")?.to_owned())
}

/// The program as it was built.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_stoa");

/// A running server, stopped on drop, even when a test fails.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: SocketAddr,
    /// Keeps the output pipe open: a closed one would end the process.
    _said: BufReader<ChildStdout>,
}

/// Ends the process when its start fails.
struct StartGuard(Option<Child>);

impl Drop for StartGuard {
    fn drop(&mut self) {
        if let Some(child) = &mut self.0 {
            end(child);
        }
    }
}

fn end(child: &mut Child) {
    // The process may have ended already.
    let _ = child.kill();
    let _ = child.wait();
}

impl Server {
    /// Starts a server with a settings file, on a free port, and waits until it listens.
    pub(crate) async fn start(settings: &Path, redis: &str) -> Result<Self> {
        let mut command = Command::new(PROGRAM);
        command.arg("--config").arg(settings).arg("serve").env("STOA_REDIS__URL", redis);
        if std::fs::read_to_string(settings)?.contains("[metrics]") {
            command.env_remove("STOA_METRICS__BIND");
            return Self::spawn(command).await;
        }
        Self::of(command).await
    }

    /// Starts a server by a prepared command, on a free port, and waits until it listens. Metrics are off, since
    /// concurrent servers of tests would need the same address.
    pub(crate) async fn of(mut command: Command) -> Result<Self> {
        command.env("STOA_METRICS__BIND", "");
        Self::spawn(command).await
    }

    async fn spawn(mut command: Command) -> Result<Self> {
        let child = command.env("STOA_SERVER__BIND", "127.0.0.1:0").stdout(Stdio::piped()).spawn()?;
        let mut starting = StartGuard(Some(child));
        let said = starting.0.as_mut().and_then(|child| child.stdout.take()).context("it says nothing")?;
        let (line, said) = tokio::task::spawn_blocking(move || {
            let (mut line, mut said) = (String::new(), BufReader::new(said));
            said.read_line(&mut line).map(|_| (line, said))
        })
        .await??;
        let address = line.trim().strip_prefix("Stoa listens on ").and_then(|rest| rest.strip_suffix('.'));
        let address = address.with_context(|| format!("the server said {line:?}"))?.parse()?;
        let child = starting.0.take().context("the server is gone")?;
        Ok(Self { child, address, _said: said })
    }

    /// A browser on a site or, for `localhost`, on the platform.
    pub(crate) fn browser(&self, host: &str) -> Client {
        Client::new(self.address, host)
    }

    /// The owner of the demo sites, signed in.
    pub(crate) async fn owner(&self) -> Result<Client> {
        let mut client = self.browser("localhost");
        client.sign_in("owner@stoa.example", PASSWORD).await?;
        Ok(client)
    }

    /// Id of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    pub(crate) fn kill(mut self) {
        end(&mut self.child);
    }

    /// Sends SIGTERM, as service managers do, and returns the exit status.
    pub(crate) async fn stop(mut self) -> Result<ExitStatus> {
        Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status()?;
        self.ended().await
    }

    /// Waits until the process has ended by itself, and returns the exit status.
    pub(crate) async fn ended(&mut self) -> Result<ExitStatus> {
        let begun = Instant::now();
        while begun.elapsed() < PATIENCE {
            if let Some(status) = self.child.try_wait()? {
                return Ok(status);
            }
            tokio::time::sleep(GLANCE).await;
        }
        bail!("the server did not stop within {PATIENCE:?}")
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}
