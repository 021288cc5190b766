//! Sessions of site users lie in the site's database; Redis holds copies of them for a while.

use anyhow::{Result, ensure};
use redis::AsyncCommands as _;
use sea_orm::ColumnTrait as _;
use serde_json::{Value, json};
use stoa_audience::members::session_key;
use stoa_entity::tenant::site_session;
use stoa_testkit::Redis;

use crate::accounts::juniper;
use crate::app::on_both_with;

const ACCOUNT: &str = "/api/site-users/account";
const CART: &str = "/api/commerce/shopping-cart";

// spec: site-user.login.remember-me.open
#[tokio::test(flavor = "multi_thread")]
async fn a_session_that_was_ended_is_not_brought_back_by_its_copy() -> Result<()> {
    let server = Redis::start()?;
    let more = format!("[redis]\nurl = {:?}\n", server.url());
    on_both_with(&more, async |app| {
        let mut redis = redis::Client::open(server.url())?.get_multiplexed_async_connection().await?;
        let website = app.website("juniper").await?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        member.get(ACCOUNT).await?.expect(200)?;

        // It is time to renew it, and word of its end did not reach Redis.
        let name = format!("stoa:session:{website}:{}", session_key(&member.cookies["SITE_USER"]));
        let copy: String = redis.get(&name).await?;
        let mut copy: Value = serde_json::from_str(&copy)?;
        copy["renewedOn"] = json!(copy["renewedOn"].as_i64().unwrap_or_default() - 2 * 60 * 60 * 1_000);
        let () = redis.set_ex(&name, copy.to_string(), 60).await?;
        let db = juniper(app).await?;
        let tx = db.write().await?;
        tx.delete::<site_session::Entity>(site_session::Column::Key.ne("")).exec().await?;
        tx.commit().await?;

        let answer = member.clone().get(CART).await?;
        let mut cookies = answer.headers.get_all("set-cookie").iter().filter_map(|cookie| cookie.to_str().ok());
        ensure!(cookies.all(|cookie| !cookie.starts_with("SITE_USER=")), "{answer:?}");
        let left = db.read().await?.find::<site_session::Entity>().count().await?;
        assert_eq!(left, 0, "the session is back in the database");
        assert_eq!(member.get(ACCOUNT).await?.status, 401, "the copy is forgotten at once");

        member.enter("ada@example.com", crate::client::MEMBER_PASSWORD).await?;
        member.get(ACCOUNT).await?.expect(200)?;
        let mut elsewhere = member.clone();
        member.delete(&format!("{ACCOUNT}/session")).await?.expect(200)?;
        assert_eq!(elsewhere.get(ACCOUNT).await?.status, 401, "whoever kept the cookie is signed out too");
        Ok(())
    })
    .await
}
