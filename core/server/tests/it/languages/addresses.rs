//! Languages of a site: the list, its addresses, and what visitors get in each language.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite};
use crate::client::Client;
use crate::pages::blocks::{about_page, publish};
use crate::shop;

const LANGUAGES: &str = "/api/multilingual/languages";
const SETTINGS: &str = "/api/multilingual/settings";
const STATUS: &str = "/api/multilingual/status";
const CONNECTION: &str = "/api/multilingual/connection";

/// The owner of the dollar shop, and the tag of its language.
async fn open(app: &App) -> Result<(Client, String)> {
    let (mut owner, website) = app.owner_of("juniper").await?;
    owner.website = Some(website.clone());
    let settings = owner.get(&format!("/api/v1/websites/{website}/settings")).await?.expect(200)?;
    let language = settings["language"].as_str().context("no language")?.to_owned();
    Ok((owner, language))
}

fn entry(code: &str, is_primary: bool, enabled: bool) -> Value {
    json!({"code": code, "isPrimary": is_primary, "enabled": enabled})
}

/// Gives the shop more languages, each with its visibility.
async fn set(owner: &mut Client, primary: &str, others: &[(&str, bool)]) -> Result<Value> {
    let others = others.iter().map(|(code, enabled)| entry(code, false, *enabled));
    let languages: Vec<Value> = std::iter::once(entry(primary, true, true)).chain(others).collect();
    owner.put(LANGUAGES, &json!({"languages": languages})).await?.expect(200)
}

// spec: multilingual.settings.get, multilingual.settings.get.open, multilingual.status.get, multilingual.status.get.open
// spec: multilingual.languages.get-put, multilingual.languages.entity, multilingual.languages.shape.open
#[tokio::test(flavor = "multi_thread")]
async fn list_of_languages() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, primary) = open(app).await?;
        let disconnected = json!({"connected": false, "status": "DISCONNECTED", "connectedOn": null});
        assert_eq!(owner.get(STATUS).await?.expect(200)?, disconnected);
        let settings = owner.get(SETTINGS).await?.expect(200)?;
        assert_eq!((&settings["enabled"], &settings["provider"]), (&json!(false), &Value::Null));

        let saved = set(&mut owner, &primary, &[("fr", true), ("pt-BR", false)]).await?;
        assert_eq!(owner.get(LANGUAGES).await?.expect(200)?, saved);
        let [own, french, brazilian] = [0, 1, 2].map(|place| &saved["languages"][place]);
        assert_eq!((&own["code"], &own["isPrimary"], &own["enabled"]), (&json!(primary), &json!(true), &json!(true)));
        let expected = json!({"code": "fr", "name": "Français", "isPrimary": false, "enabled": true,
            "untranslated": "show", "custom": false});
        assert_eq!(french, &expected);
        assert_eq!((&brazilian["name"], &brazilian["enabled"]), (&json!("Português (Brasil)"), &json!(false)));
        let status = owner.get(STATUS).await?.expect(200)?;
        assert_eq!((&status["connected"], &status["status"]), (&json!(true), &json!("CONNECTED")));
        ensure!(status["connectedOn"].is_i64(), "{status}");
        let settings = owner.get(SETTINGS).await?.expect(200)?;
        let expected = json!({"enabled": true, "provider": "stoa", "primaryLanguage": primary,
            "widgetPosition": "footer", "customCodedLanguages": []});
        assert_eq!(settings, expected);

        let mut wrong = vec![
            json!([entry(&primary, true, true), entry("fr", true, true)]),
            json!([entry("fr", false, true)]),
            json!([entry("fr", true, true)]),
            json!([entry(&primary, true, true), entry("tlh", false, true)]),
            json!([entry(&primary, true, true), entry("fr", false, true), entry("fr", false, true)]),
        ];
        let many = (0..50).map(|number| entry(&format!("en-{number:03}"), false, true));
        wrong.push(std::iter::once(entry(&primary, true, true)).chain(many).collect());
        for languages in wrong {
            owner.put(LANGUAGES, &json!({"languages": languages})).await?.problem(400)?;
        }
        assert_eq!(owner.get(LANGUAGES).await?.expect(200)?, saved, "nothing was saved");

        // The other shop of the same owner has languages of its own.
        owner.website = Some(app.website("kissaten").await?);
        let other = owner.get(LANGUAGES).await?.expect(200)?;
        assert_eq!(other["languages"].as_array().map(Vec::len), Some(1));
        Ok(())
    })
    .await
}

