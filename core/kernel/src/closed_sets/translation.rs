//! Translations of what owners wrote: their closed sets, and the languages in which a text is shown.

use crate::closed_set::closed_set;

closed_set! {
    /// What can be translated.
    TranslatedKind {
        /// A page, blog, store, folder or area of the theme, with its blocks.
        Page = "page",
        /// An item of a blog or another collection, with its blocks.
        Post = "post",
        /// The texts of the variants of an experiment.
        Experiment = "experiment",
        /// A product.
        Product = "product",
        /// A category of a store.
        Category = "category",
        /// The name of a tag, or of a category of posts.
        Tag = "tag",
        /// A shipping option or pick-up location.
        ShippingOption = "shipping-option",
        /// The name of a discount.
        Discount = "discount",
        /// The name of a tax rule.
        TaxRule = "tax-rule",
        /// Names of payment methods, and how they are paid.
        Payment = "payment",
        /// What the checkout asks, and the texts of restock notices.
        Store = "store",
        /// The description of an image in the library.
        Image = "image",
        /// The texts of a navigation.
        Navigation = "navigation",
        /// Header, footer and popup.
        HeaderFooter = "header-footer",
        /// Title, tagline and description of the site, and its cookie banner.
        Website = "website",
    }
}

closed_set! {
    /// How a translatable text is written.
    TextFormat {
        /// A single line.
        Plain = "plain",
        /// Several lines.
        Lines = "lines",
        /// HTML.
        Html = "html",
    }
}

closed_set! {
    /// How far a resource is translated into a language.
    TranslationState {
        /// Every text is translated, from its present original.
        Complete = "complete",
        /// Texts are not translated.
        Missing = "missing",
        /// Originals have changed since they were translated.
        Outdated = "outdated",
    }
}

/// The languages in which a text is shown: those listed in `only`, without those in `except`. Empty lists do not
/// restrict anything.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TextLanguages {
    /// BCP 47 tags.
    pub only: Vec<String>,
    /// BCP 47 tags.
    pub except: Vec<String>,
}

impl TextLanguages {
    /// Whether the text is shown in a language, given by its BCP 47 tag.
    pub fn includes(&self, language: &str) -> bool {
        let is_in = |tags: &[String]| tags.iter().any(|tag| tag == language);
        (self.only.is_empty() || is_in(&self.only)) && !is_in(&self.except)
    }

    /// Whether the text is shown in one language alone.
    pub fn is_only(&self, language: &str) -> bool {
        self.only.len() == 1 && self.only.iter().all(|tag| tag == language)
    }
}
