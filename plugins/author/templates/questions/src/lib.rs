//! Asks in the checkout for a message that goes into the parcel.

mod texts;

use stoa_plugin_sdk::questions::{Answer, AnswerKind, Checkout, Question, Questions, Refusal};
use stoa_plugin_sdk::{CallContext, Error, setting};

use texts::text;

/// The question, in every language.
const MESSAGE: &str = "gift-message";

struct Plugin;

impl Questions for Plugin {
    fn ask(checkout: Checkout, ctx: CallContext) -> Result<Vec<Question>, Error> {
        if !checkout.cart.lines.iter().any(|line| line.shipped) {
            return Ok(Vec::new());
        }
        Ok(vec![Question {
            id: MESSAGE.to_owned(),
            kind: AnswerKind::Paragraph,
            label: text(&ctx.locale, "label"),
            help: text(&ctx.locale, "help").replace("{longest}", &longest().to_string()),
            required: false,
            choices: Vec::new(),
        }])
    }

    fn check(_checkout: Checkout, answers: Vec<Answer>, ctx: CallContext) -> Result<Vec<Refusal>, Error> {
        let longest = longest();
        let is_long = |answer: &Answer| answer.question == MESSAGE && answer.value.chars().count() > longest;
        let refused = |answer: Answer| Refusal {
            question: answer.question,
            message: text(&ctx.locale, "too-long").replace("{longest}", &longest.to_string()),
        };
        Ok(answers.into_iter().filter(is_long).map(refused).collect())
    }
}

/// Characters that fit on the card.
fn longest() -> usize {
    let setting = setting("longest").and_then(|value| value.as_u64());
    setting.and_then(|characters| usize::try_from(characters).ok()).unwrap_or(150)
}

stoa_plugin_sdk::plugin!(questions: Plugin);
