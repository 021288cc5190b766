//! Dates, times and relative times.

use stoa_locale::{
    Calendar, Context, DateName, DateTimeOptions, IntervalOptions, Locale, Moment, MomentError, NumberOptions, Part,
    RelativeField, RelativeOptions, RoundingMode, Width,
};

const NOVEMBER: i64 = 1_509_647_217_000;

fn full(width: Width) -> DateTimeOptions {
    DateTimeOptions { date: Some(Part::Width(width)), time: Some(Part::Width(width)), ..DateTimeOptions::default() }
}

#[test]
fn widths_of_dates_and_times() {
    let moment = Moment::new(NOVEMBER, "America/New_York").unwrap();
    let cases = [
        ("en-US", Width::Short, "11/2/17, 2:26\u{202f}PM"),
        ("en-US", Width::Medium, "Nov 2, 2017, 2:26:57\u{202f}PM"),
        ("en-US", Width::Long, "November 2, 2017 at 2:26:57\u{202f}PM EDT"),
        ("en-GB", Width::Full, "Thursday, 2 November 2017 at 14:26:57 Eastern Daylight Time"),
        ("de", Width::Short, "02.11.17, 14:26"),
        ("fr", Width::Medium, "2 nov. 2017, 14:26:57"),
        ("ja", Width::Short, "2017/11/02 14:26"),
    ];
    for (tag, width, expected) in cases {
        let locale = Locale::parse(tag).unwrap();
        assert_eq!(locale.format_datetime(&moment, &full(width)), expected, "{tag} {width:?}");
    }
}

fn by_letters(tag: &str, milliseconds: i64, letters: &str) -> String {
    let options = DateTimeOptions { date: Some(Part::Skeleton(letters.to_owned())), ..DateTimeOptions::default() };
    let moment = Moment::new(milliseconds, "UTC").unwrap();
    Locale::parse(tag).unwrap().format_datetime(&moment, &options)
}

#[test]
fn months_with_their_year() {
    for (tag, expected) in [
        ("en", "November 2017"),
        ("pt-BR", "novembro de 2017"),
        ("de", "November 2017"),
        ("ja", "2017年11月"),
        ("ru", "ноябрь 2017\u{202f}г."),
    ] {
        assert_eq!(by_letters(tag, NOVEMBER, "yMMMM"), expected, "{tag}");
    }
}

#[test]
fn quarters() {
    let cases = [
        ("en", "yQQQ", "Q4 2017"),
        ("en", "yQQQQ", "4th quarter 2017"),
        ("en", "QQQ", "Q4"),
        ("de", "yQQQQ", "4. Quartal 2017"),
        ("fr", "yQQQ", "T4 2017"),
        ("es", "yQQQQ", "4.º trimestre de 2017"),
        ("ko", "yQQQ", "2017 Q4"),
        ("en", "yQMMMd", "Nov 2, 2017"),
        ("en", "Q", "4"),
        ("de", "qq", "04"),
        ("ko", "qqq", "Q4"),
    ];
    for (tag, letters, expected) in cases {
        assert_eq!(by_letters(tag, NOVEMBER, letters), expected, "{tag} {letters}");
    }
    let starts = [(1_483_228_800_000, "Q1 2017"), (1_490_918_400_000, "Q1 2017"), (1_491_004_800_000, "Q2 2017")];
    for (day, expected) in starts {
        assert_eq!(by_letters("en", day, "yQQQ"), expected);
    }
}

#[test]
fn first_day_of_week_by_region() {
    const SATURDAY_31_DECEMBER_2016: i64 = 1_483_142_400_000;
    const DAY: i64 = 86_400_000;
    let cases = [
        ("en-US", 0, "yw", "week 53 of 2016"),
        ("en-US", 1, "yw", "week 1 of 2017"),
        ("en-GB", 0, "yw", "week 52 of 2016"),
        ("en-GB", 1, "yw", "week 52 of 2016"),
        ("en-GB", 2, "yw", "week 1 of 2017"),
        ("de", 2, "yw", "Woche 1 des Jahres 2017"),
        ("ko", 2, "yw", "2017년"),
        ("ko", 2, "w", "1"),
        ("en-GB", 1, "ww", "52"),
        ("en-US", 8, "W", "2"),
        ("en-US", 1, "MMMW", "week 1 of Jan"),
        ("en-US", 1, "MMMMW", "week 1 of January"),
        ("en-US", 8, "MMMMW", "week 2 of January"),
        ("de", 1, "MMMMW", "Woche 0 im Januar"),
        ("de", 2, "MMMMW", "Woche 1 im Januar"),
    ];
    for (tag, days, letters, expected) in cases {
        assert_eq!(
            by_letters(tag, SATURDAY_31_DECEMBER_2016 + days * DAY, letters),
            expected,
            "{tag} {days} {letters}"
        );
    }
    // The last days of 2017 are in the week of 1 January 2018.
    assert_eq!(by_letters("en-US", SATURDAY_31_DECEMBER_2016 + 365 * DAY, "yw"), "week 1 of 2018");
    assert_eq!(by_letters("en-US", SATURDAY_31_DECEMBER_2016 + 364 * DAY, "yw"), "week 52 of 2017");
}

