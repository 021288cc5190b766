//! Edge cases of text formatters: other scripts, empty input, text in chains and at the end of tags.

use serde_json::{Value, json};
use stoa_template::Locale;

use super::{output, run, run_with};

/// The same result whether it is printed directly or stored as a value first.
#[track_caller]
fn check(cases: &[(&str, Value, &str)]) {
    for (call, value, expected) in cases {
        assert_eq!(output(&format!("{{@|{call}}}"), value), *expected, "{call} {value}");
        assert_eq!(output(&format!("{{.var @made @|{call}}}{{@made}}"), value), *expected, "kept {call} {value}");
        assert_eq!(output(&format!("{{@|{call}|str}}"), value), *expected, "chained {call} {value}");
    }
}

#[test]
fn addresses() {
    check(&[
        ("url-encode", json!("a+b c/é"), "a%2Bb+c%2F%C3%A9"),
        ("url-encode", json!("~!'()"), "%7E%21%27%28%29"),
        ("url-encode", json!(""), ""),
        ("url-encode", json!(null), "null"),
        ("encode-uri", json!("/ä b?x='1'#y&z"), "/%C3%A4%20b?x=%271%27#y&z"),
        ("encode-uri-component", json!("/ä b😀"), "%2F%C3%A4%20b%F0%9F%98%80"),
        ("encode-uri-component", json!(1.5), "1.5"),
        ("slugify", json!("Ä Größe\u{a0}10 \t\n%"), "-gre10-"),
        ("slugify", json!(" -a_B- "), "--ab--"),
        ("slugify", json!(null), ""),
        ("encode-space", json!(" a\tb\n"), "&nbsp;a&nbsp;b&nbsp;"),
    ]);
}

#[test]
fn truncated_texts() {
    check(&[
        ("truncate 5", json!("abcde"), "abcde"),
        ("truncate 5", json!("abcdef"), "abcde..."),
        ("truncate 5", json!("ab cdef"), "ab ..."),
        ("truncate:5:~", json!("ab\u{a0}cdef"), "ab\u{a0}cd~"),
        ("truncate 3", json!("ééééé"), "ééé..."),
        ("truncate 3", json!("ééé"), "ééé"),
        ("truncate 2", json!("😀😀"), "😀..."),
        ("truncate 1", json!("😀"), "..."),
        ("truncate 0", json!("a"), "..."),
        ("truncate -1", json!("a"), "..."),
        ("truncate 9", json!(""), ""),
        ("truncate 2", json!(12.75), "12..."),
    ]);
    let long = "é".repeat(101);
    assert_eq!(output("{@|truncate}", &json!(long)), format!("{}...", "é".repeat(100)));
}

#[test]
fn html_tags_removed() {
    check(&[
        ("safe", json!("a<b>c</b>d"), "acd"),
        ("safe", json!("1 < 2"), "1 < 2"),
        ("safe", json!("> <i\n>x< y"), "> x< y"),
        ("safe", json!("<é>ü<>"), "ü"),
        ("safe", json!(0), "0"),
    ]);
}

#[test]
fn counting_and_choosing() {
    check(&[
        ("count", json!("a😀"), "3"),
        ("count", json!({ "a": 1 }), "1"),
        ("count", json!(null), "0"),
        ("cycle a b c", json!(0), "c"),
        ("cycle a b c", json!(-1), "b"),
        ("cycle:a b:c", json!(1), "a b"),
        ("mod 0", json!(7), "1"),
        ("mod x", json!(-7), "-1"),
        ("pluralize", json!(1), ""),
        ("pluralize es", json!(2), "es"),
        ("pluralize//item//items", json!(1.9), "item"),
        ("pluralizeéoneémany", json!(3), "many"),
        ("round", json!(-2.5), "-2"),
        ("round", json!("3.5"), "4"),
        ("prop a.0 b", json!({ "a": [{ "b": 5 }] }), "5"),
    ]);
}

