//! General settings of a site.

pub mod audit_log;
pub mod checkout_settings;
pub mod commerce_preferences;
pub mod contributors;
pub mod countries;
pub mod installment_providers;
pub mod languages;
pub mod load_run_removal;
pub mod load_tests;
pub mod payments;
pub mod plugin_deliveries;
pub mod plugin_jobs;
pub mod plugins;
pub mod shipping_zones;
pub mod site_copies;
pub mod site_lock;
pub mod site_texts;
pub mod store_settings;
pub mod taxes;
pub mod translated_addresses;
pub mod translation_files;
pub mod translations;
pub mod trial;
pub mod website_settings;

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_kernel::language;
use stoa_kernel::money::Currency;
use stoa_site::settings::{self, SiteAddress, SiteSettings, SocialAccount};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// A social profile.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SocialAccountDto {
    /// The service, such as `instagram`. If it is empty or `website`, it is derived from the URL.
    #[serde(rename = "type")]
    #[schema(max_length = 50)]
    kind: String,
    #[serde(default)]
    #[schema(max_length = 200)]
    title: String,
    #[schema(max_length = 500, pattern = "^https?://")]
    profile_url: String,
}

/// Address of the site's owner, as shown on pages and invoices. Unknown parts are empty.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SiteAddressDto {
    /// Name of the company or person, if it differs from the site's.
    #[schema(max_length = 200)]
    address_title: String,
    /// Street and number.
    #[schema(max_length = 200)]
    address_line1: String,
    /// City line of the address, such as city, postal code and region.
    #[schema(max_length = 200)]
    address_line2: String,
    /// Country, as free text.
    #[schema(max_length = 100)]
    address_country: String,
    /// Latitude in degrees, -90 to 90, for maps; set both coordinates or none.
    #[schema(minimum = -90, maximum = 90)]
    map_lat: Option<f64>,
    /// Longitude in degrees, -180 to 180.
    #[schema(minimum = -180, maximum = 180)]
    map_lng: Option<f64>,
}

impl From<SiteAddress> for SiteAddressDto {
    fn from(address: SiteAddress) -> Self {
        let SiteAddress { address_title, address_line1, address_line2, address_country, map_lat, map_lng } = address;
        Self { address_title, address_line1, address_line2, address_country, map_lat, map_lng }
    }
}

impl From<SiteAddressDto> for SiteAddress {
    fn from(address: SiteAddressDto) -> Self {
        let SiteAddressDto { address_title, address_line1, address_line2, address_country, map_lat, map_lng } = address;
        Self { address_title, address_line1, address_line2, address_country, map_lat, map_lng }
    }
}

/// Settings of a site.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct SettingsDto {
    #[schema(min_length = 1, max_length = 200)]
    title: String,
    #[schema(max_length = 300)]
    tagline: String,
    #[schema(max_length = 2000)]
    description: String,
    /// BCP 47 tag of an available language, with any region.
    language: String,
    /// Tags of the available languages, with the regions that have date or amount formats of their own.
    #[serde(default)]
    #[schema(read_only, required = true)]
    languages: Vec<String>,
    /// ISO 4217 code of an available currency. A change leaves the numbers of all amounts as they are. It is rejected
    /// once the shop has sold for real money, or if the currencies have different numbers of decimals.
    currency: String,
    /// Codes of the available currencies.
    #[serde(default)]
    #[schema(read_only, required = true)]
    currencies: Vec<String>,
    /// Whether the currency can no longer be changed, because the shop has sold in it.
    #[serde(default)]
    #[schema(read_only, required = true)]
    currency_fixed: bool,
    /// IANA time zone name.
    time_zone: String,
    /// Name of the theme; changed by publishing a design.
    #[serde(default)]
    #[schema(read_only, required = true)]
    theme: String,
    #[schema(max_length = 256)]
    contact_email: String,
    location: SiteAddressDto,
    #[schema(max_items = 30)]
    social_accounts: Vec<SocialAccountDto>,
    /// The revision to change; incremented by each change.
    revision: i64,
}

impl From<SiteSettings> for SettingsDto {
    fn from(settings: SiteSettings) -> Self {
        let account = |account: SocialAccount| SocialAccountDto {
            kind: account.r#type,
            title: account.title,
            profile_url: account.profile_url,
        };
        Self {
            title: settings.title,
            tagline: settings.tagline,
            description: settings.description,
            language: settings.language,
            languages: language::offered(),
            currency: settings.currency,
            currencies: Currency::all().map(|currency| currency.code().to_owned()).collect(),
            currency_fixed: settings.currency_fixed,
            time_zone: settings.time_zone,
            theme: settings.theme,
            contact_email: settings.contact_email,
            location: settings.location.into(),
            social_accounts: settings.social_accounts.into_iter().map(account).collect(),
            revision: settings.revision,
        }
    }
}

impl From<SettingsDto> for SiteSettings {
    fn from(dto: SettingsDto) -> Self {
        let account = |account: SocialAccountDto| SocialAccount {
            r#type: account.kind,
            title: account.title,
            profile_url: account.profile_url,
        };
        Self {
            title: dto.title,
            tagline: dto.tagline,
            description: dto.description,
            language: dto.language,
            currency: dto.currency,
            currency_fixed: false,
            time_zone: dto.time_zone,
            theme: dto.theme,
            contact_email: dto.contact_email,
            location: dto.location.into(),
            social_accounts: dto.social_accounts.into_iter().map(account).collect(),
            revision: dto.revision,
        }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new()
        .routes(routes!(settings_get: reads(), settings_save: changes(Invalidates::Site)))
        .merge(countries::routes())
        .merge(commerce_preferences::routes())
        .merge(installment_providers::routes())
        .merge(languages::routes())
        .merge(load_run_removal::routes())
        .merge(load_tests::routes())
        .merge(translations::routes())
        .merge(contributors::routes())
        .merge(audit_log::routes())
        .merge(site_copies::routes())
        .merge(site_lock::routes())
        .merge(site_texts::routes())
        .merge(trial::routes())
        .merge(website_settings::routes())
        .merge(payments::routes())
        .merge(plugin_deliveries::routes())
        .merge(plugin_jobs::routes())
        .merge(plugins::routes())
        .merge(taxes::routes())
        .merge(shipping_zones::routes())
        .merge(store_settings::routes())
}

/// Get the settings
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/settings", operation_id = "settings_get", tag = "settings",
    security(("contributor" = ["site-settings:read"])), responses((status = 200, body = SettingsDto)))]
async fn settings_get(caller: Contributor) -> ApiResult<Json<SettingsDto>> {
    Ok(Json(settings::get(&caller.ctx, &caller.db).await?.into()))
}

/// Save the settings
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/settings", operation_id = "settings_save", tag = "settings",
    request_body = SettingsDto, security(("contributor" = ["site-settings:write"])),
    responses((status = 200, body = SettingsDto), (status = 412, body = Problem)))]
async fn settings_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<SettingsDto>,
) -> ApiResult<Json<SettingsDto>> {
    let saved = settings::save(&caller.ctx, &caller.db, state.invalidation.as_ref(), body.into()).await?;
    Ok(Json(saved.into()))
}
