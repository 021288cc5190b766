//! What an owner chooses about visitors: cookies and consent, comments, likes, sharing, how amounts are written.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use stoa_site::website_settings::{
    self, Approval, CommentSettings, CookieBanner, CookieSettings, ShareService, ShareSettings,
    WebsiteSettings as Choices, WebsiteSettingsState,
};
use utoipa::ToSchema;

use crate::calls::{Calls, routes};
use crate::extract::{ApiJson, Contributor};
use crate::problem::{ApiResult, Problem};
use crate::state::AppState;

/// What an owner chooses about visitors.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = WebsiteSettings)]
pub struct WebsiteSettingsDto {
    /// Whether amounts are written as people of the site's language write them.
    #[serde(rename = "useCLDRMoneyFormat")]
    use_cldr_money_format: bool,
    /// Whether buttons to like something are shown.
    simple_liking_enabled: bool,
    /// Whether comments are shown.
    comments_enabled: bool,
    /// Name of the site with the comment service Disqus, whose comments are shown in the place of ours; empty for none.
    disqus_shortname: String,
    comment_settings: CommentSettingsDto,
    /// The picture in the tabs of browsers; none for the initial of the site.
    #[serde(default)]
    icon_id: Option<String>,
    /// The picture that is shown when a page is passed on that has none of its own.
    #[serde(default)]
    share_image_id: Option<String>,
    /// Left out, nothing is passed on.
    #[serde(default)]
    share_settings: ShareSettingsDto,
    cookie_settings: CookieSettingsDto,
    cookie_banner: CookieBannerDto,
    /// Whether the site may be duplicated.
    cloneable: bool,
    /// Whether the editor offers a limit for long answers to forms.
    #[serde(default = "offered")]
    form_text_limits: bool,
    /// Beta: whether visits of product pages and what is put into carts are counted.
    #[serde(default)]
    product_tracking_enabled: bool,
    /// The revision that is changed, 0 before the first change; raised by each.
    revision: i64,
}

fn offered() -> bool {
    true
}

/// Whose comments wait until somebody who works on the site has approved them.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = CommentApproval)]
pub enum ApprovalDto {
    /// Everybody's.
    Everyone,
    /// Those of people who have not confirmed an account here.
    Guests,
    /// Nobody's.
    Nobody,
}

/// Who may comment, and what becomes of it.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CommentSettings)]
pub struct CommentSettingsDto {
    approval: ApprovalDto,
    /// Days after its publication that a post takes comments, at most 3650; 0 for ever.
    close_after_days: u32,
    /// Whether people without an account here may comment.
    anonymous_allowed: bool,
    /// Whether the address of the site is told of new comments, once an hour at most.
    notify_owner: bool,
    /// Whether a captcha is solved before a comment is taken; those of browsers without scripts wait for approval.
    #[serde(default)]
    captcha: bool,
}

impl From<CommentSettings> for CommentSettingsDto {
    fn from(settings: CommentSettings) -> Self {
        let approval = match settings.approval {
            Approval::Everyone => ApprovalDto::Everyone,
            Approval::Guests => ApprovalDto::Guests,
            Approval::Nobody => ApprovalDto::Nobody,
        };
        let CommentSettings { close_after_days, anonymous_allowed, notify_owner, captcha, .. } = settings;
        Self { approval, close_after_days, anonymous_allowed, notify_owner, captcha }
    }
}

impl From<CommentSettingsDto> for CommentSettings {
    fn from(dto: CommentSettingsDto) -> Self {
        let approval = match dto.approval {
            ApprovalDto::Everyone => Approval::Everyone,
            ApprovalDto::Guests => Approval::Guests,
            ApprovalDto::Nobody => Approval::Nobody,
        };
        let CommentSettingsDto { close_after_days, anonymous_allowed, notify_owner, captcha, .. } = dto;
        Self { approval, close_after_days, anonymous_allowed, notify_owner, captcha }
    }
}

/// A service that takes what is passed on by a link.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
#[schema(as = ShareService)]
pub enum ShareServiceDto {
    /// The visitor's own mail program.
    Email,
    /// WhatsApp.
    Whatsapp,
    /// Facebook.
    Facebook,
    /// X, once Twitter.
    X,
    /// Bluesky.
    Bluesky,
    /// LinkedIn.
    Linkedin,
    /// Pinterest.
    Pinterest,
    /// Reddit.
    Reddit,
    /// Telegram.
    Telegram,
}

/// Where posts and products can be passed on, and to whom.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = ShareSettings)]
pub struct ShareSettingsDto {
    /// Whether posts, events and works have the buttons.
    on_posts: bool,
    /// Whether products have them.
    on_products: bool,
    /// The buttons, in their order.
    services: Vec<ShareServiceDto>,
}

