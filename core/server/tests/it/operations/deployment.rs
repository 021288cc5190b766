//! Tests `deploy/compose.yaml` as far as possible without containers: the Postgres role created by its script, and the
//! program with the environment in the file. Only the object store is left out.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::Instant;

use anyhow::{Context as _, Result, ensure};
use reqwest::header::SET_COOKIE;
use serde_json::json;
use stoa_kernel::token::random_token;
use stoa_testkit::{Postgres, Redis};

use crate::app::{GLANCE, PATIENCE, plugin_cache};
use crate::client::{MEMBER_PASSWORD, TestResponse};
use crate::process::Server;

const HOST: &str = "stoa.test";
const OWNER: &str = "ada@example.com";
const PASSWORD: &str = "a lamp in the window";

type Variables = BTreeMap<String, String>;

fn deploy(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../deploy").join(file)
}

/// The lines below a top-level key, as long as they are indented further.
fn below<'a>(lines: &[&'a str], key: &str) -> Result<Vec<&'a str>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let is_text = |line: &&str| !line.trim().is_empty() && !line.trim().starts_with('#');
    let lines: Vec<&str> = lines.iter().copied().filter(is_text).collect();
    let outermost = lines.iter().map(|line| depth(line)).min().unwrap_or(0);
    let named = |line: &&str| depth(line) == outermost && line.trim() == format!("{key}:");
    let at = lines.iter().position(named).with_context(|| format!("there is no {key}"))?;
    Ok(lines[at + 1..].iter().copied().take_while(|line| depth(line) > outermost).collect())
}

/// `KEY: value` of each line.
fn pairs(lines: &[&str]) -> Result<Variables> {
    let pair = |line: &&str| {
        let (key, value) = line.trim().split_once(": ").with_context(|| format!("no value: {line}"))?;
        Ok((key.to_owned(), value.trim_matches('"').to_owned()))
    };
    lines.iter().map(pair).collect()
}

/// Substitutes variables as compose does: `${NAME:-default}` and `${NAME:?message}`.
fn filled(text: &str, given: &Variables) -> Result<String> {
    let Some((before, rest)) = text.split_once("${") else { return Ok(text.to_owned()) };
    let (inner, after) = rest.split_once('}').context("it does not end")?;
    let (name, default) = match (inner.split_once(":-"), inner.split_once(":?")) {
        (Some((name, default)), _) => (name, Some(default)),
        (_, Some((name, _))) => (name, None),
        _ => (inner, Some("")),
    };
    let value = given.get(name).map(String::as_str).or(default).with_context(|| format!("{name} is not given"))?;
    Ok(format!("{before}{value}{}", filled(after, given)?))
}

/// The environment of one of the services.
fn environment(service: &str, given: &Variables) -> Result<Variables> {
    let text = std::fs::read_to_string(deploy("compose.yaml"))?;
    let lines: Vec<&str> = text.lines().collect();
    let service = below(&below(&lines, "services")?, service)?;
    let pairs = pairs(&below(&service, "environment")?)?;
    pairs.into_iter().map(|(key, value)| Ok((key, filled(&value, given)?))).collect()
}

/// Postgres as prepared by the script of the compose file, Redis, and a folder instead of the volume.
struct Deployment {
    postgres: Postgres,
    _redis: Redis,
    folder: tempfile::TempDir,
    /// Name of the role and of its database.
    name: String,
    variables: Variables,
}

