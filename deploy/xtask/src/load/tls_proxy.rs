//! nginx before the servers of a load test: one public address for several nodes, and TLS with HTTP/2 as in production.

use std::fs;
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::prerequisites::{self, Need};
use crate::repository::Repository;
use crate::shell;

/// Platform host of servers behind the proxy with TLS: the demo shops are `juniper.load.test` and so on. Names below
/// `test` are never registered (RFC 6761), so clients are told its address.
pub(crate) const PLATFORM_HOST: &str = "load.test";
/// Names in the certificate.
const CERTIFICATE_NAMES: &str = "subjectAltName=DNS:load.test,DNS:*.load.test,DNS:localhost,DNS:*.localhost";
/// Time limit of a start.
const START_LIMIT: Duration = Duration::from_secs(10);

/// A running nginx on 127.0.0.1; it is stopped on drop.
#[derive(Debug)]
pub(crate) struct Proxy {
    nginx: Child,
    port: u16,
    files: TempDir,
    has_tls: bool,
}

impl Proxy {
    /// Starts nginx on a port, before servers on these ports. A server that does not accept connections is left out for
    /// two seconds, and its requests go to another one unless they may have changed something there.
    pub(crate) fn start(repository: &Repository, port: u16, upstreams: &[u16], tls: bool) -> Result<Self> {
        prerequisites::ensure(&[Need::Nginx, Need::OpenSsl])?;
        let program = prerequisites::nginx().context("nginx is not installed")?;
        let files =
            tempfile::Builder::new().prefix("stoa-proxy-").tempdir().context("could not create a temporary folder")?;
        let folder = files.path();
        if tls {
            make_certificate(repository, folder)?;
        }
        let (settings, log) = (folder.join("nginx.conf"), folder.join("error.log"));
        fs::write(&settings, nginx_settings(folder, port, upstreams, tls)).context("nginx.conf cannot be written")?;
        let mut nginx = shell::command(program, folder);
        nginx.arg("-p").arg(folder).arg("-c").arg(&settings).arg("-e").arg(&log);
        let nginx = nginx.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
        let mut proxy = Self { nginx: nginx.context("could not start nginx")?, port, files, has_tls: tls };
        proxy.wait(&log)?;
        Ok(proxy)
    }

    /// The certificate, for clients to trust: k6 reads the file that `SSL_CERT_FILE` names.
    pub(crate) fn certificate(&self) -> Option<PathBuf> {
        self.has_tls.then(|| certificate(self.files.path()))
    }

    fn wait(&mut self, log: &Path) -> Result<()> {
        let deadline = Instant::now() + START_LIMIT;
        while TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            let said = || fs::read_to_string(log).unwrap_or_default();
            if let Some(status) = self.nginx.try_wait().context("the status of nginx cannot be read")? {
                bail!("nginx ended while starting ({status}): {}", said());
            }
            if Instant::now() > deadline {
                bail!("nginx did not respond within {} s: {}", START_LIMIT.as_secs(), said());
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        // nginx ends its worker processes on SIGTERM, which it would leave behind when killed.
        let asked = Command::new("kill").args(["-TERM", &self.nginx.id().to_string()]).status();
        let deadline = Instant::now() + Duration::from_secs(5);
        while asked.is_ok() && Instant::now() < deadline && matches!(self.nginx.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(20));
        }
        // The process may have ended already.
        drop(self.nginx.kill());
        drop(self.nginx.wait());
    }
}

/// Settings of a server behind the proxy: it makes links to the public port, and takes the addresses of visitors from
/// the header that the proxy sets.
pub(crate) fn server_settings(port: u16, tls: bool) -> Vec<(&'static str, String)> {
    let mut settings = vec![
        ("STOA_SERVER__PUBLIC_PORT", port.to_string()),
        ("STOA_SERVER__TRUST_PROXY", "true".to_owned()),
        ("STOA_SERVER__PROXY_HOPS", "1".to_owned()),
        ("STOA_SERVER__PROXY_NETWORKS", "[\"127.0.0.1/32\"]".to_owned()),
    ];
    if tls {
        settings.push(("STOA_SERVER__SCHEME", "https".to_owned()));
        settings.push(("STOA_SERVER__PLATFORM_HOST", PLATFORM_HOST.to_owned()));
    }
    settings
}

fn certificate(folder: &Path) -> PathBuf {
    folder.join("certificate.pem")
}

fn make_certificate(repository: &Repository, folder: &Path) -> Result<()> {
    let mut openssl = shell::command("openssl", repository.root());
    openssl.args(["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]);
    openssl.args(["-days", "2", "-subj", "/CN=load.test", "-addext", CERTIFICATE_NAMES]);
    openssl.arg("-keyout").arg(folder.join("key.pem")).arg("-out").arg(certificate(folder));
    // It prints its progress.
    shell::run(openssl.stderr(Stdio::null()))
}

/// The settings that production needs as well (see deploy/runbooks/first-deployment.md): the host name unchanged, the
/// address of the visitor in `X-Forwarded-For`, and no limit on uploads besides Stoa's.
fn nginx_settings(folder: &Path, port: u16, upstreams: &[u16], tls: bool) -> String {
    let folder = folder.display();
    // Workers of a root process would become another user, who may not write into the folder.
    let user = if shell::probe("id", &["-u"]).as_deref() == Some("0") { "user root;" } else { "" };
    let servers: String =
        upstreams.iter().map(|port| format!("    server 127.0.0.1:{port} max_fails=1 fail_timeout=2s;\n")).collect();
    let (listen, certificate) = if tls {
        let files = format!(
            "    ssl_certificate {folder}/certificate.pem;\n    ssl_certificate_key {folder}/key.pem;\n    \
             ssl_session_cache shared:tls:4m;\n"
        );
        (format!("127.0.0.1:{port} ssl http2"), files)
    } else {
        (format!("127.0.0.1:{port}"), String::new())
    };
    let temporary: String = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .iter()
        .map(|name| format!("  {name}_temp_path {folder}/{name};\n"))
        .collect();
    format!(
        "{user}
daemon off;
worker_processes 1;
worker_rlimit_nofile 8192;
pid {folder}/nginx.pid;
events {{
  worker_connections 4000;
}}
http {{
  access_log off;
{temporary}  client_max_body_size 0;
  keepalive_requests 100000;
  upstream stoa {{
{servers}    keepalive 64;
  }}
  server {{
    listen {listen};
{certificate}    location / {{
      proxy_pass http://stoa;
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_set_header Connection \"\";
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_connect_timeout 2s;
      proxy_next_upstream error timeout;
    }}
  }}
}}
"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proxy_names_each_server_and_its_certificate() {
        let plain = nginx_settings(Path::new("/tmp/p"), 8080, &[4001, 4002], false);
        assert!(plain.contains("listen 127.0.0.1:8080;") && !plain.contains("ssl"));
        assert!(plain.contains("server 127.0.0.1:4001 ") && plain.contains("server 127.0.0.1:4002 "));
        let tls = nginx_settings(Path::new("/tmp/p"), 8443, &[4001], true);
        assert!(tls.contains("listen 127.0.0.1:8443 ssl http2;") && tls.contains("/tmp/p/key.pem"));
    }
}
