//! An account gets another address.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_commerce::customers::{self, Moved};
use stoa_entity::tenant::{customer, customer_former_email, site_user};
use stoa_kernel::id::WebsiteId;

use crate::accounts::{confirmed, token_in};
use crate::app::on_both;
use crate::client::MEMBER_PASSWORD;
use crate::shop;

const ACCOUNT: &str = "/api/site-users/account";

pub(crate) fn letters_to(letters: &[String], address: &str) -> Vec<String> {
    let own = |letter: &&String| letter.lines().any(|line| line.starts_with("To:") && line.contains(address));
    letters.iter().filter(own).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn the_address_changes_when_its_owner_comes_back_from_the_new_mailbox() -> Result<()> {
    on_both(async |app| {
        let mut guest = app.juniper();
        shop::buy(app, &mut guest, "juniper", "hearth-mug").await?;
        let mut member = confirmed(app, "ada@example.com", 3).await?;
        let wish = json!({"email": " Ada@Loom.org ", "password": MEMBER_PASSWORD});
        member.post(&format!("{ACCOUNT}/email"), &wish).await?.expect(202)?;
        let letters = app.letters(5).await?;
        let new = letters_to(&letters, "ada@loom.org");
        ensure!(new.len() == 1 && new[0].contains("Confirm your new email address"), "{letters:?}");
        let notice = "The email address of your account is to change";
        ensure!(letters_to(&letters, "ada@example.com").iter().any(|letter| letter.contains(notice)), "{letters:?}");
        ensure!(member.get(ACCOUNT).await?.expect(200)?["email"] == "ada@example.com", "not before it is proven");

        let link = token_in(&new, "verify")?;
        let confirm = json!({"token": link});
        let path = format!("{ACCOUNT}/email/verify");
        ensure!(app.kissaten().post(&path, &confirm).await?.status == 400, "a token belongs to one site");
        app.juniper().post(&path, &confirm).await?.expect(200)?;
        ensure!(app.juniper().post(&path, &confirm).await?.status == 400, "a token works once");
        let own = member.get(ACCOUNT).await?.expect(200)?;
        ensure!(own["email"] == "ada@loom.org" && own["emailVerified"] == true, "{own}");

        let mut again = app.juniper();
        again.enter("ada@loom.org", MEMBER_PASSWORD).await?;
        let before = json!({"email": "ada@example.com", "password": MEMBER_PASSWORD, "rememberMe": false});
        ensure!(app.juniper().post(&format!("{ACCOUNT}/session"), &before).await?.status == 401);

        let base = format!("/api/v1/websites/{}", app.website("juniper").await?);
        shop::customer(&mut app.owner().await?, &base, "ada@loom.org").await?;
        let orders = again.get(&format!("{ACCOUNT}/orders")).await?.expect(200)?;
        ensure!(orders["orders"].as_array().map(Vec::len) == Some(1), "the guest's order is lost: {orders}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wish_needs_the_password_and_an_address_that_is_free() -> Result<()> {
    on_both(async |app| {
        let mut other = app.juniper();
        other.join("bob@example.com").await?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let path = format!("{ACCOUNT}/email");
        for (email, password, field, message) in [
            ("eve@example.com", "not the password", "password", "This is not your password."),
            ("nothing", MEMBER_PASSWORD, "email", "Please enter a valid email"),
            ("ADA@example.com", MEMBER_PASSWORD, "email", "This is your address already."),
            ("bob@example.com", MEMBER_PASSWORD, "email", "There is an account with this address already."),
        ] {
            let refused = member.post(&path, &json!({"email": email, "password": password})).await?.problem(400)?;
            ensure!(refused["errors"][field] == message, "{email}: {refused}");
        }
        let wish = json!({"email": "eve@example.com", "password": MEMBER_PASSWORD});
        ensure!(app.juniper().post(&path, &wish).await?.status == 401, "nobody is signed in");
        let xsrf = member.xsrf.take().context("no token")?;
        ensure!(member.post(&path, &wish).await?.status == 403, "without the session's token");
        member.xsrf = Some(xsrf);

        member.post(&path, &wish).await?.expect(202)?;
        let letters = app.letters(4).await?;
        let link = token_in(&letters_to(&letters, "eve@example.com"), "verify")?;
        app.juniper().join("eve@example.com").await?;
        let taken = app.juniper().post(&format!("{path}/verify"), &json!({"token": link})).await?.problem(400)?;
        ensure!(taken["errors"]["email"] == "There is an account with this address already.", "{taken}");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_two_changes_takes_along_what_lay_under_its_address() -> Result<()> {
    on_both(async |app| {
        let mut guest = app.juniper();
        shop::buy(app, &mut guest, "juniper", "hearth-mug").await?;
        confirmed(app, "ada@example.com", 3).await?;
        let id: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        let tx = tenant.db.write().await?;
        let account = tx.find::<site_user::Entity>().one().await?.context("no account")?.id;
        // The worker finds both changes at once.
        let last = site_user::Column::Id.eq(account.clone());
        tx.update::<site_user::Entity>(last).set(site_user::Column::Email, "ada@third.org").exec().await?;
        for (email, was_proven) in [("ada@second.org", true), ("ada@third.org", true)] {
            let moved = Moved { id: &account, was_proven, email: Some(email) };
            customers::follow_account(&tenant.ctx, &tx, &moved).await?;
        }
        let rows = tx.find::<customer::Entity>().all().await?;
        let former = tx.find::<customer_former_email::Entity>().all().await?;
        tx.commit().await?;
        let own: Vec<&str> = rows.iter().map(|row| row.email.as_str()).collect();
        assert_eq!(own, ["ada@third.org"]);
        let mut former: Vec<&str> = former.iter().map(|row| row.email.as_str()).collect();
        former.sort_unstable();
        assert_eq!(former, ["ada@example.com", "ada@second.org"], "both addresses before are known");
        Ok(())
    })
    .await
}
