//! Sites on trial: days left, one extension, closed at the end, deleted after thirty days.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;

use crate::account::roles::holder;
use crate::app::{App, on_both};

const DAY_MS: i64 = 86_400_000;

async fn status(app: &App) -> Result<Option<WebsiteStatus>> {
    let sites = app.stoa.foundation.tenancy.tenants.list().await?;
    Ok(sites.into_iter().find(|site| site.identifier == "kissaten").map(|site| site.status))
}

// spec: website.trial.open, role.website-manager.open
#[tokio::test(flavor = "multi_thread")]
async fn trial_lifecycle() -> Result<()> {
    on_both(async |app| {
        let tenancy = &app.stoa.foundation.tenancy;
        let website = app.website("kissaten").await?;
        let base = format!("/api/v1/websites/{website}");
        let (trial, extension) = (format!("{base}/trial"), format!("{base}/trial/extension"));
        let mut owner = app.owner().await?;
        assert_eq!(owner.get(&trial).await?.expect(200)?["onTrial"], false);
        owner.post(&extension, &json!({})).await?.problem(409)?;

        tenancy.tenants.set_status("kissaten", WebsiteStatus::Trial).await?;
        let begun = tenancy.now();
        tenancy.tenants.follow_trials(begun).await?;
        let running = owner.get(&trial).await?.expect(200)?;
        assert_eq!((&running["daysLeft"], &running["ended"]), (&json!(14), &json!(false)));
        let mut manager = holder(app, &website, &[15]).await?;
        manager.get(&trial).await?.expect(200)?;
        manager.get(&format!("{base}/pages")).await?.expect(200)?;
        manager.get(&format!("{base}/orders")).await?.expect(200)?;
        manager.post(&extension, &json!({})).await?.problem(403)?;
        manager.post(&format!("{base}/copies"), &json!({"title": "x", "identifier": "copied"})).await?.problem(403)?;
        let invitation = json!({"email": "x@example.com", "roles": [7]});
        manager.post(&format!("{base}/contributors"), &invitation).await?.problem(403)?;
        let longer = owner.post(&extension, &json!({})).await?.expect(200)?;
        assert_eq!((&longer["daysLeft"], &longer["mayExtend"]), (&json!(21), &json!(false)));
        owner.post(&extension, &json!({})).await?.problem(409)?;

        tenancy.tenants.follow_trials(begun + 20 * DAY_MS).await?;
        assert_eq!(status(app).await?, Some(WebsiteStatus::Trial));
        let late = begun + 21 * DAY_MS + 10_000;
        ensure!(tenancy.tenants.follow_trials(late).await?.is_empty(), "it is kept");
        assert_eq!(status(app).await?, Some(WebsiteStatus::Expired));
        tenancy.hosts.clear_cache();
        ensure!(app.kissaten().get("/").await?.text.contains("This site is closed"));
        owner.get(&format!("{base}/pages")).await?.expect(200)?;
        ensure!(tenancy.tenants.follow_trials(late + 29 * DAY_MS).await?.is_empty(), "it is kept for thirty days");
        let id = website.parse::<WebsiteId>()?;
        assert_eq!(tenancy.tenants.follow_trials(late + 30 * DAY_MS).await?, std::slice::from_ref(&id));

        // A site paid for in time is kept.
        tenancy.tenants.set_status("kissaten", WebsiteStatus::Paid).await?;
        ensure!(!tenancy.tenants.delete_after_retention(&id, late + 30 * DAY_MS).await?, "it was paid for meanwhile");
        ensure!(tenancy.tenants.follow_trials(late + 90 * DAY_MS).await?.is_empty(), "a paid site is thrown away");
        status(app).await?.context("the site is gone")?;

        tenancy.tenants.set_status("kissaten", WebsiteStatus::Trial).await?;
        tenancy.tenants.follow_trials(late).await?;
        tenancy.tenants.follow_trials(late + 15 * DAY_MS).await?;
        ensure!(!tenancy.tenants.delete_after_retention(&id, late + 16 * DAY_MS).await?, "it is kept for thirty days");
        ensure!(tenancy.tenants.delete_after_retention(&id, late + 60 * DAY_MS).await?);
        assert_eq!(status(app).await?, None);
        Ok(())
    })
    .await
}
