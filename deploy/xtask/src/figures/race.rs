//! Many shoppers want the same at once, at two servers of one shop: the last pieces, and the last uses of a code.

use anyhow::Result;

use crate::database::{Databases, Durability};
use crate::load::Scenario;
use crate::repository::Repository;
use crate::server::{DemoServer, Storage};

/// Runs both rushes twice; thresholds that are not met are errors.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = super::prepare(repository)?;
    let databases = Databases::start(Durability::Full)?;
    let shared = Storage::Shared { postgres: databases.postgres_url(), redis: databases.redis_url() };
    let one = DemoServer::start(repository, true, &shared)?;
    let two = DemoServer::start(repository, true, &shared)?;
    let settings = [("STOA_PORTS", format!("{},{}", one.port(), two.port()))];
    for name in ["stock-race", "coupon-rush", "stock-race", "coupon-rush"] {
        println!("\n==> {name}");
        let run = Scenario { name, port: one.port(), summary: None, settings: &settings };
        run.run(repository, &programs)
            .inspect_err(|_| println!("last words:\n{}\n{}", one.last_words(), two.last_words()))?;
    }
    Ok(())
}
