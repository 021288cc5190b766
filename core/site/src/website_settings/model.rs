use serde::{Deserialize, Serialize};
use stoa_kernel::address::stays_on_site;
use stoa_kernel::error::Checks;

use super::share::ShareSettings;
use crate::SiteError;

/// Most days after which comments are closed: ten years.
const LONGEST_OPEN: u32 = 3_650;

/// What an owner chooses about visitors. What was never chosen is as on a new site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WebsiteSettings {
    /// Whether amounts are written as people of the site's language write them.
    #[serde(rename = "useCLDRMoneyFormat")]
    pub use_cldr_money_format: bool,
    /// Whether buttons to like something are shown.
    pub simple_liking_enabled: bool,
    /// Whether comments are shown.
    pub comments_enabled: bool,
    /// Name of the site with the comment service Disqus, whose comments are shown in the place of ours; empty for none.
    pub disqus_shortname: String,
    /// Who may comment, and what becomes of it.
    pub comment_settings: CommentSettings,
    /// The picture in the tabs of browsers; none for the initial of the site.
    pub icon_id: Option<String>,
    /// The picture that is shown when a page is passed on that has none of its own.
    pub share_image_id: Option<String>,
    /// Where posts and products can be passed on.
    pub share_settings: ShareSettings,
    /// What may be remembered of visitors.
    pub cookie_settings: CookieSettings,
    /// What visitors are asked.
    pub cookie_banner: CookieBanner,
    /// Whether the site may be duplicated.
    pub cloneable: bool,
    /// Whether the editor offers a limit for long answers to forms.
    pub form_text_limits: bool,
    /// Beta: whether visits of product pages and what is put into carts are counted.
    pub product_tracking_enabled: bool,
}

impl Default for WebsiteSettings {
    fn default() -> Self {
        Self {
            use_cldr_money_format: true,
            simple_liking_enabled: false,
            comments_enabled: true,
            disqus_shortname: String::new(),
            comment_settings: CommentSettings::default(),
            icon_id: None,
            share_image_id: None,
            share_settings: ShareSettings::default(),
            cookie_settings: CookieSettings::default(),
            cookie_banner: CookieBanner::default(),
            cloneable: false,
            form_text_limits: true,
            product_tracking_enabled: false,
        }
    }
}

/// Whose comments wait until somebody who works on the site has approved them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Approval {
    /// Everybody's.
    Everyone,
    /// Those of people who have not confirmed an account here.
    #[default]
    Guests,
    /// Nobody's.
    Nobody,
}

/// Who may comment, and what becomes of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CommentSettings {
    /// Whose comments wait for approval.
    pub approval: Approval,
    /// Days after its publication that a post takes comments; 0 for ever.
    pub close_after_days: u32,
    /// Whether people without an account here may comment.
    pub anonymous_allowed: bool,
    /// Whether the address of the site is told of new comments.
    pub notify_owner: bool,
    /// Whether a captcha is solved before a comment is taken; those of browsers without scripts wait for approval.
    pub captcha: bool,
}

impl Default for CommentSettings {
    fn default() -> Self {
        Self {
            approval: Approval::Guests,
            close_after_days: 0,
            anonymous_allowed: true,
            notify_owner: true,
            captcha: false,
        }
    }
}

/// What may be remembered of visitors.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CookieSettings {
    /// Whether nothing is remembered before a visitor has accepted it.
    pub is_restrictive_cookie_policy_enabled: bool,
    /// Whether, beyond that, the server never sets cookies about visitors: scripts do, once they were accepted.
    pub is_restrictive_cookie_policy_absolute: bool,
    /// Whether visitors are asked.
    pub is_cookie_banner_enabled: bool,
}

impl CookieSettings {
    /// Whether visitors have to accept before anything is remembered.
    pub fn asks_first(self) -> bool {
        self.is_restrictive_cookie_policy_enabled || self.is_restrictive_cookie_policy_absolute
    }
}

