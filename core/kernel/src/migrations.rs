//! What the data tells programs of other versions.

/// The first migration of visitors' analytics. Programs that know nothing of packed days would lose some, so it is noted
/// as not applied in the transaction that packs the first: a program does not use a database with later migrations than
/// its own in which one of its own is missing, and names the version to install. Those that read packed days do without.
pub const FIRST_OF_ANALYTICS: &str = "m20261129_000510_analytics";

/// Factor for packing a version into one number: three decimal digits each for minor and patch.
const PART: i32 = 1_000;

/// The version of a program as the number that the header of an SQLite file has room for (`application_id`). What
/// follows the three numbers of a version is left out.
pub fn packed_version(version: &str) -> i32 {
    let numbers = version.split(['.', '-', '+']).take(3).map(|part| part.parse::<i32>().unwrap_or(0));
    numbers.fold(0, |sum, part| sum.saturating_mul(PART).saturating_add(part.clamp(0, PART - 1)))
}

/// The version of a [`packed_version`]; none where the header has none.
pub fn unpacked_version(packed: i32) -> Option<String> {
    (packed > 0).then(|| format!("{}.{}.{}", packed / PART / PART, packed / PART % PART, packed % PART))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_version_round_trips() {
        for (noted, read) in [("0.1.0", "0.1.0"), ("1.12.3", "1.12.3"), ("2.0.1-rc.1", "2.0.1")] {
            assert_eq!(unpacked_version(packed_version(noted)).as_deref(), Some(read));
        }
        assert_eq!(unpacked_version(0), None);
    }
}
