//! How long lists take in a shop of 100,000 orders and 10,000 products, on SQLite and on Postgres:
//! `cargo bench --package stoa-commerce --bench many_orders`. Orders and products are written in bulk, then
//! each question is put to the services that the calls of the API use, many times; the times are sorted. Then a large
//! cart is priced before and after the shop has many discounts.
//! `STOA_ORDERS` and `STOA_PRODUCTS` make smaller shops.

#![expect(clippy::print_stdout, reason = "the figures go to standard output")]

mod carts;
mod fill;
mod questions;

use anyhow::Result;
use stoa_testkit::{Postgres, TestSite};

fn main() -> Result<()> {
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(measure())
}

async fn measure() -> Result<()> {
    let size = fill::Size::from_environment();
    let sqlite = questions::times(&fill::fill(TestSite::new().await?, size).await?).await?;
    let server = Postgres::start()?;
    let postgres = questions::times(&fill::fill(TestSite::on_postgres(&server).await?, size).await?).await?;
    println!("{} orders, {} products; p50 / p95, ms\n", size.orders, size.products);
    println!("| Question | SQLite | Postgres |\n|---|---|---|");
    for (left, right) in sqlite.iter().zip(&postgres) {
        println!("| {} | {} | {} |", left.question, left.spread(), right.spread());
    }
    Ok(())
}
