//! Cookies and stored visitor data, cookie consent, and the owner's settings for both.

use anyhow::{Context as _, Result, ensure};
use serde_json::{Value, json};

use crate::app::{App, on_postgres, on_sqlite, on_sqlite_with, settings_with};
use crate::client::{Client, TestResponse};
use crate::demo_database;
use crate::design::template_files::Templates;

const FIVE: [&str; 5] = ["ss_cid", "ss_cpvisit", "ss_cvisit", "ss_cvr", "ss_cvt"];
/// Settings of a website that templates can read.
const WEBSITE_SETTINGS: [&str; 6] =
    ["timeZone", "useCLDRMoneyFormat", "simpleLikingEnabled", "commentsEnabled", "disqusShortname", "cookieSettings"];
const TWO_YEARS: &str = "Max-Age=63072000;";
const HALF_AN_HOUR: &str = "Max-Age=1800;";

/// The attributes of a cookie set by a response.
fn set<'a>(answer: &'a TestResponse, name: &str) -> Option<&'a str> {
    let cookies = answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
    cookies.filter_map(|cookie| cookie.split_once('=')).find(|(own, _)| *own == name).map(|(_, rest)| rest)
}

fn sets_any(answer: &TestResponse) -> bool {
    FIVE.iter().any(|name| set(answer, name).is_some())
}

async fn path(app: &App) -> Result<String> {
    Ok(format!("/api/v1/websites/{}/website-settings", app.website("juniper").await?))
}

/// A cookie policy: nothing before consent, nothing at all, and a banner that asks.
struct Policy {
    restrictive: bool,
    absolute: bool,
    asks: bool,
}

async fn choose(owner: &mut Client, path: &str, policy: &Policy) -> Result<()> {
    let mut settings = owner.get(path).await?.expect(200)?;
    settings["cookieSettings"] = json!({
        "isRestrictiveCookiePolicyEnabled": policy.restrictive,
        "isRestrictiveCookiePolicyAbsolute": policy.absolute,
        "isCookieBannerEnabled": policy.asks,
    });
    owner.put(path, &settings).await?.expect(200)?;
    Ok(())
}

/// The script context embedded in a page.
fn context(page: &TestResponse) -> Result<Value> {
    let (_, rest) = page.text.split_once("id=\"stoa-context\">").context("no context")?;
    Ok(serde_json::from_str(rest.split_once("</script>").context("no end")?.0)?)
}

