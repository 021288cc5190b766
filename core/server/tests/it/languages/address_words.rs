//! Addresses with the words of their language, links of e-mails, forms without scripts, and languages that are not
//! public yet.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use super::translations::open;
use crate::account::member_accounts::plain;
use crate::app::{App, on_both, on_sqlite};
use crate::client::Client;
use crate::forms::comments::{POST, begin, choose};
use crate::shop;

/// Ids of the shop's product and of its store.
async fn mug(app: &App) -> Result<(String, String)> {
    let product = shop::product(app, "juniper", "hearth-mug").await?;
    let text = |name: &str| product[name].as_str().map(str::to_owned).with_context(|| format!("no {name}"));
    Ok((text("id")?, text("collectionId")?))
}

/// Gives the store and the product French words.
async fn name_in_french(owner: &mut Client, base: &str, product: &str, store: &str) -> Result<()> {
    let word = json!({"word": "boutique"});
    let saved = owner.put(&format!("{base}/page/{store}/address?language=fr"), &word).await?.expect(200)?;
    assert_eq!(saved["address"], json!({"above": "/fr/", "original": "shop", "word": "boutique"}));
    let word = json!({"word": " tasse-du-foyer "});
    let saved = owner.put(&format!("{base}/product/{product}/address?language=fr"), &word).await?.expect(200)?;
    let expected = json!({"above": "/fr/boutique/", "original": "hearth-mug", "word": "tasse-du-foyer"});
    assert_eq!(saved["address"], expected);
    Ok(())
}

async fn redirected(visitor: &mut Client, from: &str, to: &str) -> Result<()> {
    let moved = visitor.get(from).await?;
    assert_eq!((moved.status, moved.location()), (301, to), "{from}");
    Ok(())
}

// spec: multilingual.addresses.open
#[tokio::test(flavor = "multi_thread")]
async fn pages_have_addresses_of_their_own() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let (product, store) = mug(app).await?;
        let mut visitor = app.juniper();
        ensure!(visitor.get("/fr/shop").await?.text.contains("href=\"/fr/shop/hearth-mug\""));
        name_in_french(&mut owner, &base, &product, &store).await?;

        let list = visitor.get("/fr/boutique").await?;
        ensure!(list.status == 200 && list.text.contains("href=\"/fr/boutique/tasse-du-foyer\""), "{list:?}");
        ensure!(!list.text.contains("/fr/shop") && list.text.contains("<a href=\"/shop\" hreflang="), "{}", list.text);
        let page = visitor.get("/fr/boutique/tasse-du-foyer").await?;
        ensure!(page.status == 200 && page.text.contains("<html lang=\"fr\""), "{page:?}");
        for own in ["/fr/boutique/tasse-du-foyer", "/shop/hearth-mug"] {
            let page = visitor.get(own).await?.text;
            let (_, canonical) = page.split_once("rel=\"canonical\" href=\"").context("no canonical address")?;
            let canonical = canonical.split('"').next().unwrap_or_default();
            ensure!(canonical.ends_with(own), "{own}: {canonical}");
            for (tag, path) in [("fr", "/fr/boutique/tasse-du-foyer"), ("x-default", "/shop/hearth-mug")] {
                let start = format!("hreflang=\"{tag}\" href=\"");
                let url = page.split_once(&start).with_context(|| format!("{own}: no {tag}"))?.1;
                ensure!(url.split('"').next().is_some_and(|url| url.ends_with(path)), "{own}: {tag}");
            }
        }
        let english = visitor.get("/shop").await?.text;
        ensure!(
            english.contains("<a href=\"/fr/boutique\" hreflang=") && english.contains("href=\"/shop/hearth-mug\"")
        );
        let sitemap = visitor.get("/sitemap.xml").await?.text;
        ensure!(sitemap.contains("/fr/boutique/tasse-du-foyer</loc>") && !sitemap.contains("/fr/shop"), "{sitemap}");

        redirected(&mut visitor, "/fr/shop/hearth-mug?x=1", "/fr/boutique/tasse-du-foyer?x=1").await?;
        redirected(&mut visitor, "/fr/shop/tasse-du-foyer", "/fr/boutique/tasse-du-foyer").await?;
        assert_eq!(visitor.get("/boutique").await?.status, 404, "the word is that of one language");

        // A changed word leads on from the former one, and so does the original again.
        let place = format!("{base}/page/{store}/address?language=fr");
        owner.put(&place, &json!({"word": "échoppe"})).await?.expect(200)?;
        redirected(&mut visitor, "/fr/boutique/tasse-du-foyer", "/fr/%C3%A9choppe/tasse-du-foyer").await?;
        owner.put(&place, &json!({"word": null})).await?.expect(200)?;
        redirected(&mut visitor, "/fr/boutique", "/fr/shop").await?;
        assert_eq!(visitor.get("/fr/shop/tasse-du-foyer").await?.status, 200);
        owner.put(&place, &json!({"word": "boutique"})).await?.expect(200)?;
        assert_eq!(visitor.get("/fr/boutique").await?.status, 200, "no redirect is in its place");
        Ok(())
    })
    .await
}