// spec: multilingual.connection.delete, multilingual.connection.delete.open
#[tokio::test(flavor = "multi_thread")]
async fn disconnecting_hides_languages_and_keeps_the_list() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, primary) = open(app).await?;
        set(&mut owner, &primary, &[("fr", true)]).await?;
        app.juniper().get("/fr/shop").await?.expect(200)?;
        owner.delete(CONNECTION).await?.expect(204)?;
        owner.delete(CONNECTION).await?.expect(204)?;
        assert_eq!(owner.get(STATUS).await?.expect(200)?["status"], "DISCONNECTED");
        let kept = owner.get(LANGUAGES).await?.expect(200)?;
        assert_eq!(kept["languages"][1]["code"], "fr");
        assert_eq!(app.juniper().get("/fr/shop").await?.status, 404);

        let website = owner.website.clone().context("no site")?;
        for email in ["shop@stoa.example", "viewer@stoa.example"] {
            let mut contributor = app.staff(email).await?;
            contributor.website = Some(website.clone());
            contributor.delete(CONNECTION).await?.problem(403)?;
            contributor.get(LANGUAGES).await?.expect(200)?;
        }
        // Roles 4 and 15, one after the other.
        let contributors = format!("/api/v1/websites/{website}/contributors");
        let listed = owner.get(&contributors).await?.expect(200)?;
        let listed = listed["contributors"].as_array().context("no contributors")?;
        let own = listed.iter().find(|one| one["email"] == "viewer@stoa.example").context("no viewer")?;
        let own = format!("{contributors}/{}", own["id"].as_str().context("no id")?);
        for role in [4, 15] {
            owner.put(&own, &json!({"roles": [role]})).await?.expect(200)?;
            let mut contributor = app.staff("viewer@stoa.example").await?;
            contributor.website = Some(website.clone());
            contributor.delete(CONNECTION).await?.expect(204)?;
        }
        Ok(())
    })
    .await
}

