//! One operation fails, the first to the last of a round: a checkout, a product, a refund and the work that follows.

use std::process::Command;

use anyhow::{Context as _, Result};

use super::shim::{EIO, ENOSPC, LOCK, SYNC, Shim, TRUNCATE, WRITE};
use super::{Confirmed, Shop, places};
use crate::process::{Ground, PROGRAM, Server};

const KINDS: [(&str, u64, u64); 4] =
    [("write", WRITE, ENOSPC), ("sync", SYNC, EIO), ("lock", LOCK, EIO), ("truncate", TRUNCATE, EIO)];

async fn server(ground: &Ground, shim: Option<&Shim>) -> Result<Server> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(&ground.config).arg("serve");
    if let Some(shim) = shim {
        shim.put_before(&mut command);
    }
    Server::of(command).await
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operation_that_fails_takes_nothing_that_was_confirmed() -> Result<()> {
    let ground = Ground::new(false).await?;
    let tools = tempfile::tempdir()?;
    let shim = Shim::build(tools.path(), &ground.data)?;
    let first = server(&ground, Some(&shim)).await?;
    let mut owner = first.owner().await?;
    let shop = Shop::open(&mut owner).await?;
    let mut confirmed = Confirmed::default();
    shop.round(&first, &mut owner, "round-without-fault", &mut confirmed).await?;
    for (name, kind, error) in KINDS {
        shim.fail(kind, error, u64::MAX, 0)?;
        shop.round(&first, &mut owner, &format!("{name}-counted"), &mut confirmed).await?;
        for place in places(shim.rest()?) {
            shim.fail(kind, error, place, 1)?;
            let key = format!("{name}-{place:06}");
            shop.round(&first, &mut owner, &key, &mut confirmed).await.with_context(|| key.clone())?;
            shim.rest()?;
            shop.goes_on(&first, &mut owner, &key, &mut confirmed).await?;
        }
        shop.holds(&first, &confirmed).await.with_context(|| format!("after {name}, in the same process"))?;
    }
    first.kill();
    let second = server(&ground, None).await?;
    shop.holds(&second, &confirmed).await.context("in another process")
}
