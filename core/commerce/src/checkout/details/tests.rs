//! What shoppers may answer to the questions of a shop.

use stoa_messages::Catalogue;

use super::*;

fn field(id: &str, kind: CheckoutFieldKind, required: bool) -> CheckoutField {
    let choices = vec!["Morning".to_owned(), "Evening".to_owned()];
    CheckoutField { id: id.to_owned(), label: id.to_owned(), kind, required, choices, plugin_help: None }
}

fn said(field: &CheckoutField, answer: &str) -> Result<Option<String>, Said> {
    field.read(answer)
}

#[test]
fn checkout_answers_validated() {
    let text = field("text", CheckoutFieldKind::Text, false);
    assert_eq!(said(&text, "  door 4 "), Ok(Some("door 4".to_owned())));
    assert_eq!(said(&text, ""), Ok(None));
    assert!(said(&text, "two\nlines").is_err());
    let day = field("day", CheckoutFieldKind::Date, true);
    assert!(said(&day, "2024-02-29").is_ok());
    for wrong in [
        "",
        "2026-02-29",
        "2026-13-01",
        "2026-1-1",
        "tomorrow",
        "2026-00-10",
        "2026-12-+4",
        "2026-+1-24",
        "+026-12-24",
        "2026-1-024",
    ] {
        assert!(said(&day, wrong).is_err(), "{wrong}");
    }
    let choice = field("choice", CheckoutFieldKind::Choice, true);
    assert!(said(&choice, "Morning").is_ok());
    assert!(said(&choice, "Night").is_err());
    let tick = field("terms", CheckoutFieldKind::Checkbox, true);
    assert_eq!(said(&tick, "true"), Ok(Some("Yes".to_owned())));
    assert!(said(&tick, "false").is_err());
}

#[test]
fn an_answer_keeps_the_type_of_the_question_that_was_answered() {
    let choices = |kind| CheckoutChoices { fields: vec![field("day", kind, true)], ..CheckoutChoices::default() };
    let answers = BTreeMap::from([("day".to_owned(), "next Tuesday".to_owned())]);
    let details = read(&choices(CheckoutFieldKind::Text), "", &answers).unwrap();
    let texts = Catalogue::for_language("en");
    for later in [CheckoutFieldKind::Date, CheckoutFieldKind::Checkbox] {
        let asked = choices(later);
        let shown = answers_shown(&asked, &asked, &details.answers, texts);
        assert_eq!(shown, details.answers, "{later:?}");
    }
}

#[test]
fn earlier_answers_have_the_word_for_a_ticked_box() {
    let given = |kind, value: &str| {
        let (field_id, label) = ("terms".to_owned(), "Terms".to_owned());
        let answer = CheckoutAnswer { field_id, label, value: value.to_owned(), kind, choice: None };
        value_for(&answer, "de", Catalogue::for_language("de"))
    };
    assert_eq!(given(None, "Yes"), "Ja");
    assert_eq!(given(None, "Yes, please"), "Yes, please");
    assert_eq!(given(Some(CheckoutFieldKind::Text), "Yes"), "Yes", "typed");
}

#[test]
fn note_is_ignored_when_disabled() {
    let fields = vec![field("day", CheckoutFieldKind::Date, true)];
    let choices = |order_note| CheckoutChoices { order_note, fields: fields.clone(), ..CheckoutChoices::default() };
    let answers = BTreeMap::from([("day".to_owned(), "2026-12-24".to_owned()), ("x".to_owned(), "y".to_owned())]);
    let details = read(&choices(false), "Ring twice", &answers).unwrap();
    assert_eq!((details.note.as_str(), details.answers.len()), ("", 1));
    assert!(is_complete(&choices(false), &details));
    assert!(!is_complete(&choices(false), &Details::default()));
    let refused = read(&choices(true), "", &BTreeMap::new());
    assert!(matches!(refused, Err(CommerceError::Said(failure)) if failure.fields.contains_key("answers.day")));
}