// spec: multilingual.rendering.open
#[tokio::test(flavor = "multi_thread")]
async fn pages_in_another_language() -> Result<()> {
    on_postgres(async |app| {
        let (mut owner, primary) = open(app).await?;
        let before = app.juniper().get("/shop").await?.text;
        ensure!(!before.contains("hreflang"), "one language needs no alternates");
        set(&mut owner, &primary, &[("fr", true), ("ar", false)]).await?;
        let mut visitor = app.juniper();

        let english = visitor.get("/shop").await?.text;
        let french = visitor.get("/fr/shop").await?.text;
        // Drafts are not named.
        let begins = "<html lang=\"fr\" dir=\"ltr\" data-language-prefix=\"/fr\" data-language-prefixes=\"/fr\">";
        ensure!(french.contains(begins), "{}", french.get(..200).unwrap_or(&french));
        ensure!(english.contains(&format!("<html lang=\"{primary}\" dir=\"ltr\">")), "the cache keeps both apart");
        for (page, own) in [(&english, "/shop"), (&french, "/fr/shop")] {
            ensure!(page.contains(&format!("{own}\">\n<link rel=\"alternate\" hreflang=")), "canonical of {own}");
            for (tag, path) in [(primary.as_str(), "/shop"), ("x-default", "/shop"), ("fr", "/fr/shop")] {
                let start = format!("<link rel=\"alternate\" hreflang=\"{tag}\" href=\"");
                let rest = page.split_once(&start).with_context(|| format!("{own}: no {tag}"))?.1;
                let url = rest.split('"').next().unwrap_or_default();
                let is_french = url.ends_with("/fr/shop");
                ensure!(url.ends_with(path) && is_french == (tag == "fr"), "{own}: {tag} is {url}");
            }
            ensure!(!page.contains("hreflang=\"ar\""), "a draft is not announced");
        }
        ensure!(french.contains("href=\"/fr/shop/hearth-mug\"") && !french.contains("href=\"/shop/hearth-mug\""));
        ensure!(french.contains("<a href=\"/shop\" hreflang=") && english.contains("<a href=\"/fr/shop\" hreflang="));
        ensure!(english.contains("href=\"/shop/hearth-mug\"") && !english.contains("href=\"/fr/shop/hearth-mug\""));
        for (path, status, said) in [
            ("/fr", 200, "lang=\"fr\""),
            ("/fr/cart", 200, "Panier"),
            ("/fr/search", 200, "lang=\"fr\""),
            ("/fr/account", 200, "lang=\"fr\""),
            ("/fr/wishlist", 200, "lang=\"fr\""),
            ("/fr/nowhere", 404, "lang=\"fr\""),
            ("/FR/shop", 200, "data-language-prefix=\"/fr\""),
        ] {
            let page = visitor.get(path).await?;
            assert_eq!(page.status, status, "{path}");
            ensure!(page.text.contains(said), "{path} does not say {said}: {}", page.text);
        }
        let empty = visitor.get("/fr/checkout").await?;
        assert_eq!((empty.status, empty.location()), (303, "/fr/cart"));
        // Where scripts lead after a gift card was added.
        let added = visitor.get("/fr/checkout/gift-card/x?sku=a&quantity=1").await?;
        assert_eq!((added.status, added.location()), (303, "/fr/cart"));

        let sitemap = visitor.get("/sitemap.xml").await?.text;
        ensure!(sitemap.contains("/fr/shop</loc>") && sitemap.contains("hreflang=\"fr\""), "{sitemap}");
        ensure!(!sitemap.contains("/ar/"), "{sitemap}");
        let feed = visitor.get("/fr/journal?format=rss").await?.text;
        ensure!(feed.contains("<language>fr</language>") && feed.contains("/fr/journal/"), "{feed}");
        let told = visitor.get("/fr/about?format=json").await?.json();
        assert_eq!(told["website"]["language"], "fr");

        // A draft is for contributors.
        assert_eq!(visitor.get("/ar/shop").await?.status, 404);
        let mut contributor = app.juniper();
        (contributor.token, contributor.website) = (owner.token.clone(), owner.website.clone());
        let draft = contributor.get("/ar/shop").await?;
        ensure!(draft.status == 200 && draft.text.contains("<html lang=\"ar\" dir=\"rtl\""), "{}", draft.status);
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn addresses_of_languages_and_pages_exclude_each_other() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, primary) = open(app).await?;
        let base = format!("/api/v1/websites/{}", owner.website.clone().context("no site")?);
        let made = owner.post(&format!("{base}/pages"), &json!({"title": "It"})).await?.expect(201)?;
        let languages = json!({"languages": [entry(&primary, true, true), entry("it", false, true)]});
        let refused = owner.put(LANGUAGES, &languages).await?.problem(409)?;
        let detail = refused["detail"].as_str().context("no detail")?;
        ensure!(detail.contains("“It” has the address /it"), "{detail}");

        set(&mut owner, &primary, &[("fr", true)]).await?;
        let second = owner.post(&format!("{base}/pages"), &json!({"title": "Fr"})).await?.expect(201)?;
        let id = second["id"].as_str().context("no id")?;
        let settings = owner.get(&format!("{base}/pages/{id}/settings")).await?.expect(200)?;
        assert_eq!(settings["urlId"], "fr-2", "the address of the language is taken");
        ensure!(made["id"].is_string());

        let redirect = json!({"source": "/old-mugs", "target": "/shop", "permanent": true});
        owner.post(&format!("{base}/redirects"), &redirect).await?.expect(201)?;
        let moved = app.juniper().get("/fr/old-mugs").await?;
        assert_eq!((moved.status, moved.location()), (301, "/fr/shop"));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn untranslated_pages_can_be_hidden() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, primary) = open(app).await?;
        let hidden = json!({"code": "fr", "isPrimary": false, "enabled": true, "untranslated": "hide"});
        let languages = json!({"languages": [entry(&primary, true, true), hidden]});
        owner.put(LANGUAGES, &languages).await?.expect(200)?;
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/fr/about").await?.status, 404);
        let english = visitor.get("/about").await?.text;
        ensure!(!english.contains("hreflang=\"fr\""), "there is no such page in French");
        ensure!(!visitor.get("/sitemap.xml").await?.text.contains("/fr/about"));
        // Lists lead to posts and products, which are there in the original.
        let product = visitor.get("/fr/shop/hearth-mug").await?;
        assert_eq!((visitor.get("/fr/shop").await?.status, product.status), (404, 200));
        ensure!(visitor.get("/shop/hearth-mug").await?.text.contains("hreflang=\"fr\""));
        // A redirect of the language names its whole target.
        let website = owner.website.clone().context("no site")?;
        let redirect = json!({"source": "/fr/about", "target": "/about", "permanent": true});
        owner.post(&format!("/api/v1/websites/{website}/redirects"), &redirect).await?.expect(201)?;
        let moved = visitor.get("/fr/about").await?;
        assert_eq!((moved.status, moved.location()), (301, "/about"));
        // What is the program's own is always there.
        assert_eq!(visitor.get("/fr/cart").await?.status, 200);
        Ok(())
    })
    .await
}