// spec: website.flags.defaults.open, store-settings.fields
#[tokio::test(flavor = "multi_thread")]
async fn pages_contain_visitor_settings() -> Result<()> {
    on_postgres(async |app| {
        let cookies = json!({
            "isRestrictiveCookiePolicyEnabled": false,
            "isRestrictiveCookiePolicyAbsolute": false,
            "isCookieBannerEnabled": false,
        });
        let told = app.juniper().get("/about?format=json").await?.expect(200)?;
        let settings = &told["websiteSettings"];
        assert_eq!(settings["timeZone"], "America/New_York");
        assert_eq!(
            [&settings["useCLDRMoneyFormat"], &settings["simpleLikingEnabled"], &settings["commentsEnabled"]],
            [&json!(true), &json!(false), &json!(true)]
        );
        assert_eq!((&settings["disqusShortname"], &settings["cookieSettings"]), (&json!(""), &cookies));
        assert_eq!(told["website"]["cloneable"], false);
        assert_eq!(told["website"]["captchaSettings"], json!({"kind": "", "siteKey": "", "scriptUrl": ""}));
        let store = &context(&app.juniper().get("/").await?)?["storeSettings"];
        assert_eq!(
            (&store["multipleQuantityAllowedForServices"], &store["selectedCurrency"]),
            (&json!(true), &json!("USD"))
        );
        assert_eq!((&store["cookieSettings"], &store["cloneable"]), (&cookies, &json!(false)));
        ensure!(store.as_object().is_some_and(|store| store.contains_key("restockNotificationsSuccessText")));

        let (path, mut owner) = (path(app).await?, app.owner().await?);
        let mut chosen = owner.get(&path).await?.expect(200)?;
        assert_eq!(chosen["revision"], 0);
        (chosen["commentsEnabled"], chosen["disqusShortname"]) = (json!(false), json!("juniper-clay"));
        (chosen["simpleLikingEnabled"], chosen["cloneable"]) = (json!(true), json!(true));
        assert_eq!(owner.put(&path, &chosen).await?.expect(200)?["revision"], 1);
        owner.put(&path, &chosen).await?.problem(412)?;
        let told = app.juniper().get("/about?format=json").await?.expect(200)?;
        let settings = &told["websiteSettings"];
        assert_eq!(
            (&settings["commentsEnabled"], &settings["disqusShortname"]),
            (&json!(false), &json!("juniper-clay"))
        );
        assert_eq!((&settings["simpleLikingEnabled"], &told["website"]["cloneable"]), (&json!(true), &json!(true)));
        let other = app.kissaten().get("/?format=json").await?.expect(200)?;
        assert_eq!(other["websiteSettings"]["commentsEnabled"], true);

        chosen["revision"] = json!(1);
        chosen["cookieBanner"]["policyUrl"] = json!("javascript:alert(1)");
        let refused = owner.put(&path, &chosen).await?.problem(400)?;
        ensure!(refused["errors"]["cookieBanner.policyUrl"].is_string(), "{refused}");
        let log = format!("/api/v1/websites/{}/audit-log", app.website("juniper").await?);
        let log = owner.get(&log).await?.expect(200)?;
        assert_eq!(log["entries"][0]["action"], "website-settings.save");
        Ok(())
    })
    .await
}

// spec: website.fields, form.captcha.site-key
#[tokio::test(flavor = "multi_thread")]
async fn pages_contain_website_settings_and_captcha_key() -> Result<()> {
    let (_folder, data) = demo_database::sqlite_folder().await?;
    let captcha = "[captcha]\nkind = 'checkbox'\nsite_key = 'site'\nsecret = 'hush'\n";
    let app = App::start(settings_with(&data, "", captcha)).await?;
    let page = app.juniper().get("/about?format=json").await?;
    ensure!(!page.text.contains("hush"));
    let told = page.expect(200)?;
    ensure!(WEBSITE_SETTINGS.iter().all(|name| told["websiteSettings"].get(*name).is_some()), "{told}");
    assert_eq!(told["website"]["timeZone"], "America/New_York");
    ensure!(told["website"]["cloneable"].is_boolean());
    assert_eq!(told["website"]["captchaSettings"]["siteKey"], "site");
    app.stop().await
}

// spec: website.fields, form.captcha.site-key
#[tokio::test(flavor = "multi_thread")]
async fn templates_read_captcha_and_website_settings() -> Result<()> {
    let service = "[captcha]\nkind = 'checkbox'\nsite_key = 'site'\nsecret = 'hush'\n";
    for (settings, kind, key) in [("", "", ""), (service, "checkbox", "site")] {
        on_sqlite_with(settings, async |app| {
            let mut templates = Templates::owned(app).await?;
            let text = "<pre>{website.captchaSettings|json}</pre><pre>{websiteSettings|json}</pre>\
                        <pre>{website.timeZone|json} {website.cloneable|json}</pre>";
            templates.save("page.item", text).await?;
            templates.publish().await?.expect(200)?;

            let told = app.juniper().get("/about?format=json").await?.expect(200)?;
            let page = app.juniper().get("/about").await?.text;
            let parts: Vec<&str> = page.split("<pre>").skip(1).filter_map(|rest| rest.split("</pre>").next()).collect();
            let [captcha, website_settings, flags] = parts.as_slice() else { anyhow::bail!("{parts:?}") };
            let captcha: Value = serde_json::from_str(captcha).context("no captcha settings")?;
            assert_eq!((&captcha["kind"], &captcha["siteKey"]), (&json!(kind), &json!(key)));
            assert_eq!(captcha["scriptUrl"].as_str().map(str::is_empty), Some(key.is_empty()), "{captcha}");
            assert_eq!(captcha, told["website"]["captchaSettings"]);
            assert_eq!(captcha.as_object().map(serde_json::Map::len), Some(3), "{captcha}");
            ensure!(!page.contains("hush"), "the secret is on the page");

            let website_settings: Value = serde_json::from_str(website_settings)?;
            for name in WEBSITE_SETTINGS {
                ensure!(!website_settings[name].is_null(), "{name} is missing: {website_settings}");
                assert_eq!(website_settings[name], told["websiteSettings"][name], "{name}");
            }
            assert_eq!(*flags, "\"America/New_York\" false");
            Ok(())
        })
        .await?;
    }
    Ok(())
}

