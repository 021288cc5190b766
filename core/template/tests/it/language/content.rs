//! Text, dates, images and colours.

use serde_json::json;
use stoa_template::{ErrorKind, RenderContext};

use super::{output, run, run_with};

// spec: template.truncate
#[test]
fn truncate_defaults() {
    let data = json!({ "a": "x".repeat(150), "b": "word ".repeat(30) });
    assert_eq!(output("{a|truncate}", &data), format!("{}...", "x".repeat(100)));
    assert_eq!(output("{b|truncate}", &data), format!("{}...", "word ".repeat(20)));
}

// spec: template.truncate.word.open
#[test]
fn truncate_cuts_after_white_space() {
    let data = json!("abc def ghi jkl");
    assert_eq!(output("{@|truncate 10}", &data), "abc def ...");
    assert_eq!(output("{@|truncate 10 !}", &data), "abc def !");
    assert_eq!(output("{@|truncate 100}", &data), "abc def ghi jkl");
}

// spec: template.timesince, template.timesince.words.open
#[test]
fn time_since() {
    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;
    const DAY: i64 = 24 * HOUR;
    let cases = [
        (59_000, "less than a minute ago"),
        (MINUTE, "about a minute ago"),
        (2 * MINUTE, "about 2 minutes ago"),
        (HOUR, "about an hour ago"),
        (23 * HOUR, "about 23 hours ago"),
        (DAY, "about a day ago"),
        (7 * DAY, "about a week ago"),
        (30 * DAY, "about a month ago"),
        (60 * DAY, "about 2 months ago"),
        (365 * DAY, "about a year ago"),
        (730 * DAY, "about 2 years ago"),
    ];
    let now_ms = 1_600_000_000_000;
    for (age, words) in cases {
        let then = now_ms - age;
        let context = RenderContext { now_ms, ..RenderContext::default() };
        let outcome = run_with("{@|timesince}", &json!(then), &context);
        assert_eq!(outcome.output, format!("<span class=\"timesince\" data-date=\"{then}\">{words}</span>"));
    }
    assert_eq!(output("{@|timesince}", &json!("x")), "Invalid date.");
}

// spec: template.default-zone, locale.date-zone
#[test]
fn default_time_zone_is_new_york() {
    assert_eq!(output("{@|date %b %d %Y %H:%M}", &json!(0)), "Dec 31 1969 19:00");
    let data = json!({ "t": 0, "website": { "timeZone": "Europe/Berlin" } });
    assert_eq!(output("{t|date %b %d %Y %H:%M}", &data), "Jan 01 1970 01:00");
}

// spec: template.error.julian-day, template.error.julian-range.open
#[test]
fn dates_out_of_range_are_errors() {
    const DAY: i64 = 86_400_000;
    let first = -1_814_914 * DAY;
    let last = 2_093_777 * DAY - 1;
    for (time, fine) in [(first, true), (first - 1, false), (last, true), (last + 1, false)] {
        let outcome = run("{t|date %Y}", &json!({ "t": time, "website": { "timeZone": "UTC" } }));
        assert_eq!(outcome.errors.is_empty(), fine, "{time}");
        assert_eq!(outcome.output.is_empty(), !fine, "{time}");
        if !fine {
            assert_eq!(outcome.errors[0].kind, ErrorKind::UnexpectedError);
        }
    }
}

// spec: date.strftime.open
#[test]
fn date_letters() {
    let data = json!({ "t": 1_613_597_165_345_i64, "website": { "timeZone": "Asia/Tokyo" } });
    let cases = [
        ('a', "Thu"),
        ('A', "Thursday"),
        ('b', "Feb"),
        ('B', "February"),
        ('c', "Thu, Feb 18, 2021 6:26:05 AM JST"),
        ('C', "20"),
        ('d', "18"),
        ('D', "02/18/21"),
        ('e', "18"),
        ('F', "2021-02-18"),
        ('g', "21"),
        ('G', "2021"),
        ('h', "Feb"),
        ('H', "06"),
        ('i', "6"),
        ('I', "06"),
        ('j', "049"),
        ('k', " 6"),
        ('l', " 6"),
        ('m', "02"),
        ('M', "26"),
        ('n', "\n"),
        ('N', "345000000"),
        ('p', "AM"),
        ('P', "am"),
        ('q', "1"),
        ('r', "6:26:05 AM"),
        ('R', "06:26"),
        ('s', "1613597165"),
        ('S', "05"),
        ('t', "\t"),
        ('T', "06:26:05"),
        ('u', "4"),
        ('U', "08"),
        ('V', "07"),
        ('w', "4"),
        ('W', "08"),
        ('x', "02/18/2021"),
        ('X', "06:26:05 AM"),
        ('y', "21"),
        ('Y', "2021"),
        ('z', "+09:00"),
        ('Z', "JST"),
        ('%', "%"),
    ];
    for (letter, expected) in cases {
        assert_eq!(output(&format!("{{t|date %{letter}}}"), &data), expected, "%{letter}");
    }
    assert_eq!(output("{t|date %J %}", &data), "%J %");
}