// spec: site-user.locale.response.open
#[tokio::test(flavor = "multi_thread")]
async fn customers_stay_in_their_language() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, primary) = open(app).await?;
        set(&mut owner, &primary, &[("fr", true)]).await?;
        let mut shopper = app.juniper();
        let product = shop::product(app, "juniper", "hearth-mug").await?;
        let variant = shop::in_stock(&product);
        shop::add(&mut shopper, &product, &variant, 1).await?.expect(200)?;
        shopper.post("/api/site-users/account/locale", &json!({"language": "fr"})).await?.expect(204)?;
        let checkout = shop::prepare(&mut shopper, "US").await?;
        let placed = shop::submit(&mut shopper, &checkout, "languages-0001", shop::APPROVED).await?.expect(200)?;
        let confirmed = placed["redirectUrl"].as_str().context("no page")?;
        let page = shopper.get(&format!("/fr{confirmed}")).await?.text;
        ensure!(page.contains("<html lang=\"fr\""), "{page}");
        let emails = app.emails(2).await?;
        ensure!(emails.iter().any(|email| email.contains("commande")));
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn language_switch_as_a_block() -> Result<()> {
    on_sqlite(async |app| {
        let (mut owner, primary) = open(app).await?;
        let (mut editor, page) = about_page(app).await?;
        let blocks = json!([{"id": "switch", "kind": "language-switch", "settings": {}}]);
        publish(&mut editor, &page, &blocks).await?;
        let mut shopper = app.juniper();
        ensure!(!shopper.get("/about").await?.text.contains("data-block-id=\"switch\""), "there is no choice yet");
        set(&mut owner, &primary, &[("fr", true), ("de", false)]).await?;
        let shown = shopper.get("/about").await?.text;
        let (_, block) = shown.split_once("data-block-id=\"switch\"").context("the block is not shown")?;
        let (block, _) = block.split_once("</nav>").context("no end")?;
        ensure!(block.contains("href=\"/fr/about\" hreflang=\"fr\"") && !block.contains("/de/"), "{block}");
        Ok(())
    })
    .await
}
