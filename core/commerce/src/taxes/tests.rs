//! Tests of which tax rules apply.

use stoa_address::Place;
use stoa_kernel::clock::Timestamp;
use stoa_kernel::id::TaxRuleId;

use super::{RegionalTaxRule, TaxPatch, applicable, apply_alike};

fn tax(label: &str, country: &str, region: &str, postal_prefix: &str) -> RegionalTaxRule {
    let text = |text: &str| text.to_owned();
    RegionalTaxRule {
        id: TaxRuleId::generate(),
        rule: TaxPatch {
            label: text(label),
            country: text(country),
            region: text(region),
            postal_prefix: text(postal_prefix),
            rate_basis_points: 700,
            on_shipping: false,
            valid_from: None,
            valid_until: None,
        },
        revision: 1,
        created_on: Timestamp::default(),
        updated_on: Timestamp::default(),
    }
}

fn place(country: &str, region: &str, postal_code: &str) -> Place {
    Place { country: country.to_owned(), region: region.to_owned(), postal_code: postal_code.to_owned() }
}

fn labels(taxes: &[RegionalTaxRule], place: Option<&Place>, now_ms: i64) -> Vec<String> {
    applicable(taxes, place, Timestamp::from_ms(now_ms), false).into_iter().map(|rule| rule.label).collect()
}

#[test]
fn matching_tax_rules_apply_together() {
    let taxes = [
        tax("world", "*", "", ""),
        tax("nation", "US", "", ""),
        tax("state", "US", "NC", ""),
        tax("town", "US", "NC", "288"),
    ];
    assert_eq!(labels(&taxes, Some(&place("US", "North Carolina", "28801")), 0), ["nation", "state", "town"]);
    assert_eq!(labels(&taxes, Some(&place("US", "nc", "27601")), 0), ["nation", "state"]);
    assert_eq!(labels(&taxes, Some(&place("DE", "", "10115")), 0), ["world"]);
    assert_eq!(labels(&taxes, None, 0), ["world"]);
}

#[test]
fn rules_of_the_same_name_and_rate_are_the_same_tax() {
    let taxes = [tax("VAT", "DE", "", ""), tax("VAT", "AT", "", ""), tax("TVA", "FR", "", "")];
    let alike = |one: &str, other: &str| {
        let (one, other) = (place(one, "", ""), place(other, "", ""));
        apply_alike(&taxes, Some(&one), Some(&other), Timestamp::from_ms(0))
    };
    assert!(alike("DE", "AT") && !alike("DE", "FR") && !alike("DE", "US"));
}

#[test]
fn tax_validity_period() {
    let mut old = tax("19 %", "DE", "", "");
    old.rule.valid_until = Some(Timestamp::from_ms(1_000));
    let mut new = tax("16 %", "DE", "", "");
    new.rule.valid_from = Some(Timestamp::from_ms(1_000));
    let berlin = place("DE", "", "10115");
    assert_eq!(labels(&[old.clone(), new.clone()], Some(&berlin), 999), ["19 %"]);
    assert_eq!(labels(&[old, new], Some(&berlin), 1_000), ["16 %"]);
}

#[test]
fn tax_validation_by_field() {
    let fields = |rule: TaxPatch| rule.checked().map(|_| ()).unwrap_err().fields.into_keys().collect::<Vec<_>>();
    assert!(tax("VAT", "de", "", "").rule.checked().is_ok());
    let kept = tax(" Sales tax ", "us ", " NC", "288a").rule.checked().unwrap();
    assert_eq!(kept, tax("Sales tax", "US", "NC", "288A").rule);
    let everywhere = TaxPatch { rate_basis_points: 0, ..tax("", "*", "NC", "2").rule };
    assert_eq!(fields(everywhere), ["label", "postalPrefix", "rateBasisPoints", "region"]);
    let backwards = TaxPatch {
        valid_from: Some(Timestamp::from_ms(2)),
        valid_until: Some(Timestamp::from_ms(1)),
        ..tax("VAT", "XX", "", "").rule
    };
    assert_eq!(fields(backwards), ["country", "validUntil"]);
}
