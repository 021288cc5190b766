//! New ids for everything that is copied. Ids are replaced wherever they occur, in columns, documents and URLs.

use std::collections::HashMap;

use crate::token::random_token;

/// Length of a ULID in characters; the first ten are its time.
const ULID: usize = 26;
const TIME: usize = 10;
const MAX_PREFIX_LENGTH: usize = 4;

/// Old ids with their replacements.
#[derive(Debug, Default)]
pub struct NewIds {
    known: HashMap<String, String>,
}

impl NewIds {
    /// Sets the replacement of an id.
    pub fn note(&mut self, former: &str, fresh: &str) {
        self.known.insert(former.to_owned(), fresh.to_owned());
    }

    /// A text with each old id replaced; the same id always gets the same replacement.
    pub fn rewritten(&mut self, text: &str) -> String {
        let mut out = String::with_capacity(text.len());
        let mut rest = text;
        while let Some(at) = rest.find('_') {
            let (before, after) = rest.split_at(at);
            let letters = before.bytes().rev().take_while(u8::is_ascii_lowercase).count();
            let tail = after.get(1..=ULID).filter(|tail| tail.bytes().all(is_plain));
            let ends = after.as_bytes().get(ULID + 1).is_none_or(|next| !is_plain(*next));
            match tail {
                Some(tail) if (2..=MAX_PREFIX_LENGTH).contains(&letters) && ends => {
                    let (head, prefix) = before.split_at(before.len() - letters);
                    out.push_str(head);
                    out.push_str(&self.fresh(prefix, tail));
                    rest = after.get(ULID + 1..).unwrap_or_default();
                }
                _ => {
                    out.push_str(before);
                    out.push('_');
                    rest = after.get(1..).unwrap_or_default();
                }
            }
        }
        out.push_str(rest);
        out
    }

    /// A new id with the time of the old one, so that lists ordered by id keep their order.
    fn fresh(&mut self, prefix: &str, former: &str) -> String {
        let time = former.get(..TIME).unwrap_or_default();
        let make = || format!("{prefix}_{time}{}", random_token(ULID - TIME).to_ascii_lowercase());
        self.known.entry(format!("{prefix}_{former}")).or_insert_with(make).clone()
    }
}

fn is_plain(byte: u8) -> bool {
    byte.is_ascii_digit() || byte.is_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_id_is_replaced_consistently() {
        let former = "ast_01kah4x3r8e5v2m9n7q6t5w4z3";
        let mut ids = NewIds::default();
        ids.note("site_01kah4x3r8e5v2m9n7q6t5w4z3", "site_new");
        let fresh = ids.rewritten(former);
        assert_ne!(fresh, former);
        assert_eq!((fresh.len(), &fresh[..14]), (former.len(), &former[..14]));
        let text = format!("{{\"html\":\"<img src='/assets/{former}.2/a_b.jpg'>\",\"asset\":\"{former}\"}}");
        assert_eq!(ids.rewritten(&text), text.replace(former, &fresh));
        let key = format!("site_01kah4x3r8e5v2m9n7q6t5w4z3/{former}.1-abc");
        assert_eq!(ids.rewritten(&key), format!("site_new/{fresh}.1-abc"));
        for other in [
            "snake_case_text",
            "ast_01kah4x3r8e5v2m9n7q6t5w4z3x",
            "a_",
            "_",
            "ümlaut_x",
            "AST_01KAH4X3R8E5V2M9N7Q6T5W4Z3",
        ] {
            assert_eq!(ids.rewritten(other), other);
        }
    }
}
