//! The connection to Postgres is cut at one statement, before the database has it or before its answer is back.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use anyhow::{Context as _, Result};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::{Confirmed, Shop, places};
use crate::process::{Ground, PROGRAM, Server};

/// Where a connection is cut.
#[derive(Clone, Copy, Debug)]
enum Cut {
    /// The statement never arrives.
    Before,
    /// It is carried out, and the answer never arrives.
    After,
}

/// Passes everything on between the program and the database, until told to cut.
struct Line {
    address: SocketAddr,
    sent: Arc<AtomicU64>,
    before: Arc<AtomicU64>,
    after: Arc<AtomicU64>,
}

impl Line {
    async fn to(database: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let line = Self {
            address: listener.local_addr()?,
            sent: Arc::default(),
            before: Arc::new(AtomicU64::new(u64::MAX)),
            after: Arc::new(AtomicU64::new(u64::MAX)),
        };
        let (sent, before, after) = (Arc::clone(&line.sent), Arc::clone(&line.before), Arc::clone(&line.after));
        tokio::spawn(async move {
            while let Ok((program, _)) = listener.accept().await {
                let Ok(database) = TcpStream::connect(database).await else { return };
                let (sent, before, after) = (Arc::clone(&sent), Arc::clone(&before), Arc::clone(&after));
                tokio::spawn(async move { pass_on(program, database, &sent, &before, &after).await });
            }
        });
        Ok(line)
    }

    /// Cuts the connection that sends the `number`th batch from now.
    fn cut(&self, cut: Cut, number: u64) {
        self.sent.store(0, Ordering::SeqCst);
        match cut {
            Cut::Before => self.before.store(number, Ordering::SeqCst),
            Cut::After => self.after.store(number, Ordering::SeqCst),
        }
    }

    /// Cuts nothing any more, and tells how many batches were sent.
    fn rest(&self) -> u64 {
        self.before.store(u64::MAX, Ordering::SeqCst);
        self.after.store(u64::MAX, Ordering::SeqCst);
        self.sent.load(Ordering::SeqCst)
    }
}

/// What one side writes at a time is a statement, or the parts of one that belong together.
async fn pass_on(
    mut program: TcpStream,
    mut database: TcpStream,
    sent: &AtomicU64,
    before: &AtomicU64,
    after: &AtomicU64,
) -> Option<()> {
    let (mut asked, mut answered) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    let mut drops_answer = false;
    loop {
        tokio::select! {
            read = program.read(&mut asked) => {
                let length = read.ok().filter(|length| *length > 0)?;
                let number = sent.fetch_add(1, Ordering::SeqCst) + 1;
                if number == before.load(Ordering::SeqCst) {
                    return None;
                }
                drops_answer = number == after.load(Ordering::SeqCst);
                database.write_all(asked.get(..length)?).await.ok()?;
            }
            read = database.read(&mut answered) => {
                let length = read.ok().filter(|length| *length > 0)?;
                if drops_answer {
                    return None;
                }
                program.write_all(answered.get(..length)?).await.ok()?;
            }
        }
    }
}

async fn server(ground: &Ground, url: &str) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").env("STOA_DATABASE__URL", url);
    Server::of(command).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_connection_that_is_cut_takes_nothing_that_was_confirmed_on_postgres() -> Result<()> {
    let ground = Ground::new(true).await?;
    let (head, rest) = ground.url.split_once('@').context("no address")?;
    let (address, name) = rest.split_once('/').context("no name")?;
    let line = Line::to(address.parse()?).await?;
    let first = server(&ground, &format!("{head}@{}/{name}", line.address)).await?;
    let mut owner = first.owner().await?;
    let shop = Shop::open(&mut owner).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&first, &mut owner, "round-without-fault", &mut confirmed).await?;
    for cut in [Cut::Before, Cut::After] {
        line.cut(cut, u64::MAX);
        shop.round(&first, &mut owner, &format!("{cut:?}-counted"), &mut confirmed).await?;
        for place in places(line.rest()) {
            let key = format!("cut-{cut:?}-{place:06}");
            line.cut(cut, place);
            shop.round(&first, &mut owner, &key, &mut confirmed).await.with_context(|| key.clone())?;
            line.rest();
            shop.goes_on(&first, &mut owner, &key, &mut confirmed).await?;
        }
        shop.holds(&first, &confirmed).await.with_context(|| format!("{cut:?}, in the same process"))?;
    }
    first.kill();
    let second = server(&ground, &ground.url).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}
