//! Errors in the language of the visitor who reads them.

use anyhow::{Result, ensure};
use serde_json::json;

use crate::app::{App, on_sqlite};
use crate::shop;

async fn make_german(app: &App) -> Result<String> {
    let mut owner = app.owner().await?;
    let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
    let mut settings = owner.get(&format!("{base}/settings")).await?.expect(200)?;
    settings["language"] = json!("de-AT");
    owner.put(&format!("{base}/settings"), &settings).await?.expect(200)?;
    Ok(base)
}

// spec: problems.language.open
#[tokio::test(flavor = "multi_thread")]
async fn visitors_get_errors_in_their_language() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut shopper = app.juniper();
        shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 1).await?.expect(200)?;
        let coupon = json!({"promoCode": "NOTHING"});
        let coupons = "/api/commerce/shopping-cart/coupons";
        let english = shopper.post(coupons, &coupon).await?;
        let answer = english.problem(400)?;
        assert_eq!(answer["errors"]["promoCode"], "This code is not valid.");
        assert_eq!(answer["detail"], "This code is not valid.");
        assert_eq!(answer["errorTexts"]["promoCode"], json!({"code": "code-unknown"}));

        let base = make_german(app).await?;
        let refused = shopper.post(coupons, &coupon).await?;
        assert_eq!((refused.header("content-language"), refused.header("vary")), ("de", "Accept-Language"));
        let answer = refused.problem(400)?;
        assert_eq!(answer["errors"]["promoCode"], "Dieser Code ist nicht gültig.");
        assert_eq!(answer["detail"], "Dieser Code ist nicht gültig.");
        let many = shop::add(&mut shopper, &mug, &shop::in_stock(&mug), 9_999).await?.problem(400)?;
        assert_eq!(many["detail"], "Von diesem Artikel ist leider nicht genug verfügbar.");
        let email = json!({"email": "nobody", "password": "a long password", "firstName": "", "lastName": ""});
        let wrong = shopper.post("/api/site-users/account", &email).await?.problem(400)?;
        assert_eq!(wrong["errors"]["email"], "Bitte geben Sie eine gültige E-Mail-Adresse ein.");

        // The reader's language comes before the site's, if there are texts in it.
        for (language, said) in [("fr-CH,fr;q=0.9", "Ce code n’est pas valide."), ("en", "This code is not valid.")] {
            shopper.language = Some(language.to_owned());
            assert_eq!(shopper.post(coupons, &coupon).await?.problem(400)?["detail"], said);
        }
        shopper.language = Some("sv".to_owned());
        assert_eq!(shopper.post(coupons, &coupon).await?.problem(400)?["detail"], "Dieser Code ist nicht gültig.");

        // The site's own words come before those of the catalogue.
        let mut owner = app.owner().await?;
        let own = json!({"text": "Diesen Code kennen wir nicht."});
        owner.put(&format!("{base}/site-texts/de/problem.code-unknown"), &own).await?.expect(200)?;
        shopper.language = None;
        assert_eq!(shopper.post(coupons, &coupon).await?.problem(400)?["detail"], "Diesen Code kennen wir nicht.");

        // Contributors get English, and the code.
        owner.language = Some("de".to_owned());
        let address = format!("{base}/site-texts/de/storefront.nothing");
        let unknown = owner.put(&address, &json!({"text": "x"})).await?;
        ensure!(unknown.header("content-language").is_empty(), "a contributor's error has a language");
        assert_eq!(unknown.problem(404)?["detail"], "Not found");
        Ok(())
    })
    .await
}
