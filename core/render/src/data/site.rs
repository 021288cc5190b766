//! The parts of a page's data that are the same on every page of a site.

use std::collections::HashMap;

use serde_json::{Map, Value, json};
use stoa_entity::tenant::site;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::AssetId;
use stoa_messages::Catalogue;
use stoa_site::content::Collection;
use stoa_site::header_footer::{HeaderFooter, footer_for_templates, header_for_page};
use stoa_site::media::{Asset, home_screen_image};
use stoa_site::navigation::{self, Link};
use stoa_site::settings;
use stoa_site::website_settings::WebsiteSettings;

use super::{cookie_banner_in, image};

/// Site data of a page.
pub(crate) struct SiteFacts<'a> {
    pub(crate) row: &'a site::Model,
    pub(crate) settings: &'a WebsiteSettings,
    pub(crate) collections: &'a [Collection],
    pub(crate) logo: Option<&'a Asset>,
    /// Title in browser tabs.
    pub(crate) icon: Option<&'a Asset>,
    /// Icons of the footer, and other images.
    pub(crate) pictures: &'a HashMap<AssetId, Asset>,
    /// Id of the page, or of the blog or store that the item belongs to; empty for generated pages.
    pub(crate) page: &'a str,
    pub(crate) frame: &'a HeaderFooter,
    pub(crate) identifier: &'a str,
    pub(crate) origin: &'a str,
    pub(crate) path: &'a str,
    pub(crate) now: Timestamp,
}

/// Data of every page.
pub(crate) fn page_data(facts: &SiteFacts<'_>) -> Map<String, Value> {
    let (row, chosen) = (facts.row, facts.settings);
    let accounts = settings::social_accounts(row);
    let texts = Catalogue::for_language(&row.language);
    let data = json!({
        "website": {
            "id": row.website_id,
            "siteTitle": row.title,
            "siteTagLine": row.tagline,
            "siteDescription": row.description,
            "baseUrl": facts.origin,
            "timeZone": row.time_zone,
            "language": row.language,
            "identifier": facts.identifier,
            "logoAsset": facts.logo.map(image::of_asset),
            "hasStartScreenIcon": home_screen_image(facts.icon, facts.logo).is_some(),
            "socialAccounts": accounts,
            "contactEmail": row.contact_email,
            "location": row.location,
            "cloneable": chosen.cloneable,
        "productTracking": chosen.product_tracking_enabled,
        },
        "websiteSettings": {
            "timeZone": row.time_zone,
            "simpleLikingEnabled": chosen.simple_liking_enabled,
            "commentsEnabled": chosen.comments_enabled,
            "disqusShortname": chosen.disqus_shortname,
            "useCLDRMoneyFormat": chosen.use_cldr_money_format,
            "cookieSettings": chosen.cookie_settings,
            "cookieBanner": cookie_banner_in(&chosen.cookie_banner, texts),
            "storeSettings": store_settings(row, chosen),
        },
        "featureFlags": {
            "useCLDRMoneyFormat": chosen.use_cldr_money_format,
            "multilingualTransactionalEmails": chosen.multilingual_emails,
        },
        "flags": chosen.flags(),
        "base-url": facts.origin,
        "mainNavigation": links(&row.main_navigation, facts),
        "footerNavigation": links(&row.footer_navigation, facts),
        "pagination": null,
        "productMerchandisingContext": {},
        "header": header_for_page(&facts.frame.header, facts.page),
        "footer": footer_for_templates(&facts.frame.footer, |id| facts.pictures.get(id).map(image::of_asset)),
        "now": facts.now,
        "year": year(facts.now, &row.time_zone),
    });
    match data {
        Value::Object(data) => data,
        _ => Map::new(),
    }
}

/// The logo of the header being rendered: published or draft.
pub(crate) fn logo_id(frame: &HeaderFooter) -> Option<AssetId> {
    frame.header.pointer("/logo/assetId").and_then(Value::as_str).and_then(|id| id.parse().ok())
}

/// Store settings for templates and islands.
fn store_settings(row: &site::Model, chosen: &WebsiteSettings) -> Value {
    let flag = |name: &str, default: bool| row.store_settings.get(name).and_then(Value::as_bool).unwrap_or(default);
    json!({
        "selectedCurrency": row.currency,
        "multipleQuantityAllowedForServices": multiple_services(row),
        "expressCheckout": flag("expressCheckout", false),
        "buyNowButton": flag("buyNowButton", false),
        "customCart": flag("customCart", false),
        "cookieSettings": chosen.cookie_settings,
        "cloneable": chosen.cloneable,
        "productTracking": chosen.product_tracking_enabled,
        "restockNotificationsSuccessText": row.store_settings.get("restockNotificationsSuccessText"),
    })
}

/// Whether the quantity of a service can be more than one.
pub(crate) fn multiple_services(row: &site::Model) -> bool {
    row.store_settings.get("multipleQuantityAllowedForServices").and_then(Value::as_bool).unwrap_or(true)
}

fn links(stored: &Value, facts: &SiteFacts<'_>) -> Value {
    navigation::resolve(stored, facts.collections).iter().map(|link| link_data(link, facts.path)).collect()
}

/// A folder is active when one of its pages is.
pub(super) fn link_data(link: &Link, path: &str) -> Value {
    let is_active = |link: &Link| {
        let below = link.url.len() > 1 && path.strip_prefix(&link.url).is_some_and(|rest| rest.starts_with('/'));
        below || link.url == path
    };
    json!({
        "title": link.title,
        "url": link.url,
        "newWindow": link.new_window,
        "active": is_active(link) || link.children.iter().any(is_active),
        "children": link.children.iter().map(|child| link_data(child, path)).collect::<Vec<_>>(),
    })
}

fn year(now: Timestamp, time_zone: &str) -> i64 {
    let zone = jiff::tz::TimeZone::get(time_zone).unwrap_or(jiff::tz::TimeZone::UTC);
    let now = jiff::Timestamp::from_millisecond(now.ms()).unwrap_or_default();
    i64::from(now.to_zoned(zone).year())
}
