//! One version of a plugin, called with inputs that a site keeps. It has the settings and limits of the site and nothing
//! else: no network, secrets, stored data or data of the site. Its failures count for no other call.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::{Map, Value};
use stoa_kernel::Failure;
use stoa_plugin_host::model::{
    BlockInput, CartDiscount, CartTax, CheckoutQuestion, Money, ShippingRate, Value as PluginValue,
};
use stoa_plugin_host::{Activation, PluginError, PluginHost, RenderSession, Site, SiteContext};

use super::super::block_settings::settings_now;
use super::super::render::arguments;
use super::super::samples::{Question, Sample};

/// How long one version may take for all inputs.
const TIME_LIMIT: Duration = Duration::from_secs(4);

/// What was answered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Said {
    /// The answer, as it is shown and compared.
    pub text: String,
    /// What a shopper would pay or save.
    pub price: Option<Money>,
}

/// An answer or a failure, and how long it took.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The answer, or why there is none.
    pub said: Result<Said, String>,
    /// How long it took, microseconds.
    pub micros: i64,
}

/// See the module.
pub(super) struct Replay {
    host: PluginHost,
    site: Site,
    plugin: String,
}

impl Replay {
    /// Of the version that a site would have, without what the site has granted it.
    pub(super) fn new(host: PluginHost, context: SiteContext, activation: Activation) -> Self {
        // No id of a site: what is stored for sites, and what is counted for them, is out of reach.
        let site_id = format!("comparison-{}", context.site_id);
        let plugin = activation.plugin_id.clone();
        let activation = Activation {
            secrets: BTreeMap::new(),
            http_grant: Some(Vec::new()),
            data_grant: Some(Vec::new()),
            ..activation
        };
        let site = Site { context: SiteContext { site_id, ..context }, activations: vec![activation].into() };
        Self { host, site, plugin }
    }

    /// The answers to inputs, in their order: fewer, if they take too long.
    pub(super) async fn answers(self, samples: &Arc<Vec<Sample>>) -> Result<Vec<Answer>, Failure> {
        let begin = Instant::now();
        let mut answers = Vec::new();
        for (number, sample) in samples.iter().enumerate() {
            if begin.elapsed() > TIME_LIMIT {
                break;
            }
            let context = SiteContext { locale: sample.locale.clone(), ..self.site.context.clone() };
            let site = Arc::new(Site { context, activations: Arc::clone(&self.site.activations) });
            let started = Instant::now();
            let said = match sample.question {
                Question::Block { .. } | Question::Formatter { .. } | Question::Predicate { .. } => {
                    let (session, all) = (self.host.render_session(site), Arc::clone(samples));
                    let called = tokio::task::spawn_blocking(move || {
                        let started = Instant::now();
                        let said = all.get(number).map(|sample| drawn(&session, &sample.question));
                        (said, started.elapsed())
                    });
                    let (said, took) = called.await.map_err(Failure::internal)?;
                    let said = said.unwrap_or_else(|| Err("is not known".to_owned()));
                    answers.push(Answer { said, micros: micros(took) });
                    continue;
                }
                Question::ShippingProvider { .. }
                | Question::TaxProvider { .. }
                | Question::DiscountFunction { .. }
                | Question::CheckoutQuestions { .. } => self.quoted(&site, &sample.question).await,
            };
            answers.push(Answer { said, micros: micros(started.elapsed()) });
        }
        self.host.forget_failures(&self.site.context.site_id, &self.plugin);
        Ok(answers)
    }

    async fn quoted(&self, site: &Arc<Site>, question: &Question) -> Result<Said, String> {
        let calls = self.host.quotes(&self.plugin, site).map_err(failed)?;
        match question {
            Question::ShippingProvider { cart, place } => {
                calls.rates(cart, place).await.map(|rates| rates_said(&rates))
            }
            Question::TaxProvider { cart, shipping, place } => {
                calls.taxes(cart, shipping.as_ref(), place).await.map(|taxes| taxes_said(&taxes))
            }
            Question::DiscountFunction { cart } => calls.discounts(cart).await.map(|given| discounts_said(&given)),
            Question::CheckoutQuestions { checkout } => {
                calls.questions(checkout).await.map(|asked| questions_said(&asked))
            }
            Question::Block { .. } | Question::Formatter { .. } | Question::Predicate { .. } => {
                return Err("is no question about a cart".to_owned());
            }
        }
        .map_err(failed)
    }
}

