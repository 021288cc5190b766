use serde::{Deserialize, Serialize};
use stoa_kernel::error::Checks;
use stoa_kernel::id::{ProductId, RestockSignUpId, VariantId};

/// Longest text that an owner can write into the block, characters.
const LONGEST_TEXT: usize = 300;

/// What the owner of a shop chooses for restock notices.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RestockChoices {
    /// Whether shoppers can sign up at all.
    pub enabled: bool,
    /// Whether those who wait are told as soon as something is back, without anybody pressing a button.
    pub send_automatically: bool,
    /// Whether the block also offers news.
    pub mailing_list_sign_up_enabled: bool,
    /// Whether news are ticked beforehand.
    pub mailing_list_opt_in_by_default: bool,
    /// The texts of the block.
    pub messages: RestockMessages,
}

/// The texts of the block in which shoppers sign up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct RestockMessages {
    /// On the button.
    pub button_text: String,
    /// Above the field.
    #[serde(rename = "CTAText")]
    pub cta_text: String,
    /// In the empty field.
    pub placeholder_text: String,
    /// Beside the checkbox for news.
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
    /// Trims the texts and notes what is wrong with them, beside `restock.messages.…`.
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
            checks.require(!text.is_empty(), &field, "Enter a text.");
            let fits = text.chars().count() <= LONGEST_TEXT;
            checks.require(fits, &field, "The text can have at most 300 characters.");
        }
    }
}

/// What a shopper sends to be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewSignUp {
    /// Id of the product.
    pub product_id: String,
    /// Id of the variant.
    pub variant_id: String,
    /// Address to be written to.
    pub email: String,
    /// Whether news are asked for too.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the language that is read, when it is told.
    pub language: Option<String>,
    /// What the captcha of the page gave.
    pub captcha_token: Option<String>,
}

/// A sign-up, as those who work on the site see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUp {
    /// Its id.
    pub id: RestockSignUpId,
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Address in lower case.
    pub email: String,
    /// Whether news were asked for too.
    pub is_join_mailing_list: bool,
    /// BCP 47 tag of the language that was read, when it was told.
    pub language: Option<String>,
    /// When, UTC milliseconds.
    pub signed_up_on: i64,
    /// When it was decided to tell, UTC milliseconds; none while waiting.
    pub notified_on: Option<i64>,
}

/// All who wait for one variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignUpGroup {
    /// The product.
    pub product_id: ProductId,
    /// The variant.
    pub variant_id: VariantId,
    /// Name of the product.
    pub product_name: String,
    /// Values of its options, such as `Large, Blue`; empty when there is nothing to choose.
    pub variant_description: String,
    /// How many wait.
    pub sign_up_count: i64,
    /// When the latest of them signed up, UTC milliseconds.
    pub last_sign_up_on: i64,
    /// Pieces there are now; none when they are not counted.
    pub qty_in_stock: Option<i64>,
}