/// What visitors are asked, and where they read more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CookieBanner {
    /// The question.
    pub text: String,
    /// On the button that accepts.
    pub accept_label: String,
    /// On the button that declines.
    pub decline_label: String,
    /// On the link in the footer that asks again.
    pub settings_label: String,
    /// On the link to the site's words on privacy.
    pub policy_label: String,
    /// Where that link leads; empty for no link.
    pub policy_url: String,
}

impl Default for CookieBanner {
    fn default() -> Self {
        Self {
            text: "We would like to use cookies that tell us how this site is used. The site works without them, too."
                .to_owned(),
            accept_label: "Accept".to_owned(),
            decline_label: "Decline".to_owned(),
            settings_label: "Cookie settings".to_owned(),
            policy_label: "Privacy policy".to_owned(),
            policy_url: String::new(),
        }
    }
}

impl WebsiteSettings {
    /// Refuses what visitors could not read or follow.
    pub(super) fn checked(mut self) -> Result<Self, SiteError> {
        let mut checks = Checks::default();
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let name = &self.disqus_shortname;
        checks.require(
            plain(name) && name.len() <= 50,
            "disqusShortname",
            "Use letters, digits and hyphens, at most 50 of them.",
        );
        checks.require(
            self.comment_settings.close_after_days <= LONGEST_OPEN,
            "commentSettings.closeAfterDays",
            format!("Enter at most {LONGEST_OPEN} days, or 0 to keep comments open."),
        );
        self.share_settings.check(&mut checks);
        let banner = &mut self.cookie_banner;
        for (text, field, most) in [
            (&mut banner.text, "cookieBanner.text", 500),
            (&mut banner.accept_label, "cookieBanner.acceptLabel", 40),
            (&mut banner.decline_label, "cookieBanner.declineLabel", 40),
            (&mut banner.settings_label, "cookieBanner.settingsLabel", 40),
            (&mut banner.policy_label, "cookieBanner.policyLabel", 40),
        ] {
            *text = text.trim().to_owned();
            checks.require(!text.is_empty(), field, "Visitors need something to read here.");
            checks.require(text.chars().count() <= most, field, format!("Use at most {most} characters."));
        }
        banner.policy_url = banner.policy_url.trim().to_owned();
        let url = &banner.policy_url;
        let away = ["https://", "http://"].iter().any(|start| url.starts_with(start));
        let leads_somewhere = url.is_empty() || away || stays_on_site(url);
        checks.require(
            leads_somewhere && url.len() <= 500,
            "cookieBanner.policyUrl",
            "Enter an address of this site such as /privacy, or one that starts with https://.",
        );
        let policy = self.cookie_settings;
        checks.require(
            !policy.is_restrictive_cookie_policy_absolute || policy.is_restrictive_cookie_policy_enabled,
            "cookieSettings.isRestrictiveCookiePolicyAbsolute",
            "The absolute policy tightens the restrictive one: switch that on as well.",
        );
        checks.finish()?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_visitors_could_not_read_or_follow_is_refused_beside_its_field() {
        assert!(WebsiteSettings::default().checked().is_ok());
        let wrong = WebsiteSettings {
            disqus_shortname: "a b".to_owned(),
            comment_settings: CommentSettings { close_after_days: 3_651, ..CommentSettings::default() },
            cookie_settings: CookieSettings {
                is_restrictive_cookie_policy_absolute: true,
                ..CookieSettings::default()
            },
            cookie_banner: CookieBanner {
                text: " ".to_owned(),
                accept_label: "a".repeat(41),
                policy_url: "javascript:alert(1)".to_owned(),
                ..CookieBanner::default()
            },
            ..WebsiteSettings::default()
        };
        let Err(SiteError::Invalid(fields)) = wrong.checked() else { panic!("the settings were accepted") };
        let named: Vec<&str> = fields.keys().map(String::as_str).collect();
        let expected = [
            "commentSettings.closeAfterDays",
            "cookieBanner.acceptLabel",
            "cookieBanner.policyUrl",
            "cookieBanner.text",
            "cookieSettings.isRestrictiveCookiePolicyAbsolute",
            "disqusShortname",
        ];
        assert_eq!(named, expected);
    }
}