impl Default for ShareSettingsDto {
    fn default() -> Self {
        ShareSettings::default().into()
    }
}

impl From<ShareSettings> for ShareSettingsDto {
    fn from(settings: ShareSettings) -> Self {
        let service = |service| match service {
            ShareService::Email => ShareServiceDto::Email,
            ShareService::Whatsapp => ShareServiceDto::Whatsapp,
            ShareService::Facebook => ShareServiceDto::Facebook,
            ShareService::X => ShareServiceDto::X,
            ShareService::Bluesky => ShareServiceDto::Bluesky,
            ShareService::Linkedin => ShareServiceDto::Linkedin,
            ShareService::Pinterest => ShareServiceDto::Pinterest,
            ShareService::Reddit => ShareServiceDto::Reddit,
            ShareService::Telegram => ShareServiceDto::Telegram,
        };
        let ShareSettings { on_posts, on_products, services } = settings;
        Self { on_posts, on_products, services: services.into_iter().map(service).collect() }
    }
}

impl From<ShareSettingsDto> for ShareSettings {
    fn from(dto: ShareSettingsDto) -> Self {
        let service = |service| match service {
            ShareServiceDto::Email => ShareService::Email,
            ShareServiceDto::Whatsapp => ShareService::Whatsapp,
            ShareServiceDto::Facebook => ShareService::Facebook,
            ShareServiceDto::X => ShareService::X,
            ShareServiceDto::Bluesky => ShareService::Bluesky,
            ShareServiceDto::Linkedin => ShareService::Linkedin,
            ShareServiceDto::Pinterest => ShareService::Pinterest,
            ShareServiceDto::Reddit => ShareService::Reddit,
            ShareServiceDto::Telegram => ShareService::Telegram,
        };
        let ShareSettingsDto { on_posts, on_products, services } = dto;
        Self { on_posts, on_products, services: services.into_iter().map(service).collect() }
    }
}

/// What may be remembered of visitors.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CookieSettings)]
pub struct CookieSettingsDto {
    /// Whether nothing is remembered before a visitor has accepted it.
    is_restrictive_cookie_policy_enabled: bool,
    /// Whether, beyond that, the server never sets cookies about visitors. Needs the restrictive policy.
    is_restrictive_cookie_policy_absolute: bool,
    /// Whether visitors are asked.
    is_cookie_banner_enabled: bool,
}

/// What visitors are asked, and where they read more.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = CookieBanner)]
pub struct CookieBannerDto {
    /// The question, at most 500 characters.
    text: String,
    /// On the button that accepts.
    accept_label: String,
    /// On the button that declines.
    decline_label: String,
    /// On the link in the footer that asks again.
    settings_label: String,
    /// On the link to the site's words on privacy.
    policy_label: String,
    /// Where that link leads; empty for no link.
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
        };
        Self { settings, revision: dto.revision }
    }
}

/// The routes of this noun.
pub fn routes() -> Calls {
    Calls::new().routes(routes!(website_settings_get, website_settings_save))
}

/// Read what is chosen about visitors
#[utoipa::path(get, path = "/api/v1/websites/{websiteId}/website-settings", operation_id = "website_settings_get",
    tag = "website-settings",
    params(("websiteId" = String, Path, description = "The site")),
    security(("contributor" = ["site-settings:read"])),
    responses((status = 200, body = WebsiteSettingsDto), (status = 401, body = Problem), (status = 403, body = Problem),
              (status = 404, body = Problem)))]
async fn website_settings_get(caller: Contributor) -> ApiResult<Json<WebsiteSettingsDto>> {
    Ok(Json(website_settings::get(&caller.ctx, &caller.db).await?.into()))
}

/// Choose about visitors
///
/// 412 when somebody has saved a newer revision.
#[utoipa::path(put, path = "/api/v1/websites/{websiteId}/website-settings", operation_id = "website_settings_save",
    tag = "website-settings",
    params(("websiteId" = String, Path, description = "The site")),
    request_body = WebsiteSettingsDto,
    security(("contributor" = ["site-settings:write"])),
    responses((status = 200, body = WebsiteSettingsDto), (status = 400, body = Problem), (status = 401, body = Problem),
              (status = 403, body = Problem), (status = 404, body = Problem), (status = 412, body = Problem)))]
async fn website_settings_save(
    State(state): State<AppState>,
    caller: Contributor,
    ApiJson(body): ApiJson<WebsiteSettingsDto>,
) -> ApiResult<Json<WebsiteSettingsDto>> {
    let saved = website_settings::save(&caller.ctx, &caller.db, state.invalidation.as_ref(), body.into()).await?;
    Ok(Json(saved.into()))
}
