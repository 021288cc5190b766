//! Wishlists of customers and guests.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_entity::tenant::wishlist_entry;

use crate::account::member_accounts::{confirmed, plain};
use crate::app::{App, on_both, on_sqlite};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::customers::email_change::emails_to;
use crate::forms::form_fields::link_in;
use crate::shop;

const LIST: &str = "/api/v1/wishlist";

fn id(product: &Value) -> Result<&str> {
    product["id"].as_str().context("no id")
}

fn item(product: &Value) -> Result<String> {
    Ok(format!("{LIST}/items/{}", id(product)?))
}

async fn listed(visitor: &mut Client) -> Result<Value> {
    Ok(visitor.get(LIST).await?.expect(200)?["itemIds"].clone())
}

/// Changes a product of the dollar shop.
async fn change(app: &App, url_id: &str, change: impl Fn(&mut Value)) -> Result<()> {
    let mut product = shop::product(app, "juniper", url_id).await?;
    change(&mut product);
    let path = product["path"].as_str().context("no path")?.to_owned();
    app.owner().await?.put(&path, &product).await?.expect(200)?;
    Ok(())
}

async fn set_sale(app: &App, url_id: &str, is_on: bool) -> Result<()> {
    let reduce = |product: &mut Value| {
        for variant in product["variants"].as_array_mut().into_iter().flatten() {
            variant["salePriceCents"] = json!(variant["priceCents"].as_i64().unwrap_or_default() - 100);
            variant["onSale"] = json!(is_on);
        }
    };
    change(app, url_id, reduce).await
}

/// Number of entries whose owner knows of the sale.
async fn told(app: &App) -> Result<u64> {
    let website = app.website("juniper").await?.parse()?;
    let tenant = app.stoa.foundation.tenancy.for_system(&website, "test").await?;
    let tx = tenant.db.read().await?;
    let known = wishlist_entry::Column::SaleTold.eq(true);
    Ok(tx.find::<wishlist_entry::Entity>().filter(known).count().await?)
}

// spec: wishlist.list.open
#[tokio::test(flavor = "multi_thread")]
async fn guest_list_merges_at_sign_in() -> Result<()> {
    on_both(async |app| {
        let (mug, bowl) =
            (shop::product(app, "juniper", "hearth-mug").await?, shop::product(app, "juniper", "everyday-bowl").await?);
        let mut guest = app.juniper();
        assert_eq!(listed(&mut guest).await?, json!([]));
        guest.put(&item(&mug)?, &json!({})).await?.expect(200)?;
        let token = guest.cookies.get("WISHLIST").context("no cookie")?.clone();
        ensure!(token.len() == 40, "a token that can be guessed: {token}");
        let both = guest.put(&item(&bowl)?, &json!({})).await?.expect(200)?;
        assert_eq!(both["itemIds"], json!([bowl["id"], mug["id"]]), "the latest first");
        assert_eq!(guest.cookies.get("WISHLIST"), Some(&token));
        ensure!(app.kissaten().put(&item(&mug)?, &json!({})).await?.status == 404, "another shop has no such product");

        let mut other = app.juniper();
        other.cookies.insert("WISHLIST".to_owned(), "chosen".to_owned());
        other.put(&item(&mug)?, &json!({})).await?.expect(200)?;
        ensure!(other.cookies.get("WISHLIST").is_some_and(|token| token.len() == 40), "only the server makes tokens");

        guest.delete(&item(&mug)?).await?.expect(200)?;
        guest.delete(&item(&mug)?).await?.problem(404)?;
        guest.join("ada@example.com").await?;
        assert_eq!(listed(&mut guest).await?, json!([bowl["id"]]));
        ensure!(guest.cookies.get("WISHLIST").is_none_or(String::is_empty), "the cookie has ended");
        let mut former = app.juniper();
        former.cookies.insert("WISHLIST".to_owned(), token);
        assert_eq!(listed(&mut former).await?, json!([]), "the token opens nothing any more");
        let mut elsewhere = app.juniper();
        elsewhere.put(&item(&mug)?, &json!({})).await?.expect(200)?;
        elsewhere.enter("ada@example.com", MEMBER_PASSWORD).await?;
        let all = listed(&mut elsewhere).await?;
        ensure!(all.as_array().map(Vec::len) == Some(2), "{all}");

        let path = mug["path"].as_str().context("no path")?;
        let counted = app.owner().await?.get(path).await?.expect(200)?;
        assert_eq!(counted["wishlistCount"], 2, "Ada's and a guest's");
        Ok(())
    })
    .await
}

