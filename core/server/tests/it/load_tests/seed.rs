//! `stoa load seed`: sites full of data, beside a running server.

use std::collections::HashMap;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Arc;

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::Value;
use stoa_entity::tenant::{order, payment, stock_change, variant};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;
use stoa_server::load_seed::{Progress, SeedOrder, SeedOwner, Seeder, Spread};
use stoa_server::wiring::AppContext;
use stoa_testkit::Postgres;

use crate::app::settings;
use crate::client::Client;
use crate::demo_database;
use crate::process::{PROGRAM, Server, TestDeployment, juniper_website_id};
use crate::shop;

const PASSWORD: &str = "only for these tests";

fn seed(config: &Path, seed: &str, theme: &str) -> Result<Output> {
    let mut command = Command::new(PROGRAM);
    command.arg("--config").arg(config).env("STOA_LOAD_PASSWORD", PASSWORD);
    command.args(["load", "seed", "--sites=3", "--products=24", "--orders=900", "--customers=60", "--pages=6"]);
    Ok(command.args(["--yes", "--seed", seed, "--theme", theme]).output()?)
}

/// Adds to carts of another site until the seeding ends; returns what it printed.
async fn seeded_while_others_write(deployment: &TestDeployment, server: &Server) -> Result<String> {
    let mut owner = server.owner().await?;
    let juniper = juniper_website_id(&mut owner).await?;
    let product = shop::product_of(&mut owner, &juniper, "hearth-mug").await?;
    let variant = shop::in_stock(&product);
    let config = deployment.config.clone();
    let seeding = tokio::task::spawn_blocking(move || seed(&config, "7", "linen"));
    let mut writes = 0;
    while !seeding.is_finished() {
        let mut shopper = server.browser("juniper.localhost");
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        writes += 1;
    }
    let output = seeding.await??;
    let (said, errors) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    ensure!(output.status.success() && writes > 0, "{said} {errors}");
    Ok(said)
}

/// A product with all its data, of which a variant can be bought.
async fn a_product(owner: &mut Client, website: &str) -> Result<Value> {
    let path = shop::items_path(owner, website).await?;
    let items = owner.get(&format!("{path}?limit=200")).await?.expect(200)?;
    for item in items["items"].as_array().context("no items")? {
        let product = owner.get(&format!("{path}/{}", item["id"].as_str().unwrap())).await?.expect(200)?;
        let variants = product["variants"].as_array().unwrap();
        if variants.iter().any(|variant| variant["unlimited"] == true || variant["qtyInStock"].as_i64() > Some(1)) {
            return Ok(product);
        }
    }
    anyhow::bail!("nothing can be bought")
}

async fn works(on_postgres: bool) -> Result<()> {
    let deployment = TestDeployment::new(on_postgres).await?;
    let server = deployment.server().await?;
    let said = seeded_while_others_write(&deployment, &server).await?;
    for part in ["Sites made: 3. Already there: 0.", "Orders: 900 ", "orders and ", "as load@load.invalid"] {
        ensure!(said.contains(part), "{part}: {said}");
    }
    let again = String::from_utf8(seed(&deployment.config, "7", "linen")?.stdout)?;
    ensure!(again.contains("Sites made: 0. Already there: 3."), "{again}");
    for (number, theme) in [("8", "linen"), ("7", "nocturne")] {
        let other = seed(&deployment.config, number, theme)?;
        let errors = String::from_utf8(other.stderr)?;
        ensure!(!other.status.success() && errors.contains("choose another --prefix"), "{errors}");
    }

    let mut owner = server.browser("localhost");
    owner.sign_in("load@load.invalid", PASSWORD).await?;
    let account = owner.get("/api/v1/account").await?.expect(200)?;
    let sites = account["websites"].as_array().context("no sites")?;
    let first = sites.iter().find(|site| site["identifier"] == "load-0001").context("no site")?;
    let website = first["id"].as_str().context("no id")?.to_owned();

    let mut shopper = server.browser("load-0001.localhost");
    let product = a_product(&mut owner, &website).await?;
    let (name, url_id) = (product["name"].as_str().unwrap(), product["urlId"].as_str().unwrap());
    for (path, text) in [
        ("/", "Load Test 1"),
        ("/shop", "Everything that is ready"),
        (format!("/shop/{url_id}").as_str(), name),
        ("/page-1", "Page 1</h1>"),
        (format!("/search?q={}", url_id.replace('-', "+")).as_str(), name),
    ] {
        let page = shopper.get(path).await?;
        ensure!(page.status == 200 && page.text.contains(text), "{path}: {} {}", page.status, page.text);
    }
    shop::add(&mut shopper, &product, &shop::in_stock(&product), 1).await?.expect(200)?;
    let checkout = shop::prepare(&mut shopper, "US").await?;
    shop::submit(&mut shopper, &checkout, "key-of-a-load-test", shop::APPROVED).await?.expect(200)?;
    let base = format!("/api/v1/websites/{website}");
    let orders = owner.get(&format!("{base}/orders")).await?.expect(200)?;
    let newest = orders["orders"][0]["number"].as_i64().context("no number")?;
    ensure!(newest > 400, "the largest site has about half of the orders: {newest}");
    let customers = owner.get(&format!("{base}/customers?query=load-0001.invalid")).await?.expect(200)?;
    ensure!(!customers["customers"].as_array().context("no customers")?.is_empty(), "{customers}");
    Ok(())
}

