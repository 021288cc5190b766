//! Title and general settings of a site.

use sea_orm::ColumnTrait;
use stoa_entity::tenant::site::{Column, Entity, Model};
pub use stoa_entity::tenant::site::{SiteAddress, SocialAccount};
use stoa_entity::{TenantDb, TenantTx};
use stoa_kernel::error::Checks;
use stoa_kernel::language::{is_known, is_language_tag};
use stoa_kernel::money::Currency;
use stoa_kernel::ports::Invalidation;
use stoa_kernel::{Action, Resource, TenantCtx, boxed};

use crate::contributor_texts;
use crate::{SiteError, cache_tags, currency, languages, social, translations};
use stoa_entity::json_column::JsonOf;

/// The settings that contributors see.
#[derive(Clone, Debug, PartialEq)]
pub struct SiteSettings {
    /// Name of the site.
    pub title: String,
    /// A short text next to the title.
    pub tagline: String,
    /// Description for search engines.
    pub description: String,
    /// BCP 47 tag.
    pub language: String,
    /// ISO 4217 code.
    pub currency: String,
    /// Whether the currency cannot be changed because the shop has sold in it; ignored on save.
    pub currency_fixed: bool,
    /// IANA time zone.
    pub time_zone: String,
    /// Name of the theme.
    pub theme: String,
    /// E-mail address that receives messages of visitors; empty for none.
    pub contact_email: String,
    /// Postal address of the owner.
    pub location: SiteAddress,
    /// Social profiles.
    pub social_accounts: Vec<SocialAccount>,
    /// Incremented by each change.
    pub revision: i64,
}

/// The row of the site, for pages; its texts are in the language of the transaction.
///
/// # Errors
/// [`SiteError::NotFound`] when the site was never set up.
#[boxed]
pub async fn site_row(tx: &TenantTx) -> Result<Model, SiteError> {
    let mut row = tx.find::<Entity>().one().await?.ok_or(SiteError::NotFound)?;
    translations::lay_over_site(tx, &mut row).await?;
    Ok(row)
}

/// Social profiles of a site's row, each with its service.
pub fn social_accounts(row: &Model) -> Vec<SocialAccount> {
    let mut accounts = row.social_accounts.0.clone();
    for account in &mut accounts {
        account.r#type = social::service(&account.r#type, &account.profile_url);
    }
    accounts
}

/// The settings, for contributors.
///
/// # Errors
/// When the caller may not see them.
#[boxed]
pub async fn get(ctx: &TenantCtx, db: &TenantDb) -> Result<SiteSettings, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Read)?;
    let tx = db.read().await?;
    SiteSettings::load(&tx).await
}

/// Saves settings on top of the revision they were based on. The theme is changed by the design only.
///
/// # Errors
/// [`SiteError::Invalid`] with a message for each wrong field, such as a currency that cannot be changed because
/// amounts exist; [`SiteError::RevisionStale`] when someone else saved first.
#[boxed]
pub async fn save(
    ctx: &TenantCtx,
    db: &TenantDb,
    invalidation: &dyn Invalidation,
    mut settings: SiteSettings,
) -> Result<SiteSettings, SiteError> {
    ctx.authorise(Resource::SiteSettings, Action::Write)?;
    settings.check()?;
    let tx = db.write().await?;
    let before = site_row(&tx).await?;
    if before.language != settings.language && !is_known(&settings.language) {
        return Err(SiteError::field("language", contributor_texts::CHOOSE_ONE_OF_THE_OFFERED_LANGUAGES));
    }
    if before.language != settings.language {
        languages::primary_changed(&tx, &settings.language).await?;
    }
    currency::check_change(&tx, &before.currency, &settings.currency).await?;
    let changed = tx
        .update::<Entity>(Column::Revision.eq(settings.revision))
        .set(Column::Title, settings.title.trim().to_owned())
        .set(Column::Tagline, settings.tagline)
        .set(Column::Description, settings.description)
        .set(Column::Language, settings.language)
        .set(Column::Currency, settings.currency)
        .set(Column::TimeZone, settings.time_zone)
        .set(Column::ContactEmail, settings.contact_email)
        .set(Column::Location, JsonOf(settings.location))
        .set(Column::SocialAccounts, JsonOf(settings.social_accounts))
        .set(Column::Revision, settings.revision + 1)
        .set(Column::UpdatedOn, ctx.now())
        .exec()
        .await?;
    if changed == 0 {
        return Err(SiteError::RevisionStale);
    }
    let saved = SiteSettings::load(&tx).await?;
    tx.commit().await?;
    invalidation.invalidate_tags(ctx.website(), &[cache_tags::SITE.to_owned()]).await;
    Ok(saved)
}

impl SiteSettings {
    async fn load(tx: &TenantTx) -> Result<Self, SiteError> {
        let row = site_row(tx).await?;
        Ok(Self {
            currency_fixed: currency::has_sold(tx).await?,
            social_accounts: social_accounts(&row),
            location: row.location.0,
            title: row.title,
            tagline: row.tagline,
            description: row.description,
            language: row.language,
            currency: row.currency,
            time_zone: row.time_zone,
            theme: row.theme,
            contact_email: row.contact_email,
            revision: row.revision,
        })
    }

