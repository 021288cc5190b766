//! The owner's settings for notices of stock, and the sign-ups of shoppers.

use serde::{Deserialize, Serialize};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::id::{ProductId, RestockSignUpId, VariantId};

use crate::contributor_texts;

/// Maximum length of a custom text of the block, characters.
const MAX_TEXT_LENGTH: usize = 300;

/// The owner's settings for restock notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RestockChoices {
    /// Whether shoppers can sign up.
    pub enabled: bool,
    /// Whether notices are sent automatically as soon as a variant is back in stock.
    pub send_automatically: bool,
    /// Whether the block also offers the newsletter.
    pub mailing_list_sign_up_enabled: bool,
    /// Whether the newsletter checkbox is checked by default.
    pub mailing_list_opt_in_by_default: bool,
    /// Texts of the block.
    pub messages: RestockMessages,
}

/// Texts of the sign-up block.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RestockMessages {
    /// Button label.
    pub button_text: String,
    /// Text above the input field.
    #[serde(rename = "CTAText")]
    pub cta_text: String,
    /// Placeholder of the input field.
    pub placeholder_text: String,
    /// Label of the newsletter checkbox.
    pub mailing_list_description: String,
}

impl Default for RestockChoices {
    fn default() -> Self {
        Self {
            enabled: true,
            send_automatically: false,
            mailing_list_sign_up_enabled: false,
            mailing_list_opt_in_by_default: false,
            messages: RestockMessages::default(),
        }
    }
}

impl Default for RestockMessages {
    fn default() -> Self {
        Self {
            button_text: "Notify Me".to_owned(),
            cta_text: "Want to know when it is back?".to_owned(),
            placeholder_text: "Email Address".to_owned(),
            mailing_list_description: "Sign me up for news and updates".to_owned(),
        }
    }
}

impl RestockChoices {
    /// Trims the texts and adds errors to the fields `restock.messages.…`.
    pub(crate) fn check(&mut self, checks: &mut Checks) {
        let texts = &mut self.messages;
        for (name, text) in [
            ("buttonText", &mut texts.button_text),
            ("CTAText", &mut texts.cta_text),
            ("placeholderText", &mut texts.placeholder_text),
            ("mailingListDescription", &mut texts.mailing_list_description),
        ] {
            let field = format!("restock.messages.{name}");
            *text = text.trim().to_owned();
            checks.require(!text.is_empty(), &field, stoa_kernel::shared_problem_texts::TEXT_MISSING);
            let fits = text.chars().count() <= MAX_TEXT_LENGTH;
            checks.require(fits, &field, contributor_texts::TEXT_CAN_HAVE_AT_MOST_300_CHARACTERS);
        }
    }
}

/// A submitted sign-up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSignUp {
    /// Id of the product.
    pub product_id: String,
    /// Id of the variant.
    pub variant_id: String,
    /// E-mail address to notify.
    pub email: String,
    /// Whether the newsletter is requested too.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the shopper's language, if sent.
    pub language: Option<String>,
    /// Response token of the page's captcha.
    pub captcha_token: Option<String>,
}

/// A sign-up as contributors see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUp {
    /// Its id.
    pub id: RestockSignUpId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// E-mail address, lower case.
    pub email: String,
    /// Whether the newsletter was requested too.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the shopper's language, if sent.
    pub language: Option<String>,
    /// When the shopper signed up.
    pub signed_up_on: Timestamp,
    /// When the notice was triggered; none while waiting.
    pub notified_on: Option<Timestamp>,
}

/// The waiting sign-ups of one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUpGroup {
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Name of the product.
    pub product_name: String,
    /// Its option values, such as `Large, Blue`; empty for products without options.
    pub variant_description: String,
    /// Number of waiting sign-ups.
    pub sign_up_count: i64,
    /// Time of the latest one.
    pub last_sign_up_on: Timestamp,
    /// Current stock; none when it is not tracked.
    pub qty_in_stock: Option<i64>,
}