// spec: date.compact-utc
#[test]
fn calendar_link_has_compact_dates() {
    let data = json!({ "startDate": 1_384_518_630_000_i64, "endDate": 1_384_518_716_400_i64, "title": "a b" });
    assert_eq!(
        output("{@|google-calendar-url}", &data),
        "http://www.google.com/calendar/event?action=TEMPLATE&text=a%20b&dates=20131115T123030Z/20131115T123156Z"
    );
}

// spec: content.calendar-event-link
#[test]
fn calendar_link_parameters() {
    let location = json!({ "addressLine1": "12 Orchard Lane", "addressLine2": "Portland", "addressCountry": "US" });
    let moment = 1_704_164_645_000_i64;
    let event = json!({ "title": "Opening & tea", "startDate": moment, "endDate": moment, "location": location });
    assert_eq!(
        output("{@|google-calendar-url}", &event),
        "http://www.google.com/calendar/event?action=TEMPLATE&text=Opening%20%26%20tea\
         &dates=20240102T030405Z/20240102T030405Z&location=12%20Orchard%20Lane%2C%20Portland%2C%20US"
    );
}

// spec: content.social.links
#[test]
fn twitter_names_and_tags_become_links() {
    let text = json!("by @ada about #clay");
    let linked = output("{@|activate-twitter-links}", &text);
    assert!(linked.contains("<a target=\"new\" href=\"https://twitter.com/ada/\">@ada</a>"), "{linked}");
    assert!(linked.contains(">#clay</a>"), "{linked}");
}

// spec: content.folder.clickable
#[test]
fn folder_links() {
    for (behavior, expected) in [(json!(1), "yes"), (json!(2), "yes"), (json!(null), "yes"), (json!(3), "no")] {
        let folder = json!({ "folderBehavior": behavior });
        assert_eq!(output("{.clickable?}yes{.or}no{.end}", &folder), expected, "{folder}");
    }
    assert_eq!(output("{.clickable?}yes{.or}no{.end}", &json!({})), "yes");
}

// spec: content.comments.visible
#[test]
fn comments_shown_if_open_or_present() {
    for (state, count, enabled, expected) in [
        (1, 0, json!(true), "yes"),
        (1, 0, json!(null), "yes"),
        (2, 0, json!(true), "no"),
        (2, 3, json!(true), "yes"),
        (1, 3, json!(false), "no"),
        (2, 3, json!(false), "no"),
    ] {
        let site = json!({ "commentsEnabled": enabled });
        let item = json!({ "commentState": state, "publicCommentCount": count, "websiteSettings": site });
        assert_eq!(output("{.comments?}yes{.or}no{.end}", &item), expected, "{item}");
    }
}

// spec: color.parse, color.dark.half-range
#[test]
fn color_weight() {
    let cases = [
        ("abc", "light"),
        ("#aabbcc", "light"),
        ("abcd", ""),
        ("#ggg", ""),
        ("7fffff", "dark"),
        ("800000", "light"),
        ("#000", "dark"),
    ];
    for (color, weight) in cases {
        assert_eq!(output("{@|color-weight}", &json!(color)), weight, "{color}");
    }
}

// spec: color.hsl.missing, color.hsl.hue, color.hsl.saturation, color.hsl.lightness, color.hsl.alpha
#[test]
fn website_color_bounds() {
    let cases = [
        (json!({ "hue": 1, "lightness": 0.5 }), "Missing an H/S/L value."),
        (json!({ "hue": 361, "saturation": 0.5, "lightness": 0.5 }), "Hue out of bounds."),
        (json!({ "hue": -1, "saturation": 0.5, "lightness": 0.5 }), "Hue out of bounds."),
        (json!({ "hue": 1, "saturation": 1.1, "lightness": 0.5 }), "Saturation out of bounds."),
        (json!({ "hue": 1, "saturation": 1, "lightness": -0.1 }), "Lightness out of bounds."),
        (json!({ "hue": 1, "saturation": 1, "lightness": 1, "alpha": 2 }), "Alpha out of bounds."),
        (json!({ "hue": 360, "saturation": 1, "lightness": 0 }), "hsl(360, 100%, 0%)"),
    ];
    for (color, expected) in cases {
        assert_eq!(output("{@|website-color}", &color), expected, "{color}");
    }
}

