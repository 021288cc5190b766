//! Visitor settings: cookies and consent, comments, likes, sharing, format of amounts.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_kernel::discussion::CommentApproval;
use stoa_kernel::website::{AnalyticsMode, ShareService};
use stoa_site::website_settings::{
    self, AnalyticsSettings, CommentSettings, CookieBanner, CookieSettings, ShareSettings, WebsiteSettings as Choices,
    WebsiteSettingsState,
};
use utoipa::ToSchema;

use crate::api_routes::{ApiRouter, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::route_policy::{Invalidates, changes, reads};
use crate::state::AppState;

/// Visitor settings of a site.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteSettings)]
pub struct WebsiteSettingsDto {
    /// Whether amounts are formatted for the site's language (CLDR).
    #[serde(rename = "useCLDRMoneyFormat")]
    use_cldr_money_format: bool,
    /// Whether like buttons are shown.
    simple_liking_enabled: bool,
    /// Whether comments are shown.
    comments_enabled: bool,
    /// Disqus shortname of the site, whose comments replace the built-in ones; empty for none.
    #[schema(max_length = 50, pattern = "^[A-Za-z0-9-]*$")]
    disqus_shortname: String,
    comment_settings: CommentSettingsDto,
    /// The favicon; null for one with the initial of the site.
    #[serde(default)]
    icon_id: Option<String>,
    /// The image for shared links of pages without one of their own.
    #[serde(default)]
    share_image_id: Option<String>,
    /// Sharing is off if omitted.
    #[serde(default)]
    share_settings: ShareSettingsDto,
    cookie_settings: CookieSettingsDto,
    cookie_banner: CookieBannerDto,
    /// Whether the site can be duplicated.
    cloneable: bool,
    /// Whether the editor offers a length limit for text fields of forms.
    #[serde(default)]
    form_text_limits: bool,
    /// Beta: whether product page views and additions to the cart are counted.
    #[serde(default)]
    product_tracking_enabled: bool,
    /// Whether notices about products are in the language in which they were asked for.
    #[serde(default)]
    multilingual_emails: bool,
    /// Whether a recorder of the operator may record sessions of visitors.
    #[serde(default)]
    session_recording: bool,
    /// As on a new site if omitted.
    #[serde(default)]
    analytics: AnalyticsSettingsDto,
    /// The revision to change, 0 before the first change; incremented by each.
    revision: i64,
}

/// Who can comment, and how comments are moderated.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommentSettings)]
pub struct CommentSettingsDto {
    approval: CommentApproval,
    /// Days after publication for which a post accepts comments, at most 3650; 0 for no limit.
    #[schema(minimum = 0, maximum = 3_650)]
    close_after_days: u32,
    /// Whether visitors without an account can comment.
    anonymous_allowed: bool,
    /// Whether the address of the site is notified of new comments, at most once an hour.
    notify_owner: bool,
    /// Whether a comment needs a captcha; comments from browsers without scripts wait for approval.
    #[serde(default)]
    captcha: bool,
}

impl From<CommentSettings> for CommentSettingsDto {
    fn from(settings: CommentSettings) -> Self {
        let CommentSettings { approval, close_after_days, anonymous_allowed, notify_owner, captcha, .. } = settings;
        Self { approval, close_after_days, anonymous_allowed, notify_owner, captcha }
    }
}

impl From<CommentSettingsDto> for CommentSettings {
    fn from(dto: CommentSettingsDto) -> Self {
        let CommentSettingsDto { approval, close_after_days, anonymous_allowed, notify_owner, captcha, .. } = dto;
        Self { approval, close_after_days, anonymous_allowed, notify_owner, captcha }
    }
}

/// Where posts and products can be shared, and with which services.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShareSettings)]
pub struct ShareSettingsDto {
    /// Whether posts, events and portfolio items have share buttons.
    on_posts: bool,
    /// Whether products have share buttons.
    on_products: bool,
    /// The buttons, in order.
    services: Vec<ShareService>,
}

impl Default for ShareSettingsDto {
    fn default() -> Self {
        ShareSettings::default().into()
    }
}

impl From<ShareSettings> for ShareSettingsDto {
    fn from(settings: ShareSettings) -> Self {
        let ShareSettings { on_posts, on_products, services } = settings;
        Self { on_posts, on_products, services }
    }
}

impl From<ShareSettingsDto> for ShareSettings {
    fn from(dto: ShareSettingsDto) -> Self {
        let ShareSettingsDto { on_posts, on_products, services } = dto;
        Self { on_posts, on_products, services }
    }
}

/// Cookie consent settings: what may be stored about visitors.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CookieSettings)]
pub struct CookieSettingsDto {
    /// Whether nothing is stored about a visitor before they have consented.
    is_restrictive_cookie_policy_enabled: bool,
    /// Whether, in addition, the server never sets cookies about visitors. Requires the restrictive policy.
    is_restrictive_cookie_policy_absolute: bool,
    /// Whether the consent banner is shown.
    is_cookie_banner_enabled: bool,
}

/// What is counted of visits.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = AnalyticsSettings)]
pub struct AnalyticsSettingsDto {
    /// Whether anything is counted.
    is_enabled: bool,
    mode: AnalyticsMode,
    /// Paths of pages that are not counted; `*` at the end stands for anything.
    #[schema(max_items = 50)]
    excluded_paths: Vec<String>,
    /// Whether browsers report how fast pages are.
    measures_speed: bool,
    /// Whether browsers report errors of scripts.
    reports_script_errors: bool,
}

impl Default for AnalyticsSettingsDto {
    fn default() -> Self {
        AnalyticsSettings::default().into()
    }
}

impl From<AnalyticsSettings> for AnalyticsSettingsDto {
    fn from(settings: AnalyticsSettings) -> Self {
        let AnalyticsSettings { is_enabled, mode, excluded_paths, measures_speed, reports_script_errors } = settings;
        Self { is_enabled, mode, excluded_paths, measures_speed, reports_script_errors }
    }
}

impl From<AnalyticsSettingsDto> for AnalyticsSettings {
    fn from(dto: AnalyticsSettingsDto) -> Self {
        let AnalyticsSettingsDto { is_enabled, mode, excluded_paths, measures_speed, reports_script_errors } = dto;
        Self { is_enabled, mode, excluded_paths, measures_speed, reports_script_errors }
    }
}

/// Texts and links of the consent banner.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CookieBanner)]
pub struct CookieBannerDto {
    /// Text of the banner, at most 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    text: String,
    /// Label of the accept button.
    #[schema(min_length = 1, max_length = 40)]
    accept_label: String,
    /// Label of the decline button.
    #[schema(min_length = 1, max_length = 40)]
    decline_label: String,
    /// Label of the footer link that opens the banner again.
    #[schema(min_length = 1, max_length = 40)]
    settings_label: String,
    /// Label of the link to the privacy policy.
    #[schema(min_length = 1, max_length = 40)]
    policy_label: String,
    /// URL of the privacy policy; empty for no link.
    #[schema(max_length = 500)]
    policy_url: String,
}

impl From<WebsiteSettingsState> for WebsiteSettingsDto {
    fn from(state: WebsiteSettingsState) -> Self {
        let WebsiteSettingsState { settings, revision } = state;
        let (cookies, banner) = (settings.cookie_settings, settings.cookie_banner);
        Self {
            use_cldr_money_format: settings.use_cldr_money_format,
            simple_liking_enabled: settings.simple_liking_enabled,
            comments_enabled: settings.comments_enabled,
            disqus_shortname: settings.disqus_shortname,
            comment_settings: settings.comment_settings.into(),
            icon_id: settings.icon_id,
            share_image_id: settings.share_image_id,
            share_settings: settings.share_settings.into(),
            cookie_settings: CookieSettingsDto {
                is_restrictive_cookie_policy_enabled: cookies.is_restrictive_cookie_policy_enabled,
                is_restrictive_cookie_policy_absolute: cookies.is_restrictive_cookie_policy_absolute,
                is_cookie_banner_enabled: cookies.is_cookie_banner_enabled,
            },
            cookie_banner: CookieBannerDto {
                text: banner.text,
                accept_label: banner.accept_label,
                decline_label: banner.decline_label,
                settings_label: banner.settings_label,
                policy_label: banner.policy_label,
                policy_url: banner.policy_url,
            },
            cloneable: settings.cloneable,
            form_text_limits: settings.form_text_limits,
            product_tracking_enabled: settings.product_tracking_enabled,
            multilingual_emails: settings.multilingual_emails,
            session_recording: settings.session_recording,
            analytics: settings.analytics.into(),
            revision,
        }
    }
}

impl From<WebsiteSettingsDto> for WebsiteSettingsState {
    fn from(dto: WebsiteSettingsDto) -> Self {
        let (cookies, banner) = (dto.cookie_settings, dto.cookie_banner);
        let settings = Choices {
            use_cldr_money_format: dto.use_cldr_money_format,
            simple_liking_enabled: dto.simple_liking_enabled,
            comments_enabled: dto.comments_enabled,
            disqus_shortname: dto.disqus_shortname,
            comment_settings: dto.comment_settings.into(),
            icon_id: dto.icon_id,
            share_image_id: dto.share_image_id,
            share_settings: dto.share_settings.into(),
            cookie_settings: CookieSettings {
                is_restrictive_cookie_policy_enabled: cookies.is_restrictive_cookie_policy_enabled,
                is_restrictive_cookie_policy_absolute: cookies.is_restrictive_cookie_policy_absolute,
                is_cookie_banner_enabled: cookies.is_cookie_banner_enabled,
            },
            cookie_banner: CookieBanner {
                text: banner.text,
                accept_label: banner.accept_label,
                decline_label: banner.decline_label,
                settings_label: banner.settings_label,
                policy_label: banner.policy_label,
                policy_url: banner.policy_url,
            },
            cloneable: dto.cloneable,
            form_text_limits: dto.form_text_limits,
            product_tracking_enabled: dto.product_tracking_enabled,
            multilingual_emails: dto.multilingual_emails,
            session_recording: dto.session_recording,
            analytics: dto.analytics.into(),
        };
        Self { settings, revision: dto.revision }
    }
}

/// Routes of this module.
pub fn routes() -> ApiRouter {
    ApiRouter::new().routes(routes!(website_settings_get: reads(), website_settings_save: changes(Invalidates::Site)))
}

/// Get the visitor settings
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/website-settings", operation_id = "website_settings_get",
    tag = "website-settings", security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = WebsiteSettingsDto)))]
async fn website_settings_get(caller: Contributor) -> ApiResult<Json<WebsiteSettingsDto>> {
    Ok(Json(website_settings::get(&caller.ctx, &caller.db).await?.into()))
}

/// Save the visitor settings
///
/// 412 if someone has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/website-settings", operation_id = "website_settings_save",
    tag = "website-settings", request_body = WebsiteSettingsDto, security(("contributor" = ["site-settings:write"])),
    responses((status = 200, body = WebsiteSettingsDto), (status = 412, body = Problem)))]
async fn website_settings_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<WebsiteSettingsDto>,
) -> ApiResult<Json<WebsiteSettingsDto>> {
    let saved = website_settings::save(&caller.ctx, &caller.db, state.invalidation.as_ref(), body.into()).await?;
    Ok(Json(saved.into()))
}
