//! One statement fails on Postgres: the database rejects it, or the connection is cut before the statement or its
//! response arrives.

use std::net::SocketAddr;
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context as _, Result};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};

use super::{Confirmed, Shop, WITHOUT_CONNECTION, WITHOUT_SPACE, places};
use crate::process::{PROGRAM, Server, TestDeployment};

/// The fault at one batch of protocol messages, as written at once by the program: a statement, or the parts of one.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The connection is cut, and the statement never arrives.
    CutBefore,
    /// The statement is executed, and the response never arrives.
    CutAfter,
    /// The database responds that its disk is full, and rolls back.
    Refused,
}

/// Replaces the statement; fails with an error of class 53, insufficient resources.
const REFUSED: &str = "DO $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = '53100'; END $$";

/// The planned fault, shared by all connections.
struct Plan {
    sent: AtomicU64,
    at: AtomicU64,
    fault: Mutex<Fault>,
}

impl Plan {
    /// Counts a batch, and returns its fault.
    fn next(&self) -> Option<Fault> {
        let number = self.sent.fetch_add(1, Ordering::SeqCst) + 1;
        (number == self.at.load(Ordering::SeqCst)).then(|| *self.fault.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// A proxy between the program and the database with fault injection.
struct Line {
    address: SocketAddr,
    plan: Arc<Plan>,
}

impl Line {
    async fn to(database: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let plan = Plan { sent: 0.into(), at: u64::MAX.into(), fault: Mutex::new(Fault::CutBefore) };
        let plan = Arc::new(plan);
        let seen = Arc::clone(&plan);
        tokio::spawn(async move {
            while let Ok((program, _)) = listener.accept().await {
                let Ok(database) = TcpStream::connect(database).await else { return };
                let plan = Arc::clone(&seen);
                tokio::spawn(async move { forward(program, database, &plan).await });
            }
        });
        Ok(Self { address, plan })
    }

    /// Makes the `number`th batch from now fail.
    fn fail(&self, fault: Fault, number: u64) {
        *self.plan.fault.lock().unwrap_or_else(PoisonError::into_inner) = fault;
        self.plan.sent.store(0, Ordering::SeqCst);
        self.plan.at.store(number, Ordering::SeqCst);
    }

    /// Stops injecting faults, and returns the number of batches sent.
    fn rest(&self) -> u64 {
        self.plan.at.store(u64::MAX, Ordering::SeqCst);
        self.plan.sent.load(Ordering::SeqCst)
    }
}

async fn forward(mut program: TcpStream, mut database: TcpStream, plan: &Plan) -> Option<()> {
    let (mut asked, mut answered) = (vec![0; 64 * 1024], vec![0; 64 * 1024]);
    let mut drops_answer = false;
    loop {
        tokio::select! {
            read = program.read(&mut asked) => {
                let length = read.ok().filter(|length| *length > 0)?;
                let batch = asked.get(..length)?;
                let fault = plan.next();
                drops_answer = matches!(fault, Some(Fault::CutAfter));
                match fault {
                    Some(Fault::CutBefore) => return None,
                    Some(Fault::Refused) if is_whole(batch) => database.write_all(&simple_query(REFUSED)).await.ok()?,
                    _ => database.write_all(batch).await.ok()?,
                }
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

/// Whether the database responds to a batch with `ReadyForQuery`: it ends with a Sync, or is a simple query.
fn is_whole(batch: &[u8]) -> bool {
    batch.ends_with(b"S\0\0\0\x04") || batch.first() == Some(&b'Q')
}

/// A Query message: its length includes itself and the terminating zero.
fn simple_query(text: &str) -> Vec<u8> {
    let length = u32::try_from(text.len() + 5).unwrap_or_default();
    [b"Q".as_slice(), &length.to_be_bytes(), text.as_bytes(), b"\0"].concat()
}

async fn server(ground: &TestDeployment, url: &str) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve").env("STOA_DATABASE__URL", url);
    Server::of(command).await
}

#[tokio::test(flavor = "multi_thread")]
async fn failed_statement_loses_no_confirmed_data_on_postgres() -> Result<()> {
    let ground = TestDeployment::new(true).await?;
    let (head, rest) = ground.url.split_once('@').context("no address")?;
    let (address, name) = rest.split_once('/').context("no name")?;
    let line = Line::to(address.parse()?).await?;
    let first = server(&ground, &format!("{head}@{}/{name}", line.address)).await?;
    let mut owner = first.owner().await?;
    let mut shop = Shop::open(&mut owner, WITHOUT_CONNECTION).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&first, &mut owner, "round-without-fault", &mut confirmed).await?;
    for fault in [Fault::CutBefore, Fault::CutAfter, Fault::Refused] {
        shop.refusals = if matches!(fault, Fault::Refused) { WITHOUT_SPACE } else { WITHOUT_CONNECTION };
        line.fail(fault, u64::MAX);
        shop.round(&first, &mut owner, &format!("{fault:?}-counted"), &mut confirmed).await?;
        for place in places(line.rest()) {
            let key = format!("{fault:?}-{place:06}");
            line.fail(fault, place);
            shop.round(&first, &mut owner, &key, &mut confirmed).await.with_context(|| key.clone())?;
            line.rest();
            shop.check_recovered(&first, &mut owner, &key, &mut confirmed).await?;
        }
        shop.holds(&first, &confirmed).await.with_context(|| format!("{fault:?}, in the same process"))?;
    }
    first.kill();
    let second = server(&ground, &ground.url).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}
