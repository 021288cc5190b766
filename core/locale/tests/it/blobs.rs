//! Blobs format like the compiled data.

use std::path::PathBuf;
use std::sync::Arc;

use stoa_locale::{
    Calendar, CurrencyCode, DateTimeOptions, IntervalOptions, Locale, LocaleData, Moment, MoneyOptions, MoneyStyle,
    Number, NumberOptions, NumberStyle, Part, PluralKind, RelativeField, RelativeOptions, RelativeWidth, Width,
};

const DAY: i64 = 86_400_000;
const NOW: i64 = 1_510_672_893_000;

fn folder() -> PathBuf {
    std::env::var_os("STOA_LOCALE_BLOBS")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/engine/locale"), PathBuf::from)
}

/// English and one more language.
fn data(language: &str) -> Arc<LocaleData> {
    let data = LocaleData::default();
    for language in ["en", language] {
        data.add(std::fs::read(folder().join(format!("{language}.blob"))).unwrap()).unwrap();
    }
    Arc::new(data)
}

fn numbers(locale: &Locale, out: &mut Vec<String>) {
    use NumberStyle::{Decimal, Long, Percent, Permille, Short};
    for text in ["0", "1", "-1234.5", "98765432.1"] {
        let number = Number::parse(text).unwrap();
        for style in [Decimal, Percent, Permille, Short, Long] {
            out.push(locale.format_number(&number, &NumberOptions { style, ..NumberOptions::default() }));
        }
        for kind in [PluralKind::Cardinal, PluralKind::Ordinal] {
            out.push(locale.plural_category(&number, kind).to_owned());
        }
        for currency in ["USD", "EUR", "JPY", "KWD", "CHF", "TWD", "XYZ"] {
            for style in [MoneyStyle::Symbol, MoneyStyle::Accounting, MoneyStyle::Name, MoneyStyle::Short] {
                let options = MoneyOptions { style, narrow: text == "1", ..MoneyOptions::default() };
                out.push(locale.format_money(&number, CurrencyCode::parse(currency).unwrap(), &options));
            }
        }
    }
}

fn dates(locale: &Locale, out: &mut Vec<String>) {
    let calendars = [None, Some(Calendar::Buddhist), Some(Calendar::Japanese), Some(Calendar::Persian)];
    for zone in ["America/New_York", "Asia/Kolkata", "UTC"] {
        let moment = Moment::new(NOW, zone).unwrap();
        for width in [Width::Short, Width::Medium, Width::Long, Width::Full] {
            let both = DateTimeOptions {
                date: Some(Part::Width(width)),
                time: Some(Part::Width(width)),
                ..DateTimeOptions::default()
            };
            out.extend(
                calendars
                    .map(|calendar| locale.format_datetime(&moment, &DateTimeOptions { calendar, ..both.clone() })),
            );
        }
        for letters in ["yMMMd", "yMMMMEEEEd", "MMMd", "GyMMMd", "yw", "E"] {
            let part = Some(Part::Skeleton(letters.to_owned()));
            out.push(locale.format_datetime(&moment, &DateTimeOptions { date: part, ..DateTimeOptions::default() }));
        }
        for letters in ["jm", "Hms", "hmz", "hmv", "hmvvvv", "hmO", "Bh"] {
            let part = Some(Part::Skeleton(letters.to_owned()));
            out.push(locale.format_datetime(&moment, &DateTimeOptions { time: part, ..DateTimeOptions::default() }));
        }
        for end in [NOW + 3_600_000, NOW + DAY, NOW + 40 * DAY, NOW + 400 * DAY] {
            for skeleton in [None, Some("yMMMd"), Some("MMMMd"), Some("yMd"), Some("hm"), Some("yMMMdhm")] {
                let options = IntervalOptions { skeleton: skeleton.map(str::to_owned), ..IntervalOptions::default() };
                out.push(locale.format_interval(&moment, &Moment::new(end, zone).unwrap(), &options));
            }
        }
        out.extend(locale.format_pattern(&moment, "EEEE d MMMM y G, LLLL, h:mm a"));
    }
}

fn distances(locale: &Locale, out: &mut Vec<String>) {
    use RelativeField::{Day, Hour, Minute, Month, Second, Week, Year};
    for field in [Year, Month, Week, Day, Hour, Minute, Second] {
        for width in [RelativeWidth::Wide, RelativeWidth::Short, RelativeWidth::Narrow] {
            for distance in [-3 * DAY, -DAY, 0, DAY, 800 * DAY] {
                for numeric_only in [true, false] {
                    let options =
                        RelativeOptions { field: Some(field), width, numeric_only, ..RelativeOptions::default() };
                    out.push(locale.format_relative(distance, &options));
                }
            }
        }
    }
}

fn everything(locale: &Locale) -> Vec<String> {
    let mut out = Vec::new();
    numbers(locale, &mut out);
    dates(locale, &mut out);
    distances(locale, &mut out);
    out
}

#[test]
fn blob_data_equals_compiled_data() {
    if !folder().join("en.blob").is_file() {
        eprintln!("no blobs in {}: `cargo xtask engine` makes them", folder().display());
        return;
    }
    let tags = "en en-US en-GB en-IN en-CA en-AU en-ZA xx de de-CH de-AT fr fr-CA fr-CH es es-MX es-US es-419 pt pt-PT \
                it nl nl-BE da nb no nn sv fi is pl cs sk sl hr sr sr-Latn bg ru uk ro hu el tr lt lv et ca eu gl he ar \
                ar-EG ar-SA fa ur hi bn ta th vi id ms fil ja ko zh zh-Hant zh-TW zh-HK";
    for tag in tags.split_whitespace() {
        let language = tag.split('-').next().unwrap_or(tag);
        let blobs = data(if language == "xx" { "en" } else { language });
        let (compiled, loaded) = (Locale::parse(tag).unwrap(), Locale::with_data(tag, &blobs).unwrap());
        for (expected, got) in everything(&compiled).iter().zip(everything(&loaded)) {
            assert_eq!(*expected, got, "{tag}");
        }
    }
}

#[test]
fn first_blob_must_be_shared_data() {
    assert!(LocaleData::default().add(b"no blob".to_vec()).is_err());
    let german = folder().join("de.blob");
    if let Ok(blob) = std::fs::read(german) {
        assert!(LocaleData::default().add(blob).is_err());
    }
}

#[test]
fn formatting_without_locale_data() {
    let locale = Locale::with_data("de", &Arc::new(LocaleData::default())).unwrap();
    let number = Number::parse("-1234.5").unwrap();
    assert_eq!(locale.format_number(&number, &NumberOptions::default()), "-1234.5");
    let date = DateTimeOptions { date: Some(Part::Width(Width::Long)), ..DateTimeOptions::default() };
    assert_eq!(locale.format_datetime(&Moment::new(NOW, "UTC").unwrap(), &date), "");
}
