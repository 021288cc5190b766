//! Formatting does not fail in any language with data.

use stoa_locale::{
    Calendar, CurrencyCode, DateTimeOptions, IntervalOptions, Locale, Moment, MoneyOptions, MoneyStyle, Number,
    NumberOptions, NumberStyle, Part, PluralKind, RelativeOptions, RelativeWidth, Width,
};

const TAGS: [&str; 85] = [
    "af", "am", "ar", "ar-EG", "as", "az", "be", "bg", "bn", "bs", "ca", "cs", "cy", "da", "de", "de-AT", "de-CH",
    "el", "en", "en-AU", "en-CA", "en-GB", "en-IN", "es", "es-MX", "es-US", "et", "eu", "fa", "fi", "fil", "fr",
    "fr-CA", "fr-CH", "ga", "gl", "gu", "he", "hi", "hr", "hu", "hy", "id", "is", "it", "ja", "ka", "kk", "km", "kn",
    "ko", "ky", "lo", "lt", "lv", "mk", "ml", "mn", "mr", "ms", "my", "nb", "ne", "nl", "pa", "pl", "pt", "pt-BR",
    "pt-PT", "ro", "ru", "si", "sk", "sl", "sq", "sr", "sv", "sw", "ta", "te", "th", "tr", "uk", "vi", "zh",
];

fn locales() -> impl Iterator<Item = Locale> {
    TAGS.into_iter().chain(["zh-Hant", "xx", "und"]).map(|tag| Locale::parse(tag).unwrap())
}

#[test]
fn dates_in_every_locale() {
    let moment = Moment::new(1_509_647_217_000, "America/New_York").unwrap();
    let parts =
        [Part::Width(Width::Short), Part::Width(Width::Medium), Part::Width(Width::Long), Part::Width(Width::Full)];
    for locale in locales() {
        for part in &parts {
            let options =
                DateTimeOptions { date: Some(part.clone()), time: Some(part.clone()), ..DateTimeOptions::default() };
            assert_ne!(locale.format_datetime(&moment, &options), "", "{locale}");
        }
        let skeletons = [
            "yMMMd",
            "yMMMEEEd",
            "yMMMMEEEEd",
            "MMMd",
            "MMMMd",
            "yMMM",
            "yMMMM",
            "yM",
            "EEE",
            "y",
            "Gy",
            "GyMMMM",
            "yMd",
            "MMMM",
            "LLLL",
            "d",
            "QQQ",
            "QQQQ",
            "yQQQ",
            "yQQQQ",
            "yw",
            "MMMMW",
        ];
        for letters in skeletons {
            let options = DateTimeOptions {
                date: Some(Part::Skeleton(letters.to_owned())),
                time: Some(Part::Skeleton("Hms".to_owned())),
                ..DateTimeOptions::default()
            };
            assert_ne!(locale.format_datetime(&moment, &options), "", "{locale} {letters}");
        }
        for pattern in ["EEE", "EEEE", "MMM", "MMMM"] {
            assert!(locale.format_pattern(&moment, pattern).is_some(), "{locale} {pattern}");
        }
        for calendar in [Calendar::Buddhist, Calendar::Iso8601, Calendar::Japanese, Calendar::Persian] {
            let options = DateTimeOptions {
                date: Some(Part::Width(Width::Long)),
                calendar: Some(calendar),
                ..DateTimeOptions::default()
            };
            assert_ne!(locale.format_datetime(&moment, &options), "", "{locale} {calendar:?}");
        }
    }
}

#[test]
fn intervals_in_every_locale() {
    const HOUR: i64 = 3_600_000;
    let start = Moment::new(1_509_647_217_000, "UTC").unwrap();
    for locale in locales() {
        for distance in [0, 1, 3, 8, 30, 24 * 20, 24 * 80, 24 * 500] {
            let end = Moment::new(start.milliseconds() + distance * HOUR, "UTC").unwrap();
            let skeletons = [
                "yMMMd",
                "MMMd",
                "yMd",
                "yMMM",
                "yMMMM",
                "yMMMMd",
                "yMMMMEEEEd",
                "EEE",
                "hm",
                "Hm",
                "yMMMdhm",
                "y",
                "d",
            ];
            for letters in skeletons.into_iter().map(Some).chain([None]) {
                let options = IntervalOptions { skeleton: letters.map(str::to_owned), ..IntervalOptions::default() };
                let text = locale.format_interval(&start, &end, &options);
                assert_ne!(text, "", "{locale} {letters:?} {distance}");
            }
        }
    }
}

#[test]
fn numbers_in_every_locale() {
    let styles = [
        NumberStyle::Decimal,
        NumberStyle::Percent,
        NumberStyle::PercentScaled,
        NumberStyle::Permille,
        NumberStyle::PermilleScaled,
        NumberStyle::Short,
        NumberStyle::Long,
    ];
    let amounts = ["0", "1", "-1.5", "999.99", "1234.5", "999999", "-123456789.125", "1e15", "1e40", "1e-40"];
    for locale in locales() {
        for amount in amounts {
            let number = Number::parse(amount).unwrap();
            for style in styles {
                let options = NumberOptions { style, ..NumberOptions::default() };
                assert_ne!(locale.format_number(&number, &options), "", "{locale} {amount} {style:?}");
            }
            for kind in [PluralKind::Cardinal, PluralKind::Ordinal] {
                let category = locale.plural_category(&number, kind);
                assert!(locale.plural_categories(kind).contains(&category), "{locale} {amount}");
            }
        }
    }
}

#[test]
fn money_in_every_locale() {
    let styles = [MoneyStyle::Symbol, MoneyStyle::Accounting, MoneyStyle::Name, MoneyStyle::Code, MoneyStyle::Short];
    for locale in locales() {
        for code in ["USD", "EUR", "JPY", "CHF", "INR", "BHD", "XXX", "QQQ"] {
            let currency = CurrencyCode::parse(code).unwrap();
            for style in styles {
                for narrow in [false, true] {
                    let options = MoneyOptions { style, narrow, ..MoneyOptions::default() };
                    let number = Number::parse("-1234567.891").unwrap();
                    let text = locale.format_money(&number, currency, &options);
                    assert_ne!(text, "", "{locale} {code} {style:?}");
                }
            }
        }
    }
}

#[test]
fn distances_in_every_locale() {
    for locale in locales() {
        for distance in [0, -1000, 90_000, -7_200_000, 86_400_000, -900_000_000, 40_000_000_000, i64::MIN, i64::MAX] {
            for width in [RelativeWidth::Wide, RelativeWidth::Short, RelativeWidth::Narrow] {
                let options = RelativeOptions { width, ..RelativeOptions::default() };
                assert_ne!(locale.format_relative(distance, &options), "", "{locale} {distance}");
            }
        }
    }
}
