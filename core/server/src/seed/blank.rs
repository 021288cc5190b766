//! A new site: what its theme brings, or else settings and a home page with a heading; and an owner.

use anyhow::{Context as _, bail};
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::tenant::{collection, site};
use stoa_kernel::id::{CollectionId, WebsiteId};
use stoa_kernel::money::Currency;
use stoa_site::media::Media;
use stoa_site::themes::Theme;
use stoa_tenancy::{NewSite, Owner, Tenancy};

use super::content;
use super::files::SeedSite;
use crate::wiring::Foundation;

/// Makes a site for the operator. The owner's account is made when a password is given.
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
    let account = match password {
        Some(password) => tenancy.staff.create(owner, owner, password, tenancy.now_ms()).await?,
        None => tenancy
            .staff
            .by_email(owner)
            .await?
            .with_context(|| format!("{owner} has no account; give --password to make one"))?,
    };
    if tenancy.tenants.exists(&new.identifier).await? {
        bail!("'{}' is already taken", new.identifier);
    }
    let id = WebsiteId::generate();
    let made = async {
        let beginning = Beginning { theme, new, currency: None, contact_email: &account.email };
        begin(tenancy, &foundation.media, &id, beginning).await?;
        let owner = Owner { account: &account.id, rules: None };
        anyhow::Ok(tenancy.tenants.create(&id, new, Some(owner), tenancy.now_ms()).await?)
    };
    if let Err(error) = made.await {
        return Err(match tenancy.tenants.abandon(&id).await {
            Ok(()) => error,
            Err(left) => error.context(format!("the rows that were written could not be removed: {left}")),
        });
    }
    Ok(id)
}

/// What a site begins with.
#[derive(Clone, Copy)]
pub(super) struct Beginning<'a> {
    pub(super) theme: &'a Theme,
    pub(super) new: &'a NewSite,
    /// None for what the theme brings. The amounts of its products keep their numbers.
    pub(super) currency: Option<Currency>,
    pub(super) contact_email: &'a str,
}

/// Writes what the theme brings, or an empty home page, for a site that nobody knows yet.
pub(super) async fn begin(
    tenancy: &Tenancy,
    media: &Media,
    id: &WebsiteId,
    beginning: Beginning<'_>,
) -> anyhow::Result<()> {
    let Beginning { theme, new, currency, contact_email } = beginning;
    let tenant = tenancy.for_system(id, "create").await?;
    match SeedSite::of_theme(theme)? {
        Some(mut files) => {
            files.site.title.clone_from(&new.title);
            files.site.theme.clone_from(&theme.name);
            contact_email.clone_into(&mut files.site.contact_email);
            if let Some(currency) = currency {
                currency.code().clone_into(&mut files.site.currency);
            }
            content::write(media, &tenant, &files).await
        }
        None => {
            let now = tenancy.now_ms();
            let tx = tenant.db.write().await?;
            tx.insert(site_row(&beginning, now)).await?;
            tx.insert(home_row(&new.title, now)).await?;
            Ok(tx.commit().await?)
        }
    }
}

fn site_row(beginning: &Beginning<'_>, now: i64) -> site::ActiveModel {
    let Beginning { theme, new, currency, contact_email } = beginning;
    let empty = Value::Array(Vec::new());
    site::ActiveModel {
        title: Set(new.title.clone()),
        tagline: Set(String::new()),
        description: Set(String::new()),
        language: Set("en-US".to_owned()),
        currency: Set(currency.unwrap_or(Currency::DEFAULT).code().to_owned()),
        time_zone: Set("America/New_York".to_owned()),
        theme: Set(theme.name.clone()),
        contact_email: Set((*contact_email).to_owned()),
        logo_asset_id: Set(None),
        location: Set(json!({})),
        social_accounts: Set(empty.clone()),
        main_navigation: Set(empty.clone()),
        footer_navigation: Set(empty),
        delivers_test_orders: Set(None),
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