#[test]
fn date_format_letters() {
    let data = json!({ "website": { "timeZone": "Europe/Berlin" }, "t": 1_488_787_200_123_i64 });
    for (pattern, expected) in [
        ("%a %A %b %h %B", "Mon Monday Mar Mar March"),
        ("%C", "20"),
        ("%d.%e.%D %F", "06. 6.03/06/17 2017-03-06"),
        ("%H %k %i %I %l %j", "09  9 9 09  9 065"),
        ("%m %M %S %N", "03 00 00 123000000"),
        ("%p %P %q %R %T", "AM am 1 09:00 09:00:00"),
        ("%r, %X", "9:00:00 AM, 09:00:00 AM"),
        ("%s %u %w %V %g %G", "1488787200 1 1 10 17 2017"),
        ("%x %v %y %Y %z %Z", "03/06/2017  6-Mar-2017 17 2017 +01:00 CET"),
        ("%c", "Mon, Mar 6, 2017 9:00:00 AM CET"),
        ("é%né%té%%", "é\né\té%"),
        ("%é %f %", "%é %f %"),
    ] {
        assert_eq!(output(&format!("{{t|date {pattern}}}"), &data), expected, "{pattern}");
    }
}

#[test]
fn time_zone_from_scope() {
    let zone = |name: &str| json!({ "website": { "timeZone": name }, "t": 0 });
    let data = json!({ "list": [zone("UTC"), zone("Asia/Tokyo"), zone("UTC"), zone("nowhere"), { "t": 0 }] });
    let text = output("{.repeated section list}{t|date %H %Z}{.alternates with}, {.end}", &data);
    assert_eq!(text, "00 UTC, 09 JST, 00 UTC, 19 EST, 19 EST");
}

#[test]
fn blocks_continue_after_errors() {
    let data = json!({ "list": [{ "t": 0 }, { "t": 9_000_000_000_000_000_i64 }, { "t": 1 }], "none": [] });
    let template = "{.repeated section list}<{.section t}{@|date %Y}{.end}>{.alternates with}-{.end}\
                    {.repeated section none}x{.or}none{.end}";
    let outcome = run_with(template, &data, &stoa_template::RenderContext::default());
    assert_eq!((outcome.output.as_str(), outcome.errors.len()), ("<>-<>-<1969>none", 1));
}

/// For languages without weekday phrases, the relative time is used without a weekday.
#[test]
fn weeks_without_weekday_words() {
    let template = "{a, b|relative-time dayOfWeek:true} | {b, a|relative-time dayOfWeek:true} | {a, c|relative-time dayOfWeek:true numericOnly:true}";
    let data = json!({ "a": 0, "b": 12 * 86_400_000_i64, "c": 7 * 86_400_000_i64 });
    for (name, expected) in [
        ("en", "in 2 Mondays | 2 Wednesdays ago | in 1 Wednesday"),
        ("ja", "2 週間後 | 2 週間前 | 1 週間後"),
        ("ar", "خلال أسبوعين | قبل أسبوعين | خلال أسبوع واحد"),
        ("pt", "em 2 semanas | há 2 semanas | em 1 semana"),
    ] {
        let locale = Locale::parse(name).unwrap();
        let context = stoa_template::RenderContext { locale: Some(&locale), ..Default::default() };
        let outcome = run_with(template, &data, &context);
        assert_eq!((outcome.output.as_str(), outcome.errors.as_slice()), (expected, [].as_slice()), "{name}");
        let ordinary = run_with(&template.replace(" dayOfWeek:true", ""), &data, &context).output;
        assert_eq!(outcome.output == ordinary, name != "en", "{name}");
    }
}

#[test]
fn relative_time_options() {
    const DAY: i64 = 86_400_000;
    // 13 January 1970 in Berlin, a Tuesday.
    let data = json!({ "a": 0, "b": 12 * DAY, "website": { "timeZone": "Europe/Berlin" } });
    let cases = [
        ("", "in 2 weeks"),
        ("allowWeeks:true", "in 2 weeks"),
        ("allowWeeks:false", "in 12 days"),
        ("dayOfWeek:true", "in 2 Tuesdays"),
        ("dayOfWeek:false", "in 2 weeks"),
        ("dayOfWeek:true allowWeeks:false", "in 12 days"),
        ("field:month maxFrac:1", "in 0.4 months"),
        ("field:hour group:false", "in 288 hours"),
        ("field:minute", "in 17,280 minutes"),
        ("field:minute no-group", "in 17280 minutes"),
        ("field:week round:floor context:begin-sentence", "Next week"),
        ("field:eon other:1", "in 2 weeks"),
    ];
    for (options, expected) in cases {
        assert_eq!(output(&format!("{{a, b|relative-time {options}}}"), &data), expected, "{options}");
    }
    assert_eq!(output("[{x|relative-time dayOfWeek:true}]", &data), "[]");
    let far = run("{a, far|relative-time dayOfWeek:true field:week}", &json!({ "a": 0, "far": 1e18 }));
    assert_eq!((far.output.as_str(), far.errors.len()), ("", 1), "an instant without a date has no weekday");
}
