//! A site with several hosts has one canonical host for search engines.

use anyhow::{Context as _, Result, ensure};
use stoa_http::SiteChoices;
use stoa_kernel::website::WebsiteStatus;
use stoa_server::seed::{self, FirstOwner};
use stoa_site::themes::ThemeLibrary;
use stoa_tenancy::NewSite;

use crate::app::on_postgres;

#[tokio::test(flavor = "multi_thread")]
async fn canonical_url_uses_main_host() -> Result<()> {
    on_postgres(async |app| {
        let library = ThemeLibrary::embedded();
        let theme = library.get("linen").context("no theme")?;
        let hosts = ["two-hosts.localhost", "other-name.localhost"].map(str::to_owned);
        let site = NewSite {
            identifier: "two-hosts".to_owned(),
            title: "Two hosts".to_owned(),
            hosts: hosts.to_vec(),
            status: WebsiteStatus::Paid,
            plan: None,
        };
        let owner = FirstOwner { email: "owner@stoa.example", password: None };
        seed::new_site(&app.stoa.foundation, theme, &site, &SiteChoices::default(), &owner).await?;
        let mut visitor = app.juniper();
        for host in hosts {
            visitor.host = host.clone();
            for path in ["/", "/shop", "/robots.txt", "/sitemap.xml"] {
                let shown = visitor.get(path).await?;
                ensure!(shown.status == 200 && shown.text.contains("//two-hosts.localhost"), "{host}{path}: {shown:?}");
                ensure!(!shown.text.contains("//other-name.localhost"), "{host}{path}: {}", shown.text);
            }
            let shop = visitor.get("/shop?view=list").await?.text;
            let canonical = shop.split("rel=\"canonical\" href=\"").nth(1).and_then(|rest| rest.split('"').next());
            let canonical = canonical.context("no canonical address")?;
            ensure!(canonical.contains("//two-hosts.localhost") && canonical.ends_with("/shop"), "{canonical}");
        }
        Ok(())
    })
    .await
}