// spec: image.focal-default
#[test]
fn default_focal_point() {
    let image = json!({ "assetUrl": "/a.jpg", "originalSize": "10x20" });
    assert!(output("{@|image-meta}", &image).contains("data-image-focal-point=\"0.5,0.5\""));
}

// spec: image.alt.fallback-cut, image.alt.fallback-order.open
#[test]
fn alternative_text_of_images() {
    let alt = |image: &serde_json::Value| {
        let markup = output("{@|image-meta}", image);
        markup.split_once("alt=\"").unwrap().1.split_once('"').unwrap().0.to_owned()
    };
    let body = "b".repeat(300);
    assert_eq!(alt(&json!({ "blockType": 5, "altText": "", "title": "t" })), "");
    assert_eq!(alt(&json!({ "blockType": 5, "altText": " a ", "title": "t" })), "a");
    assert_eq!(alt(&json!({ "title": "t", "body": body, "filename": "f" })), "t");
    assert_eq!(alt(&json!({ "body": body, "filename": "f" })), "b".repeat(250));
    assert_eq!(alt(&json!({ "filename": "f" })), "f");
    assert_eq!(alt(&json!({ "id": "x" })), "");
}

// spec: image.size-source.invalid, image.size-format
#[test]
fn image_size_of_other_values() {
    let message = "Invalid source parameter. Pass in 'originalSize'.";
    for formatter in ["width", "height", "resizedHeightForWidth 5", "resizedWidthForHeight 5"] {
        assert_eq!(output(&format!("{{@|{formatter}}}"), &json!("1200")), message);
    }
    for malformed in ["1500x", "x1000", "axb", "", "1500*1000"] {
        assert_eq!(output("{@|width}", &json!(malformed)), message, "{malformed}");
    }
    assert_eq!(output("{@|width}/{@|height}", &json!("1500x1000")), "1500/1000");
}

// spec: image.width-steps
#[test]
fn widths_of_images() {
    let image = json!({ "assetUrl": "/a", "systemDataVariants": "9x9,100w,300w,500w,750w,1000w,1500w,2500w" });
    let steps: Vec<String> =
        [100, 300, 500, 750, 1000, 1500, 2500].iter().map(|width| format!("/a?format={width}w {width}w")).collect();
    assert_eq!(output("{@|image-srcset}", &image), format!(" srcset=\"{}\"", steps.join(",")));
}

// spec: image.thumbnail-thresholds, image.thumbnail-above.open
#[test]
fn thumbnail_steps() {
    for (width, step) in [(1, 100), (100, 100), (301, 500), (750, 750), (1000, 1000), (1001, 1500), (1200, 1500)] {
        let template = format!("{{@|squarespaceThumbnailForWidth {width}}}");
        assert_eq!(output(&template, &json!("9x9")), format!("{step}w"));
    }
}

// spec: image.asset-join
#[test]
fn asset_url_formatter() {
    let data = json!({ "base-url": "https://x/y", "a": "a.png" });
    assert_eq!(output("{a|AbsUrl}", &data), "https://x/y/a.png");
}

// spec: image.oembed
#[test]
fn embedded_video() {
    let data = json!({ "oembed": { "html": "<b>", "providerName": "p" } });
    assert_eq!(
        output("{@|video}", &data),
        "<div class=\"sqs-video-wrapper\" data-html=\"&lt;b&gt;\" data-provider-name=\"p\"></div>"
    );
}

// spec: image.licensed-preview.open
#[test]
fn unlicensed_stock_images_watermarked() {
    let image = json!({ "licensedAssetPreview": {}, "assetUrl": "/a" });
    assert!(output("{@|image-meta}", &image).contains("data-licensed-asset-preview=\"true\""));
}

#[test]
fn escaping_formatters_escape_markup() {
    let text = json!("<script>\"&'</script>");
    assert_eq!(output("{@|html}", &text), "&lt;script&gt;\"&amp;'&lt;/script&gt;");
    for formatter in ["htmlattr", "htmltag"] {
        let expected = "&lt;script&gt;&quot;&amp;'&lt;/script&gt;";
        assert_eq!(output(&format!("{{@|{formatter}}}"), &text), expected);
    }
    assert_eq!(output("{@|json}", &text), "\"<script>\\\"&'<\\/script>\"");
    let nested = json!("<scr<b>ipt>x");
    assert!(!output("{@|safe}", &nested).contains("<"));
}
