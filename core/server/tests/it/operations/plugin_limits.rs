//! Limits of plugins by plans of sites.

use anyhow::Result;
use serde_json::json;

use crate::app::on_both_with;

const PLANS: &str = "[plans.offered.small]\ntitle = 'Small shop'\n[plans.offered.small.plugins]\npage_calls = 7\n\
                     storage_megabytes = 1\ninterpreted_memory_megabytes = 32\n";

// spec: plugins.limits.plan
#[tokio::test(flavor = "multi_thread")]
async fn the_plan_of_a_site_decides_and_its_owner_sees_what_applies() -> Result<()> {
    on_both_with(PLANS, async |app| {
        let (small, other) = (app.website("juniper").await?, app.website("kissaten").await?);
        app.stoa.foundation.tenancy.tenants.set_plan("juniper", Some("small")).await?;
        let mut owner = app.owner().await?;
        let path = |website: &str, plugin: &str| format!("/api/v1/websites/{website}/plugins/{plugin}");
        // What is known of the site is read anew after a change.
        let own = path(&small, "stoa.callout");
        let changed = owner.call("PATCH", &own, Some(&json!({"enabled": true}))).await?.expect(200)?;
        let limits = &changed["limits"];
        assert_eq!([&limits["plan"], &limits["interpreted"]], [&json!("Small shop"), &json!(false)]);
        assert_eq!([&limits["pageCalls"], &limits["pageMs"], &limits["memoryBytes"]], [7, 100, 16 * 1024 * 1024]);
        assert_eq!(limits["storageBytes"], 0, "it stores nothing");

        let general = owner.get(&path(&other, "stoa.callout")).await?.expect(200)?;
        assert_eq!([&general["limits"]["plan"], &general["limits"]["pageCalls"]], [&json!(null), &json!(20_000)]);
        Ok(())
    })
    .await
}
