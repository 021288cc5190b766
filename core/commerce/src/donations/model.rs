//! Accepted amounts of donations, and donations that are given.

use serde::Serialize;
use serde_json::Value;
use stoa_address::checked_email;
use stoa_entity::tenant::{donation_terms, order_donation};
use stoa_kernel::clock::Timestamp;
use stoa_kernel::error::Checks;
use stoa_kernel::money::Cents;
use stoa_kernel::shared_problem_texts::{EMAIL_INVALID, TEXT_OVER_1000, TEXT_TOO_LONG};
use stoa_kernel::{Failure, Said};

use crate::contributor_texts;
use crate::problem_texts::{AMOUNT_MISSING, AMOUNT_TOO_LARGE, AMOUNT_TOO_SMALL, AMOUNT_UNKNOWN, DONOR_NAME_MISSING};

/// Largest amount of any donation, in minor units.
const MAX_CENTS: Cents = Cents(99_999_999_999);
/// Maximum number of suggested amounts.
const MAX_SUGGESTED: usize = 12;
/// Longest donor name, in characters.
const MAX_NAME_LENGTH: usize = 200;
/// Longest donor comment, in characters.
const MAX_COMMENT_LENGTH: usize = 1_000;

/// The donation amounts that a product accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DonationTerms {
    /// Suggested amounts in ascending order, in minor units.
    pub suggested_cents: Vec<Cents>,
    /// Whether donors can enter another amount.
    pub takes_other: bool,
    /// Smallest amount, in minor units.
    pub least_cents: Cents,
    /// Largest amount, in minor units.
    pub most_cents: Cents,
    /// Incremented by each change.
    pub revision: i64,
}

impl From<donation_terms::Model> for DonationTerms {
    fn from(row: donation_terms::Model) -> Self {
        Self {
            suggested_cents: row.suggested.0,
            takes_other: row.takes_other,
            least_cents: row.least_cents,
            most_cents: row.most_cents,
            revision: row.revision,
        }
    }
}

impl DonationTerms {
    /// Whether an amount in minor units is accepted.
    pub fn takes(&self, cents: Cents) -> bool {
        self.suggested_cents.contains(&cents)
            || (self.takes_other && (self.least_cents..=self.most_cents).contains(&cents))
    }

    /// The message for an amount that is not accepted; `print` formats minor units.
    fn error_message(&self, amount: &Value, print: impl Fn(Cents) -> String) -> Option<Said> {
        match amount.as_i64().map(Cents) {
            None => Some(AMOUNT_MISSING.into()),
            Some(cents) if self.takes(cents) => None,
            Some(_) if !self.takes_other => Some(AMOUNT_UNKNOWN.into()),
            Some(cents) if cents < self.least_cents => Some(AMOUNT_TOO_SMALL.with("amount", print(self.least_cents))),
            Some(_) => Some(AMOUNT_TOO_LARGE.with("amount", print(self.most_cents))),
        }
    }
}

/// A donation as submitted by a donor.
#[derive(Clone, Debug, PartialEq)]
pub struct NewDonation {
    /// The product to donate for.
    pub item_id: String,
    /// The amount, a whole number of minor units.
    pub amount_cents: Value,
    /// The donor's name.
    pub name: String,
    /// The donor's e-mail address.
    pub email: String,
    /// The donor's comment; empty for none.
    pub comment: String,
}

/// A validated donation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ValidatedDonation {
    pub(crate) amount_cents: Cents,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) comment: String,
}

