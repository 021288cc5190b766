//! Storage limits of sites, by plan.

use anyhow::{Context as _, Result, ensure};
use futures::future::join_all;
use serde_json::json;
use stoa_entity::stored_files::used_bytes;
use stoa_kernel::id::WebsiteId;
use stoa_site::media::{LimitOverrides, set_limits};

use crate::app::{on_both, on_both_with};
use crate::requests::PICTURE;
use crate::shop;

const PLANS: &str = "[plans]\nnew_site = 'small'\n[plans.offered.small]\ntitle = 'Small shop'\nfile_megabytes = 1\n\
                     [plans.offered.tiny]\ntitle = 'Tiny'\nsite_megabytes = 20\n";

#[tokio::test(flavor = "multi_thread")]
async fn plan_storage_quota_and_usage() -> Result<()> {
    on_both_with(PLANS, async |app| {
        let website = app.website("juniper").await?;
        let base = format!("/api/v1/websites/{website}");
        let storage = format!("{base}/storage");
        let tenants = &app.stoa.foundation.tenancy.tenants;
        let mut owner = app.owner().await?;
        owner.website = Some(website.clone());
        let before = owner.get(&storage).await?.expect(200)?;
        assert_eq!(
            (&before["plan"], &before["siteBytes"]),
            (&json!(null), &json!(0)),
            "the demo was made by the operator"
        );
        assert_eq!((&before["pictureBytes"], &before["fileBytes"]), (&json!(20_000_000), &json!(300_000_000)));

        tenants.set_plan("juniper", Some("small")).await?;
        let small = owner.get(&storage).await?.expect(200)?;
        assert_eq!((&small["plan"], &small["fileBytes"]), (&json!("Small shop"), &json!(1_000_000)));
        assert_eq!(small["pictureBytes"], 20_000_000, "what a plan leaves out is as for all");
        let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
        let files = format!("{}/files?filename=a.pdf", pattern["path"].as_str().context("no path")?);
        let large = vec![b'a'; 1_200_000];
        let refused = owner.post_file(&files, &large).await?.problem(400)?;
        assert_eq!(refused["errors"]["file"], "The file can have at most 1 MB.");

        tenants.set_plan("juniper", Some("tiny")).await?;
        let used = owner.get(&storage).await?.expect(200)?["usedBytes"].as_u64().context("no size")?;
        ensure!(used > 0, "the pictures of the demo count");
        let left = usize::try_from(20_000_000_u64.checked_sub(used).context("the demo is larger")?)?;
        let too_much = owner.post_file(&files, &vec![b'a'; left + 1]).await?.problem(400)?;
        ensure!(too_much["errors"]["file"].as_str().is_some_and(|said| said.contains("at most")), "{too_much}");
        owner.post_file(&files, &vec![b'a'; left]).await?.expect(201)?;
        let full = owner.get(&storage).await?.expect(200)?;
        assert_eq!(full["usedBytes"], full["siteBytes"], "files of products count");
        let message = "This site has used its storage of 20 MB. Delete files that you no longer need.";
        assert_eq!(owner.upload("/api/assets", "a.webp", PICTURE).await?.problem(409)?["error"], message);
        assert_eq!(owner.post_file(&files, b"x").await?.problem(409)?["error"], message);

        let tenant = app.stoa.foundation.tenancy.for_system(&website.parse()?, "test").await?;
        let own = LimitOverrides { site_bytes: Some(0), ..LimitOverrides::default() };
        set_limits(&tenant.ctx, &tenant.db, own).await?;
        owner.upload("/api/assets", "a.webp", PICTURE).await?.expect(201)?;
        assert_eq!(owner.get(&storage).await?.expect(200)?["siteBytes"], 0, "a site's own limits go before its plan's");

        let new = json!({"title": "Harbour", "identifier": "harbour", "theme": "linen"});
        let made = owner.post("/api/v1/new-site", &new).await?.expect(201)?;
        let of_new = format!("/api/v1/websites/{}/storage", made["id"].as_str().context("no id")?);
        assert_eq!(owner.get(&of_new).await?.expect(200)?["plan"], "Small shop", "what people make by themselves");
        ensure!(tenants.set_plan("nowhere", Some("tiny")).await.is_err());
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn files_that_arrive_together_share_what_is_left() -> Result<()> {
    on_both(async |app| {
        let website: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
        let pattern = shop::product(app, "juniper", "glaze-notebook").await?;
        let files = format!("{}/files?filename=a.pdf", pattern["path"].as_str().context("no path")?);
        let file = [b"%PDF-1.7\n1 0 obj\n".to_vec(), vec![b' '; 600 - 17]].concat();
        let owner = app.owner_on("juniper").await?;
        for round in 1..=3 {
            let used = used_bytes(&tenant.db.read().await?).await?;
            let own = LimitOverrides { site_bytes: Some(used + 1_000), ..LimitOverrides::default() };
            set_limits(&tenant.ctx, &tenant.db, own).await?;
            let sent = (0..8).map(|number| {
                let (mut owner, files, file) = (owner.clone(), files.as_str(), file.as_slice());
                async move {
                    match number % 2 {
                        0 => owner.post_file(files, file).await,
                        _ => owner.upload("/api/assets", "a.pdf", file).await,
                    }
                }
            });
            let mut kept = 0;
            for answer in join_all(sent).await {
                match answer? {
                    answer if answer.status == 201 => kept += 1,
                    answer if answer.status == 400 => {
                        let refused = answer.problem(400)?;
                        let said = refused["errors"]["file"].as_str().unwrap_or_default();
                        ensure!(said.contains("at most"), "{refused}");
                    }
                    answer => {
                        let refused = answer.problem(409)?;
                        ensure!(refused["error"].as_str().is_some_and(|said| said.contains("storage")), "{refused}");
                    }
                }
            }
            assert_eq!((kept, used_bytes(&tenant.db.read().await?).await?), (1, used + 600), "round {round}");
        }
        Ok(())
    })
    .await
}
