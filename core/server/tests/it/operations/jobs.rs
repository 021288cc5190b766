//! Background jobs: one that fails delays no other, is given up in the end, and is repeated by a command.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::Value;
use stoa_entity::platform::job;
use stoa_kernel::job::JobKind;
use stoa_tenancy::MAX_ATTEMPTS;

use super::commands::{refused, succeeds};
use crate::app::App;
use crate::shop;
use crate::transaction_pauses::Journal;

/// Wakes the worker for the dollar shop.
async fn wake(app: &App) -> Result<()> {
    let (website, tenancy) = (app.website("juniper").await?.parse()?, &app.stoa.foundation.tenancy);
    Ok(tenancy.databases.due_work().wake(&website, tenancy.now()).await?)
}

async fn jobs(app: &App, kind: JobKind) -> Result<Vec<job::Model>> {
    let tx = app.stoa.foundation.databases.platform().read().await?;
    Ok(tx.find::<job::Entity>().filter(job::Column::Kind.eq(kind)).all().await?)
}

/// Lists jobs with the command.
fn listed(app: &App, options: &[&str]) -> Result<Vec<Value>> {
    let said = succeeds(&app.data, &[&["jobs", "list", "--json"][..], options].concat())?;
    Ok(serde_json::from_str::<Value>(&said)?.as_array().context("no list")?.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_job_delays_no_other_and_is_repeated_by_command() -> Result<()> {
    let app = App::sqlite().await?;
    let journal = Journal::sqlite(&app.data, &app.website("juniper").await?).await?;
    let mug = shop::product(&app, "juniper", "hearth-mug").await?;
    let scheduled = "SELECT count(*) FROM product WHERE publish_on IS NOT NULL";
    journal
        .execute(
            "CREATE TRIGGER refuse BEFORE UPDATE ON product WHEN OLD.publish_on IS NOT NULL AND NEW.publish_on IS NULL \
             BEGIN SELECT RAISE(ABORT, 'no publication'); END",
        )
        .await?;
    let other = format!("(SELECT min(id) FROM product WHERE id <> '{}')", mug["id"].as_str().context("no id")?);
    journal.execute(&format!("UPDATE product SET publish_on = 1 WHERE id = {other}")).await?;
    wake(&app).await?;
    let kind = JobKind::ProductPublication;
    app.until(async || Ok(jobs(&app, kind).await?.iter().any(|job| job.attempts > 0))).await?;

    // Neither the e-mails of the site nor those of others wait for it.
    shop::buy(&app, &mut app.juniper(), "juniper", "hearth-mug").await?;
    shop::buy(&app, &mut app.kissaten(), "kissaten", "asagiri-blend").await?;
    app.emails(4).await?;
    let failing = listed(&app, &["--site", "juniper", "--kind", kind.as_str()])?;
    ensure!(failing.len() == 1 && failing[0]["attempts"].as_i64() > Some(0), "{failing:?}");
    ensure!(failing[0]["lastError"].as_str().is_some_and(|text| text.contains("no publication")), "{failing:?}");
    ensure!(listed(&app, &["--dead"])?.is_empty());
    let metrics = app.stoa.metrics();
    for expected in [
        "stoa_jobs_total{kind=\"product-publication\",outcome=\"failed\"}",
        "stoa_jobs_total{kind=\"outbox\",outcome=\"done\"}",
        "stoa_job_seconds_bucket{kind=\"outbox\"",
    ] {
        ensure!(metrics.contains(expected), "{expected} is missing: {metrics}");
    }

    let tx = app.stoa.foundation.databases.platform().write().await?;
    tx.update::<job::Entity>(job::Column::Kind.eq(kind))
        .set(job::Column::Attempts, MAX_ATTEMPTS - 1)
        .set(job::Column::NotBefore, None::<stoa_kernel::clock::Timestamp>)
        .set(job::Column::DueOn, 1)
        .exec()
        .await?;
    tx.commit().await?;
    wake(&app).await?;
    app.until(async || Ok(jobs(&app, kind).await?.iter().all(|job| job.dead_on.is_some()))).await?;
    let dead = listed(&app, &["--dead"])?;
    ensure!(dead.len() == 1 && dead[0]["site"] == "juniper" && dead[0]["kind"] == kind.as_str(), "{dead:?}");
    ensure!(dead[0]["state"] == "dead" && dead[0]["attempts"] == MAX_ATTEMPTS, "{dead:?}");
    let row = succeeds(&app.data, &["jobs", "list", "--dead"])?;
    ensure!(row.starts_with("juniper\tproduct-publication\t-\tdead\t") && row.contains("no publication"), "{row}");

    journal.execute("DROP TRIGGER refuse").await?;
    wake(&app).await?;
    assert_eq!(
        succeeds(&app.data, &["jobs", "retry", "--site", "kissaten", "--kind", kind.as_str()])?,
        "Jobs that are due now: 0.\n"
    );
    ensure!(journal.number(scheduled).await? == 1, "what was given up is not tried again by itself");
    assert_eq!(succeeds(&app.data, &["jobs", "retry", "--all-dead"])?, "Jobs that are due now: 1.\n");
    app.until(async || Ok(journal.number(scheduled).await? == 0)).await?;
    app.until(async || Ok(jobs(&app, kind).await?.is_empty())).await?;

    let error_messages = [
        "stoa: --site: There is no site 'nobody'.",
        "stoa: --kind: There is no kind 'gone'. Available: payment-messages, ",
    ];
    refused(&app.data, &["jobs", "list", "--site", "nobody", "--kind", "gone"], &error_messages)?;
    refused(&app.data, &["jobs", "retry", "--kind", kind.as_str()], &["--site <SITE>"])?;
    app.stop().await
}

#[tokio::test(flavor = "multi_thread")]
async fn failing_event_handler_keeps_back_no_other() -> Result<()> {
    let app = App::sqlite().await?;
    let journal = Journal::sqlite(&app.data, &app.website("juniper").await?).await?;
    let refuse = "CREATE TRIGGER refuse BEFORE INSERT ON customer BEGIN SELECT RAISE(ABORT, 'no customers'); END";
    let open = "SELECT count(*) FROM outbox WHERE done_on IS NULL AND dead_on IS NULL";
    let make_dead = async || {
        // Repeated, since the worker may be recording an attempt.
        let attempts = format!(
            "UPDATE outbox SET due_on = 1, attempts = {} WHERE done_on IS NULL AND dead_on IS NULL",
            MAX_ATTEMPTS - 1
        );
        app.until(async || {
            journal.execute(&attempts).await?;
            wake(&app).await?;
            Ok(journal.number(open).await? == 0)
        })
        .await?;
        let dead = listed(&app, &["--dead"])?;
        ensure!(dead.len() == 1 && dead[0]["kind"] == "event" && dead[0]["state"] == "dead", "{dead:?}");
        ensure!(dead[0]["lastError"].as_str().is_some_and(|text| text.contains("no customers")), "{dead:?}");
        dead[0]["key"].as_str().map(str::to_owned).context("no key")
    };
    let handled = async || {
        let row = "SELECT handled, CAST(attempts AS TEXT) FROM outbox ORDER BY id DESC LIMIT 1";
        journal.rows(row).await?.pop().context("no event")
    };

    journal.execute(refuse).await?;
    app.juniper().join("ada@example.com").await?;
    app.emails(1).await?;
    app.until(async || Ok(handled().await?[1] != "0")).await?;
    assert_eq!(handled().await?[0], "account-emails");
    let key = make_dead().await?;
    refused(
        &app.data,
        &["jobs", "discard", "--site", "juniper", "--key", "out_x"],
        &["stoa: --key: There is no failed event 'out_x'."],
    )?;
    journal.execute("DROP TRIGGER refuse").await?;
    let retry = ["jobs", "retry", "--site", "juniper", "--kind", "event", "--key", key.as_str()];
    assert_eq!(succeeds(&app.data, &retry)?, "Jobs that are due now: 1.\n");
    app.until(async || Ok(handled().await?[0] == "account-emails,customers")).await?;
    let ada = "SELECT count(*) FROM customer WHERE email = 'ada@example.com'";
    ensure!(journal.number(ada).await? == 1, "the handler was not repeated");
    let emails = "SELECT count(*) FROM mail WHERE kind = 'email-verification'";
    ensure!(journal.number(emails).await? == 1, "the handler that had succeeded was repeated");
    ensure!(listed(&app, &["--dead"])?.is_empty());

    journal.execute(refuse).await?;
    app.juniper().join("bob@example.com").await?;
    app.emails(2).await?;
    let key = make_dead().await?;
    let said = succeeds(&app.data, &["jobs", "discard", "--site", "juniper", "--key", key.as_str()])?;
    assert_eq!(said, format!("The event {key} was discarded.\n"));
    ensure!(listed(&app, &["--dead"])?.is_empty());
    ensure!(journal.number("SELECT count(*) FROM outbox WHERE done_on IS NULL").await? == 0);
    app.stop().await
}
