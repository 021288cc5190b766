//! States and provinces that are written in full as well as abbreviated.

use stoa_kernel::ProblemText;

use crate::problem_texts::{NO_PROVINCE_OF_CANADA, NO_STATE_OF_AUSTRALIA, NO_STATE_OF_US};

/// A region in the form used for comparison: its code where known, else the entered text in capitals.
pub(crate) fn normalised(country: &str, region: &str) -> String {
    let written = region.trim().replace('.', "").to_uppercase();
    let known = table(country).iter().find(|(_, name)| *name == written);
    known.map_or(written, |(code, _)| (*code).to_owned())
}

/// The error message for a region that its country does not have; none for countries whose regions are not listed here.
/// Taxes and delivery options depend on the region, so typing errors must be rejected.
pub(crate) fn error_message(country: &str, region: &str) -> Option<ProblemText> {
    let code = normalised(country, region);
    let is_known = table(country).iter().any(|(known, _)| *known == code);
    let message = match country {
        "US" => NO_STATE_OF_US,
        "CA" => NO_PROVINCE_OF_CANADA,
        "AU" => NO_STATE_OF_AUSTRALIA,
        _ => return None,
    };
    (!is_known && !code.is_empty()).then_some(message)
}

fn table(country: &str) -> &'static [(&'static str, &'static str)] {
    match country {
        "US" => &UNITED_STATES,
        "CA" => &CANADA,
        "AU" => &AUSTRALIA,
        _ => &[],
    }
}

/// With the territories and the military addresses, which the postal service uses in place of a state:
/// <https://pe.usps.com/text/pub28/28apb.htm>.
const UNITED_STATES: [(&str, &str); 63] = [
    ("AL", "ALABAMA"),
    ("AK", "ALASKA"),
    ("AZ", "ARIZONA"),
    ("AR", "ARKANSAS"),
    ("CA", "CALIFORNIA"),
    ("CO", "COLORADO"),
    ("CT", "CONNECTICUT"),
    ("DE", "DELAWARE"),
    ("DC", "DISTRICT OF COLUMBIA"),
    ("DC", "WASHINGTON DC"),
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
    ("AS", "AMERICAN SAMOA"),
    ("FM", "FEDERATED STATES OF MICRONESIA"),
    ("GU", "GUAM"),
    ("MH", "MARSHALL ISLANDS"),
    ("MP", "NORTHERN MARIANA ISLANDS"),
    ("PW", "PALAU"),
    ("PR", "PUERTO RICO"),
    ("VI", "VIRGIN ISLANDS"),
    ("AA", "ARMED FORCES AMERICAS"),
    ("AE", "ARMED FORCES EUROPE"),
    ("AP", "ARMED FORCES PACIFIC"),
];

const CANADA: [(&str, &str); 15] = [
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
    ("QC", "QUÉBEC"),
    ("SK", "SASKATCHEWAN"),
    ("YT", "YUKON"),
    ("YT", "YUKON TERRITORY"),
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
