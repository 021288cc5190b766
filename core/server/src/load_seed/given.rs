//! Checks of what someone gives for the sites.

use anyhow::{Context as _, ensure};
use stoa_kernel::clock::{Clock as _, SystemClock, Timestamp};
use stoa_tenancy::{TenancyError, check_identifier};

/// Longest prefix: names of sites have a number, too.
const MAX_PREFIX_LENGTH: usize = 30;

/// What is wrong with the first part of the names of the sites; none if nothing is.
pub fn prefix_problem(prefix: &str) -> Option<String> {
    let too_long = prefix.len() > MAX_PREFIX_LENGTH;
    let message = || format!("At most {MAX_PREFIX_LENGTH} lower-case letters, digits and hyphens.");
    match check_identifier(&format!("{prefix}-0001")) {
        Ok(()) => too_long.then(message),
        Err(TenancyError::Invalid(wrong)) => wrong.into_values().next(),
        Err(_) => Some(message()),
    }
}

/// The time before which all data of the sites is: the beginning of a day in UTC; of today without one.
///
/// # Errors
/// When the text is no day, or one that has not begun.
pub fn end_of_data(day: Option<&str>) -> anyhow::Result<Timestamp> {
    let now = SystemClock.now();
    let Some(day) = day else {
        return Ok(Timestamp::from_ms(now.ms() - now.ms().rem_euclid(86_400_000)));
    };
    let date = day.parse::<jiff::civil::Date>().ok().context("This is no day such as 2026-11-29.")?;
    let begins = date.to_zoned(jiff::tz::TimeZone::UTC).context("This day is out of range.")?;
    let begins = Timestamp::from_ms(begins.timestamp().as_millisecond());
    ensure!(begins <= now, "This day has not begun yet.");
    Ok(begins)
}