#[test]
fn time_zone_names_standard_and_generic() {
    let moment = Moment::new(NOVEMBER, "America/New_York").unwrap();
    let in_letters = |tag: &str, letters: &str| {
        let options = DateTimeOptions { time: Some(Part::Skeleton(letters.to_owned())), ..DateTimeOptions::default() };
        Locale::parse(tag).unwrap().format_datetime(&moment, &options)
    };
    let cases = [
        ("en", "hmz", "2:26\u{202f}PM EDT"),
        ("en", "hmv", "2:26\u{202f}PM ET"),
        ("en", "v", "ET"),
        ("en", "vvvv", "Eastern Time"),
        ("de", "vvvv", "Nordamerikanische Ostküstenzeit"),
    ];
    for (tag, letters, expected) in cases {
        assert_eq!(in_letters(tag, letters), expected, "{tag} {letters}");
    }
    let end = Moment::new(NOVEMBER + 7_200_000, "America/New_York").unwrap();
    let options = IntervalOptions { skeleton: Some("hmv".to_owned()), ..IntervalOptions::default() };
    let range = Locale::default().format_interval(&moment, &end, &options);
    assert_eq!(range, "2:26\u{2009}–\u{2009}4:26\u{202f}PM ET");
}

#[test]
fn names_of_weekdays_and_months() {
    let moment = Moment::new(NOVEMBER, "UTC").unwrap();
    let names = [DateName::Weekday, DateName::ShortWeekday, DateName::Month, DateName::ShortMonth];
    for (tag, expected) in [
        ("en", ["Thursday", "Thu", "November", "Nov"]),
        ("de", ["Donnerstag", "Do.", "November", "Nov."]),
        ("pl", ["czwartek", "czw.", "listopada", "lis"]),
    ] {
        let locale = Locale::parse(tag).unwrap();
        // The second time they come from the cache.
        for _ in 0..2 {
            assert_eq!(names.map(|name| locale.date_name(&moment, name)), expected);
        }
    }
}

#[test]
fn other_calendars() {
    let moment = Moment::new(NOVEMBER, "America/New_York").unwrap();
    let in_calendar = |tag: &str, calendar| {
        let options = DateTimeOptions {
            date: Some(Part::Width(Width::Long)),
            calendar: Some(calendar),
            ..DateTimeOptions::default()
        };
        Locale::parse(tag).unwrap().format_datetime(&moment, &options)
    };
    assert_eq!(in_calendar("ja", Calendar::Japanese), "平成29年11月2日");
    assert!(in_calendar("en", Calendar::Buddhist).contains("2560"));
    assert!(in_calendar("en", Calendar::Persian).contains("1396"));
}

#[test]
fn instants_out_of_range_are_rejected() {
    assert_eq!(Moment::new(i64::MAX, "UTC"), Err(MomentError::OutOfRange(i64::MAX)));
    assert!(Moment::new(i64::MIN, "UTC").is_err());
}

#[test]
fn intervals_merge_common_parts() {
    let start = Moment::new(1_582_571_080_000, "America/New_York").unwrap();
    let locale = Locale::default();
    let text = |end: i64| {
        let end = Moment::new(end, "America/New_York").unwrap();
        locale.format_interval(&start, &end, &IntervalOptions::default())
    };
    assert_eq!(text(1_582_591_080_000), "2:04\u{2009}–\u{2009}7:38\u{202f}PM");
    assert_eq!(text(1_592_591_080_000), "Feb 24\u{2009}–\u{2009}Jun 19, 2020");
    assert_eq!(text(1_692_591_080_000), "Feb 24, 2020\u{2009}–\u{2009}Aug 21, 2023");
}