// spec: visitor.cookies.lifetimes, visitor.cookies.names.open
#[tokio::test(flavor = "multi_thread")]
async fn visitor_cookies_respect_opt_out() -> Result<()> {
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        let first = visitor.get("/").await?;
        let (visitor_cookie, visit) = (set(&first, "ss_cvr").context("none")?, set(&first, "ss_cvt").context("none")?);
        ensure!(visitor_cookie.contains(TWO_YEARS) && visit.contains(HALF_AN_HOUR), "{visitor_cookie} {visit}");
        let known = visitor.cookies.clone();
        let second = visitor.get("/shop").await?;
        ensure!(set(&second, "ss_cvr").is_none(), "a visitor is known for two years");
        ensure!(set(&second, "ss_cvt").is_some_and(|visit| visit.contains(HALF_AN_HOUR)), "a visit goes on");
        assert_eq!(visitor.cookies, known);

        let (page, _) = app.juniper().get_with("/", "sec-gpc", "1").await?;
        ensure!(!sets_any(&page), "a browser that asks not to be followed is followed");
        ensure!(!sets_any(&visitor.get("/robots.txt").await?), "who reads no page is no visitor");
        visitor.form("/api/cookie-consent", &[("allowed", "false")]).await?.expect(204)?;
        ensure!(FIVE.iter().all(|name| !visitor.cookies.contains_key(*name)), "{:?}", visitor.cookies);
        ensure!(!sets_any(&visitor.get("/").await?), "who declined is followed");
        Ok(())
    })
    .await
}

