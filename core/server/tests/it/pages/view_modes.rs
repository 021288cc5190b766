//! View modes of stores and blogs.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::on_postgres;
use crate::pages::blocks::path_of;

// spec: enum.collection-view-modes
#[tokio::test(flavor = "multi_thread")]
async fn store_and_blog_view_modes() -> Result<()> {
    on_postgres(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        for address in ["/shop", "/journal"] {
            let path = format!("{}/settings", path_of(&mut owner, &website, address).await?);
            let before = visitor.get(address).await?.text;
            ensure!(!before.contains("data-view="), "{address}: as the theme does");
            for mode in ["list", "grid", "product", "theme"] {
                let mut settings = owner.get(&path).await?.expect(200)?;
                settings["viewMode"] = json!(mode);
                owner.if_match = Some(format!("\"{}\"", settings["revision"]));
                let saved = owner.put(&path, &settings).await?.expect(200)?;
                owner.if_match = None;
                assert_eq!(saved["viewMode"], mode);
                let shown = visitor.get(&format!("{address}?format=json")).await?.expect(200)?;
                let data = shown.get("data").unwrap_or(&shown);
                let is_own = mode != "theme";
                assert_eq!(data["collection"]["viewMode"], if is_own { mode } else { "" }, "{address}");
                let page = visitor.get(address).await?.text;
                ensure!(page.contains("data-view=") == is_own, "{address} {mode:?}");
                ensure!(!is_own || page.contains(&format!("data-view=\"{mode}\"")), "{address} {mode}");
            }
            let mut wrong = owner.get(&path).await?.expect(200)?;
            wrong["viewMode"] = json!("carousel");
            owner.if_match = Some(format!("\"{}\"", wrong["revision"]));
            let refused = owner.put(&path, &wrong).await?.problem(400)?;
            assert_eq!(refused["errors"]["viewMode"], "This must be theme, list, grid or product.");
            wrong["viewMode"] = json!("list");
            owner.put(&path, &wrong).await?.expect(200)?;
            owner.if_match = None;
        }
        let by_choice = visitor.get("/shop?view=grid").await?.text;
        ensure!(!by_choice.contains("data-view=\"list\""), "visitors choose otherwise");
        ensure!(by_choice.contains("name=\"view\" value=\"grid\""), "and keep it while they sort");
        Ok(())
    })
    .await
}