// spec: multilingual.addresses.open
#[tokio::test(flavor = "multi_thread")]
async fn words_are_unique_in_their_folder() -> Result<()> {
    on_both(async |app| {
        let (mut owner, base) = open(app, "juniper").await?;
        let (product, store) = mug(app).await?;
        let site = base.trim_end_matches("/translations").to_owned();
        let other = owner.post(&format!("{site}/pages"), &json!({"title": "Workshop"})).await?.expect(201)?;
        let other = format!("{base}/page/{}/address?language=fr", other["id"].as_str().context("no id")?);
        let place = format!("{base}/page/{store}/address?language=fr");
        for wrong in ["cart", "Boutique", "a b", "fr", "workshop", "a/b"] {
            let refused = owner.put(&place, &json!({"word": wrong})).await?.problem(400)?;
            ensure!(refused["errors"]["word"].is_string(), "{wrong}: {refused}");
        }
        name_in_french(&mut owner, &base, &product, &store).await?;
        let refused = owner.put(&other, &json!({"word": "boutique"})).await?.problem(400)?;
        assert_eq!(refused["errors"]["word"], "This address is already in use in this language.");
        // Nor can a page be made there: it would stand in French too.
        let made = owner.post(&format!("{site}/pages"), &json!({"title": "Boutique"})).await?.expect(201)?;
        let id = made["id"].as_str().context("no id")?;
        let settings = owner.get(&format!("{site}/pages/{id}/settings")).await?.expect(200)?;
        assert_eq!(settings["urlId"], "boutique-2");
        let stores = site.replace("/api/v1/", "/api/content-service/product/1.1/");
        let new = json!({"title": "Boutique", "navigationTitle": "", "urlId": "boutique", "description": "",
            "enabled": true});
        let refused = owner.post(&format!("{stores}/products"), &new).await?.problem(409)?;
        assert_eq!(refused["code"], "url-taken");

        let home = owner.get(&format!("{base}/discount/any/address?language=fr")).await?.expect(200)?;
        assert_eq!(home["address"], Value::Null);
        let (mut elsewhere, foreign) = open(app, "kissaten").await?;
        let word = json!({"word": "tasse"});
        elsewhere.put(&format!("{foreign}/product/{product}/address?language=fr"), &word).await?.problem(404)?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        viewer.put(&place, &word).await?.problem(403)?;
        Ok(())
    })
    .await
}

// spec: multilingual.addresses.open
#[tokio::test(flavor = "multi_thread")]
async fn emails_lead_to_pages_in_their_language() -> Result<()> {
    on_sqlite(async |app| {
        open(app, "juniper").await?;
        let mut shopper = app.juniper();
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        shopper.post("/api/site-users/account/locale", &json!({"language": "fr"})).await?.expect(204)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        shop::submit(&mut shopper, &checkout, "languages-0002", shop::APPROVED).await?.expect(200)?;
        let emails: Vec<String> = app.emails(2).await?.iter().map(|email| plain(email)).collect();
        let own = emails.iter().find(|email| email.contains("commande")).context("no French e-mail")?;
        ensure!(own.contains("/fr/checkout/order-status/"), "{own}");
        let owners = emails.iter().find(|email| !email.contains("commande")).context("no e-mail to the owner")?;
        ensure!(!owners.contains("/fr/"), "{owners}");
        Ok(())
    })
    .await
}

