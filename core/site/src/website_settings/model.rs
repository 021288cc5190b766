//! Settings of a site that concern its visitors.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use stoa_kernel::address::is_same_site_path;
use stoa_kernel::discussion::CommentApproval;
use stoa_kernel::error::Checks;

use super::analytics::AnalyticsSettings;
use super::share::ShareSettings;
use crate::SiteError;
use crate::contributor_texts;

/// Maximum number of days after which comments close: ten years.
const MAX_DAYS_OPEN: u32 = 3_650;

/// Visitor-related settings. Missing ones have the defaults of a new site.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct WebsiteSettings {
    /// Whether amounts are formatted by the rules of the site's language (CLDR).
    #[serde(rename = "useCLDRMoneyFormat")]
    pub use_cldr_money_format: bool,
    /// Whether like buttons are shown.
    pub simple_liking_enabled: bool,
    /// Whether comments are shown.
    pub comments_enabled: bool,
    /// Disqus shortname of the site; its comments replace Stoa's own. Empty for none.
    pub disqus_shortname: String,
    /// Permissions and moderation of comments.
    pub comment_settings: CommentSettings,
    /// Favicon; none for the initial of the site.
    pub icon_id: Option<String>,
    /// Default image for link previews of pages without one of their own.
    pub share_image_id: Option<String>,
    /// Share buttons of posts and products.
    pub share_settings: ShareSettings,
    /// Cookie consent policy.
    pub cookie_settings: CookieSettings,
    /// Texts of the cookie banner.
    pub cookie_banner: CookieBanner,
    /// Whether the site may be duplicated.
    pub cloneable: bool,
    /// Whether the editor offers a maximum length for long text fields of forms.
    pub form_text_limits: bool,
    /// Beta: whether product page views and additions to carts are counted.
    pub product_tracking_enabled: bool,
    /// Whether notices about products are in the language in which they were asked for.
    pub multilingual_emails: bool,
    /// Whether a recorder of the operator may record sessions of visitors.
    pub session_recording: bool,
    /// What is counted of visits.
    pub analytics: AnalyticsSettings,
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
            form_text_limits: false,
            product_tracking_enabled: false,
            multilingual_emails: false,
            session_recording: false,
            analytics: AnalyticsSettings::default(),
        }
    }
}

/// Permissions and moderation of comments.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CommentSettings {
    /// Whose comments need approval.
    pub approval: CommentApproval,
    /// Days after publication until comments close; 0 for never.
    pub close_after_days: u32,
    /// Whether visitors without an account may comment.
    pub anonymous_allowed: bool,
    /// Whether new comments are reported to the site's e-mail address.
    pub notify_owner: bool,
    /// Whether comments require a captcha; comments from browsers without JavaScript need approval instead.
    pub captcha: bool,
}

impl Default for CommentSettings {
    fn default() -> Self {
        Self {
            approval: CommentApproval::Guests,
            close_after_days: 0,
            anonymous_allowed: true,
            notify_owner: true,
            captcha: false,
        }
    }
}

/// Cookie consent policy.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CookieSettings {
    /// Whether non-essential cookies require consent.
    pub is_restrictive_cookie_policy_enabled: bool,
    /// Whether, in addition, the server never sets non-essential cookies: scripts set them after consent.
    pub is_restrictive_cookie_policy_absolute: bool,
    /// Whether the cookie banner is shown.
    pub is_cookie_banner_enabled: bool,
}

impl CookieSettings {
    /// Whether consent is required before non-essential cookies are set.
    pub fn requires_consent(self) -> bool {
        self.is_restrictive_cookie_policy_enabled || self.is_restrictive_cookie_policy_absolute
    }
}