// spec: load-test.seed
#[tokio::test(flavor = "multi_thread")]
async fn seeded_sites_work_beside_a_running_server_on_sqlite() -> Result<()> {
    works(false).await
}

// spec: load-test.seed
#[tokio::test(flavor = "multi_thread")]
async fn seeded_sites_work_beside_a_running_server_on_postgres() -> Result<()> {
    works(true).await
}

fn order() -> SeedOrder {
    SeedOrder {
        seed: 7,
        sites: 2,
        products: 12,
        orders: 150,
        customers: 20,
        pages: 4,
        spread: Spread::Zipf,
        prefix: "load".to_owned(),
        theme: "linen".to_owned(),
        at: Timestamp::from_ms(1_790_000_000_000),
    }
}

async fn seeded(foundation: &AppContext) -> Result<Vec<WebsiteId>> {
    let owner = SeedOwner { email: "load@load.invalid".to_owned(), password: PASSWORD.to_owned() };
    let seeder = Arc::new(Seeder::new(foundation, order(), &owner).await?);
    let summary = Arc::clone(&seeder).run(Arc::new(Progress::default())).await?;
    ensure!((summary.made, summary.known) == (2, 0) && summary.shops.orders == 150, "{summary:?}");
    let sites = foundation.tenancy.tenants.list().await?;
    Ok(sites.into_iter().filter(|site| site.identifier.starts_with("load-")).map(|site| site.id).collect())
}

/// The rows of the sites, each with its letters in order: Postgres keeps the members of JSON in an order of its own.
async fn rows(foundation: &AppContext, sites: &[WebsiteId]) -> Result<Vec<String>> {
    let mut all = Vec::new();
    for site in sites {
        let tenant = foundation.tenancy.for_system(site, "test").await?;
        let mut tables = tenant.db.read().await?.everything().await?;
        tables.remove("shop_stamp");
        all.extend(tables.into_values().flatten().map(|row| {
            let mut letters: Vec<char> = row.chars().collect();
            letters.sort_unstable();
            letters.into_iter().collect::<String>()
        }));
    }
    all.sort_unstable();
    Ok(all)
}

// spec: load-test.seed
#[tokio::test(flavor = "multi_thread")]
async fn the_same_seed_gives_the_same_sites_on_both_databases() -> Result<()> {
    let folder = tempfile::tempdir()?;
    let server = Postgres::start()?;
    let mut seen = Vec::new();
    for (name, on_postgres) in [("first", false), ("second", false), ("third", true)] {
        let data = folder.path().join(name);
        let url = if on_postgres { demo_database::postgres(&server, &data).await? } else { String::new() };
        let foundation = AppContext::open(&settings(&data, &url)).await?;
        let sites = seeded(&foundation).await?;
        seen.push((sites.clone(), rows(&foundation, &sites).await?));
        adds_up(&foundation, &sites).await?;
        foundation.databases.close().await?;
    }
    ensure!(seen[0].0 == seen[1].0 && seen[0].0 == seen[2].0, "the sites have other ids");
    ensure!(seen[0].1 == seen[1].1, "the rows differ the second time");
    ensure!(seen[0].1 == seen[2].1, "the rows differ on Postgres");
    Ok(())
}

async fn adds_up(foundation: &AppContext, sites: &[WebsiteId]) -> Result<()> {
    for site in sites {
        let tenant = foundation.tenancy.for_system(site, "test").await?;
        let tx = tenant.db.read().await?;
        let mut stock: HashMap<String, i64> = HashMap::new();
        for change in tx.find::<stock_change::Entity>().all().await? {
            *stock.entry(change.variant_id.to_string()).or_default() += change.delta;
        }
        for variant in tx.find::<variant::Entity>().all().await? {
            let sum = stock.get(variant.id.as_str()).copied().unwrap_or(0);
            ensure!(sum == variant.qty_in_stock, "{}: {sum} instead of {}", variant.sku, variant.qty_in_stock);
        }
        for order in tx.find::<order::Entity>().all().await? {
            let own = payment::Column::OrderId.eq(order.id.clone());
            let payments = tx.find::<payment::Entity>().filter(own).all().await?;
            let [payment] = payments.as_slice() else { anyhow::bail!("{} payments", payments.len()) };
            ensure!(payment.captured_cents == order.grand_total_cents, "order {}", order.number);
        }
    }
    Ok(())
}
