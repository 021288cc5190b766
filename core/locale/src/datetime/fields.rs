//! The fields of dates and times that a width or letters stand for.

use icu_datetime::fieldsets::builder::{DateFields, FieldSetBuilder, ZoneStyle};
use icu_datetime::options::{Length, TimePrecision, YearStyle};

use super::{Part, Width};
use crate::skeleton::Skeleton;

fn year_style(length: Length, fields: DateFields) -> YearStyle {
    match (length, fields) {
        (Length::Short, DateFields::YMD) => YearStyle::Auto,
        _ => YearStyle::Full,
    }
}

pub(super) fn date_fields(part: &Part) -> FieldSetBuilder {
    let width = match part {
        Part::Skeleton(letters) => return Skeleton::parse(letters).date_part().builder(),
        Part::Width(width) => width,
    };
    let (length, fields) = match width {
        Width::Short => (Length::Short, DateFields::YMD),
        Width::Medium => (Length::Medium, DateFields::YMD),
        Width::Long => (Length::Long, DateFields::YMD),
        Width::Full => (Length::Long, DateFields::YMDE),
    };
    let mut builder = FieldSetBuilder::default();
    builder.length = Some(length);
    builder.date_fields = Some(fields);
    builder.year_style = Some(year_style(length, fields));
    builder
}

pub(super) fn time_fields(part: &Part) -> FieldSetBuilder {
    let width = match part {
        Part::Skeleton(letters) => return Skeleton::parse(letters).time_part().builder(),
        Part::Width(width) => width,
    };
    let (precision, zone) = match width {
        Width::Short => (TimePrecision::Minute, None),
        Width::Medium => (TimePrecision::Second, None),
        Width::Long => (TimePrecision::Second, Some(ZoneStyle::SpecificShort)),
        Width::Full => (TimePrecision::Second, Some(ZoneStyle::SpecificLong)),
    };
    let mut builder = FieldSetBuilder::default();
    builder.length = Some(Length::Medium);
    builder.time_precision = Some(precision);
    builder.zone_style = zone;
    builder
}

pub(super) fn glue_length(width: Width) -> Length {
    match width {
        Width::Short => Length::Short,
        Width::Medium => Length::Medium,
        Width::Long | Width::Full => Length::Long,
    }
}

/// The default for joining a date and a time.
pub(super) fn default_glue(part: &Part) -> Length {
    match part {
        Part::Width(width) => glue_length(*width),
        Part::Skeleton(letters) => Skeleton::parse(letters).length(),
    }
}
