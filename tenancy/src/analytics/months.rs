//! Months in UTC, for the partitions of events.

use stoa_kernel::clock::{DAY_MS, Timestamp};

/// A month.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Month {
    /// Months since the year 0.
    pub(crate) number: i64,
    /// Year and month, such as `2026_11`.
    pub(crate) name: String,
    /// Its beginning.
    pub(crate) from: Timestamp,
    /// The beginning of the next one.
    pub(crate) until: Timestamp,
}

/// The months that contain a time between these two.
pub(crate) fn between(from: Timestamp, until: Timestamp) -> impl Iterator<Item = Month> {
    (number_of(from)..=number_of(until)).map(of_number)
}

/// The month with a name; none for other texts.
pub(crate) fn named(name: &str) -> Option<Month> {
    let (year, month) = name.split_once('_')?;
    let (year, month): (u16, u8) = (year.parse().ok()?, month.parse().ok()?);
    Some(of_number(i64::from(year) * 12 + i64::from(month) - 1)).filter(|found| found.name == name)
}

fn of_number(number: i64) -> Month {
    Month {
        number,
        name: format!("{:04}_{:02}", number.div_euclid(12), number.rem_euclid(12) + 1),
        from: Timestamp::from_ms(first_day(number) * DAY_MS),
        until: Timestamp::from_ms(first_day(number + 1) * DAY_MS),
    }
}

/// Day of the first of a month, since the Unix epoch; the year is counted from March, so that the leap day is its last.
fn first_day(number: i64) -> i64 {
    let from_march = number - 2;
    let (year, month) = (from_march.div_euclid(12), from_march.rem_euclid(12));
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * month + 2) / 5;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

fn number_of(at: Timestamp) -> i64 {
    let day = at.ms().div_euclid(DAY_MS);
    // Never too high by more than one, since a month has at least 28 days on average of 30.4.
    let mut number = 1970 * 12 + day.div_euclid(31);
    while first_day(number + 1) <= day {
        number += 1;
    }
    while first_day(number) > day {
        number -= 1;
    }
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn months_begin_where_the_last_one_ends() {
        let at = |day: i64| Timestamp::from_ms(day * DAY_MS);
        // 2024-02-28 to 2024-03-01, the year has a leap day.
        let found: Vec<Month> = between(at(19_781), at(19_783)).collect();
        assert_eq!(found.iter().map(|month| month.name.as_str()).collect::<Vec<_>>(), ["2024_02", "2024_03"]);
        assert_eq!((found[0].from, found[0].until, found[1].until), (at(19_754), at(19_783), at(19_814)));
        assert_eq!(named("2024_03"), found.get(1).cloned());
        for other in ["2024_13", "2024_3", "2024", "_", "2024_02_01", "99999999999999999999_01"] {
            assert_eq!(named(other), None, "{other}");
        }
        assert_eq!(between(at(0), at(0)).next().map(|month| month.name), Some("1970_01".to_owned()));
        assert_eq!(between(at(20_786), at(20_786)).next().map(|month| month.name), Some("2026_11".to_owned()));
    }
}
