//! Translations of what owners wrote: their closed sets.

use crate::closed_set::closed_set;

closed_set! {
    /// What can be translated.
    TranslatedKind {
        /// A page, blog, store, folder or area of the theme, with its blocks.
        Page = "page",
        /// An item of a blog or another collection, with its blocks.
        Post = "post",
        /// A product.
        Product = "product",
        /// A category of a store.
        Category = "category",
        /// A shipping option or pick-up location.
        ShippingOption = "shipping-option",
        /// The name of a discount.
        Discount = "discount",
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
