//! Every documented operation, driven by the OpenAPI document: callers from another site get a 404 and change nothing;
//! callers with access get a 2xx for the same ids.

use anyhow::{Result, ensure};
use serde_json::Value;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::WebsiteId;

use crate::app::{App, on_both};
use crate::client::Client;
use crate::requests::{KnownResources, Route, routes, send};

/// The owner of the yen shop only.
async fn stranger(app: &App) -> Result<Client> {
    let tenancy = &app.stoa.foundation.tenancy;
    let account =
        tenancy.staff.create("stranger@example.com", "Stranger", "long enough words", Timestamp::from_ms(1)).await?;
    let website: WebsiteId = app.website("kissaten").await?.parse()?;
    tenancy.staff.grant(&website, &account.id, 1).await?;
    let mut client = app.platform();
    client.sign_in("stranger@example.com", "long enough words").await?;
    Ok(client)
}

// spec: security.tenant-isolation.open, website.multi-tenant.open
#[tokio::test(flavor = "multi_thread")]
async fn cross_tenant_requests_get_404() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        owner.website = Some(app.website("juniper").await?);
        let mut shopper = app.juniper();
        let mut known = KnownResources::gather(app, &mut owner, &mut shopper).await?;
        // Only strangers come over connections.
        (owner.router, shopper.router) = (Some(app.stoa.router()), Some(app.stoa.router()));
        let mut stranger = stranger(app).await?;
        stranger.website = Some(app.website("juniper").await?);
        let mut neighbour = app.kissaten();
        let own_site = app.website("kissaten").await?;
        let mut checked = 0;
        for route in routes()?.iter().filter(|route| !EXEMPT.contains(&route.id.as_str())) {
            if !route.refers_to_site() && !route.by_header() && route.id != "stock_get" {
                continue;
            }
            if route.method != "GET" {
                known.refresh_for(route, &mut owner, &mut shopper).await?;
            }
            let (path, body) = (known.path(route)?, known.body(route)?);
            let before = snapshot(&mut owner, &mut shopper, route, &path).await?;
            let foreign = if route.contributor { &mut stranger } else { &mut neighbour };
            let refused = send(foreign, route, &path, body.as_ref()).await?;
            // Operations on an account require sign-in on that site, those of a run its pass.
            let unknown = match refused.status {
                404 => true,
                401 => ACCOUNT.iter().any(|path| route.path.starts_with(path)),
                403 => BY_PASS.contains(&route.id.as_str()),
                _ => false,
            };
            ensure!(unknown, "{} as a stranger: {refused:?}", route.id);
            if route.contributor && route.own_names() > 1 {
                let through_own = path.replace(&known.ids["websiteId"], &own_site);
                let refused = send(&mut stranger, route, &through_own, body.as_ref()).await?;
                ensure!(refused.status == 404, "{} through another site: {refused:?}", route.id);
            }
            let after = snapshot(&mut owner, &mut shopper, route, &path).await?;
            ensure!(before == after, "{} changed something for a stranger", route.id);
            checked += 1;
            let mut tester = shopper.clone();
            tester.further.push(("stoa-load-run", known.ids["loadRunPass"].clone()));
            let rightful = match route.contributor {
                true => &mut owner,
                false if BY_PASS.contains(&route.id.as_str()) => &mut tester,
                false => &mut shopper,
            };
            let given = send(rightful, route, &path, body.as_ref()).await?;
            let nothing_to_do = given.status == 409 && NOTHING_TO_DO.contains(&route.id.as_str());
            ensure!((200..400).contains(&given.status) || nothing_to_do, "{} as the owner: {given:?}", route.id);
        }
        assert!(checked > 25, "only {checked} calls were checked");
        Ok(())
    })
    .await
}

/// Operations with nothing to do in this test: the payment of the known order is captured at once, the site has no
/// trial, and the server has no key for the service.
const NOTHING_TO_DO: [&str; 7] = [
    "orders_ask_for_payment",
    "orders_capture_payment",
    "orders_charge_saved_method",
    "orders_give_up_payment",
    "trial_extend",
    "smugmug_galleries_list",
    "smugmug_pictures_list",
];

/// Operations on a run of a load test, which its pass names: they answer 403 without it.
const BY_PASS: [&str; 2] = ["load_run_check", "load_run_end"];

/// Operations on the account of the signed-in user.
const ACCOUNT: [&str; 2] = ["/api/site-users/account/", "/api/v1/saved-payment-methods/"];

/// A provider's webhook names nothing of a site: its signature identifies it. Lessons are refused to everyone who has
/// not bought them (`lessons.rs`). Sessions of contributors belong to no site (`second_factor.rs`). The theme of the
/// shop has no areas (`areas.rs`), and its plugins no jobs (`plugin_events.rs`), panels (`shown_plugins/panels.rs`),
/// formats (`products/plugin_formats.rs`) and pictures; a package has to be built (`site_plugins.rs`).
/// An experiment starts with a published page of its own (`analytics/experiments.rs`).
const EXEMPT: [&str; 15] = [
    "catalogue_format_check",
    "catalogue_format_export",
    "catalogue_format_products",
    "webhook_receive",
    "lessons_list",
    "sign_ins_end",
    "area_open",
    "experiment_start",
    "experiment_end",
    "plugin_jobs_run",
    "plugin_package_upload",
    "plugin_panel_call",
    "plugin_panel_page",
    "plugin_picture",
    "plugin_version_set",
];

/// The resource of an operation as seen with access, if it can be read.
async fn snapshot(owner: &mut Client, shopper: &mut Client, route: &Route, path: &str) -> Result<Option<Value>> {
    if route.method == "GET" {
        return Ok(None);
    }
    let client = if route.contributor { owner } else { shopper };
    let seen = client.get(path).await?;
    Ok((seen.status == 200).then(|| seen.json()))
}
