//! Creates sites: the two demo sites, sites with the starter content of their theme, and blank ones.

mod blank;
mod content;
mod files;
mod new_site;
mod prices;
mod shop;

use sea_orm::ColumnTrait as _;
use stoa_entity::tenant::site;
use stoa_kernel::boxed;
use stoa_kernel::clock::{Clock as _, SystemClock};
use stoa_kernel::id::WebsiteId;
use stoa_kernel::website::WebsiteStatus;
use stoa_tenancy::{NewSite, TenancyError, Tenant};

use crate::site_removal;
use crate::wiring::AppContext;

pub use blank::{FirstOwner, new_site};
pub use content::fill_dates;
pub(crate) use files::{demo_pictures, sample_image};
pub(crate) use new_site::SiteCreator;
pub(crate) use prices::percent_off;

/// Password of all demo accounts.
pub const PASSWORD: &str = "stoa-demo-2026";

/// A demo account.
#[derive(Debug, Clone, Copy)]
pub struct DemoSignIn {
    /// Its address.
    pub email: &'static str,
    /// Its name.
    pub name: &'static str,
    /// Role on both sites.
    pub role: i32,
    /// Description of its permissions for people.
    pub description: &'static str,
}

/// The demo accounts.
pub const SIGN_INS: [DemoSignIn; 3] = [
    DemoSignIn { email: "owner@stoa.example", name: "Robin Vale", role: 1, description: "owner of both sites" },
    DemoSignIn { email: "shop@stoa.example", name: "Kim Arden", role: 8, description: "store manager" },
    DemoSignIn { email: "viewer@stoa.example", name: "Sam Iles", role: 10, description: "read-only access" },
];

/// Creates the demo sites and accounts. False when they existed already. A site is registered only after all of it was
/// written, so an interrupted run can be repeated.
///
/// # Errors
/// When a demo file is invalid, or a database cannot be written.
#[boxed]
pub async fn demo(foundation: &AppContext) -> anyhow::Result<bool> {
    let mut made = false;
    for name in files::sites() {
        let files = files::SeedSite::of_demo(&name)?;
        let sites = foundation.tenancy.tenants.list().await?;
        if let Some(known) = sites.into_iter().find(|site| site.identifier == files.site.identifier) {
            deliver_test_orders(&foundation.tenancy.for_system(&known.id, "seed").await?).await?;
            continue;
        }
        made = true;
        let id = WebsiteId::generate();
        let tenant = foundation.tenancy.for_system(&id, "seed").await?;
        content::write(&foundation.media, &tenant, &files).await?;
        deliver_test_orders(&tenant).await?;
        let site = NewSite {
            identifier: files.site.identifier.clone(),
            title: files.site.title.clone(),
            hosts: vec![format!("{}.{}", files.site.identifier, foundation.platform_host)],
            status: WebsiteStatus::Paid,
            plan: None,
        };
        let made_now = foundation.tenancy.tenants.create(&id, &site, None, foundation.tenancy.now()).await;
        if let Err(TenancyError::Taken(_)) = made_now {
            // Another node that started at the same time was faster.
            site_removal::delete_unregistered(&foundation.tenancy.tenants, foundation.blobs.as_ref(), &id).await?;
            continue;
        }
        made_now?;
        invite(foundation, &id).await?;
    }
    foundation.tenancy.hosts.clear_cache();
    Ok(made)
}

/// Lets the demo shop fulfil orders paid with the test card.
async fn deliver_test_orders(tenant: &Tenant) -> anyhow::Result<()> {
    let tx = tenant.db.write().await?;
    tx.update::<site::Entity>(site::Column::DeliversTestOrders.is_null())
        .set(site::Column::DeliversTestOrders, true)
        .exec()
        .await?;
    Ok(tx.commit().await?)
}

async fn invite(foundation: &AppContext, website: &WebsiteId) -> anyhow::Result<()> {
    let staff = &foundation.tenancy.staff;
    for sign_in in SIGN_INS {
        let now = SystemClock.now();
        let account = match staff.create(sign_in.email, sign_in.name, PASSWORD, now).await {
            Err(TenancyError::Taken(_)) => staff.by_password(sign_in.email, PASSWORD).await?.account,
            other => other?,
        };
        staff.grant(website, &account.id, sign_in.role).await?;
    }
    Ok(())
}