// spec: wishlist.page.open
#[tokio::test(flavor = "multi_thread")]
async fn page_works_without_scripts() -> Result<()> {
    on_sqlite(async |app| {
        let mug = shop::product(app, "juniper", "hearth-mug").await?;
        let mut guest = app.juniper();
        let shown = guest.get(mug["fullUrl"].as_str().context("no page")?).await?.text;
        ensure!(shown.contains("action=\"/wishlist\"") && shown.contains("Add to wishlist"), "{shown}");
        let empty = guest.get("/wishlist").await?;
        ensure!(empty.status == 200 && empty.text.contains("There is nothing on your wishlist yet."), "{empty:?}");
        assert_eq!(empty.header("cache-control"), "no-store");

        let fields = [("action", "add"), ("itemId", id(&mug)?)];
        let asked = guest.form("/wishlist", &fields).await?;
        ensure!(asked.status == 200 && asked.text.contains("Add to wishlist</button>"), "{asked:?}");
        assert_eq!(listed(&mut guest).await?, json!([]), "nothing without the token of the form");
        let added = guest.confirmed_form("/wishlist", &fields).await?;
        assert_eq!((added.status, added.location()), (303, "/wishlist"));
        let page = guest.get("/wishlist").await?.text;
        for part in ["Hearth Mug", "In stock", "name=\"crumb\"", "/account/sign-in?next=/wishlist"] {
            ensure!(page.contains(part), "{part}: {page}");
        }
        let emails = guest.confirmed_form("/wishlist", &[("action", "emails-on"), ("itemId", "")]).await?;
        assert_eq!(emails.status, 401);

        change(app, "hearth-mug", |product| product["status"] = json!("draft")).await?;
        let hidden = guest.get("/wishlist").await?.text;
        ensure!(!hidden.contains("Hearth Mug"), "a hidden product is shown: {hidden}");
        assert_eq!(guest.confirmed_form("/wishlist", &fields).await?.status, 404);
        let removed = guest.confirmed_form("/wishlist", &[("action", "remove"), ("itemId", id(&mug)?)]).await?;
        assert_eq!(removed.status, 303);
        Ok(())
    })
    .await
}

// spec: wishlist.sale-email.open
#[tokio::test(flavor = "multi_thread")]
async fn one_email_per_sale_by_choice() -> Result<()> {
    on_both(async |app| {
        let (mug, bowl) =
            (shop::product(app, "juniper", "hearth-mug").await?, shop::product(app, "juniper", "everyday-bowl").await?);
        let (choice, wanted) = (format!("{LIST}/emails"), json!({"wanted": true}));
        app.juniper().put(&choice, &wanted).await?.problem(401)?;
        let mut ada = confirmed(app, "ada@example.com", 1).await?;
        ada.put(&choice, &wanted).await?.problem(409)?;
        ada.put(&item(&bowl)?, &json!({})).await?.expect(200)?;
        let list = ada.put(&choice, &wanted).await?.expect(200)?;
        assert_eq!((&list["wantsEmails"], &list["canGetEmails"]), (&json!(true), &json!(true)));
        let added = ada.put(&item(&mug)?, &json!({})).await?.expect(200)?;
        assert_eq!(added["wantsEmails"], true, "the choice is for all products");

        change(app, "everyday-bowl", |product| product["status"] = json!("draft")).await?;
        set_sale(app, "everyday-bowl", true).await?;
        set_sale(app, "hearth-mug", true).await?;
        let to_ada = async |count| Ok::<_, anyhow::Error>(emails_to(&app.emails(count).await?, "ada@example.com"));
        let written =
            |emails: &[String]| emails.iter().map(|email| plain(email)).find(|email| email.contains("leave?key="));
        let email = written(&to_ada(2).await?).context("no e-mail about the sale")?;
        ensure!(email.contains("Hearth Mug") && !email.contains("Everyday Bowl"), "{email}");
        assert_eq!(told(app).await?, 1);

        set_sale(app, "hearth-mug", false).await?;
        app.until(async || Ok(told(app).await? == 0)).await?;
        set_sale(app, "hearth-mug", true).await?;
        assert_eq!(to_ada(3).await?.len(), 3, "one for each sale");

        let export = ada.get("/api/site-users/account/export").await?.expect(200)?;
        assert_eq!(export["wishlist"].as_array().map(Vec::len), Some(2), "{export}");
        let link = link_in(&email, "/mailing-list/leave?key=")?;
        ensure!(app.kissaten().form(&link, &[]).await?.status == 404, "another shop does not know the key");
        let left = app.juniper().form(&link, &[]).await?;
        ensure!(left.text.contains("will no longer tell ada@example.com"), "{left:?}");
        assert_eq!(ada.get(LIST).await?.expect(200)?["wantsEmails"], false);

        ada.post("/api/site-users/account/erasure", &json!({"password": MEMBER_PASSWORD})).await?.expect(200)?;
        let path = mug["path"].as_str().context("no path")?;
        let counted = app.owner().await?.get(path).await?.expect(200)?;
        assert_eq!(counted["wishlistCount"], 0, "nothing is left of who is forgotten");
        Ok(())
    })
    .await
}
