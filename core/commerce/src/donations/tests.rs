//! Tests of amounts of donations.

use serde_json::{Value, json};

use stoa_kernel::money::Cents;

use super::{NewDonation, TermsPatch};

fn patch() -> TermsPatch {
    TermsPatch {
        suggested_cents: [5_000, 1_000, 2_500, 1_000].map(Cents).to_vec(),
        takes_other: true,
        least_cents: Cents(500),
        most_cents: Cents(100_000),
        revision: 0,
    }
}

fn given(amount_cents: Value) -> NewDonation {
    NewDonation {
        item_id: "prd".to_owned(),
        amount_cents,
        name: " Ada Lovelace ".to_owned(),
        email: "ada@example.com".to_owned(),
        comment: String::new(),
    }
}

fn error_messages(donation: &NewDonation, patch: TermsPatch) -> Vec<(String, String)> {
    let terms = patch.checked().expect("the terms are right");
    match donation.checked(&terms, |Cents(cents)| format!("{cents} cents")) {
        Ok(_) => Vec::new(),
        Err(failure) => failure.fields.into_iter().collect(),
    }
}

#[test]
fn donation_amount_limits() {
    let only_suggested = TermsPatch { takes_other: false, ..patch() };
    for (amount, terms, message) in [
        (json!(500), patch(), None),
        (json!(100_000), patch(), None),
        (json!(1_234), patch(), None),
        (json!(499), patch(), Some("Give at least 500 cents.")),
        (json!(-500), patch(), Some("Give at least 500 cents.")),
        (json!(100_001), patch(), Some("Give at most 100000 cents.")),
        (json!(12.5), patch(), Some("Enter an amount.")),
        (json!("1000"), patch(), Some("Enter an amount.")),
        (Value::Null, patch(), Some("Enter an amount.")),
        (json!(2_500), only_suggested.clone(), None),
        (json!(2_501), only_suggested, Some("Choose one of the amounts.")),
    ] {
        let found = error_messages(&given(amount.clone()), terms);
        let expected: Vec<(String, String)> =
            message.map(|message| ("amountCents".to_owned(), message.to_owned())).into_iter().collect();
        assert_eq!(found, expected, "{amount}");
    }
}

#[test]
fn donor_name_required() {
    let mut donation = given(json!(1_000));
    donation.name = " ".to_owned();
    donation.email = "ada".to_owned();
    donation.comment = "x".repeat(1_001);
    let expected =
        [("comment", "Use at most 1,000 characters."), ("email", "Email is invalid"), ("name", "Enter your name.")];
    let expected = expected.map(|(field, message)| (field.to_owned(), message.to_owned()));
    assert_eq!(error_messages(&donation, patch()), expected);
}

#[test]
fn donation_terms_sorted_and_validated() {
    assert_eq!(patch().checked().expect("right").suggested_cents, [1_000, 2_500, 5_000].map(Cents));
    for (wrong, field) in [
        (TermsPatch { least_cents: Cents::ZERO, ..patch() }, "leastCents"),
        (TermsPatch { most_cents: Cents(400), suggested_cents: Vec::new(), ..patch() }, "mostCents"),
        (TermsPatch { suggested_cents: vec![Cents(499)], ..patch() }, "suggestedCents"),
        (TermsPatch { suggested_cents: Vec::new(), takes_other: false, ..patch() }, "suggestedCents"),
        (TermsPatch { suggested_cents: (0..13).map(|step| Cents(500 + step)).collect(), ..patch() }, "suggestedCents"),
    ] {
        let failure = wrong.checked().expect_err(field);
        assert_eq!(failure.fields.keys().collect::<Vec<_>>(), [field]);
    }
}
