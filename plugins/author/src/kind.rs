//! Kinds and languages of new plugin projects.

use std::str::FromStr;

/// Kinds of plugins that a new project can be made for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A block of pages.
    Block,
    /// A template function.
    Formatter,
    /// A template condition.
    Predicate,
    /// Payment methods.
    Payments,
    /// Messages about payment in installments.
    Installments,
    /// Delivery options with their prices.
    Shipping,
    /// Taxes of orders.
    Taxes,
    /// Discounts that apply by themselves.
    Discounts,
    /// Questions of the checkout.
    Questions,
    /// Reactions to what happens on a site.
    Events,
    /// Work at fixed times.
    Jobs,
    /// A panel of the admin.
    Panel,
    /// Formats of catalogue files.
    Rows,
}

impl Kind {
    /// Every kind.
    pub const ALL: [Self; 13] = [
        Self::Block,
        Self::Formatter,
        Self::Predicate,
        Self::Payments,
        Self::Installments,
        Self::Shipping,
        Self::Taxes,
        Self::Discounts,
        Self::Questions,
        Self::Events,
        Self::Jobs,
        Self::Panel,
        Self::Rows,
    ];

    /// Name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Block => "block",
            Self::Formatter => "formatter",
            Self::Predicate => "predicate",
            Self::Payments => "payments",
            Self::Installments => "installments",
            Self::Shipping => "shipping",
            Self::Taxes => "taxes",
            Self::Discounts => "discounts",
            Self::Questions => "questions",
            Self::Events => "events",
            Self::Jobs => "jobs",
            Self::Panel => "panel",
            Self::Rows => "rows",
        }
    }
}

/// Languages that plugins are written in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Language {
    /// Small and fast.
    #[default]
    Rust,
    /// With an interpreter in the component: 12 MB, and the limits of the class `interpreted`.
    JavaScript,
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or_else(|| {
            let names: Vec<&str> = Self::ALL.iter().map(|kind| kind.name()).collect();
            format!("`{text}` is none of {}", names.join(", "))
        })
    }
}
