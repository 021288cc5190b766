//! Share links of posts and products that need no script, where the owner turns them on.

use anyhow::{Context as _, Result, ensure};
use serde_json::json;

use crate::app::{on_postgres, on_sqlite};
use crate::client::Client;
use crate::forms::comments::{POST, choose};
use crate::requests::PICTURE;

const PRODUCT: &str = "/shop/hearth-mug";
const MARK: &str = "class=\"stoa-share\"";

async fn shows(visitor: &mut Client, path: &str) -> Result<bool> {
    let page = visitor.get(path).await?;
    ensure!(page.status == 200, "{path}: {page:?}");
    Ok(page.text.contains(MARK))
}

// spec: content.item.fields
#[tokio::test(flavor = "multi_thread")]
async fn share_buttons_in_every_theme() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        owner.website = Some(website.clone());
        ensure!(!shows(&mut visitor, POST).await? && !shows(&mut visitor, PRODUCT).await?, "off on a new site");

        let services = json!(["email", "bluesky", "pinterest"]);
        let on_posts = [("/shareSettings/onPosts", json!(true)), ("/shareSettings/services", services.clone())];
        choose(&mut owner, &website, &on_posts).await?;
        ensure!(shows(&mut visitor, POST).await? && !shows(&mut visitor, PRODUCT).await?, "pages follow at once");
        choose(&mut owner, &website, &[("/shareSettings/onProducts", json!(true))]).await?;
        let told = visitor.get(&format!("{POST}?format=json")).await?.expect(200)?;
        let all = json!({"email": true, "bluesky": true, "pinterest": true});
        ensure!(told["item"]["shareButtonOptions"] == all && told["website"]["shareButtonOptions"] == all, "{told}");

        let design = format!("/api/v1/websites/{website}/design");
        for theme in ["linen", "gazette", "indigo", "nocturne"] {
            let seen = owner.get(&design).await?.expect(200)?;
            owner.if_match = Some(format!("\"{}\"", seen["revision"]));
            let saved = owner.put(&design, &json!({"theme": theme})).await?.expect(200)?;
            owner.if_match = None;
            owner.post(&format!("{design}/publish"), &json!({"revision": saved["revision"]})).await?.expect(200)?;
            for path in [POST, PRODUCT] {
                let page = visitor.get(path).await?.text;
                ensure!(page.contains(&format!("/themes/{theme}/")), "{theme}");
                let part = page.split(MARK).nth(1).and_then(|rest| rest.split("</section>").next());
                let part = part.with_context(|| format!("{theme} shows no buttons on {path}"))?;
                let address = format!("juniper.localhost%3A{}", app.address.port());
                for link in ["href=\"mailto:?subject=", "href=\"https://bsky.app/", "href=\"https://www.pinterest.com/"]
                {
                    ensure!(part.contains(link), "{theme} {path}: {link} in {part}");
                }
                ensure!(part.contains(&address), "{part}");
                ensure!(!page.contains("<script src=\"http") && !part.contains("<script"), "no foreign code: {part}");
            }
        }
        ensure!(!shows(&mut visitor, "/").await? && !shows(&mut visitor, "/journal").await?, "there alone");
        Ok(())
    })
    .await
}

// spec: page.lock-screen.open
#[tokio::test(flavor = "multi_thread")]
async fn favicon_and_default_sharing_image() -> Result<()> {
    on_sqlite(async |app| {
        let website = app.website("juniper").await?;
        let (mut owner, mut visitor) = (app.owner().await?, app.juniper());
        owner.website = Some(website.clone());
        let icon = visitor.get("/favicon.svg").await?;
        ensure!(icon.status == 200 && icon.text.contains("<svg"), "the initial: {icon:?}");
        let page = visitor.get("/contact").await?.text;
        ensure!(!page.contains("og:image\""), "no picture");
        ensure!(page.contains("<link rel=\"icon\" href=\"/favicon.svg\">"), "its kind is told by what comes: {page}");
        visitor.get("/apple-touch-icon.png").await?.problem(404)?;
        ensure!(!page.contains("apple-touch-icon"), "what is not there is not named: {page}");
        let picture = owner.upload("/api/assets", "jug.webp", PICTURE).await?.expect(201)?;
        let clip = [b"\0\0\0\x18ftypisom".as_slice(), &[7; 400]].concat();
        let film = owner.upload("/api/assets", "jug.mp4", &clip).await?.expect(201)?;
        let chosen = [("/iconId", picture["id"].clone()), ("/shareImageId", picture["id"].clone())];
        choose(&mut owner, &website, &chosen).await?;
        let url = picture["url"].as_str().context("no url")?;
        for path in ["/favicon.ico", "/favicon.svg"] {
            let icon = visitor.get(path).await?;
            ensure!(icon.status == 307 && icon.location() == format!("{url}?format=300w"), "{icon:?}");
        }
        let icon = visitor.get("/apple-touch-icon.png").await?;
        ensure!(icon.status == 200 && icon.header("content-type") == "image/png", "{icon:?}");
        ensure!(icon.text.contains("IHDR"), "made of the chosen picture: {icon:?}");
        let page = visitor.get("/contact").await?.text;
        ensure!(page.contains("<link rel=\"apple-touch-icon\" href=\"/apple-touch-icon.png\">"), "{page}");
        ensure!(page.contains(&format!("{url}?format=")) && page.contains("og:image\""), "{page}");
        // Files remain accessible at their URLs on a password-protected site.
        let lock = format!("/api/v1/websites/{website}/site-lock");
        owner.put(&lock, &json!({"password": "Celadon 9"})).await?.expect(200)?;
        let shut = visitor.get("/contact").await?;
        ensure!(shut.status == 401 && shut.text.contains("data-page-type=\"103\""), "{shut:?}");
        ensure!(visitor.get("/favicon.svg").await?.status == 307 && visitor.get(url).await?.status == 200);
        owner.put(&lock, &json!({"password": null})).await?.expect(200)?;
        let asset = format!("/api/v1/websites/{website}/assets/{}", picture["id"].as_str().context("no id")?);
        owner.delete(&asset).await?.problem(409)?;
        let path = format!("/api/v1/websites/{website}/website-settings");
        let mut settings = owner.get(&path).await?.expect(200)?;
        for wrong in [json!("ast_none"), film["id"].clone()] {
            settings["iconId"] = wrong;
            ensure!(owner.put(&path, &settings).await?.problem(400)?["errors"]["iconId"].is_string());
        }
        choose(&mut owner, &website, &[("/iconId", json!(null)), ("/shareImageId", json!(null))]).await?;
        owner.delete(&asset).await?.expect(204)?;
        ensure!(visitor.get("/favicon.svg").await?.text.contains("<svg"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn share_button_validation() -> Result<()> {
    on_postgres(async |app| {
        let path = format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?);
        let mut owner = app.owner().await?;
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["shareSettings"] = json!({"onPosts": true, "onProducts": false, "services": []});
        let refused = owner.put(&path, &settings).await?.problem(400)?;
        ensure!(refused["errors"]["shareSettings.services"] == "Choose at least one service to share to.", "{refused}");
        settings["shareSettings"]["services"] = json!(["myspace"]);
        owner.put(&path, &settings).await?.problem(400)?;
        settings["shareSettings"]["services"] = json!(["x", "email", "x"]);
        let saved = owner.put(&path, &settings).await?.expect(200)?;
        ensure!(saved["shareSettings"]["services"] == json!(["x", "email"]), "{saved}");
        Ok(())
    })
    .await
}
