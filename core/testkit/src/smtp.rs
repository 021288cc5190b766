//! A mail server for tests, which behaves as told.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

use crate::ports::free_port;

/// Behaviour of the mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailServerBehaviour {
    /// Accepts every e-mail.
    Takes,
    /// Accepts connections and never responds.
    IsSilent,
    /// Accepts an e-mail and does not confirm it.
    IsSilentAtTheEnd,
    /// Rejects every third recipient temporarily.
    RefusesOneInThree,
    /// Rejects all recipients temporarily.
    DoesNotTakeNow,
    /// Rejects recipients whose address begins with this text permanently.
    DoesNotKnow(String),
}

/// An e-mail accepted by a mail server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceivedMail {
    /// Its recipient.
    pub to: String,
    /// Header and body as received.
    pub data: String,
}

impl ReceivedMail {
    /// The value of a header; empty when missing.
    pub fn head(&self, name: &str) -> &str {
        let head = self.data.split("\n\n").next().unwrap_or_default();
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap_or_default()
    }
}

#[derive(Debug)]
struct MailServerState {
    manners: MailServerBehaviour,
    taken: Vec<ReceivedMail>,
    /// How often each recipient was named, rejected or not.
    named: HashMap<String, usize>,
    receivers: usize,
    connections: usize,
    open: usize,
    max_open_connections: usize,
}

/// An SMTP server (RFC 5321) on 127.0.0.1 whose behaviour the test controls.
pub struct MailServer {
    address: SocketAddr,
    desk: Arc<Mutex<MailServerState>>,
    listening: Option<JoinHandle<()>>,
}

fn locked(desk: &Mutex<MailServerState>) -> MutexGuard<'_, MailServerState> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MailServer {
    /// Starts one on a free port.
    ///
    /// # Errors
    /// When no port is available.
    pub async fn start() -> anyhow::Result<Self> {
        let mut server = Self::away()?;
        server.come_back().await?;
        Ok(server)
    }

    /// Reserves a port without listening on it.
    ///
    /// # Errors
    /// When no port is available.
    pub fn away() -> anyhow::Result<Self> {
        let address = SocketAddr::from(([127, 0, 0, 1], free_port()?));
        let desk = MailServerState {
            manners: MailServerBehaviour::Takes,
            taken: Vec::new(),
            named: HashMap::new(),
            receivers: 0,
            connections: 0,
            open: 0,
            max_open_connections: 0,
        };
        Ok(Self { address, desk: Arc::new(Mutex::new(desk)), listening: None })
    }

    /// Starts listening on its port.
    ///
    /// # Errors
    /// When the port was taken meanwhile.
    pub async fn come_back(&mut self) -> anyhow::Result<()> {
        let listener = TcpListener::bind(self.address).await?;
        let desk = Arc::clone(&self.desk);
        self.listening = Some(tokio::spawn(async move {
            let mut calls = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let desk = Arc::clone(&desk);
                calls.spawn(async move {
                    {
                        let mut desk = locked(&desk);
                        desk.connections += 1;
                        desk.open += 1;
                        desk.max_open_connections = desk.max_open_connections.max(desk.open);
                    }
                    // The client may disconnect at any time.
                    let _ = serve_connection(&desk, stream).await;
                    locked(&desk).open -= 1;
                });
            }
        }));
        Ok(())
    }

    /// Stops listening and closes all connections.
    pub async fn go_away(&mut self) {
        if let Some(listening) = self.listening.take() {
            listening.abort();
            let _ = listening.await;
            locked(&self.desk).open = 0;
        }
    }

    /// Changes its behaviour.
    pub fn behave(&self, manners: MailServerBehaviour) {
        locked(&self.desk).manners = manners;
    }

    /// Its URL for the settings.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// E-mails accepted so far.
    pub fn taken(&self) -> Vec<ReceivedMail> {
        locked(&self.desk).taken.clone()
    }

    /// Number of e-mails accepted so far.
    pub fn count(&self) -> usize {
        locked(&self.desk).taken.len()
    }

    /// Number of attempts to send to a recipient.
    pub fn tries(&self, to: &str) -> usize {
        locked(&self.desk).named.get(to).copied().unwrap_or_default()
    }

    /// Number of connections so far.
    pub fn connections(&self) -> usize {
        locked(&self.desk).connections
    }

    /// Maximum number of simultaneous connections so far.
    pub fn max_open_connections(&self) -> usize {
        locked(&self.desk).max_open_connections
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        if let Some(listening) = &self.listening {
            listening.abort();
        }
    }
}

async fn serve_connection(desk: &Mutex<MailServerState>, stream: TcpStream) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    if locked(desk).manners == MailServerBehaviour::IsSilent {
        return std::future::pending().await;
    }
    stream.write_all(b"220 mail.example.com ESMTP\r\n").await?;
    let (mut to, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Ok(());
        }
        let said = line.trim_end().to_owned();
        let verb = said.split([' ', ':']).next().unwrap_or_default().to_ascii_uppercase();
        let manners = locked(desk).manners.clone();
        if manners == MailServerBehaviour::IsSilent {
            return std::future::pending().await;
        }
        let answer = match verb.as_str() {
            "EHLO" => "250-mail.example.com\r\n250 8BITMIME".to_owned(),
            "RCPT" => {
                to = said.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                answer_to_receiver(&mut locked(desk), &to).to_owned()
            }
            "DATA" => {
                stream.write_all(b"354 Go on\r\n").await?;
                let data = contents(&mut stream).await?;
                locked(desk).taken.push(ReceivedMail { to: std::mem::take(&mut to), data });
                if manners == MailServerBehaviour::IsSilentAtTheEnd {
                    return std::future::pending().await;
                }
                "250 2.0.0 Taken".to_owned()
            }
            "QUIT" => {
                stream.write_all(b"221 2.0.0 Bye\r\n").await?;
                return Ok(());
            }
            "MAIL" | "RSET" | "NOOP" => "250 2.0.0 Ok".to_owned(),
            _ => "502 5.5.2 Not known".to_owned(),
        };
        stream.write_all(format!("{answer}\r\n").as_bytes()).await?;
    }
}

/// Notes a receiver, and answers as the server behaves.
fn answer_to_receiver(desk: &mut MailServerState, to: &str) -> &'static str {
    desk.receivers += 1;
    *desk.named.entry(to.to_owned()).or_default() += 1;
    match &desk.manners {
        MailServerBehaviour::RefusesOneInThree if desk.receivers.is_multiple_of(3) => "451 4.3.0 Try again later",
        MailServerBehaviour::DoesNotTakeNow => "451 4.3.0 Try again later",
        MailServerBehaviour::DoesNotKnow(start) if to.starts_with(start) => "550 5.1.1 No such user",
        _ => "250 2.1.5 Ok",
    }
}

/// Header and body up to the line with a single dot.
async fn contents(stream: &mut BufReader<TcpStream>) -> std::io::Result<String> {
    let (mut data, mut line) = (String::new(), String::new());
    loop {
        line.clear();
        if stream.read_line(&mut line).await? == 0 {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let text = line.trim_end_matches(['\r', '\n']);
        if text == "." {
            return Ok(data);
        }
        data.push_str(text.strip_prefix('.').unwrap_or(text));
        data.push('\n');
    }
}
