use super::AttemptStatus;
use super::status::next_check_after;
use crate::ports::PaymentStatus;

const UPWARDS: [PaymentStatus; 7] = [
    PaymentStatus::Unknown,
    PaymentStatus::RequiresAction,
    PaymentStatus::Pending,
    PaymentStatus::Authorised,
    PaymentStatus::Captured,
    PaymentStatus::PartiallyRefunded,
    PaymentStatus::Refunded,
];

fn answered(status: PaymentStatus) -> AttemptStatus {
    AttemptStatus::Answered(status)
}

#[test]
fn attempt_rank_only_increases() {
    for (place, lower) in UPWARDS.into_iter().enumerate() {
        assert!(AttemptStatus::Started.may_become(answered(lower)));
        assert!(!answered(lower).may_become(AttemptStatus::Started));
        for (other, higher) in UPWARDS.into_iter().enumerate() {
            assert_eq!(answered(lower).may_become(answered(higher)), other > place, "{lower:?} to {higher:?}");
        }
    }
}

#[test]
fn capture_overrides_decline_but_not_the_reverse() {
    for refused in [PaymentStatus::Declined, PaymentStatus::Expired, PaymentStatus::Voided] {
        assert!(answered(refused).may_become(answered(PaymentStatus::Captured)));
        assert!(!answered(PaymentStatus::Captured).may_become(answered(refused)));
        assert!(answered(PaymentStatus::Authorised).may_become(answered(refused)));
        assert!(!answered(refused).may_become(answered(PaymentStatus::Pending)));
        assert!(!answered(refused).is_open() && !answered(refused).is_taken());
    }
}

#[test]
fn status_names_roundtrip() {
    for status in UPWARDS.into_iter().map(answered).chain([AttemptStatus::Started]) {
        assert_eq!(AttemptStatus::from_name(status.name()), status);
    }
    assert_eq!(AttemptStatus::from_name("?"), answered(PaymentStatus::Unknown));
}

#[test]
fn status_check_intervals_grow_and_end() {
    let waits: Vec<i64> = (0..).map_while(next_check_after).collect();
    assert_eq!(waits.first(), Some(&10_000));
    assert_eq!(waits.last(), Some(&86_400_000));
    assert!(waits.is_sorted());
}
