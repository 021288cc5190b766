//! Comments and retired names.

use super::{Predicate, entry, named};
use crate::compile::call::Rule;
use crate::error::ErrorKind;
use crate::value::Node;

pub(super) static PREDICATES: &[Predicate] = &[
    named("comments?", |machine, _| {
        let enabled = machine.resolve_name("websiteSettings.commentsEnabled");
        let item = machine.current();
        enabled.as_bool() != Some(false) && has_comments(item)
    }),
    named("disqus?", |machine, _| {
        let settings = machine.resolve_name("websiteSettings");
        settings.member("disqusShortName").is_truthy() || settings.member("disqusShortname").is_truthy()
    }),
    entry("units-metric?", Rule::ANY, |machine, _| {
        machine.report(ErrorKind::GeneralError, "This predicate is unimplemented.")?;
        Ok(false)
    }),
];

fn has_comments(item: Node<'_>) -> bool {
    item.member("commentState").to_integer() == 1 || item.member("publicCommentCount").to_integer() > 0
}
