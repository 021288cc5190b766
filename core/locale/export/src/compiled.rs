//! The data compiled into the data crates, as far as the formatters of `stoa-locale` use it.

use alloc::collections::BTreeSet;

use icu_calendar_data::*;
use icu_datetime_data::*;
use icu_decimal_data::*;
use icu_experimental_data::*;
use icu_locale_fallback_data::*;
use icu_plurals_data::*;
use icu_provider::export::make_exportable_provider;
use icu_provider::prelude::*;
use icu_time_data::*;

/// Names by which the data crates refer to each other.
mod icu {
    pub(crate) use {
        icu_calendar as calendar, icu_datetime as datetime, icu_decimal as decimal, icu_experimental as experimental,
        icu_plurals as plurals, icu_time as time,
    };
    pub(crate) mod locale {
        pub(crate) use icu_locale_fallback as fallback;
    }
}

/// The data of all languages.
pub(crate) struct Compiled;

macro_rules! read {
    (shared: { $($shared:ident: $shared_marker:ty,)+ } by_locale: { $($data:ident: $marker:ty,)+ }) => {
        icu_datetime_data::make_provider!(Compiled);
        $($data!(Compiled, ITER);)+
        // The variant with ITER does not compile for data without locales.
        $($shared!(Compiled);)+
        $(impl IterableDataProvider<$shared_marker> for Compiled {
            fn iter_ids(&self) -> Result<BTreeSet<DataIdentifierCow<'_>>, DataError> {
                Ok(BTreeSet::from([DataIdentifierCow::default()]))
            }
        })+
        make_exportable_provider!(Compiled, [$($shared_marker,)+ $($marker,)+]);
    };
}