impl NewDonation {
    /// Validates it against the terms of its product; `print` formats minor units.
    pub(crate) fn checked(
        &self,
        terms: &DonationTerms,
        print: impl Fn(Cents) -> String,
    ) -> Result<ValidatedDonation, Failure> {
        let mut checks = Checks::default();
        if let Some(said) = terms.error_message(&self.amount_cents, print) {
            checks.require_said(false, "amountCents", said);
        }
        let name = self.name.trim();
        checks.require_said(!name.is_empty(), "name", DONOR_NAME_MISSING);
        checks.require_said(is_line(name, MAX_NAME_LENGTH), "name", TEXT_TOO_LONG.with("count", MAX_NAME_LENGTH));
        let email = checked_email("email", &self.email);
        if let Err(failure) = &email {
            let said = failure.said.as_ref().and_then(|texts| texts.fields.get("email")).cloned();
            checks.require_said(false, "email", said.unwrap_or_else(|| EMAIL_INVALID.into()));
        }
        let comment = self.comment.trim();
        let is_short = comment.chars().count() <= MAX_COMMENT_LENGTH;
        checks.require_said(is_short, "comment", TEXT_OVER_1000);
        checks.finish()?;
        Ok(ValidatedDonation {
            amount_cents: Cents(self.amount_cents.as_i64().unwrap_or_default()),
            name: name.to_owned(),
            email: email?,
            comment: comment.to_owned(),
        })
    }
}

fn is_line(text: &str, longest: usize) -> bool {
    text.chars().count() <= longest && !text.chars().any(char::is_control)
}

/// The donation of a cart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CartDonation {
    /// Amount in minor units.
    pub(crate) amount_cents: Cents,
    pub(crate) donor_name: String,
    pub(crate) comment: String,
    /// Time until which it can be paid.
    pub(crate) expires_on: Timestamp,
}

/// The donation of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Donation {
    /// The donor's name.
    pub donor_name: String,
    /// The donor's comment; empty for none.
    pub comment: String,
}

impl From<order_donation::Model> for Donation {
    fn from(row: order_donation::Model) -> Self {
        Self { donor_name: row.donor_name, comment: row.comment }
    }
}

/// The accepted donation amounts of a product, as submitted by a contributor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsPatch {
    /// Suggested amounts in any order, in minor units.
    pub suggested_cents: Vec<Cents>,
    /// Whether donors can enter another amount.
    pub takes_other: bool,
    /// Smallest amount, in minor units.
    pub least_cents: Cents,
    /// Largest amount, in minor units.
    pub most_cents: Cents,
    /// The revision that the contributor has seen; 0 if there were no terms.
    pub revision: i64,
}

impl TermsPatch {
    /// Validates the values.
    pub(super) fn checked(mut self) -> Result<DonationTerms, Failure> {
        self.suggested_cents.sort_unstable();
        self.suggested_cents.dedup();
        let range = self.least_cents..=self.most_cents;
        let mut checks = Checks::default();
        checks.require(
            (Cents(1)..=MAX_CENTS).contains(&self.least_cents),
            "leastCents",
            contributor_texts::ENTER_AN_AMOUNT_ABOVE_ZERO,
        );
        checks.require(
            (Cents(1)..=MAX_CENTS).contains(&self.most_cents),
            "mostCents",
            contributor_texts::ENTER_AN_AMOUNT_ABOVE_ZERO,
        );
        checks.require(!range.is_empty(), "mostCents", contributor_texts::LARGEST_AMOUNT_MUST_NOT_BE_BELOW);
        checks.require(
            self.suggested_cents.len() <= MAX_SUGGESTED,
            "suggestedCents",
            contributor_texts::SUGGEST_AT_MOST_AMOUNTS.with("count", MAX_SUGGESTED).to_string(),
        );
        checks.require(
            self.takes_other || !self.suggested_cents.is_empty(),
            "suggestedCents",
            contributor_texts::SUGGEST_AN_AMOUNT_OR_LET_DONORS_ENTER,
        );
        checks.require(
            self.suggested_cents.iter().all(|cents| range.contains(cents)),
            "suggestedCents",
            contributor_texts::EACH_AMOUNT_MUST_BE_BETWEEN_THE_SMALLEST,
        );
        checks.finish()?;
        Ok(DonationTerms {
            suggested_cents: self.suggested_cents,
            takes_other: self.takes_other,
            least_cents: self.least_cents,
            most_cents: self.most_cents,
            revision: self.revision,
        })
    }
}
