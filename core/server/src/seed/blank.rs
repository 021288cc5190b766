//! A new site with an owner: the starter content of its theme, or otherwise settings and a home page with a heading.

use anyhow::Context as _;
use sea_orm::ActiveValue::Set;
use serde_json::{Value, json};
use stoa_entity::json_column::JsonOf;
use stoa_entity::tenant::{collection, site};
use stoa_http::SiteChoices;
use stoa_kernel::boxed;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::content::{CollectionKind, CollectionType};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{CollectionId, WebsiteId};
use stoa_kernel::money::Currency;
use stoa_render::starter_word;
use stoa_site::media::Media;
use stoa_site::themes::Theme;
use stoa_tenancy::{NewSite, Owner, Tenancy, TenancyError, check_account, check_identifier};

use super::content;
use super::files::SeedSite;
use crate::site_removal;
use crate::wiring::AppContext;

/// Title of the home page in menus, in English.
const HOME: &str = "Home";

/// The owner of a site that the operator creates.
#[derive(Clone, Copy, Debug)]
pub struct FirstOwner<'a> {
    /// E-mail address.
    pub email: &'a str,
    /// Password of the account to create; none if the account exists.
    pub password: Option<&'a str>,
}

/// Creates a site for the operator, together with the owner's account when a password is given: both or neither. All
/// values are validated before anything is written.
///
/// # Errors
/// [`TenancyError::Invalid`] with messages for `identifier`, `title`, `hosts`, `owner` and `password`; when the starter
/// content of the theme is invalid or a database cannot be written.
#[boxed]
pub async fn new_site(
    foundation: &AppContext,
    theme: &Theme,
    new: &NewSite,
    choices: &SiteChoices,
    first: &FirstOwner<'_>,
) -> anyhow::Result<WebsiteId> {
    let FirstOwner { email: owner, password } = *first;
    let tenancy = &foundation.tenancy;
    let known = tenancy.staff.by_email(owner).await?;
    check(tenancy, new, owner, known.is_some(), password).await?;
    let made_with_it = match (&known, password) {
        (None, Some(password)) => Some(tenancy.staff.new_account(owner, owner, password, tenancy.now()).await?),
        _ => None,
    };
    let account = known.as_ref().or(made_with_it.as_ref().map(|made| &made.account));
    let account = account.with_context(|| format!("{owner} has no account"))?;
    let id = WebsiteId::generate();
    let made = async {
        let beginning = InitialContent { theme, new, choices, contact_email: &account.email };
        begin(tenancy, &foundation.media, &id, beginning).await?;
        let owner = Owner { account: &account.id, new: made_with_it.as_ref(), rules: None };
        anyhow::Ok(tenancy.tenants.create(&id, new, Some(owner), tenancy.now()).await?)
    };
    if let Err(error) = made.await {
        if site_removal::is_uncertain(&error) {
            let unknown = format!("it is unknown whether '{}' was created; check `stoa tenant list`", new.identifier);
            return Err(error.context(unknown));
        }
        return Err(match site_removal::delete_unregistered(&tenancy.tenants, foundation.blobs.as_ref(), &id).await {
            Ok(()) => error,
            Err(left) => error.context(format!("the data written so far could not be removed: {left:#}")),
        });
    }
    Ok(id)
}

async fn check(
    tenancy: &Tenancy,
    new: &NewSite,
    owner: &str,
    is_known: bool,
    password: Option<&str>,
) -> Result<(), TenancyError> {
    let mut checks = Checks::default();
    if let Err(TenancyError::Invalid(wrong)) = check_identifier(&new.identifier) {
        wrong.into_iter().for_each(|(field, message)| checks.require(false, &field, message));
    }
    let is_free = !tenancy.tenants.exists(&new.identifier).await?;
    checks.require(is_free, "identifier", format!("'{}' is already taken", new.identifier));
    checks.require(!new.title.trim().is_empty(), "title", stoa_tenancy::contributor_texts::PLEASE_ENTER_A_NAME);
    let built_in = format!("{}.", new.identifier);
    for host in tenancy.tenants.taken_hosts(&new.hosts).await? {
        let is_said = !is_free && host.starts_with(&built_in);
        checks.require(is_said, "hosts", format!("'{host}' is already taken"));
    }
    match password {
        Some(_) if is_known => {
            let message = format!("{owner} already has an account; omit the password to create the site for it");
            checks.require(false, "owner", message);
        }
        Some(password) => {
            if let Err(TenancyError::Invalid(wrong)) = check_account(owner.trim(), owner, password) {
                for (field, message) in wrong {
                    checks.require(false, if field == "password" { "password" } else { "owner" }, message);
                }
            }
        }
        None => {
            let message = format!("{owner} has no account; `stoa tenant create` creates one with --password");
            checks.require(is_known, "owner", message);
        }
    }
    checks.finish().map_err(|failure| TenancyError::Invalid(failure.fields))
}

/// Initial content and settings of a site.
#[derive(Clone, Copy)]
pub(super) struct InitialContent<'a> {
    pub(super) theme: &'a Theme,
    pub(super) new: &'a NewSite,
    pub(super) choices: &'a SiteChoices,
    pub(super) contact_email: &'a str,
}

/// Writes the theme's starter content, or an empty home page, for a site that is not registered yet.
pub(super) async fn begin(
    tenancy: &Tenancy,
    media: &Media,
    id: &WebsiteId,
    beginning: InitialContent<'_>,
) -> anyhow::Result<()> {
    let InitialContent { theme, new, choices, contact_email } = beginning;
    let tenant = tenancy.for_system(id, "create").await?;
    match SeedSite::of_theme(theme)? {
        Some(mut files) => {
            files.site.title.clone_from(&new.title);
            files.site.theme.clone_from(&theme.name);
            contact_email.clone_into(&mut files.site.contact_email);
            if let Some(currency) = choices.currency {
                currency.code().clone_into(&mut files.site.currency);
            }
            if let Some(language) = &choices.language {
                files.set_language(language);
            }
            content::write(media, &tenant, &files).await
        }
        None => {
            let now = tenancy.now();
            let tx = tenant.db.write().await?;
            tx.insert(site_row(&beginning, now)).await?;
            tx.insert(home_row(&new.title, language_of(choices), now)).await?;
            Ok(tx.commit().await?)
        }
    }
}

fn language_of(choices: &SiteChoices) -> &str {
    choices.language.as_deref().unwrap_or("en-US")
}

fn site_row(beginning: &InitialContent<'_>, now: Timestamp) -> site::ActiveModel {
    let InitialContent { theme, new, choices, contact_email } = beginning;
    let empty = Value::Array(Vec::new());
    site::ActiveModel {
        title: Set(new.title.clone()),
        tagline: Set(String::new()),
        description: Set(String::new()),
        language: Set(language_of(choices).to_owned()),
        currency: Set(choices.currency.unwrap_or(Currency::DEFAULT).code().to_owned()),
        time_zone: Set("America/New_York".to_owned()),
        theme: Set(theme.name.clone()),
        contact_email: Set((*contact_email).to_owned()),
        logo_asset_id: Set(None),
        location: Set(JsonOf::default()),
        social_accounts: Set(JsonOf::default()),
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

fn home_row(title: &str, language: &str, now: Timestamp) -> collection::ActiveModel {
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
        kind: Set(CollectionKind::Page),
        type_code: Set(CollectionType::Page.code()),
        title: Set(title.to_owned()),
        navigation_title: Set(starter_word(HOME, language).unwrap_or(HOME).to_owned()),
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