// spec: cookies.restrictive.clears, cookies.restrictive.consent.open
#[tokio::test(flavor = "multi_thread")]
async fn no_cookies_before_consent() -> Result<()> {
    on_postgres(async |app| {
        let (path, mut owner) = (path(app).await?, app.owner().await?);
        choose(&mut owner, &path, &Policy { restrictive: true, absolute: false, asks: true }).await?;
        let mut visitor = app.juniper();
        visitor.cookies.extend(FIVE.map(|name| (name.to_owned(), "a".repeat(32))));
        let page = visitor.get("/").await?;
        for name in FIVE {
            ensure!(set(&page, name).is_some_and(|cookie| cookie.contains("Max-Age=0")), "{name} stays");
        }
        ensure!(page.text.contains("class=\"stoa-cookies\"") && page.text.contains("data-stoa-cookie-settings"));
        let mut other = app.juniper();
        ensure!(!sets_any(&other.get("/").await?));

        let accepted = visitor.form("/api/cookie-consent", &[("allowed", "true")]).await?;
        ensure!(accepted.status == 204, "{accepted:?}");
        ensure!(
            set(&accepted, "ss_cookieAllowed").is_some_and(|cookie| cookie.contains("true; Path=/; Max-Age=31536000"))
        );
        ensure!(set(&accepted, "ss_cvr").is_some_and(|cookie| cookie.contains(TWO_YEARS)));
        ensure!(set(&accepted, "ss_cvt").is_some_and(|cookie| cookie.contains(HALF_AN_HOUR)));
        let (theirs, others) = (visitor.get("/").await?, other.get("/").await?);
        ensure!(set(&theirs, "ss_cvt").is_some() && !sets_any(&others));
        assert_eq!(
            (&theirs.text, theirs.header("etag")),
            (&others.text, others.header("etag")),
            "pages differ by visitor"
        );

        choose(&mut owner, &path, &Policy { restrictive: true, absolute: true, asks: true }).await?;
        let mut visitor = app.juniper();
        ensure!(!sets_any(&visitor.get("/").await?));
        let accepted = visitor.form("/api/cookie-consent", &[("allowed", "true")]).await?;
        ensure!(set(&accepted, "ss_cookieAllowed").is_some() && !sets_any(&accepted), "{accepted:?}");
        ensure!(!sets_any(&visitor.get("/").await?), "the server sets what scripts alone may");
        ensure!(sets_any(&app.kissaten().get("/").await?), "the policy of one site holds on another");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn cookie_consent_without_scripts() -> Result<()> {
    on_postgres(async |app| {
        let mut visitor = app.juniper();
        assert_eq!(visitor.get("/cookie-settings").await?.status, 404, "nobody is asked");
        let (path, mut owner) = (path(app).await?, app.owner().await?);
        choose(&mut owner, &path, &Policy { restrictive: true, absolute: false, asks: true }).await?;
        let mut settings = owner.get(&path).await?.expect(200)?;
        settings["cookieBanner"]["text"] = json!("Biscuits & <crumbs>?");
        settings["cookieBanner"]["policyUrl"] = json!("/about");
        owner.put(&path, &settings).await?.expect(200)?;

        let page = visitor.get("/cookie-settings").await?;
        ensure!(page.status == 200 && page.header("cache-control") == "no-store", "{page:?}");
        ensure!(
            page.text.contains("Biscuits &amp; &lt;crumbs&gt;?") && page.text.contains("href=\"/about\""),
            "{page:?}"
        );
        let crumb = visitor.cookies.get("crumb").context("no crumb")?.clone();
        ensure!(page.text.contains(&format!("action=\"/api/cookie-consent?crumb={crumb}\"")), "{page:?}");
        let fields = [("allowed", "true"), ("path", "/cookie-settings")];
        let answer = visitor.form("/api/cookie-consent", &fields).await?;
        assert_eq!((answer.status, answer.location()), (303, "/cookie-settings"));
        ensure!(visitor.get("/cookie-settings").await?.text.contains("value=\"true\" aria-pressed=\"true\""));
        let away = visitor.form("/api/cookie-consent", &[("allowed", "true"), ("path", "//evil.example")]).await?;
        assert_eq!(away.location(), "/");
        let refused = visitor.form("/api/cookie-consent", &[("allowed", "perhaps")]).await?.problem(400)?;
        assert_eq!(refused["errors"], json!({"allowed": "This must be true or false."}));
        visitor.post("/api/cookie-consent", &json!({"allowed": true})).await?.problem(415)?;
        Ok(())
    })
    .await
}

// spec: add-to-cart.beta-tracking
#[tokio::test(flavor = "multi_thread")]
async fn product_view_counting_is_opt_in() -> Result<()> {
    on_sqlite(async |app| {
        let (path, mut owner, mut visitor) = (path(app).await?, app.owner().await?, app.juniper());
        assert_eq!(context(&visitor.get("/shop/hearth-mug").await?)?["storeSettings"]["productTracking"], false);
        let mut chosen = owner.get(&path).await?.expect(200)?;
        chosen["productTrackingEnabled"] = json!(true);
        assert_eq!(owner.put(&path, &chosen).await?.expect(200)?["productTrackingEnabled"], true);
        assert_eq!(context(&visitor.get("/shop/hearth-mug").await?)?["storeSettings"]["productTracking"], true);
        let other = app.kissaten().get("/").await?;
        assert_eq!(context(&other)?["storeSettings"]["productTracking"], false);
        Ok(())
    })
    .await
}
