//! Plural categories.

use icu_plurals::{PluralCategory, PluralOperands, PluralRuleType, PluralRules, PluralRulesOptions};

use crate::Locale;
use crate::number::Number;

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum PluralKind {
    /// How many: one file, two files.
    Cardinal,
    /// Which place: 1st, 2nd.
    Ordinal,
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
    fn plural_rules(&self, kind: PluralKind) -> Option<PluralRules> {
        let mut options = PluralRulesOptions::default();
        options.rule_type = Some(match kind {
            PluralKind::Cardinal => PluralRuleType::Cardinal,
            PluralKind::Ordinal => PluralRuleType::Ordinal,
        });
        PluralRules::try_new(self.icu().into(), options).ok()
    }

    /// The category of a number, as its digits are written: `one`, `few`, `other` and so on.
    #[must_use]
    pub fn plural_category(&self, number: &Number, kind: PluralKind) -> &'static str {
        let operands = PluralOperands::from(&number.0.absolute);
        self.plural_rules(kind).map_or("other", |rules| name(rules.category_for(operands)))
    }

    /// All categories that the locale tells apart.
    #[must_use]
    pub fn plural_categories(&self, kind: PluralKind) -> Vec<&'static str> {
        match self.plural_rules(kind) {
            Some(rules) => rules.categories().map(name).collect(),
            None => vec!["other"],
        }
    }
}