impl Deployment {
    fn prepare() -> Result<Self> {
        let (postgres, redis, folder) = (Postgres::start()?, Redis::start()?, tempfile::tempdir()?);
        let given = [
            ("STOA_PLATFORM_HOST", HOST),
            ("STOA_SECRETS_KEY", "a key of more than thirty-two characters"),
            ("POSTGRES_ADMIN_PASSWORD", "secret-of-the-superuser"),
            ("POSTGRES_PASSWORD", "secret-of-the-role"),
            ("STORE_PASSWORD", "secret-of-the-store"),
        ];
        let given: Variables = given.into_iter().map(|(key, value)| (key.to_owned(), value.to_owned())).collect();
        // The tests share a Postgres server: names in the file are replaced by unique ones.
        let name = format!("compose_{}", random_token(12));
        let mut prepared = environment("postgres", &given)?;
        prepared.insert("POSTGRES_USER".to_owned(), postgres.superuser().to_owned());
        prepared.insert("STOA_ROLE".to_owned(), name.clone());
        prepared.insert("STOA_DATABASE".to_owned(), name.clone());
        let path = std::env::var("PATH").unwrap_or_default();
        let script = Command::new("sh")
            .arg(deploy("postgres/role.sh"))
            .envs(&prepared)
            .env("PATH", format!("{}:{path}", postgres.programs().display()))
            .env("PGHOST", "127.0.0.1")
            .env("PGPORT", postgres.port().to_string())
            .output()?;
        ensure!(script.status.success(), "{}", String::from_utf8_lossy(&script.stderr));

        let mut variables = environment("stoa", &given)?;
        let url = variables.get("STOA_DATABASE__URL").context("no database")?;
        assert_eq!(url, "postgres://stoa:secret-of-the-role@postgres:5432/stoa");
        let url = format!("postgres://{name}:secret-of-the-role@127.0.0.1:{}/{name}", postgres.port());
        let plugins = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/plugins").display().to_string();
        let data = folder.path().join("data").display().to_string();
        for (key, value) in [
            ("STOA_DATABASE__URL", url),
            ("STOA_REDIS__URL", redis.url()),
            ("STOA_STORAGE__KIND", "local".to_owned()),
            // Environment of the image, adapted to this machine.
            ("STOA_SERVER__BIND", "127.0.0.1:0".to_owned()),
            ("STOA_DATA_DIR", data),
            ("STOA_PLUGINS__DIR", plugins),
            ("STOA_PLUGINS__CACHE", plugin_cache().display().to_string()),
        ] {
            variables.insert(key.to_owned(), value);
        }
        Ok(Self { postgres, _redis: redis, folder, name, variables })
    }

    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_stoa"));
        command.args(arguments).envs(&self.variables);
        command
    }

    fn run(&self, arguments: &[&str]) -> Result<Output> {
        Ok(self.command(arguments).stdin(Stdio::null()).output()?)
    }

    /// The links in the e-mails to an address, once there is one.
    async fn links(&self, address: &str) -> Result<Vec<String>> {
        let begun = Instant::now();
        loop {
            let mut links = Vec::new();
            let emails = std::fs::read_dir(self.folder.path().join("data/outbox"));
            for message in emails.into_iter().flatten() {
                let text = std::fs::read_to_string(message?.path())?.replace("=\r\n", "").replace("=3D", "=");
                if text.lines().any(|line| line.starts_with("To:") && line.contains(address)) {
                    let starts = text.match_indices("http").map(|(at, _)| &text[at..]);
                    let ends = |link: &str| link.find([' ', '"', '\r', '\n', '<']).unwrap_or(link.len());
                    links.extend(starts.map(|link| link[..ends(link)].to_owned()).filter(|link| link.contains("://")));
                }
            }
            if !links.is_empty() {
                return Ok(links);
            }
            ensure!(begun.elapsed() < PATIENCE, "no e-mail to {address} after {PATIENCE:?}");
            tokio::time::sleep(GLANCE).await;
        }
    }
}

fn are_secure(answer: &TestResponse) -> Result<usize> {
    let cookies: Vec<&str> =
        answer.headers.get_all(SET_COOKIE).iter().filter_map(|cookie| cookie.to_str().ok()).collect();
    for cookie in &cookies {
        ensure!(cookie.split("; ").any(|attribute| attribute == "Secure"), "travels open: {cookie}");
    }
    ensure!(answer.header("strict-transport-security").starts_with("max-age="), "{answer:?}");
    Ok(cookies.len())
}

