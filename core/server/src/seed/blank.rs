//! A new site: what its theme brings, or else settings and a home page with a heading; and an owner.

use anyhow::Context as _;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::{collection, site};
use stoa_kernel::id::{CollectionId, WebsiteId};
use stoa_site::themes::Theme;
use stoa_tenancy::NewSite;

use super::content;
use super::files::SeedSite;
use crate::wiring::Foundation;

/// Role of an owner.
const ADMIN: i32 = 1;

/// Makes a site that begins with what its theme brings, or with an empty home page. The owner's account is made when a
/// password is given.
///
/// # Errors
/// When the identifier or a host is taken, the owner is unknown, what the theme brings is not right or a database cannot
/// be written.
pub async fn new_site(
    foundation: &Foundation,
    theme: &Theme,
    new: &NewSite,
    owner: &str,
    password: Option<&str>,
) -> anyhow::Result<WebsiteId> {
    let tenancy = &foundation.tenancy;
    let now = tenancy.now_ms();
    let account = match password {
        Some(password) => tenancy.staff.create(owner, owner, password, now).await?,
        None => tenancy
            .staff
            .by_email(owner)
            .await?
            .with_context(|| format!("{owner} has no account; give --password to make one"))?,
    };
    let id = WebsiteId::generate();
    let tenant = tenancy.for_system(&id, "create").await?;
    match SeedSite::of_theme(theme)? {
        Some(mut files) => {
            files.site.title.clone_from(&new.title);
            files.site.theme.clone_from(&theme.name);
            owner.clone_into(&mut files.site.contact_email);
            content::write(foundation, &tenant, &files).await?;
        }
        None => {
            let tx = tenant.db.write().await?;
            tx.insert(site_row(new, theme, owner, now)).await?;
            tx.insert(home_row(&new.title, now)).await?;
            tx.commit().await?;
        }
    }
    tenancy.tenants.create(&id, new, now).await?;
    tenancy.staff.grant(&id, &account.id, ADMIN).await?;
    Ok(id)
}

fn site_row(new: &NewSite, theme: &Theme, owner: &str, now: i64) -> site::ActiveModel {
    let empty = Value::Array(Vec::new());
    site::ActiveModel {
        title: Set(new.title.clone()),
        tagline: Set(String::new()),
        description: Set(String::new()),
        language: Set("en-US".to_owned()),
        currency: Set("USD".to_owned()),
        time_zone: Set("America/New_York".to_owned()),
        theme: Set(theme.name.clone()),
        contact_email: Set(owner.to_owned()),
        logo_asset_id: Set(None),
        location: Set(json!({})),
        social_accounts: Set(empty.clone()),
        main_navigation: Set(empty.clone()),
        footer_navigation: Set(empty),
        store_settings: Set(json!({})),
        revision: Set(1),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}

fn home_row(title: &str, now: i64) -> collection::ActiveModel {
    let heading = stoa_render::escape_html(title);
    let document = json!({"version": 1, "sections": [{
        "id": "welcome",
        "settings": {"tone": "default", "width": "normal", "padding": "large"},
        "rows": [{"id": "row", "columns": [{"span": 12, "blocks": [
            {"id": "heading", "kind": "text", "settings": {"html": format!("<h1>{heading}</h1>")}}
        ]}]}]
    }]});
    collection::ActiveModel {
        id: Set(CollectionId::generate()),
        kind: Set("page".to_owned()),
        type_code: Set(10),
        title: Set(title.to_owned()),
        navigation_title: Set("Home".to_owned()),
        url_id: Set("home".to_owned()),
        description: Set(String::new()),
        enabled: Set(true),
        is_home: Set(true),
        draft: Set(Some(document.clone())),
        revision: Set(1),
        published: Set(Some(document)),
        published_revision: Set(Some(1)),
        published_on: Set(Some(now)),
        seo_title: Set(String::new()),
        seo_description: Set(String::new()),
        position: Set(0),
        created_on: Set(now),
        updated_on: Set(now),
        ..Default::default()
    }
}
