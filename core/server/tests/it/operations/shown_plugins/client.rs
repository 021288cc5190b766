//! Scripts of blocks, which run in frames.

use anyhow::{Context as _, Result, ensure};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use stoa_plugin_author::SigningKey;

use super::super::plugins::{home, part, publish, with_blocks};
use super::super::site_plugins::{compiler, install, upload};
use crate::app::on_sqlite_with;
use crate::client::TestResponse;
use crate::plugin_package::Packed;

const TIMER: Packed<'static> = Packed { built: "plugins/stoa.countdown", id: "acme.timer", version: "1.0.0" };
const LOADER: &str = "/static/plugin-client.js";

/// The frame has its own script and that of the block, whose ends are the only ones, and the policy names both.
fn ensure_both_scripts_run(frame: &TestResponse) -> Result<()> {
    let policy = frame.header("content-security-policy");
    assert_eq!(frame.text.matches("</script>").count(), 2, "{}", frame.text);
    for beginning in ["<script>", "<script type=\"module\">"] {
        let (_, rest) = frame.text.split_once(beginning).context("no script")?;
        let (script, _) = rest.split_once("</script>").context("no end")?;
        let hash = format!("'sha256-{}'", STANDARD.encode(Sha256::digest(script)));
        ensure!(policy.contains(&hash), "{policy} lacks {hash} of {script}");
    }
    Ok(())
}

// spec: plugins.blocks.client
#[tokio::test(flavor = "multi_thread")]
async fn a_script_runs_in_a_frame_that_allows_nothing_else() -> Result<()> {
    on_sqlite_with(&compiler(), async |app| {
        let folder = tempfile::tempdir()?;
        let key = SigningKey::create(&folder.path().join("acme.key"))?;
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());

        // The owner agrees to it.
        let path = format!("/api/v1/websites/{website}/plugins/acme.timer");
        let digest = upload(&mut owner, &website, folder.path(), TIMER, &key).await?;
        let before = owner.get(&path).await?.expect(200)?;
        assert_eq!(before["permissions"], json!([{"kind": "script"}]));
        install(&mut owner, &path, &digest, None).await?.problem(409)?;
        let grants = json!({"origins": [], "data": []});
        install(&mut owner, &path, &digest, Some(grants)).await?.expect(200)?;
        owner.call("PATCH", &path, Some(&json!({"enabled": true}))).await?.expect(200)?;

        let page = home(&mut owner, &website).await?;
        let settings = json!({"until": "2090-05-31 18:00", "finished": "</script><script>f()</script>"});
        let block = json!({"id": "timer", "kind": "acme-timer--countdown", "settings": settings});
        let draft = with_blocks(&mut owner, &page, &[block]).await?;
        publish(&mut owner, &page, &draft).await?;
        let shown = visitor.get("/").await?.text;
        let drawn = part(&shown, "timer")?;
        ensure!(drawn.contains("<time datetime=\"2090-05-31T18:00:00"), "what the server has drawn stays: {drawn}");
        ensure!(shown.contains(LOADER) && !shown.contains("<script>f()"), "{shown}");
        let (_, rest) = drawn.split_once("<script type=\"application/json\">").context("no data")?;
        let (text, _) = rest.split_once("</script>").context("no end")?;
        let client: serde_json::Value = serde_json::from_str(text)?;
        assert_eq!([&client["kind"], &client["title"]], ["acme-timer--countdown", "Countdown"]);
        assert_eq!(client["data"]["finished"], "</script><script>f()</script>");
        ensure!(
            client["styles"].as_str().is_some_and(|css| css.starts_with(":where(.stoa-block-acme-timer--countdown)"))
        );

        let address = client["frame"].as_str().context("no frame")?;
        let frame = visitor.get(address).await?;
        assert_eq!(frame.status, 200);
        ensure!(address.starts_with("/static/plugin-clients/") && address.ends_with(".html"), "{address}");
        ensure!(frame.text.contains("await stoa.block"), "{}", frame.text);
        ensure_both_scripts_run(&frame)?;
        ensure!(frame.header("cache-control").contains("immutable"), "{:?}", frame.headers);
        let policy = frame.header("content-security-policy");
        for rule in ["sandbox allow-scripts;", "default-src 'none'", "script-src 'sha256-", "form-action 'none'"] {
            ensure!(policy.contains(rule), "{policy}");
        }
        ensure!(!policy.contains("allow-same-origin") && !policy.contains("script-src 'unsafe"), "{policy}");
        let pictures = format!("img-src data: blob: http://{}/assets/;", visitor.host);
        ensure!(policy.contains(&pictures), "{policy} lacks {pictures}");

        // The editor's preview gets the same from the host of the platform.
        let name = address.rsplit('/').next().context("no name")?;
        let editor = app.platform().get(&format!("/admin/block-frames/{}/{name}", visitor.host)).await?;
        assert_eq!(editor.status, 200);
        ensure!(editor.header("content-security-policy").starts_with("sandbox allow-scripts;"), "{:?}", editor.headers);
        assert_eq!(visitor.get(&format!("/admin/block-frames/{}/{name}", visitor.host)).await?.status, 404);
        assert_eq!(app.platform().get(&format!("/admin/block-frames/nowhere.example/{name}")).await?.status, 404);
        // What stands in the place of a port gets into no frame.
        for payload in ["%22%3E%3Cscript%3Ef()%3C%2Fscript%3E", "x@evil.example", "80%3B%20script-src%20*"] {
            let path = format!("/admin/block-frames/juniper.localhost:{payload}/{name}");
            let refused = app.platform().get(&path).await?;
            ensure!(refused.status == 404 && !refused.text.contains("<base"), "{path}: {refused:?}");
        }

        // No other script, and no page loads anything that has no such block.
        assert_eq!(visitor.get("/static/plugin-clients/0a-0b.html").await?.status, 404);
        assert_eq!(visitor.get("/static/plugin-clients/0a").await?.status, 404);
        ensure!(!visitor.get("/contact").await?.text.contains(LOADER));
        Ok(())
    })
    .await
}