// spec: roles.owner-auth.open, security.headers.open
#[tokio::test(flavor = "multi_thread")]
async fn compose_deployment_https_and_row_security() -> Result<()> {
    let deployment = Deployment::prepare()?;
    let made = deployment.run(&["migrate"])?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
    let title = ["tenant", "create", "shop", "--title", "Shop", "--owner", OWNER, "--password", PASSWORD];
    let made = deployment.run(&title)?;
    ensure!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));

    let server = Server::of(deployment.command(&["serve"])).await?;
    // Browsers connect to the proxy, at the default port.
    let browser = |host: &str| {
        let mut browser = server.browser(host);
        browser.host = host.to_owned();
        browser
    };
    let mut owner = browser(HOST);
    let signed_in = owner.post("/api/auth/session", &json!({"email": OWNER, "password": PASSWORD})).await?;
    ensure!(signed_in.status == 200 && are_secure(&signed_in)? > 0, "{signed_in:?}");
    let site = signed_in.json()["websites"][0]["url"].clone();
    assert_eq!(site, json!("https://shop.stoa.test"));
    let mut shopper = browser("shop.stoa.test");
    ensure!(are_secure(&shopper.get("/").await?)? > 0, "no crumb");
    let account = json!({"email": "bo@example.com", "password": MEMBER_PASSWORD, "firstName": "Bo", "lastName": "Ek"});
    shopper.post("/api/site-users/account", &account).await?.expect(201)?;
    let entrance = json!({"email": "bo@example.com", "password": MEMBER_PASSWORD, "rememberMe": true});
    let entered = shopper.post("/api/site-users/account/session", &entrance).await?;
    ensure!(entered.status == 200 && are_secure(&entered)? > 1, "{entered:?}");

    owner.post("/api/auth/password/reset-request", &json!({"email": OWNER})).await?.expect(204)?;
    for (to, start) in
        [("bo@example.com", "https://shop.stoa.test/"), (OWNER, "https://stoa.test/admin/reset-password#")]
    {
        let links = deployment.links(to).await?;
        ensure!(links.iter().any(|link| link.starts_with(start)), "{links:?}");
        ensure!(links.iter().all(|link| link.starts_with("https://")), "{links:?}");
    }

    let wrong = json!({"email": OWNER, "password": "a guess"});
    let mut guesser = browser(HOST);
    guesser.forwarded_for = Some("203.0.113.7".to_owned());
    let mut last = 0;
    for _ in 0..12 {
        last = guesser.post("/api/auth/session", &wrong).await?.status;
    }
    assert_eq!(last, 429, "guesses of one address have an end");
    guesser.forwarded_for = Some("203.0.113.8".to_owned());
    assert_eq!(guesser.post("/api/auth/session", &wrong).await?.status, 401, "others have a limit of their own");

    let (postgres, name) = (&deployment.postgres, &deployment.name);
    let role = format!("SELECT rolsuper, rolbypassrls, rolcreatedb FROM pg_roles WHERE rolname = '{name}'");
    assert_eq!(postgres.ask(name, &role)?, "f|f|f");
    let at_work = "SELECT DISTINCT usename FROM pg_stat_activity WHERE datname = current_database() \
                   AND pid <> pg_backend_pid()";
    assert_eq!(postgres.ask(name, at_work)?, *name);
    let owners = "SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'public'";
    assert_eq!(postgres.ask(name, owners)?, *name);
    // The role owns the tables, so only forced policies apply to it.
    let of_sites =
        "FROM pg_class t WHERE t.relkind = 'r' AND EXISTS (SELECT FROM pg_policy p WHERE p.polrelid = t.oid)";
    let guarded: u32 = postgres.ask(name, &format!("SELECT count(*) {of_sites}"))?.parse()?;
    ensure!(guarded > 60, "{guarded} tables are guarded");
    let lax = format!("SELECT t.relname {of_sites} AND NOT (t.relrowsecurity AND t.relforcerowsecurity)");
    assert_eq!(postgres.ask(name, &lax)?, "");
    // Platform tables, which are read before a site is chosen, have the column too.
    let open = "SELECT string_agg(c.table_name, ',' ORDER BY c.table_name) FROM information_schema.columns c \
                JOIN pg_class t ON t.relname = c.table_name WHERE c.table_schema = 'public' \
                AND c.column_name = 'website_id' AND NOT t.relforcerowsecurity";
    assert_eq!(
        postgres.ask(name, open)?,
        "due_work,host,invitation,job,load_run_site,membership,removed_website,trial"
    );
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn role_bypassing_row_security_is_rejected() -> Result<()> {
    let mut deployment = Deployment::prepare()?;
    let (port, name) = (deployment.postgres.port(), deployment.name.clone());
    deployment.postgres.ask("postgres", &format!("ALTER ROLE {name} BYPASSRLS"))?;
    let refused = deployment.run(&["migrate"])?;
    let said = String::from_utf8_lossy(&refused.stderr).into_owned();
    ensure!(!refused.status.success() && said.contains("BYPASSRLS") && said.contains("NOBYPASSRLS"), "{said}");

    let superuser = deployment.postgres.superuser();
    let url = format!("postgres://{superuser}@127.0.0.1:{port}/{name}");
    deployment.variables.insert("STOA_DATABASE__URL".to_owned(), url);
    for command in ["migrate", "serve"] {
        let refused = deployment.run(&[command])?;
        let said = String::from_utf8_lossy(&refused.stderr).into_owned();
        let tells = said.contains("superuser") && said.contains("CREATE ROLE");
        ensure!(!refused.status.success() && tells, "{command}: {said}");
    }
    let tables = deployment.postgres.ask(&name, "SELECT count(*) FROM pg_tables WHERE schemaname = 'public'")?;
    assert_eq!(tables, "0", "nothing was written");
    Ok(())
}

#[test]
fn kubernetes_config_is_valid() -> Result<()> {
    let mut variables = Variables::new();
    for (file, key) in [("kubernetes/configmap.yaml", "data"), ("kubernetes/secret.template.yaml", "stringData")] {
        let text = std::fs::read_to_string(deploy(file))?;
        variables.extend(pairs(&below(&text.lines().collect::<Vec<_>>(), key)?)?);
    }
    let proxied = ["STOA_SERVER__SCHEME", "STOA_SERVER__TRUST_PROXY"].map(|key| variables[key].clone());
    assert_eq!(proxied, ["https", "true"]);
    variables.insert("STOA_SECRETS__KEY".to_owned(), "a key of more than thirty-two characters".to_owned());
    let checked = Command::new(env!("CARGO_BIN_EXE_stoa")).args(["config", "check"]).envs(&variables).output()?;
    ensure!(checked.status.success(), "{}", String::from_utf8_lossy(&checked.stderr));
    Ok(())
}
