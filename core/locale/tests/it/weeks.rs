//! Week numbering by region.

use stoa_locale::{DateTimeOptions, Locale, Moment, Part};

/// Milliseconds of Friday, 1 January 2021, noon UTC.
const FRIDAY: i64 = 1_609_502_400_000;
const DAY: i64 = 86_400_000;

#[track_caller]
fn written(tag: &str, milliseconds: i64, letters: &str) -> String {
    let moment = Moment::new(milliseconds, "UTC").unwrap();
    let date = Some(Part::Skeleton(letters.to_owned()));
    Locale::parse(tag).unwrap().format_datetime(&moment, &DateTimeOptions { date, ..DateTimeOptions::default() })
}

#[test]
fn first_week_of_year_by_region() {
    let cases = [
        // From Sunday, one day is enough.
        ("en-US", "week 1 of 2021", "week 2 of 2021"),
        ("es-MX", "semana 1 de 2021", "semana 2 de 2021"),
        ("en-JP", "week 1 of 2021", "week 2 of 2021"),
        // From Monday, the majority of days decides.
        ("en-GB", "week 53 of 2020", "week 53 of 2020"),
        ("es-ES", "semana 53 de 2020", "semana 53 de 2020"),
        ("en-SE", "week 53 of 2020", "week 53 of 2020"),
        // From Monday, one day is enough.
        ("en-AU", "week 1 of 2021", "week 1 of 2021"),
        ("en-TR", "week 1 of 2021", "week 1 of 2021"),
        // From Sunday, the majority of days decides.
        ("en-PT", "week 53 of 2020", "week 1 of 2021"),
        // From Saturday and from Friday.
        ("en-EG", "week 1 of 2021", "week 2 of 2021"),
        ("en-MV", "week 1 of 2021", "week 1 of 2021"),
    ];
    for (tag, friday, sunday) in cases {
        assert_eq!(written(tag, FRIDAY, "yw"), friday, "{tag}");
        assert_eq!(written(tag, FRIDAY + 2 * DAY, "yw"), sunday, "{tag}");
    }
}

#[test]
fn last_days_in_week_of_next_year() {
    let monday = FRIDAY - 4 * DAY;
    for (tag, expected) in [
        ("en-US", "week 1 of 2021"),
        ("en-AU", "week 1 of 2021"),
        ("en-GB", "week 53 of 2020"),
        ("en-EG", "week 1 of 2021"),
    ] {
        assert_eq!(written(tag, monday, "yw"), expected, "{tag}");
    }
    // Tuesday, 31 December 2024: most of its week is in 2025.
    assert_eq!(written("en-GB", 1_735_646_400_000, "yw"), "week 1 of 2025");
}

#[test]
fn week_rules_of_language_without_region() {
    for (bare, with_region) in [("en", "en-US"), ("de", "de-DE"), ("fr", "fr-FR"), ("es", "es-ES")] {
        assert_eq!(written(bare, FRIDAY, "yw"), written(with_region, FRIDAY, "yw"), "{bare}");
    }
}

#[test]
fn week_rules_from_locale_extensions() {
    let sunday = FRIDAY + 2 * DAY;
    assert_eq!(written("en-US-u-rg-gbzzzz", FRIDAY, "yw"), "week 53 of 2020");
    assert_eq!(written("en-US-u-fw-mon", sunday, "yw"), "week 1 of 2021");
}

#[test]
fn weeks_of_a_month() {
    assert_eq!(written("en-US", FRIDAY, "MMMMW"), "week 1 of January");
    assert_eq!(written("en-US", FRIDAY + 2 * DAY, "MMMMW"), "week 2 of January");
    assert_eq!(written("en-AU", FRIDAY + 2 * DAY, "MMMMW"), "week 1 of January");
    assert_eq!(written("en-GB", FRIDAY, "MMMMW"), "week 0 of January");
    assert_eq!(written("de", FRIDAY + 3 * DAY, "MMMMW"), "Woche 1 im Januar");
}
