//! Types of records, blocks, backgrounds and slices.

use super::{Predicate, entry, named};
use crate::compile::call::Rule;
use crate::run::Machine;

const RECORD_TYPES: [(&str, i64); 22] = [
    ("undefined", -1),
    ("text", 1),
    ("image", 2),
    ("quote", 4),
    ("link", 5),
    ("audio", 7),
    ("video", 8),
    ("store-item", 11),
    ("event", 12),
    ("gallery", 14),
    ("binary", 15),
    ("css-asset", 16),
    ("tweak-asset", 17),
    ("digital-good", 18),
    ("attachment", 19),
    ("wordpress-export", 20),
    ("json-export", 21),
    ("site-search", 30),
    ("active-time", 31),
    ("tweet", 50),
    ("checkin", 52),
    ("kbarticle", 54),
];

const BACKGROUND_SOURCES: [(&str, i64); 5] =
    [("undefined", -1), ("upload", 1), ("instagram", 2), ("video", 3), ("none", 4)];

/// Slices have the codes 1 to 19, of which 2 is reserved; any other code is invalid.
const SLICE_TYPES: [(&str, i64); 19] = [
    ("undefined", -1),
    ("heading", 1),
    ("body", 3),
    ("image", 4),
    ("gallery", 5),
    ("video", 6),
    ("social-icons", 7),
    ("buttons", 8),
    ("navigation", 9),
    ("custom-form", 10),
    ("newsletter", 11),
    ("album", 12),
    ("map", 13),
    ("logo", 14),
    ("action", 15),
    ("form", 16),
    ("lock", 17),
    ("password", 18),
    ("twitter", 19),
];

pub(super) static PREDICATES: &[Predicate] = &[
    named("active-time?", is_record),
    named("attachment?", is_record),
    named("audio?", is_record),
    named("binary?", is_record),
    named("checkin?", is_record),
    named("css-asset?", is_record),
    named("digital-good?", is_record),
    named("event?", is_record),
    named("json-export?", is_record),
    named("kbarticle?", is_record),
    named("site-search?", is_record),
    named("store-item?", is_record),
    named("text?", is_record),
    named("tweak-asset?", is_record),
    named("tweet?", is_record),
    named("undefined?", is_record),
    named("wordpress-export?", is_record),
    named("external-video?", |machine, _| is_promoted(machine, "video")),
    named("gallery?", is_record_or_promoted),
    named("image?", is_record_or_promoted),
    named("link?", is_record_or_promoted),
    named("quote?", is_record_or_promoted),
    named("video?", is_record_or_promoted),
    named("promotedCODE?", is_promoted_name),
    named("promotedEMBED?", is_promoted_name),
    named("promotedFORM?", is_promoted_name),
    named("promotedFOURSQUARE?", is_promoted_name),
    named("promotedIMAGE?", is_promoted_name),
    named("promotedINSTAGRAM?", is_promoted_name),
    named("promotedLINK?", is_promoted_name),
    named("promotedMAP?", is_promoted_name),
    named("promotedQUOTE?", is_promoted_name),
    named("promotedTWITTER?", is_promoted_name),
    named("promotedVIDEO?", is_promoted_name),
    named("background-source-instagram?", is_background),
    named("background-source-none?", is_background),
    named("background-source-undefined?", is_background),
    named("background-source-upload?", is_background),
    named("background-source-video?", is_background),
    entry("current-type?", Rule::ANY, |machine, arguments| {
        let current = slice_code(machine.current().member("currentType").to_integer());
        let wanted = arguments.get(0).unwrap_or("");
        let wanted = wanted.parse().ok().or_else(|| code(&SLICE_TYPES, wanted));
        Ok(wanted == Some(current))
    }),
];

/// The code of a slice type; an invalid one counts as undefined.
fn slice_code(code: i64) -> i64 {
    if (1..=19).contains(&code) { code } else { -1 }
}

fn code(codes: &[(&str, i64)], name: &str) -> Option<i64> {
    codes.iter().find(|(known, _)| *known == name).map(|(_, code)| *code)
}

fn is_code(machine: &Machine<'_>, member: &str, wanted: Option<i64>) -> bool {
    Some(machine.current().member(member).to_integer()) == wanted
}

fn is_record(machine: &Machine<'_>, name: &str) -> bool {
    is_code(machine, "recordType", code(&RECORD_TYPES, name))
}

fn is_promoted(machine: &Machine<'_>, block: &str) -> bool {
    machine.current().member("promotedBlockType").as_str() == Some(block)
}

fn is_promoted_name(machine: &Machine<'_>, name: &str) -> bool {
    is_promoted(machine, &name.trim_start_matches("promoted").to_ascii_lowercase())
}

fn is_record_or_promoted(machine: &Machine<'_>, name: &str) -> bool {
    is_record(machine, name) || is_promoted(machine, name)
}

fn is_background(machine: &Machine<'_>, name: &str) -> bool {
    let source = name.trim_start_matches("background-source-");
    is_code(machine, "backgroundSource", code(&BACKGROUND_SOURCES, source))
}
