//! What visitors see of a site, by its status.

use anyhow::{Result, ensure};
use serde_json::json;
use stoa_kernel::website::WebsiteStatus;

use crate::app::{App, on_postgres};

async fn set(app: &App, status: WebsiteStatus) -> Result<()> {
    let tenancy = &app.stoa.foundation.tenancy;
    tenancy.tenants.set_status("juniper", status).await?;
    tenancy.hosts.clear_cache();
    Ok(())
}

// spec: enum.website-status.open, checkout.restock-page-guard.open
#[tokio::test(flavor = "multi_thread")]
async fn site_status_pages() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        let cart = "/api/commerce/shopping-cart";
        for status in WebsiteStatus::ALL.iter().copied() {
            set(app, status).await?;
            let page = app.juniper().get("/").await?;
            let (expected, said, call) = match status {
                WebsiteStatus::Trial => (401, "This site is not open yet", 404),
                WebsiteStatus::ParkingPage => (200, "Coming soon", 404),
                WebsiteStatus::Expired => (404, "This site is closed", 404),
                WebsiteStatus::Removed => (410, "This site no longer exists", 410),
                _ => (200, "Juniper", 200),
            };
            ensure!(page.status == expected && page.text.contains(said), "{status:?}: {page:?}");
            let is_notice = !page.text.contains("Juniper");
            ensure!(is_notice == (said != "Juniper"), "{status:?} shows the wrong page");
            ensure!(!is_notice || page.text.contains("noindex"), "{status:?} can be found");
            if call != 200 {
                let checkout = app.juniper().get("/checkout").await?;
                ensure!(checkout.status == expected && checkout.text.contains(said), "{status:?}: {checkout:?}");
            }
            let answer = app.juniper().get(cart).await?;
            ensure!(answer.status == call, "{status:?}: {answer:?}");
            let sitemap = app.juniper().get("/sitemap.xml").await?;
            ensure!(sitemap.status == call, "{status:?}: {sitemap:?}");
            owner.get(&format!("{base}/pages")).await?.expect(200)?;
            app.kissaten().get("/").await?.expect(200)?;
        }

        set(app, WebsiteStatus::Trial).await?;
        owner.put(&format!("{base}/site-lock"), &json!({"password": "open sesame"})).await?;
        let mut visitor = app.juniper();
        let locked = visitor.get("/").await?;
        ensure!(locked.text.contains("This site is protected"), "{locked:?}");
        visitor.form("/api/page-locks/site", &[("password", "open sesame"), ("path", "/")]).await?.expect(303)?;
        ensure!(visitor.get("/").await?.text.contains("Juniper"));
        visitor.get(cart).await?.expect(200)?;
        Ok(())
    })
    .await
}

// spec: navigation.route.upgrade-trial, navigation.route.upgrade-plan
#[tokio::test(flavor = "multi_thread")]
async fn upgrade_paths_on_platform_host_only() -> Result<()> {
    let app = App::sqlite().await?;
    for path in ["/settings/billing/upgrade", "/settings/billing/subscriptions/website"] {
        let led = app.platform().get(path).await?;
        assert_eq!((led.status, led.location()), (307, format!("/admin{path}").as_str()));
        assert_eq!(app.juniper().get(path).await?.status, 404, "{path} is no page of a site");
    }
    set(&app, WebsiteStatus::Trial).await?;
    let account = app.owner().await?.get("/api/v1/account").await?.expect(200)?;
    let standing = |identifier: &str| {
        let sites = account["websites"].as_array().map_or(&[][..], Vec::as_slice);
        sites.iter().find(|site| site["identifier"] == identifier).map(|site| site["status"].clone())
    };
    assert_eq!((standing("juniper"), standing("kissaten")), (Some(json!("trial")), Some(json!("paid"))));
    app.stop().await
}
