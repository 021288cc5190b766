//! States and provinces that people write out as well as abbreviate.

/// A region as it is compared: its code where we know one, else what was written, in capitals.
pub(crate) fn normalised(country: &str, region: &str) -> String {
    let written = region.trim().to_uppercase();
    let table: &[(&str, &str)] = match country {
        "US" => &UNITED_STATES,
        "CA" => &CANADA,
        "AU" => &AUSTRALIA,
        _ => &[],
    };
    let known = table.iter().find(|(_, name)| *name == written);
    known.map_or(written, |(code, _)| (*code).to_owned())
}

const UNITED_STATES: [(&str, &str); 51] = [
    ("AL", "ALABAMA"),
    ("AK", "ALASKA"),
    ("AZ", "ARIZONA"),
    ("AR", "ARKANSAS"),
    ("CA", "CALIFORNIA"),
    ("CO", "COLORADO"),
    ("CT", "CONNECTICUT"),
    ("DE", "DELAWARE"),
    ("DC", "DISTRICT OF COLUMBIA"),
    ("FL", "FLORIDA"),
    ("GA", "GEORGIA"),
    ("HI", "HAWAII"),
    ("ID", "IDAHO"),
    ("IL", "ILLINOIS"),
    ("IN", "INDIANA"),
    ("IA", "IOWA"),
    ("KS", "KANSAS"),
    ("KY", "KENTUCKY"),
    ("LA", "LOUISIANA"),
    ("ME", "MAINE"),
    ("MD", "MARYLAND"),
    ("MA", "MASSACHUSETTS"),
    ("MI", "MICHIGAN"),
    ("MN", "MINNESOTA"),
    ("MS", "MISSISSIPPI"),
    ("MO", "MISSOURI"),
    ("MT", "MONTANA"),
    ("NE", "NEBRASKA"),
    ("NV", "NEVADA"),
    ("NH", "NEW HAMPSHIRE"),
    ("NJ", "NEW JERSEY"),
    ("NM", "NEW MEXICO"),
    ("NY", "NEW YORK"),
    ("NC", "NORTH CAROLINA"),
    ("ND", "NORTH DAKOTA"),
    ("OH", "OHIO"),
    ("OK", "OKLAHOMA"),
    ("OR", "OREGON"),
    ("PA", "PENNSYLVANIA"),
    ("RI", "RHODE ISLAND"),
    ("SC", "SOUTH CAROLINA"),
    ("SD", "SOUTH DAKOTA"),
    ("TN", "TENNESSEE"),
    ("TX", "TEXAS"),
    ("UT", "UTAH"),
    ("VT", "VERMONT"),
    ("VA", "VIRGINIA"),
    ("WA", "WASHINGTON"),
    ("WV", "WEST VIRGINIA"),
    ("WI", "WISCONSIN"),
    ("WY", "WYOMING"),
];

const CANADA: [(&str, &str); 13] = [
    ("AB", "ALBERTA"),
    ("BC", "BRITISH COLUMBIA"),
    ("MB", "MANITOBA"),
    ("NB", "NEW BRUNSWICK"),
    ("NL", "NEWFOUNDLAND AND LABRADOR"),
    ("NT", "NORTHWEST TERRITORIES"),
    ("NS", "NOVA SCOTIA"),
    ("NU", "NUNAVUT"),
    ("ON", "ONTARIO"),
    ("PE", "PRINCE EDWARD ISLAND"),
    ("QC", "QUEBEC"),
    ("SK", "SASKATCHEWAN"),
    ("YT", "YUKON"),
];

const AUSTRALIA: [(&str, &str); 8] = [
    ("ACT", "AUSTRALIAN CAPITAL TERRITORY"),
    ("NSW", "NEW SOUTH WALES"),
    ("NT", "NORTHERN TERRITORY"),
    ("QLD", "QUEENSLAND"),
    ("SA", "SOUTH AUSTRALIA"),
    ("TAS", "TASMANIA"),
    ("VIC", "VICTORIA"),
    ("WA", "WESTERN AUSTRALIA"),
];
