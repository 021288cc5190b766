//! Short texts of posts and products, from input to display and machine-readable output.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::on_postgres;
use crate::pages::items::Author;
use crate::shop;

/// `Salt & <pepper> "fine"`, then another line.
const KEPT: &str = "Salt &amp; &lt;pepper&gt; \"fine\"<br>\nGround";

#[tokio::test(flavor = "multi_thread")]
async fn short_texts_escaped_everywhere() -> Result<()> {
    on_postgres(async |app| {
        let mut desk = Author::open(app).await?;
        let mut visitor = app.juniper();
        let mut mug = shop::product(app, "juniper", "hearth-mug").await?;
        mug["excerpt"] = json!(KEPT);
        (mug["seoDescription"], mug["name"]) = (json!(""), json!("Spice mug"));
        let path = mug["path"].as_str().context("no path")?.to_owned();
        assert_eq!(desk.owner.put(&path, &mug).await?.expect(200)?["excerpt"], KEPT, "it comes back as it was sent");
        let post = desk.begin(None, "Spice notes").await?;
        assert_eq!(desk.change(&post, &json!({"excerpt": KEPT})).await?.expect(200)?["excerpt"], KEPT);
        desk.publish(&post).await?;

        for path in ["/shop/hearth-mug", "/journal/spice-notes", "/shop", "/journal", "/search?q=spice"] {
            let shown = visitor.get(path).await?.text;
            ensure!(shown.contains("Salt &amp; &lt;pepper&gt; "), "{path}: {shown}");
            ensure!(!shown.contains("&amp;amp;") && !shown.contains("&amp;lt;"), "{path}: {shown}");
        }
        for path in ["/shop/hearth-mug", "/journal/spice-notes"] {
            let shown = visitor.get(path).await?.text;
            let described = "name=\"description\" content=\"Salt &amp; &lt;pepper&gt; &quot;fine&quot; Ground\"";
            ensure!(shown.contains(described), "{path}: {shown}");
            ensure!(shown.contains("stoa-excerpt\">Salt &amp; &lt;pepper&gt; \"fine\"\nGround</p>"), "{path}: {shown}");
            let machines: Vec<&str> = shown.split("application/ld+json\">").skip(1).collect();
            let own = machines.iter().filter_map(|rest| rest.split("</script>").next());
            let own = own.filter_map(|text| serde_json::from_str::<serde_json::Value>(text).ok());
            let said: Vec<_> = own.filter_map(|thing| Some(thing.get("description")?.clone())).collect();
            assert_eq!(said, [json!("Salt & <pepper> \"fine\" Ground")], "{path}");
        }
        Ok(())
    })
    .await
}
