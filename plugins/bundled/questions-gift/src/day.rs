//! Days as they are written in answers. A calendar of its own, since a library would bring all time zones into the
//! component.

/// Days from 1 January 1970 to a day such as `2026-12-24`; none for a text that is no day.
pub(crate) fn number_of(text: &str) -> Option<i64> {
    let mut parts = text.split('-').map(|part| part.parse::<i64>().ok());
    let (year, month, day) = (parts.next()??, parts.next()??, parts.next()??);
    let is_written = parts.next().is_none() && (0..=9_999).contains(&year);
    let is_day = is_written && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_day.then(|| number(year, month, day))
}

/// The same for a day of the Gregorian calendar.
pub(crate) fn number(year: i64, month: i64, day: i64) -> i64 {
    // Years begin in March, so that leap days are at their end.
    let year = if month <= 2 { year - 1 } else { year };
    let (era, year_of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + day - 1;
    let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
    era * 146_097 + day_of_era - 719_468
}

/// Whether the day is a Sunday.
pub(crate) fn is_sunday(number: i64) -> bool {
    // 1 January 1970 was a Thursday.
    (number + 4).rem_euclid(7) == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted() {
        assert_eq!(number_of("1970-01-01"), Some(0));
        assert_eq!(number_of("2000-03-01"), Some(11_017));
        assert_eq!(number_of("2026-12-24").zip(number_of("2026-12-27")).map(|(one, other)| other - one), Some(3));
        assert_eq!(number_of("2028-03-01").zip(number_of("2028-02-28")).map(|(one, other)| one - other), Some(2));
        for wrong in ["", "2026-12", "2026-13-01", "2026-12-24-1", "tomorrow"] {
            assert_eq!(number_of(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn sundays_are_known() {
        assert_eq!(number_of("2026-11-29").map(is_sunday), Some(true));
        assert_eq!(number_of("2026-11-30").map(is_sunday), Some(false));
        assert_eq!(number_of("1969-12-28").map(is_sunday), Some(true));
    }
}