// spec: multilingual.addresses.open
#[tokio::test(flavor = "multi_thread")]
async fn forms_without_scripts_answer_in_the_language_of_their_page() -> Result<()> {
    on_sqlite(async |app| {
        let (website, mut owner, mut visitor, post) = begin(app).await?;
        choose(&mut owner, &website, &[("/simpleLikingEnabled", json!(true))]).await?;
        open(app, "juniper").await?;
        let page = visitor.get(&format!("/fr{POST}")).await?.text;
        let action = "/api/likes/form?language=fr";
        ensure!(page.contains(&format!("action=\"{action}\"")), "{page}");
        let asked = visitor.form(action, &[("targetId", &post)]).await?.text;
        ensure!(asked.contains("<html lang=\"fr\"") && asked.contains(&format!("action=\"{action}\"")), "{asked}");
        ensure!(asked.contains(&format!("href=\"/fr{POST}\"")), "{asked}");
        let crumb = visitor.cookies.get("crumb").cloned().context("no crumb")?;
        let yes = [("targetId", post.as_str()), ("liked", "yes"), ("crumb", &crumb)];
        let kept = visitor.form(action, &yes).await?;
        assert_eq!((kept.status, kept.location()), (303, format!("/fr{POST}#likes").as_str()));
        // Another site's language or none: the primary one.
        let kept = visitor.form("/api/likes/form?language=it", &yes).await?;
        assert_eq!(kept.location(), format!("{POST}#likes"));

        let (product, _) = mug(app).await?;
        let add = [("action", "add"), ("itemId", product.as_str()), ("crumb", &crumb)];
        let kept = visitor.form("/wishlist?language=fr", &add).await?;
        assert_eq!((kept.status, kept.location()), (303, "/fr/wishlist"));
        let back = visitor.get("/cart/back?token=none&language=fr").await?;
        assert_eq!((back.status, back.location()), (303, "/fr/cart"));
        Ok(())
    })
    .await
}

// spec: multilingual.drafts.open
#[tokio::test(flavor = "multi_thread")]
async fn contributors_browse_languages_that_are_not_public() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, _) = open(app, "juniper").await?;
        let website = owner.website.clone().context("no site")?;
        let mut listed = owner.get("/api/multilingual/languages").await?.expect(200)?;
        listed["languages"][1]["enabled"] = json!(false);
        owner.put("/api/multilingual/languages", &listed).await?.expect(200)?;
        let path = format!("/api/v1/websites/{website}/draft-languages/link");
        app.juniper().post(&path, &json!({})).await?.problem(401)?;
        let mut viewer = app.staff("viewer@stoa.example").await?;
        let link = viewer.post(&path, &json!({})).await?.expect(201)?;
        let link = link["url"].as_str().context("no address")?.to_owned();

        let mut browser = app.juniper();
        let wrong = browser.get(&format!("{link}x?language=fr")).await?;
        ensure!(wrong.status == 404 && !browser.cookies.contains_key("DRAFT_LANGUAGES"), "{wrong:?}");
        let led = browser.get(&format!("{link}?language=fr")).await?;
        assert_eq!((led.status, led.location(), led.header("cache-control")), (303, "/fr", "no-store"));
        for path in ["/fr", "/fr/shop", "/fr/shop/hearth-mug", "/fr/cart"] {
            let page = browser.get(path).await?;
            ensure!(page.status == 200 && page.text.contains("<html lang=\"fr\""), "{path}: {page:?}");
            assert_eq!((page.header("cache-control"), page.header("etag")), ("no-store", ""), "{path}");
            assert_eq!(app.juniper().get(path).await?.status, 404, "{path} is not for strangers");
        }
        ensure!(browser.get("/fr/shop").await?.text.contains("href=\"/fr/shop/hearth-mug\""), "links lead on in it");
        let odd = browser.get(&format!("{link}?language=//elsewhere.example")).await?;
        assert_eq!(odd.location(), "/");
        let pass = link.rsplit_once("/~").context("no path")?.1;
        ensure!(app.kissaten().get(&format!("/~{pass}")).await?.status == 404, "the pass of another site");
        Ok(())
    })
    .await
}
