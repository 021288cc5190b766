//! Plural categories.

use std::sync::Arc;

use icu_plurals::{PluralCategory, PluralOperands, PluralRules};

use crate::Locale;
use crate::data::made;
use crate::number::Number;

/// Kind of number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluralKind {
    /// Quantity: one file, two files.
    Cardinal,
    /// Rank: 1st, 2nd.
    Ordinal,
}

impl PluralKind {
    /// Its keyword in messages.
    pub(crate) fn keyword(self) -> &'static str {
        match self {
            Self::Cardinal => "plural",
            Self::Ordinal => "selectordinal",
        }
    }
}

fn name(category: PluralCategory) -> &'static str {
    match category {
        PluralCategory::Zero => "zero",
        PluralCategory::One => "one",
        PluralCategory::Two => "two",
        PluralCategory::Few => "few",
        PluralCategory::Many => "many",
        PluralCategory::Other => "other",
    }
}

impl Locale {
    pub(crate) fn plural_rules(&self, kind: PluralKind) -> Option<Arc<PluralRules>> {
        self.formatters().plurals.get_or_make(kind, |kind| {
            let preferences = self.icu().into();
            match kind {
                PluralKind::Cardinal => made!(self.source(), PluralRules:
                    try_new_cardinal, try_new_cardinal_unstable; preferences),
                PluralKind::Ordinal => made!(self.source(), PluralRules:
                    try_new_ordinal, try_new_ordinal_unstable; preferences),
            }
        })
    }

    /// The category of a number, taking its written digits into account: `one`, `few`, `other` and so on.
    #[must_use]
    pub fn plural_category(&self, number: &Number, kind: PluralKind) -> &'static str {
        let operands = PluralOperands::from(&number.0.absolute);
        self.plural_rules(kind).map_or("other", |rules| name(rules.category_for(operands)))
    }

    /// All categories of the locale.
    #[must_use]
    pub fn plural_categories(&self, kind: PluralKind) -> Vec<&'static str> {
        match self.plural_rules(kind) {
            Some(rules) => rules.categories().map(name).collect(),
            None => vec!["other"],
        }
    }
}
