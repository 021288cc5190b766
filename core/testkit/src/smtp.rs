use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::{JoinHandle, JoinSet};

/// What a mail server does with what comes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MailManners {
    /// Takes everything.
    Takes,
    /// Takes the connection and says nothing.
    IsSilent,
    /// Takes an e-mail and does not say so.
    IsSilentAtTheEnd,
    /// Refuses every third receiver for now.
    RefusesOneInThree,
    /// Refuses all receivers for now.
    DoesNotTakeNow,
    /// Knows no receiver whose address begins so.
    DoesNotKnow(String),
}

/// An e-mail that a mail server has taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TakenMail {
    /// Its receiver.
    pub to: String,
    /// Head and body as they came.
    pub data: String,
}

impl TakenMail {
    /// The value of a line of its head; empty without one.
    pub fn head(&self, name: &str) -> &str {
        let head = self.data.split("\n\n").next().unwrap_or_default();
        head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": ")).unwrap_or_default()
    }
}

#[derive(Debug)]
struct Desk {
    manners: MailManners,
    taken: Vec<TakenMail>,
    /// How often a receiver was named, refused or not.
    named: HashMap<String, usize>,
    receivers: usize,
    connections: usize,
    open: usize,
    most_open: usize,
}

/// A mail server on 127.0.0.1 that speaks SMTP (RFC 5321) and does what a test tells it to.
pub struct MailServer {
    address: SocketAddr,
    desk: Arc<Mutex<Desk>>,
    listening: Option<JoinHandle<()>>,
}

fn locked(desk: &Mutex<Desk>) -> MutexGuard<'_, Desk> {
    desk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl MailServer {
    /// Starts one on a free port.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn start() -> anyhow::Result<Self> {
        let mut server = Self::away().await?;
        server.come_back().await?;
        Ok(server)
    }

    /// Has a port, and nothing listens there yet.
    ///
    /// # Errors
    /// When there is no port.
    pub async fn away() -> anyhow::Result<Self> {
        let address = TcpListener::bind("127.0.0.1:0").await?.local_addr()?;
        let desk = Desk {
            manners: MailManners::Takes,
            taken: Vec::new(),
            named: HashMap::new(),
            receivers: 0,
            connections: 0,
            open: 0,
            most_open: 0,
        };
        Ok(Self { address, desk: Arc::new(Mutex::new(desk)), listening: None })
    }

    /// Listens on its port.
    ///
    /// # Errors
    /// When somebody else has taken the port.
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
                        desk.most_open = desk.most_open.max(desk.open);
                    }
                    // The other side may go at any time.
                    let _ = talk(&desk, stream).await;
                    locked(&desk).open -= 1;
                });
            }
        }));
        Ok(())
    }

    /// Goes, with all connections.
    pub async fn go_away(&mut self) {
        if let Some(listening) = self.listening.take() {
            listening.abort();
            let _ = listening.await;
            locked(&self.desk).open = 0;
        }
    }

    /// Behaves otherwise from now on.
    pub fn behave(&self, manners: MailManners) {
        locked(&self.desk).manners = manners;
    }

    /// Its address, as settings name it.
    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// What it has taken so far.
    pub fn taken(&self) -> Vec<TakenMail> {
        locked(&self.desk).taken.clone()
    }

    /// How many e-mails it has taken so far.
    pub fn count(&self) -> usize {
        locked(&self.desk).taken.len()
    }

    /// How often an e-mail for a receiver was tried.
    pub fn tries(&self, to: &str) -> usize {
        locked(&self.desk).named.get(to).copied().unwrap_or_default()
    }

    /// How many connections there were so far.
    pub fn connections(&self) -> usize {
        locked(&self.desk).connections
    }

    /// How many connections were open at one time.
    pub fn most_open(&self) -> usize {
        locked(&self.desk).most_open
    }
}

impl Drop for MailServer {
    fn drop(&mut self) {
        if let Some(listening) = &self.listening {
            listening.abort();
        }
    }
}

async fn talk(desk: &Mutex<Desk>, stream: TcpStream) -> std::io::Result<()> {
    let mut stream = BufReader::new(stream);
    if locked(desk).manners == MailManners::IsSilent {
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
        if manners == MailManners::IsSilent {
            return std::future::pending().await;
        }
        let answer = match verb.as_str() {
            "EHLO" => "250-mail.example.com\r\n250 8BITMIME".to_owned(),
            "RCPT" => {
                to = said.split(['<', '>']).nth(1).unwrap_or_default().to_owned();
                let nth = {
                    let mut desk = locked(desk);
                    desk.receivers += 1;
                    *desk.named.entry(to.clone()).or_default() += 1;
                    desk.receivers
                };
                match &manners {
                    MailManners::RefusesOneInThree if nth % 3 == 0 => "451 4.3.0 Try again later".to_owned(),
                    MailManners::DoesNotTakeNow => "451 4.3.0 Try again later".to_owned(),
                    MailManners::DoesNotKnow(start) if to.starts_with(start) => "550 5.1.1 No such user".to_owned(),
                    _ => "250 2.1.5 Ok".to_owned(),
                }
            }
            "DATA" => {
                stream.write_all(b"354 Go on\r\n").await?;
                let data = contents(&mut stream).await?;
                locked(desk).taken.push(TakenMail { to: std::mem::take(&mut to), data });
                if manners == MailManners::IsSilentAtTheEnd {
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

/// Head and body up to the line that holds a dot alone.
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
