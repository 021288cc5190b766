//! Intervals at which providers are asked for the status of attempts.

/// Delay after the n-th unsuccessful status check, milliseconds; `None` when checks end and the attempt needs manual
/// review.
pub(crate) fn next_check_after(checks: i32) -> Option<i64> {
    const SECOND: i64 = 1_000;
    const MINUTE: i64 = 60 * SECOND;
    const HOUR: i64 = 60 * MINUTE;
    const WAITS: [i64; 8] = [10 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
    usize::try_from(checks).ok().and_then(|index| WAITS.get(index)).copied()
}
