//! What visitors see of a site, by its status.

use anyhow::{Result, ensure};
use serde_json::json;
use stoa_kernel::website::WebsiteStatus;

use crate::app::{App, on_postgres};
use crate::client::Client;

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

// spec: enum.website-status.open, scope.error-shape.open
#[tokio::test(flavor = "multi_thread")]
async fn pages_without_theme_are_in_the_language_of_the_reader() -> Result<()> {
    on_postgres(async |app| {
        let mut owner = app.owner().await?;
        let path = format!("/api/v1/websites/{}/settings", app.website("juniper").await?);
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["language"] = json!("he");
        owner.put(&path, &settings).await?.expect(200)?;
        let hebrew = "<html lang=\"he\" dir=\"rtl\">";
        let mut visitor = app.juniper();
        visitor.language = Some("de-AT,de;q=0.9".to_owned());
        for (status, said) in [
            (WebsiteStatus::ParkingPage, "<h1>בקרוב</h1>"),
            (WebsiteStatus::Expired, "<h1>האתר הזה סגור</h1>"),
            (WebsiteStatus::Removed, "<h1>האתר הזה כבר לא קיים</h1>"),
        ] {
            set(app, status).await?;
            let page = visitor.get("/").await?;
            ensure!(page.text.contains(hebrew) && page.text.contains(said), "{status:?}: {page:?}");
        }
        set(app, WebsiteStatus::Paid).await?;

        // A browser that shows the response to a person gets a page; the status stays.
        let no_feed = "/?format=rss";
        visitor.get(no_feed).await?.problem(404)?;
        let (page, _) = visitor.get_with(no_feed, "accept", "text/html,*/*;q=0.8").await?;
        ensure!(page.status == 404 && page.header("content-type") == "text/html; charset=utf-8", "{page:?}");
        ensure!(page.text.contains(hebrew) && page.text.contains("<h1>הדף לא נמצא</h1>"), "{page:?}");
        let (call, _) = visitor.get_with("/api/no/such/call", "accept", "text/html").await?;
        call.problem(404)?;

        // No site: the language of the browser.
        let mut nowhere = Client::new(app.address, "nowhere.localhost");
        ensure!(nowhere.get("/").await?.text.contains("<h1>No site has this address</h1>"));
        nowhere.language = Some("xx,de-AT;q=0.9".to_owned());
        let page = nowhere.get("/").await?;
        ensure!(page.status == 404 && page.text.contains("<html lang=\"de\">"), "{page:?}");
        ensure!(page.text.contains("<h1>Unter dieser Adresse gibt es keine Website</h1>"), "{page:?}");
        Ok(())
    })
    .await
}
