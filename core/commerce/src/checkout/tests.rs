//! Tests of the intervals in which providers are asked.

use super::status_checks::next_check_after;

#[test]
fn status_check_intervals_grow_and_end() {
    let waits: Vec<i64> = (0..).map_while(next_check_after).collect();
    assert_eq!(waits.first(), Some(&10_000));
    assert_eq!(waits.last(), Some(&86_400_000));
    assert!(waits.is_sorted());
}