#[test]
fn distances_in_words() {
    const DAY: i64 = 86_400_000;
    let locale = Locale::default();
    let cases = [
        (2 * 3_600_000, "in 2 hours"),
        (DAY, "tomorrow"),
        (-DAY, "yesterday"),
        (-3 * DAY, "3 days ago"),
        (12 * DAY, "in 2 weeks"),
        (-730 * DAY, "2 years ago"),
    ];
    for (distance, expected) in cases {
        assert_eq!(locale.format_relative(distance, &RelativeOptions::default()), expected);
    }
    let options = RelativeOptions { numeric_only: true, ..RelativeOptions::default() };
    assert_eq!(locale.format_relative(DAY, &options), "in 1 day");
    let options = RelativeOptions { context: Context::BeginSentence, ..RelativeOptions::default() };
    assert_eq!(locale.format_relative(2 * DAY, &options), "In 2 days");
}

#[test]
fn distances_without_weeks() {
    const DAY: i64 = 86_400_000;
    let options = RelativeOptions { no_weeks: true, ..RelativeOptions::default() };
    let text = |days: i64| Locale::default().format_relative(days * DAY, &options);
    assert_eq!([text(12), text(-7), text(40)], ["in 12 days", "7 days ago", "next month"]);
    let options = RelativeOptions { field: Some(RelativeField::Week), ..options };
    assert_eq!(Locale::default().format_relative(12 * DAY, &options), "in 2 weeks", "a unit that is named stays");
}

#[test]
fn distances_with_digits() {
    const HOUR: i64 = 3_600_000;
    let text = |tag: &str, distance: i64, digits: NumberOptions| {
        let options = RelativeOptions { field: Some(RelativeField::Hour), digits, ..RelativeOptions::default() };
        Locale::parse(tag).unwrap().format_relative(distance, &options)
    };
    let usual = RelativeOptions::default().digits;
    let tenths = NumberOptions { maximum_fraction: Some(1), ..usual };
    assert_eq!(text("en", 9_000_000, tenths), "in 2.5 hours");
    assert_eq!(text("de", -9_000_000, tenths), "vor 2,5 Stunden");
    assert_eq!(text("en", 2 * HOUR, tenths), "in 2 hours");
    assert_eq!(text("en", 2 * HOUR, NumberOptions { minimum_fraction: Some(1), ..usual }), "in 2.0 hours");
    assert_eq!(text("en", 9_000_000, usual), "in 3 hours");
    assert_eq!(text("en", 9_000_000, NumberOptions { rounding: RoundingMode::Floor, ..usual }), "in 2 hours");
    assert_eq!(text("en", 4000 * HOUR, usual), "in 4,000 hours");
    assert_eq!(text("en", 4000 * HOUR, NumberOptions { grouping: Some(false), ..usual }), "in 4000 hours");
    assert_eq!(text("en", -600_000, usual), "this hour", "a rounded distance of 0 lies on no side");
}

#[test]
fn distances_of_weeks_by_weekday() {
    const DAY: i64 = 86_400_000;
    // A Thursday.
    let to = Moment::new(1_509_647_217_000, "UTC").unwrap();
    let text = |tag: &str, days: i64, options: &RelativeOptions| {
        Locale::parse(tag).unwrap().format_relative_weekday(days * DAY, &to, options)
    };
    let usual = RelativeOptions::default();
    let cases = [
        ("en", ["next Thursday", "last Thursday", "in 3 Thursdays", "2 Thursdays ago"]),
        ("de", ["nächsten Donnerstag", "letzten Donnerstag", "in 3 Donnerstagen", "vor 2 Donnerstagen"]),
        ("fr", ["jeudi prochain", "jeudi dernier", "dans 3 jeudis", "il y a 2 jeudis"]),
        ("es", ["el próximo jueves", "el jueves pasado", "dentro de 3 jueves", "hace 2 jueves"]),
    ];
    for (tag, expected) in cases {
        assert_eq!([7, -7, 21, -14].map(|days| text(tag, days, &usual)), expected, "{tag}");
    }
    assert_eq!(text("en", 3, &usual), "in 3 days", "only weeks are written so");
    assert_eq!(text("it", 7, &usual), "settimana prossima", "other languages write weeks");
    let numbers = RelativeOptions { numeric_only: true, ..usual };
    assert_eq!([7, -7].map(|days| text("en", days, &numbers)), ["in 1 Thursday", "1 Thursday ago"]);
    let named = RelativeOptions { field: Some(RelativeField::Week), context: Context::BeginSentence, ..usual };
    assert_eq!(text("en", 0, &named), "This Thursday");
}