read! {
    shared: {
        impl_calendar_japanese_modern_v1: icu_calendar::provider::CalendarJapaneseModernV1,
        impl_currency_fractions_v1: icu_experimental::dimension::provider::currency::fractions::CurrencyFractionsV1,
        impl_locale_likely_subtags_language_v1: icu_locale_fallback::provider::LocaleLikelySubtagsLanguageV1,
        impl_locale_parents_v1: icu_locale_fallback::provider::LocaleParentsV1,
        impl_timezone_identifiers_iana_core_v1: icu_time::provider::iana::TimezoneIdentifiersIanaCoreV1,
        impl_timezone_periods_v1: icu_time::provider::TimezonePeriodsV1,
    }
    by_locale: {
        impl_calendar_preferred_v1: icu_calendar::provider::CalendarPreferredV1,
        impl_calendar_week_v1: icu_calendar::provider::CalendarWeekV1,
        impl_currency_essentials_v1: icu_experimental::dimension::provider::currency::essentials::CurrencyEssentialsV1,
        impl_currency_extended_data_v1: icu_experimental::dimension::provider::currency::extended::CurrencyExtendedDataV1,
        impl_currency_patterns_data_v1: icu_experimental::dimension::provider::currency::patterns::CurrencyPatternsDataV1,
        impl_currency_symbols_v1: icu_experimental::dimension::provider::currency::symbols::CurrencySymbolsV1,
        impl_datetime_names_dayperiod_v1: icu_datetime::provider::names::DatetimeNamesDayperiodV1,
        impl_datetime_names_month_buddhist_v1: icu_datetime::provider::names::DatetimeNamesMonthBuddhistV1,
        impl_datetime_names_month_gregorian_v1: icu_datetime::provider::names::DatetimeNamesMonthGregorianV1,
        impl_datetime_names_month_hijri_v1: icu_datetime::provider::names::DatetimeNamesMonthHijriV1,
        impl_datetime_names_month_japanese_v1: icu_datetime::provider::names::DatetimeNamesMonthJapaneseV1,
        impl_datetime_names_month_persian_v1: icu_datetime::provider::names::DatetimeNamesMonthPersianV1,
        impl_datetime_names_weekday_v1: icu_datetime::provider::names::DatetimeNamesWeekdayV1,
        impl_datetime_names_year_buddhist_v1: icu_datetime::provider::names::DatetimeNamesYearBuddhistV1,
        impl_datetime_names_year_gregorian_v1: icu_datetime::provider::names::DatetimeNamesYearGregorianV1,
        impl_datetime_names_year_hijri_v1: icu_datetime::provider::names::DatetimeNamesYearHijriV1,
        impl_datetime_names_year_japanese_v1: icu_datetime::provider::names::DatetimeNamesYearJapaneseV1,
        impl_datetime_names_year_persian_v1: icu_datetime::provider::names::DatetimeNamesYearPersianV1,
        impl_datetime_patterns_date_buddhist_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsDateBuddhistV1,
        impl_datetime_patterns_date_gregorian_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsDateGregorianV1,
        impl_datetime_patterns_date_hijri_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsDateHijriV1,
        impl_datetime_patterns_date_japanese_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsDateJapaneseV1,
        impl_datetime_patterns_date_persian_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsDatePersianV1,
        impl_datetime_patterns_glue_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsGlueV1,
        impl_datetime_patterns_range_glue_v1: icu_datetime::provider::range_patterns::DatetimePatternsRangeGlueV1,
        impl_datetime_patterns_range_time_v1: icu_datetime::provider::range_patterns::DatetimePatternsRangeTimeV1,
        impl_datetime_patterns_time_v1: icu_datetime::provider::semantic_skeletons::DatetimePatternsTimeV1,
        impl_datetime_relative_day_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeDayLongV1,
        impl_datetime_relative_day_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeDayNarrowV1,
        impl_datetime_relative_day_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeDayShortV1,
        impl_datetime_relative_hour_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeHourLongV1,
        impl_datetime_relative_hour_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeHourNarrowV1,
        impl_datetime_relative_hour_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeHourShortV1,
        impl_datetime_relative_minute_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeMinuteLongV1,
        impl_datetime_relative_minute_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeMinuteNarrowV1,
        impl_datetime_relative_minute_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeMinuteShortV1,
        impl_datetime_relative_month_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeMonthLongV1,
        impl_datetime_relative_month_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeMonthNarrowV1,
        impl_datetime_relative_month_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeMonthShortV1,
        impl_datetime_relative_second_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeSecondLongV1,
        impl_datetime_relative_second_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeSecondNarrowV1,
        impl_datetime_relative_second_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeSecondShortV1,
        impl_datetime_relative_week_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeWeekLongV1,
        impl_datetime_relative_week_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeWeekNarrowV1,
        impl_datetime_relative_week_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeWeekShortV1,
        impl_datetime_relative_year_long_v1: icu_experimental::relativetime::provider::DatetimeRelativeYearLongV1,
        impl_datetime_relative_year_narrow_v1: icu_experimental::relativetime::provider::DatetimeRelativeYearNarrowV1,
        impl_datetime_relative_year_short_v1: icu_experimental::relativetime::provider::DatetimeRelativeYearShortV1,
        impl_decimal_compact_long_v1: icu_decimal::provider::DecimalCompactLongV1,
        impl_decimal_compact_short_v1: icu_decimal::provider::DecimalCompactShortV1,
        impl_decimal_digits_v1: icu_decimal::provider::DecimalDigitsV1,
        impl_decimal_percent_v1: icu_experimental::dimension::provider::percent::DecimalPercentV1,
        impl_decimal_symbols_v1: icu_decimal::provider::DecimalSymbolsV1,
        impl_plurals_cardinal_v1: icu_plurals::provider::PluralsCardinalV1,
        impl_plurals_ordinal_v1: icu_plurals::provider::PluralsOrdinalV1,
        impl_timezone_names_essentials_v1: icu_datetime::provider::time_zones::TimezoneNamesEssentialsV1,
        impl_timezone_names_generic_long_v1: icu_datetime::provider::time_zones::TimezoneNamesGenericLongV1,
        impl_timezone_names_generic_short_v1: icu_datetime::provider::time_zones::TimezoneNamesGenericShortV1,
        impl_timezone_names_locations_override_v1: icu_datetime::provider::time_zones::TimezoneNamesLocationsOverrideV1,
        impl_timezone_names_locations_root_v1: icu_datetime::provider::time_zones::TimezoneNamesLocationsRootV1,
        impl_timezone_names_specific_long_v1: icu_datetime::provider::time_zones::TimezoneNamesSpecificLongV1,
        impl_timezone_names_specific_short_v1: icu_datetime::provider::time_zones::TimezoneNamesSpecificShortV1,
        impl_timezone_names_standard_long_v1: icu_datetime::provider::time_zones::TimezoneNamesStandardLongV1,
    }
}
