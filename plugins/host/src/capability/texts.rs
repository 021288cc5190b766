//! Texts of plugins in the language of a call.

use crate::bindings::imports2::stoa::plugin0_2_0::texts::Host;
use crate::capability::GuestState;

impl Host for GuestState {
    fn text(&mut self, key: String) -> Option<String> {
        self.plugin.texts.find(&self.site.context.locale, &key).map(str::to_owned)
    }

    fn fill(&mut self, key: String, values: Vec<(String, String)>) -> Option<String> {
        self.plugin.texts.find(&self.site.context.locale, &key).map(|text| filled(text, &values))
    }

    fn languages(&mut self) -> Vec<String> {
        self.plugin.texts.languages().map(str::to_owned).collect()
    }
}

/// Replaces `{name}` by the value of the name, once: a value with braces stays as it is.
fn filled(text: &str, values: &[(String, String)]) -> String {
    let mut made = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once('{') {
        made.push_str(before);
        let named = behind.split_once('}').and_then(|(name, after)| {
            let value = values.iter().find(|(known, _)| known == name).map(|(_, value)| value)?;
            Some((value, after))
        });
        rest = match named {
            Some((value, after)) => {
                made.push_str(value);
                after
            }
            None => {
                made.push('{');
                behind
            }
        };
    }
    made.push_str(rest);
    made
}

#[cfg(test)]
mod tests {
    use super::filled;

    #[test]
    fn words_are_filled_in_once() {
        let values = [("a".to_owned(), "{b}".to_owned()), ("b".to_owned(), "two".to_owned())];
        assert_eq!(filled("{a} and {b}, {c} {", &values), "{b} and two, {c} {");
        assert_eq!(filled("{{a}}", &values), "{{b}}");
    }
}
