//! Tests of answers to questions whose words change between two languages.

use super::*;

fn source() -> QuoteSource {
    let text = |text: &str| text.to_owned();
    QuoteSource {
        kind: QuoteKind::Questions,
        plugin: text("test.courier"),
        name: text("Courier"),
        version: text("1.0.0"),
        digest: text("d"),
        settings: text("s"),
    }
}

fn time(label: &str, choices: &[(&str, &str)]) -> QuotedField {
    let choice =
        |(value, label): &(&str, &str)| QuotedChoice { value: (*value).to_owned(), label: (*label).to_owned() };
    QuotedField {
        id: "time".to_owned(),
        kind: CheckoutFieldKind::Choice,
        label: label.to_owned(),
        help: String::new(),
        required: true,
        choices: choices.iter().map(choice).collect(),
    }
}

fn english() -> QuotedField {
    time("When?", &[("am", "Morning"), ("pm", "Evening")])
}

fn french() -> QuotedField {
    time("Quand ?", &[("am", "Matin"), ("pm", "Soir")])
}

fn asked(shown: QuotedField, original: Option<QuotedField>) -> Asked {
    let choices = CheckoutChoices::default;
    let mut asked = Asked {
        original: choices(),
        shown: choices(),
        plugins: Vec::new(),
        silent: Vec::new(),
        checkout: None,
        language: "fr".to_owned(),
        open: Vec::new(),
    };
    let original = original.map(|field| vec![field]);
    asked.add(AskedFields { source: source(), shown: vec![shown], original }, MAX_PLUGIN_QUESTIONS);
    asked
}

fn said(asked: &Asked, value: &str) -> Details {
    let answers = BTreeMap::from([("test.courier:time".to_owned(), value.to_owned())]);
    asked.read(NoteAndAnswers { note: "", answers: &answers }).unwrap()
}

fn words(details: &Details) -> Vec<(&str, &str)> {
    details.answers.iter().map(|answer| (answer.label.as_str(), answer.value.as_str())).collect()
}

// spec: checkout.plugin-questions
#[test]
fn a_choice_survives_that_its_words_become_known_or_unknown() {
    // The plugin could not be asked in the owner's language.
    let (early, late) = (asked(french(), None), asked(french(), Some(english())));
    let kept = said(&early, "Matin");
    assert_eq!(words(&kept), [("Quand ?", "Matin")]);
    let settled = late.answered(kept);
    assert_eq!(words(&settled), [("When?", "Morning")]);
    assert_eq!(words(&early.answered(settled.clone())), [("When?", "Matin")]);
    // Answers that were kept without what the plugin calls the choice.
    let old = settled.answers.into_iter().map(|answer| CheckoutAnswer { choice: None, ..answer });
    let old = Details { answers: old.collect(), ..Details::default() };
    assert_eq!(words(&late.answered(old)), [("When?", "Morning")]);
}

// spec: checkout.plugin-questions
#[test]
fn a_choice_that_is_no_longer_offered_is_said_and_not_dropped() {
    let kept = said(&asked(english(), None), "Evening");
    let now = asked(time("When?", &[("am", "Morning")]), None);
    assert_eq!(words(&now.settled(kept.clone())), [("When?", "Evening")]);
    assert!(now.is_gone(&kept.answers[0]));
    assert!(now.answered(kept.clone()).answers.is_empty(), "the step is open");
    let checked = Checked { gone: vec!["test.courier:time".to_owned()], ..Checked::default() };
    let failure = stoa_kernel::Failure::from(checked.finish().unwrap_err());
    assert_eq!(failure.fields["answers.test.courier:time"], OPTION_UNKNOWN.english());
    // The question is gone: so is its answer.
    let other = asked(QuotedField { id: "day".to_owned(), ..english() }, None);
    assert!(other.settled(kept).answers.is_empty());
}

#[test]
fn choices_in_another_order_are_the_same_question() {
    let shown = time("Quand ?", &[("pm", "Soir"), ("am", "Matin")]);
    let asked = asked(shown, Some(english()));
    assert_eq!(asked.original.fields[0].choices, ["Evening", "Morning"]);
    assert_eq!(words(&said(&asked, "Soir")), [("When?", "Evening")]);
}
