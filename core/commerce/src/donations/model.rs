use serde::Serialize;
use serde_json::Value;
use stoa_entity::tenant::{donation_terms, order_donation};
use stoa_kernel::Failure;
use stoa_kernel::error::Checks;

use crate::address::checked_email;
use crate::{CommerceError, columns};

/// Largest amount that any donation can have, minor units.
const MOST_CENTS: i64 = 99_999_999_999;
/// Most amounts that are offered.
const MOST_SUGGESTED: usize = 12;
/// Longest name of a donor, characters.
const LONGEST_NAME: usize = 200;
/// Longest comment of a donor, characters.
const LONGEST_COMMENT: usize = 1_000;

/// Which amounts a product takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DonationTerms {
    /// Amounts that are offered, from the smallest, minor units.
    pub suggested_cents: Vec<i64>,
    /// Whether donors can enter another amount.
    pub takes_other: bool,
    /// Smallest amount, minor units.
    pub least_cents: i64,
    /// Largest amount, minor units.
    pub most_cents: i64,
    /// Raised by each change.
    pub revision: i64,
}

impl DonationTerms {
    pub(super) fn from_row(row: &donation_terms::Model) -> Result<Self, CommerceError> {
        Ok(Self {
            suggested_cents: columns::read("donation_terms.suggested", &row.suggested)?,
            takes_other: row.takes_other,
            least_cents: row.least_cents,
            most_cents: row.most_cents,
            revision: row.revision,
        })
    }

    /// Whether an amount can be given, minor units.
    pub fn takes(&self, cents: i64) -> bool {
        self.suggested_cents.contains(&cents)
            || (self.takes_other && (self.least_cents..=self.most_cents).contains(&cents))
    }

    /// What a donor is told about an amount that cannot be given; `print` writes minor units.
    fn complaint(&self, amount: &Value, print: impl Fn(i64) -> String) -> Option<String> {
        match amount.as_i64() {
            None => Some("Enter an amount.".to_owned()),
            Some(cents) if self.takes(cents) => None,
            Some(_) if !self.takes_other => Some("Choose one of the amounts.".to_owned()),
            Some(cents) if cents < self.least_cents => Some(format!("Give at least {}.", print(self.least_cents))),
            Some(_) => Some(format!("Give at most {}.", print(self.most_cents))),
        }
    }
}

/// What a donor sends.
#[derive(Clone, Debug, PartialEq)]
pub struct NewDonation {
    /// The product that is given for.
    pub item_id: String,
    /// What is given, a whole number of minor units.
    pub amount_cents: Value,
    /// The donor's name.
    pub name: String,
    /// The donor's address.
    pub email: String,
    /// What the donor wants to say; empty for nothing.
    pub comment: String,
}

/// A donation that was found right.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Gift {
    pub(crate) amount_cents: i64,
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) comment: String,
}

impl NewDonation {
    /// Checks it against the terms of its product; `print` writes minor units.
    pub(crate) fn checked(&self, terms: &DonationTerms, print: impl Fn(i64) -> String) -> Result<Gift, Failure> {
        let mut checks = Checks::default();
        let complaint = terms.complaint(&self.amount_cents, print);
        checks.require(complaint.is_none(), "amountCents", complaint.unwrap_or_default());
        let name = self.name.trim();
        checks.require(!name.is_empty(), "name", "Enter your name.");
        checks.require(is_line(name, LONGEST_NAME), "name", format!("Use at most {LONGEST_NAME} characters."));
        let email = checked_email("email", &self.email);
        if let Err(failure) = &email {
            let message = failure.fields.get("email").map_or("Email is invalid", String::as_str);
            checks.require(false, "email", message);
        }
        let comment = self.comment.trim();
        let is_short = comment.chars().count() <= LONGEST_COMMENT;
        checks.require(is_short, "comment", "Use at most 1,000 characters.");
        checks.finish()?;
        Ok(Gift {
            amount_cents: self.amount_cents.as_i64().unwrap_or_default(),
            name: name.to_owned(),
            email: email?,
            comment: comment.to_owned(),
        })
    }
}

fn is_line(text: &str, longest: usize) -> bool {
    text.chars().count() <= longest && !text.chars().any(char::is_control)
}

/// What makes a cart give a donation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CartDonation {
    /// What is given, minor units.
    pub(crate) amount_cents: i64,
    pub(crate) donor_name: String,
    pub(crate) comment: String,
    /// Until when it can be given, UTC milliseconds.
    pub(crate) expires_on: i64,
}

/// What makes an order a donation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Donation {
    /// The donor's name.
    pub donor_name: String,
    /// What the donor wanted to say; empty for nothing.
    pub comment: String,
}

impl From<order_donation::Model> for Donation {
    fn from(row: order_donation::Model) -> Self {
        Self { donor_name: row.donor_name, comment: row.comment }
    }
}

/// Which amounts a contributor wants a product to take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TermsPatch {
    /// Amounts that are offered, minor units, in any order.
    pub suggested_cents: Vec<i64>,
    /// Whether donors can enter another amount.
    pub takes_other: bool,
    /// Smallest amount, minor units.
    pub least_cents: i64,
    /// Largest amount, minor units.
    pub most_cents: i64,
    /// The revision the contributor saw; 0 when there were no terms.
    pub revision: i64,
}

impl TermsPatch {
    /// Checks the values.
    pub(super) fn checked(mut self) -> Result<DonationTerms, Failure> {
        self.suggested_cents.sort_unstable();
        self.suggested_cents.dedup();
        let range = self.least_cents..=self.most_cents;
        let mut checks = Checks::default();
        checks.require((1..=MOST_CENTS).contains(&self.least_cents), "leastCents", "Enter an amount above zero.");
        checks.require((1..=MOST_CENTS).contains(&self.most_cents), "mostCents", "Enter an amount above zero.");
        checks.require(!range.is_empty(), "mostCents", "The largest amount is below the smallest.");
        checks.require(
            self.suggested_cents.len() <= MOST_SUGGESTED,
            "suggestedCents",
            format!("Offer at most {MOST_SUGGESTED} amounts."),
        );
        checks.require(
            self.takes_other || !self.suggested_cents.is_empty(),
            "suggestedCents",
            "Offer an amount, or let donors enter their own.",
        );
        checks.require(
            self.suggested_cents.iter().all(|cents| range.contains(cents)),
            "suggestedCents",
            "Each amount has to lie between the smallest and the largest.",
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
