//! Which variant a visitor gets.

use sha2::{Digest as _, Sha256};

/// Hundredths among which visitors are divided.
const PARTS: u64 = 100;

/// Position of the variant that a visitor gets: a hash of the visitor and the name of the experiment, modulo 100, against
/// the weights in percent. Always the same for the same visitor; the original where the weights leave a rest.
pub fn variant_of(visitor: i64, experiment: &str, weights: impl IntoIterator<Item = u32>) -> usize {
    let digest = Sha256::new().chain_update(visitor.to_be_bytes()).chain_update(experiment.as_bytes()).finalize();
    // All bytes of the digest, so that the remainder is even to any accuracy that matters.
    let part = digest.iter().fold(0_u64, |rest, byte| (rest * 256 + u64::from(*byte)) % PARTS);
    let mut end = 0_u64;
    for (position, weight) in weights.into_iter().enumerate() {
        end += u64::from(weight);
        if part < end {
            return position;
        }
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: experiments.assignment.open
    #[test]
    fn visitors_are_divided_by_weight_and_keep_their_variant() {
        for (name, weights) in [("headline", vec![50, 50]), ("price-page", vec![80, 15, 5]), ("all", vec![0, 100])] {
            let mut counts = vec![0_u32; weights.len()];
            for visitor in 0..10_000_i64 {
                let visitor = visitor.wrapping_mul(0x5851_F42D_4C95_7F2D) & i64::MAX;
                let position = variant_of(visitor, name, weights.iter().copied());
                assert_eq!(position, variant_of(visitor, name, weights.iter().copied()));
                counts[position] += 1;
            }
            for (count, weight) in counts.iter().zip(&weights) {
                let share = f64::from(*count) / 100.0;
                assert!((share - f64::from(*weight)).abs() < 2.0, "{name}: {count} of 10,000 for {weight} %");
            }
        }
    }

    // spec: experiments.assignment.open
    #[test]
    fn experiments_divide_visitors_independently() {
        let both = (0..10_000_i64)
            .filter(|visitor| variant_of(*visitor, "one", [50, 50]) == 1 && variant_of(*visitor, "two", [50, 50]) == 1)
            .count();
        assert!((2_300..2_700).contains(&both), "{both}");
    }
}
