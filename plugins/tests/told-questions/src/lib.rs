//! Three questions for a checkout with a destination. The postal code tells it to fail: 28802 when it is asked, 28803
//! when it checks answers, 28806 to ask more than it may, and 28807 to ask one thing alone.

use stoa_plugin_sdk::questions::{Answer, AnswerKind, Checkout, Choice, Question, Questions, Refusal};
use stoa_plugin_sdk::{CallContext, Error};

struct Told;

impl Questions for Told {
    fn ask(checkout: Checkout, ctx: CallContext) -> Result<Vec<Question>, Error> {
        let Some(postal_code) = checkout.destination.map(|place| place.postal_code) else { return Ok(Vec::new()) };
        assert_ne!(postal_code, "28802", "told to stop");
        let in_words = |english: &str, french: &str| {
            if ctx.locale.starts_with("fr") { french.to_owned() } else { english.to_owned() }
        };
        let question = |id: &str, kind: AnswerKind, label: String| Question {
            id: id.to_owned(),
            kind,
            label,
            help: String::new(),
            required: false,
            choices: Vec::new(),
        };
        let choice = |value: &str, label: String| Choice { value: value.to_owned(), label };
        let time = Question {
            required: true,
            choices: vec![choice("am", in_words("Morning", "Matin")), choice("pm", in_words("Evening", "Soir"))],
            ..question("time", AnswerKind::Choice, in_words("When may we ring?", "Quand pouvons-nous sonner ?"))
        };
        let note = Question {
            help: in_words("Not printed on the parcel.", "Ne figure pas sur le colis."),
            ..question("note", AnswerKind::Paragraph, in_words("Note for the courier", "Consigne pour le livreur"))
        };
        let dog = question("dog", AnswerKind::Checkbox, in_words("There is a dog", "Il y a un chien"));
        Ok(match postal_code.as_str() {
            "28806" => (0..11).map(|number| Question { id: format!("q{number}"), ..note.clone() }).collect(),
            "28807" => vec![time],
            _ => vec![time, note, dog],
        })
    }

    fn check(checkout: Checkout, answers: Vec<Answer>, ctx: CallContext) -> Result<Vec<Refusal>, Error> {
        assert!(checkout.destination.is_none_or(|place| place.postal_code != "28803"), "told to stop");
        let is_refused = |answer: &Answer| answer.question == "note" && answer.value == "forbidden";
        let words = if ctx.locale.starts_with("fr") { "Pas cela." } else { "Not this." };
        let refused = |answer: Answer| Refusal { question: answer.question, message: words.to_owned() };
        Ok(answers.into_iter().filter(is_refused).map(refused).collect())
    }
}

stoa_plugin_sdk::plugin!(questions: Told);
