//! Change of an account's e-mail address.

use anyhow::{Context as _, Result, ensure};
use sea_orm::ColumnTrait as _;
use serde_json::json;
use stoa_commerce::customers::{self, ChangedEmail};
use stoa_entity::tenant::{customer, customer_former_email, site_user, subscriber};
use stoa_kernel::id::WebsiteId;

use crate::account::member_accounts::{confirmed, juniper, plain, token_in};
use crate::app::{App, on_both, on_postgres, on_sqlite};
use crate::client::{Client, MEMBER_PASSWORD};
use crate::forms::form_fields;
use crate::pages::blocks;
use crate::shop;

const ACCOUNT: &str = "/api/site-users/account";

pub(crate) fn emails_to(emails: &[String], address: &str) -> Vec<String> {
    let own = |message: &&String| message.lines().any(|line| line.starts_with("To:") && line.contains(address));
    emails.iter().filter(own).cloned().collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn email_change_confirmed_by_link() -> Result<()> {
    on_sqlite(async |app| {
        let mut guest = app.juniper();
        shop::buy(app, &mut guest, "juniper", "hearth-mug").await?;
        let mut member = confirmed(app, "ada@example.com", 3).await?;
        let wish = json!({"email": " Ada@Loom.org ", "password": MEMBER_PASSWORD});
        member.post(&format!("{ACCOUNT}/email"), &wish).await?.expect(202)?;
        let emails = app.emails(5).await?;
        let new = emails_to(&emails, "ada@loom.org");
        ensure!(new.len() == 1 && new[0].contains("Confirm your new email address"), "{emails:?}");
        let notice = "Your email address is about to change";
        ensure!(emails_to(&emails, "ada@example.com").iter().any(|message| message.contains(notice)), "{emails:?}");
        ensure!(member.get(ACCOUNT).await?.expect(200)?["email"] == "ada@example.com", "not before it is proven");

        let link = token_in(&new, "verify")?;
        let confirm = json!({"token": link});
        let path = format!("{ACCOUNT}/email/verify");
        ensure!(app.kissaten().post(&path, &confirm).await?.status == 400, "a token belongs to one site");
        for stranger in [&mut app.juniper(), &mut joined(app, "eve@example.com").await?] {
            stranger.post(&path, &confirm).await?.problem(401)?;
        }
        member.post(&path, &confirm).await?.expect(200)?;
        ensure!(member.post(&path, &confirm).await?.status == 400, "a token works once");
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
async fn email_change_requires_password() -> Result<()> {
    on_postgres(async |app| {
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        let path = format!("{ACCOUNT}/email");
        for (email, password, field, message) in [
            ("eve@example.com", "not the password", "password", "This is not your current password."),
            ("nothing", MEMBER_PASSWORD, "email", "Please enter a valid email"),
            ("ADA@example.com", MEMBER_PASSWORD, "email", "This is already your address."),
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
        let emails = app.emails(3).await?;
        let link = token_in(&emails_to(&emails, "eve@example.com"), "verify")?;
        app.juniper().join("eve@example.com").await?;
        let taken = member.post(&format!("{path}/verify"), &json!({"token": link})).await?.problem(400)?;
        ensure!(taken["errors"]["email"] == "There is already an account with this address.", "{taken}");
        Ok(())
    })
    .await
}

async fn joined(app: &App, email: &str) -> Result<Client> {
    let mut member = app.juniper();
    member.join(email).await?;
    Ok(member)
}

/// Requests a change of address, and returns the e-mails once there are `count`.
async fn wish(app: &App, member: &mut Client, email: &str, count: usize) -> Result<Vec<String>> {
    let wish = json!({"email": email, "password": MEMBER_PASSWORD});
    member.post(&format!("{ACCOUNT}/email"), &wish).await?.expect(202)?;
    app.emails(count).await
}

/// Follows a link in a browser signed in to the account.
async fn verify(member: &mut Client, token: &str) -> Result<u16> {
    Ok(member.post(&format!("{ACCOUNT}/email/verify"), &json!({"token": token})).await?.status)
}

/// Paths of the links in e-mails that stop a change.
fn stop_links(emails: &[String]) -> Vec<String> {
    let emails = emails.iter().map(|message| plain(message));
    let path = |message: String| {
        let rest = message.split("/account/email/stop?token=").nth(1)?;
        let token: String = rest.chars().take_while(char::is_ascii_alphanumeric).collect();
        Some(format!("/account/email/stop?token={token}"))
    };
    emails.filter_map(path).collect()
}

// spec: site-user.account.open
#[tokio::test(flavor = "multi_thread")]
async fn email_change_link_bound_to_address() -> Result<()> {
    on_sqlite(async |app| {
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let emails = wish(app, &mut member, "own@example.com", 3).await?;
        let first = token_in(&emails_to(&emails, "own@example.com"), "verify")?;
        let other = json!({"email": "victim@example.com", "password": MEMBER_PASSWORD});
        member.post(&format!("{ACCOUNT}/email"), &other).await?.expect(202)?;
        assert_eq!(verify(&mut member, &first).await?, 400, "before the second e-mail is written");
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["email"], "ada@example.com");
        let emails = app.emails(5).await?;
        assert_eq!(verify(&mut member, &first).await?, 400, "nor afterwards");
        let second = token_in(&emails_to(&emails, "victim@example.com"), "verify")?;
        assert_eq!(verify(&mut member, &second).await?, 200);
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["email"], "victim@example.com");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn password_change_cancels_email_change() -> Result<()> {
    on_postgres(async |app| {
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let emails = wish(app, &mut member, "eve@example.com", 3).await?;
        let pending = token_in(&emails_to(&emails, "eve@example.com"), "verify")?;
        let stop = stop_links(&emails).pop().context("no link stops the change")?;
        let change = json!({"currentPassword": MEMBER_PASSWORD, "newPassword": "quite another one"});
        member.post(&format!("{ACCOUNT}/password"), &change).await?.expect(200)?;
        assert_eq!(verify(&mut member, &pending).await?, 400, "after the password was changed");
        assert_eq!(app.juniper().get(&stop).await?.status, 404, "nothing is left to stop");

        let again = json!({"email": "eve@example.org", "password": "quite another one"});
        member.post(&format!("{ACCOUNT}/email"), &again).await?.expect(202)?;
        let pending = token_in(&emails_to(&app.emails(5).await?, "eve@example.org"), "verify")?;
        let forgot = json!({"email": "ada@example.com"});
        app.juniper().post(&format!("{ACCOUNT}/password/reset-request"), &forgot).await?.expect(202)?;
        let reset = token_in(&app.emails(6).await?, "reset")?;
        let new = json!({"token": reset, "password": MEMBER_PASSWORD});
        app.juniper().post(&format!("{ACCOUNT}/password/reset"), &new).await?.expect(200)?;
        member.enter("ada@example.com", MEMBER_PASSWORD).await?;
        assert_eq!(verify(&mut member, &pending).await?, 400, "after the password was reset");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_change_warning_link_cancels_only() -> Result<()> {
    on_sqlite(async |app| {
        let mut member = confirmed(app, "ada@example.com", 1).await?;
        let emails = wish(app, &mut member, "eve@example.com", 3).await?;
        let pending = token_in(&emails_to(&emails, "eve@example.com"), "verify")?;
        assert_eq!(stop_links(&emails_to(&emails, "eve@example.com")), [""; 0], "not for who wants the address");
        let stop = stop_links(&emails_to(&emails, "ada@example.com")).pop().context("no link stops the change")?;
        let token = stop.rsplit('=').next().unwrap_or_default();
        assert_eq!(verify(&mut member, token).await?, 400, "it confirms nothing");
        let reset = json!({"token": token, "password": "quite another one"});
        assert_eq!(app.juniper().post(&format!("{ACCOUNT}/password/reset"), &reset).await?.status, 400);

        // The reader of the e-mail is not signed in, and has no scripts.
        let mut reader = app.juniper();
        let asked = reader.get(&stop).await?;
        ensure!(asked.status == 200 && asked.text.contains("<form method=\"post\""), "{asked:?}");
        assert_eq!((asked.header("cache-control"), asked.header("referrer-policy")), ("no-store", "no-referrer"));
        ensure!(!asked.text.contains("eve@example.com"), "the page tells nobody the other address");
        assert_eq!(app.kissaten().get(&stop).await?.status, 404, "a token belongs to one site");
        assert_eq!(app.kissaten().form(&stop, &[]).await?.status, 404);
        reader.cookies.clear();
        let stopped = reader.form(&stop, &[]).await?;
        ensure!(stopped.status == 200 && stopped.text.contains("href=\"/account/forgot\""), "{stopped:?}");
        assert_eq!(verify(&mut member, &pending).await?, 400, "the change is stopped");
        assert_eq!(member.get(ACCOUNT).await?.expect(200)?["email"], "ada@example.com");
        assert_eq!(reader.form(&stop, &[]).await?.status, 404, "it works once");
        assert_eq!(reader.get("/account/email/stop").await?.status, 404);

        let emails = wish(app, &mut member, "ada@example.org", 5).await?;
        let late = stop_links(&emails_to(&emails, "ada@example.com"));
        let late = late.into_iter().find(|link| *link != stop).context("each change has its warning")?;
        let wanted = token_in(&emails_to(&emails, "ada@example.org"), "verify")?;
        assert_eq!(verify(&mut member, &wanted).await?, 200);
        assert_eq!(reader.form(&late, &[]).await?.status, 404, "what is done is not stopped");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn email_change_does_not_reveal_accounts() -> Result<()> {
    on_sqlite(async |app| {
        let mut other = confirmed(app, "bob@example.com", 1).await?;
        let mut member = app.juniper();
        member.join("ada@example.com").await?;
        app.emails(2).await?;
        let emails = wish(app, &mut member, "Bob@Example.com", 4).await?;
        let told = emails_to(&emails, "bob@example.com");
        let told =
            told.iter().map(|message| plain(message)).find(|message| message.contains("You already have an account"));
        let told = told.context("the holder is not told")?;
        ensure!(told.contains("/account/sign-in") && !told.contains("token="), "{told}");
        assert_eq!(stop_links(&emails_to(&emails, "ada@example.com")).len(), 1, "the warning goes out all the same");
        assert_eq!(other.get(ACCOUNT).await?.expect(200)?["email"], "bob@example.com");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn old_unsubscribe_links_hide_new_address() -> Result<()> {
    on_both(async |app| {
        let mut owner = app.owner().await?;
        let path = blocks::path_of(&mut owner, &app.website("juniper").await?, "/about").await?;
        let news = json!([{"id": "news", "kind": "newsletter", "settings": {"doubleOptIn": false}}]);
        blocks::publish(&mut owner, &path, &news).await?;
        form_fields::answer(&mut app.juniper(), "news", &json!({"email": "ada@example.com"})).await?.expect(200)?;
        let old = form_fields::link_in(&app.emails(1).await?[0], "/mailing-list/leave?key=")?;
        ensure!(app.juniper().get(&old).await?.text.contains("ada@example.com"), "the link off the list");

        let mut member = confirmed(app, "ada@example.com", 2).await?;
        let emails = wish(app, &mut member, "ada@loom.org", 4).await?;
        assert_eq!(verify(&mut member, &token_in(&emails_to(&emails, "ada@loom.org"), "verify")?).await?, 200);
        let db = juniper(app).await?;
        let row = async || anyhow::Ok(db.read().await?.find::<subscriber::Entity>().one().await?.context("nobody")?);
        app.until(async || Ok(row().await?.email == "ada@loom.org")).await?;
        assert_eq!(app.juniper().get(&old).await?.status, 404);
        let new = format!("/mailing-list/leave?key={}", row().await?.leave_key.unwrap_or_default());
        ensure!(app.juniper().get(&new).await?.text.contains("ada@loom.org"), "later e-mails have a link of their own");
        Ok(())
    })
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn consecutive_email_changes_move_data() -> Result<()> {
    on_both(async |app| {
        let mut guest = app.juniper();
        shop::buy(app, &mut guest, "juniper", "hearth-mug").await?;
        confirmed(app, "ada@example.com", 3).await?;
        let id: WebsiteId = app.website("juniper").await?.parse()?;
        let tenant = app.stoa.foundation.tenancy.for_system(&id, "test").await?;
        let tx = tenant.db.write().await?;
        let account = tx.find::<site_user::Entity>().one().await?.context("no account")?.id;
        // The worker finds both changes at the same time.
        let last = site_user::Column::Id.eq(account.clone());
        tx.update::<site_user::Entity>(last).set(site_user::Column::Email, "ada@third.org").exec().await?;
        for (email, was_proven) in [("ada@second.org", true), ("ada@third.org", true)] {
            let moved = ChangedEmail { id: &account, was_proven, email: Some(email) };
            customers::move_customer_to_new_email(&tenant.ctx, &tx, &moved).await?;
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
