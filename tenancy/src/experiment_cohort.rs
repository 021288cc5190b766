//! Cohorts of accounts that get different survey questions.

use std::fmt;

use sha2::{Digest as _, Sha256};
use stoa_kernel::id::AccountId;

/// A cohort of accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SurveyCohort {
    /// The first.
    A,
    /// The second.
    B,
    /// The third.
    C,
    /// The fourth.
    D,
    /// The fifth.
    E,
}

impl SurveyCohort {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::A, Self::B, Self::C, Self::D, Self::E];

    /// The cohort of an account, always the same: a hash of its id, modulo five.
    pub fn of(account: &AccountId) -> Self {
        let hash = Sha256::digest(account.as_str().as_bytes());
        let remainder = hash.iter().fold(0_usize, |rest, byte| (rest * 256 + usize::from(*byte)) % Self::ALL.len());
        Self::ALL.get(remainder).copied().unwrap_or(Self::A)
    }
}

impl fmt::Display for SurveyCohort {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::A => "A",
            Self::B => "B",
            Self::C => "C",
            Self::D => "D",
            Self::E => "E",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // spec: editor.survey-cohorts, editor.survey-cohorts.open
    #[test]
    fn cohort_is_stable_and_all_are_used() {
        let names: Vec<String> = SurveyCohort::ALL.iter().map(ToString::to_string).collect();
        assert_eq!(names, ["A", "B", "C", "D", "E"]);
        let accounts: Vec<AccountId> = (0..200).map(|_| AccountId::generate()).collect();
        for account in &accounts {
            assert_eq!(SurveyCohort::of(account), SurveyCohort::of(&account.clone()));
        }
        for cohort in SurveyCohort::ALL {
            assert!(accounts.iter().any(|account| SurveyCohort::of(account) == cohort), "{cohort} is empty");
        }
    }
}
