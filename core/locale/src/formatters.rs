//! Cache of a locale's formatters.

use std::sync::{Arc, OnceLock};

use icu_calendar::Gregorian;
use icu_datetime::DateTimeFormatter;
use icu_datetime::fieldsets::enums::{CompositeFieldSet, TimeFieldSet};
use icu_datetime::pattern::{DateTimePattern, FixedCalendarDateTimeNames};
use icu_datetime::range::DateRangeFormatter;
use icu_decimal::options::GroupingStrategy;
use icu_decimal::{CompactDecimalFormatter, DecimalFormatter};
use icu_experimental::relativetime::RelativeTimeFormatter;
use icu_plurals::PluralRules;
use icu_time::zone::IanaParser;

use crate::bounded_cache::BoundedCache;
use crate::datetime::DatePreferences;
use crate::money::{CurrencyCode, CurrencyNames, CurrencyPatterns, MoneyFormat, MoneyFormatKey};
use crate::plural::PluralKind;
use crate::relative::RelativeKey;

/// A pattern with the names that it uses.
pub(crate) type NamedPattern = (DateTimePattern, FixedCalendarDateTimeNames<Gregorian>);

/// Names of weekdays, Sunday first, and of months.
#[derive(Default)]
pub(crate) struct DateNames {
    pub(crate) weekdays: [OnceLock<String>; 7],
    pub(crate) short_weekdays: [OnceLock<String>; 7],
    pub(crate) months: [OnceLock<String>; 12],
    pub(crate) short_months: [OnceLock<String>; 12],
}

/// All formatters of one locale. Each cache is bounded, so the total is bounded.
#[derive(Default)]
pub(crate) struct Formatters {
    pub(crate) decimals: BoundedCache<GroupingStrategy, DecimalFormatter>,
    /// By whether words are used.
    pub(crate) compacts: BoundedCache<(bool, GroupingStrategy), CompactDecimalFormatter>,
    /// The number one as a percentage, and the digit used for one.
    pub(crate) percent: BoundedCache<(), (String, String)>,
    /// Text before and after a negative number.
    pub(crate) minus: BoundedCache<(), (String, String)>,
    pub(crate) plurals: BoundedCache<PluralKind, PluralRules>,
    pub(crate) relatives: BoundedCache<RelativeKey, RelativeTimeFormatter>,
    pub(crate) dates: BoundedCache<(CompositeFieldSet, DatePreferences), DateTimeFormatter<CompositeFieldSet>>,
    pub(crate) ranges: BoundedCache<(TimeFieldSet, DatePreferences), DateRangeFormatter<TimeFieldSet>>,
    pub(crate) zones: BoundedCache<(), IanaParser>,
    pub(crate) patterns: BoundedCache<String, NamedPattern>,
    pub(crate) names: DateNames,
    pub(crate) money: BoundedCache<MoneyFormatKey, MoneyFormat>,
    pub(crate) currency_patterns: BoundedCache<(), CurrencyPatterns>,
    pub(crate) currency_names: BoundedCache<CurrencyCode, CurrencyNames>,
}

impl std::fmt::Debug for Formatters {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Formatters").finish_non_exhaustive()
    }
}

/// Formatters of recently used locales, shared by all locales of the same name.
pub(crate) static SHARED: BoundedCache<icu_locale_core::Locale, Formatters> = BoundedCache::new();

impl BoundedCache<icu_locale_core::Locale, Formatters> {
    pub(crate) fn of(&self, locale: &icu_locale_core::Locale) -> Arc<Formatters> {
        self.get_or_make(locale.clone(), |_| Some(Formatters::default())).unwrap_or_default()
    }
}