/// Texts of the cookie banner and link to the privacy policy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct CookieBanner {
    /// Text of the banner.
    pub text: String,
    /// Label of the accept button.
    pub accept_label: String,
    /// Label of the decline button.
    pub decline_label: String,
    /// Label of the footer link that reopens the banner.
    pub settings_label: String,
    /// Label of the link to the privacy policy.
    pub policy_label: String,
    /// URL of the privacy policy; empty for no link.
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
    /// The feature switches by their names in pages; all of them are off on a new site.
    pub fn flags(&self) -> BTreeMap<&'static str, bool> {
        BTreeMap::from([
            ("visitor_product_tracking", self.product_tracking_enabled),
            ("form_textarea_max_length", self.form_text_limits),
            ("multilingual_transactional_emails", self.multilingual_emails),
            ("session_recording", self.session_recording),
        ])
    }

    /// Validates texts and link.
    pub(super) fn checked(mut self) -> Result<Self, SiteError> {
        let mut checks = Checks::default();
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        let name = &self.disqus_shortname;
        checks.require(
            plain(name) && name.len() <= 50,
            "disqusShortname",
            contributor_texts::USE_LETTERS_DIGITS_AND_HYPHENS,
        );
        checks.require(
            self.comment_settings.close_after_days <= MAX_DAYS_OPEN,
            "commentSettings.closeAfterDays",
            contributor_texts::COMMENTS_STAY_OPEN.with("count", MAX_DAYS_OPEN).to_string(),
        );
        self.share_settings.check(&mut checks);
        self.analytics.check(&mut checks);
        let banner = &mut self.cookie_banner;
        for (text, field, most) in [
            (&mut banner.text, "cookieBanner.text", 500),
            (&mut banner.accept_label, "cookieBanner.acceptLabel", 40),
            (&mut banner.decline_label, "cookieBanner.declineLabel", 40),
            (&mut banner.settings_label, "cookieBanner.settingsLabel", 40),
            (&mut banner.policy_label, "cookieBanner.policyLabel", 40),
        ] {
            *text = text.trim().to_owned();
            checks.require(!text.is_empty(), field, contributor_texts::ENTER_A_TEXT_FOR_VISITORS);
            checks.require(
                text.chars().count() <= most,
                field,
                stoa_kernel::shared_problem_texts::TEXT_TOO_LONG.with("count", most).to_string(),
            );
        }
        banner.policy_url = banner.policy_url.trim().to_owned();
        let url = &banner.policy_url;
        let away = ["https://", "http://"].iter().any(|start| url.starts_with(start));
        let leads_somewhere = url.is_empty() || away || is_same_site_path(url);
        checks.require(
            leads_somewhere && url.len() <= 500,
            "cookieBanner.policyUrl",
            contributor_texts::ENTER_AN_ADDRESS_OF_THIS_SITE,
        );
        let policy = self.cookie_settings;
        checks.require(
            !policy.is_restrictive_cookie_policy_absolute || policy.is_restrictive_cookie_policy_enabled,
            "cookieSettings.isRestrictiveCookiePolicyAbsolute",
            contributor_texts::ABSOLUTE_POLICY_EXTENDS_THE_RESTRICTIVE_ONE_TURN,
        );
        checks.finish()?;
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: experiments.flags
    #[test]
    fn switches_are_off_on_a_new_site() {
        let all = ["form_textarea_max_length", "multilingual_transactional_emails", "session_recording"];
        let flags = WebsiteSettings::default().flags();
        assert!(
            all.iter().chain(&["visitor_product_tracking"]).all(|name| flags.get(name) == Some(&false)),
            "{flags:?}"
        );
        let read = |text: &str| serde_json::from_str::<WebsiteSettings>(text).unwrap().flags();
        for (name, member) in all.iter().zip(["formTextLimits", "multilingualEmails", "sessionRecording"]) {
            let flags = read(&format!("{{\"{member}\": true}}"));
            assert_eq!(flags.iter().filter(|(_, is_on)| **is_on).map(|(name, _)| *name).collect::<Vec<_>>(), [*name]);
        }
    }

    #[test]
    fn website_settings_validation_by_field() {
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