fn micros(took: Duration) -> i64 {
    i64::try_from(took.as_micros()).unwrap_or(i64::MAX)
}

/// Without the id and version of the plugin, which the reader knows.
fn failed(error: PluginError) -> String {
    error.kind.to_string()
}

fn drawn(session: &RenderSession, question: &Question) -> Result<Said, String> {
    let text = match question {
        Question::Block { name, instance_id, settings, data } => {
            let none = Map::new();
            let settings = settings_now(session, name, settings.as_object().unwrap_or(&none)).map_err(failed)?;
            let input = BlockInput {
                kind: name.clone(),
                instance_id: instance_id.clone(),
                settings: Value::Object(settings),
                data: data.clone(),
            };
            let output = session.render_block(&input).map_err(failed)?;
            [output.html.as_str(), output.head.join("\n").as_str()].join("\n").trim_end().to_owned()
        }
        Question::Formatter { name, input, arguments: words } => {
            let input = PluginValue::from(input);
            let output = session.format(name, &input, &arguments(words)).map_err(failed)?;
            match Value::from(output) {
                Value::String(text) => text,
                other => other.to_string(),
            }
        }
        Question::Predicate { name, input, arguments: words } => {
            let input = PluginValue::from(input);
            session.test(name, &input, &arguments(words)).map_err(failed)?.to_string()
        }
        Question::ShippingProvider { .. }
        | Question::TaxProvider { .. }
        | Question::DiscountFunction { .. }
        | Question::CheckoutQuestions { .. } => {
            return Err("is no question about a page".to_owned());
        }
    };
    Ok(Said { text, price: None })
}

/// A line for each option. The price is that of the cheapest.
fn rates_said(rates: &[ShippingRate]) -> Said {
    let lines = rates.iter().map(|rate| {
        let days = match (rate.min_days, rate.max_days) {
            (None, None) => String::new(),
            (least, most) => format!(" ({} to {} days)", least.or(most).unwrap_or(0), most.or(least).unwrap_or(0)),
        };
        format!("{}: {}, {} {}{days}", rate.code, rate.label, rate.price.minor, rate.price.currency)
    });
    let price = rates.iter().map(|rate| &rate.price).min_by_key(|price| price.minor).cloned();
    Said { text: lines.collect::<Vec<_>>().join("\n"), price }
}

fn taxes_said(taxes: &[CartTax]) -> Said {
    let lines = taxes.iter().map(|tax| {
        let delivery = if tax.on_shipping { ", and delivery" } else { "" };
        format!("{}: {} basis points of {}{delivery}", tax.name, tax.rate_basis_points, tax.lines.join(", "))
    });
    Said { text: lines.collect::<Vec<_>>().join("\n"), price: None }
}

/// A line for each question.
fn questions_said(asked: &[CheckoutQuestion]) -> Said {
    let lines = asked.iter().map(|question| {
        let choices: Vec<&str> = question.choices.iter().map(|choice| choice.label.as_str()).collect();
        let required = if question.required { " (required)" } else { "" };
        format!("{}: {}{required} {}", question.id, question.label, choices.join(", ")).trim_end().to_owned()
    });
    Said { text: lines.collect::<Vec<_>>().join("\n"), price: None }
}

/// A line for each discount. The price is what all of them take off.
fn discounts_said(discounts: &[CartDiscount]) -> Said {
    let lines = discounts.iter().map(|discount| {
        let (amount, lines) = (&discount.amount, discount.lines.join(", "));
        format!("{}: {} {} off {lines}", discount.label, amount.minor, amount.currency)
    });
    let sum = discounts.iter().map(|discount| discount.amount.minor).fold(0, i64::saturating_add);
    let price = discounts.first().map(|first| Money { minor: sum, currency: first.amount.currency.clone() });
    Said { text: lines.collect::<Vec<_>>().join("\n").trim_end().to_owned(), price }
}