    fn check(&mut self) -> Result<(), SiteError> {
        let SiteAddress { address_title, address_line1, address_line2, address_country, .. } = &mut self.location;
        for line in [address_title, address_line1, address_line2, address_country] {
            *line = line.trim().to_owned();
        }
        let mut checks = Checks::default();
        checks.require(!self.title.trim().is_empty(), "title", contributor_texts::TITLE_CANNOT_BE_BLANK);
        for (value, field, most) in [
            (&self.title, "title", 200),
            (&self.tagline, "tagline", 300),
            (&self.description, "description", 2_000),
            (&self.contact_email, "contactEmail", 256),
            (&self.location.address_title, "location.addressTitle", 200),
            (&self.location.address_line1, "location.addressLine1", 200),
            (&self.location.address_line2, "location.addressLine2", 200),
            (&self.location.address_country, "location.addressCountry", 100),
        ] {
            checks.require(
                value.chars().count() <= most,
                field,
                stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
            );
        }
        let (north, east) = (self.location.map_lat, self.location.map_lng);
        let within = |degrees: Option<f64>, most: f64| degrees.is_none_or(|degrees| degrees.abs() <= most);
        checks.require(within(north, 90.0), "location.mapLat", contributor_texts::ENTER_DEGREES_FROM_90_TO_90);
        checks.require(within(east, 180.0), "location.mapLng", contributor_texts::ENTER_DEGREES_FROM_180_TO_180);
        let missing = if north.is_some() { "location.mapLng" } else { "location.mapLat" };
        checks.require(north.is_some() == east.is_some(), missing, contributor_texts::ENTER_BOTH_OR_NEITHER);
        checks.require(is_language_tag(&self.language), "language", contributor_texts::ENTER_A_LANGUAGE_TAG_SUCH_AS_EN);
        checks.require(
            self.currency.parse::<Currency>().is_ok(),
            "currency",
            contributor_texts::CHOOSE_ONE_OF_THE_OFFERED_CURRENCIES,
        );
        let zone = jiff::tz::TimeZone::get(&self.time_zone);
        checks.require(zone.is_ok(), "timeZone", contributor_texts::ENTER_A_TIME_ZONE_SUCH_AS_AMERICA);
        let email = self.contact_email.is_empty() || looks_like_email(&self.contact_email);
        checks.require(email, "contactEmail", contributor_texts::ENTER_A_VALID_EMAIL);
        checks.require(
            self.social_accounts.len() <= 30,
            "socialAccounts",
            contributor_texts::YOU_HAVE_REACHED_THE_LIMIT_OF_30,
        );
        for (index, account) in self.social_accounts.iter().enumerate() {
            let link = account.profile_url.starts_with("https://") || account.profile_url.starts_with("http://");
            let short = account.profile_url.len() <= 500 && account.title.len() <= 200 && account.r#type.len() <= 50;
            let field = format!("socialAccounts[{index}].profileUrl");
            checks.require(link && short, &field, contributor_texts::ENTER_AN_ADDRESS_THAT_STARTS_WITH_HTTPS_2);
        }
        Ok(checks.finish()?)
    }
}

fn looks_like_email(text: &str) -> bool {
    let Some((local, domain)) = text.split_once('@') else { return false };
    let plain = !text.contains(char::is_whitespace) && !text.contains(char::is_control) && !domain.contains('@');
    plain && !local.is_empty() && domain.split('.').count() > 1 && domain.split('.').all(|label| !label.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> SiteSettings {
        SiteSettings {
            title: "Juniper".to_owned(),
            tagline: String::new(),
            description: String::new(),
            language: "en-US".to_owned(),
            currency: "USD".to_owned(),
            currency_fixed: false,
            time_zone: "America/New_York".to_owned(),
            theme: "linen".to_owned(),
            contact_email: "hello@domain.com".to_owned(),
            location: SiteAddress::default(),
            social_accounts: Vec::new(),
            revision: 1,
        }
    }

    #[test]
    fn validation_errors_by_field() {
        assert!(settings().check().is_ok());
        let mut wrong = SiteSettings {
            location: SiteAddress { address_country: "x".repeat(101), map_lat: Some(91.0), ..SiteAddress::default() },
            title: " ".to_owned(),
            language: "english".to_owned(),
            currency: "XXX".to_owned(),
            time_zone: "Mars/Base".to_owned(),
            contact_email: "nobody".to_owned(),
            social_accounts: vec![SocialAccount {
                r#type: "x".to_owned(),
                title: String::new(),
                profile_url: "javascript:alert(1)".to_owned(),
            }],
            ..settings()
        };
        let Err(SiteError::Invalid(fields)) = wrong.check() else { panic!("the settings were accepted") };
        let named: Vec<&str> = fields.keys().map(String::as_str).collect();
        let expected = [
            "contactEmail",
            "currency",
            "language",
            "location.addressCountry",
            "location.mapLat",
            "location.mapLng",
            "socialAccounts[0].profileUrl",
            "timeZone",
            "title",
        ];
        assert_eq!(named, expected);
    }
}
