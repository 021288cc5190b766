//! Options of galleries.

use super::{Predicate, named};
use crate::run::Machine;
use crate::value::Node;

pub(super) static PREDICATES: &[Predicate] = &[
    named("gallery-meta?", |machine, _| {
        option(machine, "controls").is_truthy() || option(machine, "indicators").is_truthy()
    }),
    named("gallery-active-alignment-center?", active_alignment),
    named("gallery-active-alignment-left?", active_alignment),
    named("gallery-active-alignment-right?", active_alignment),
    named("gallery-design-grid?", design),
    named("gallery-design-slider?", design),
    named("gallery-design-slideshow?", design),
    named("gallery-design-stacked?", design),
    named("gallery-meta-position-bottom?", meta_position),
    named("gallery-meta-position-bottom-left?", meta_position),
    named("gallery-meta-position-bottom-right?", meta_position),
    named("gallery-meta-position-center?", meta_position),
    named("gallery-meta-position-top?", meta_position),
    named("gallery-meta-position-top-left?", meta_position),
    named("gallery-meta-position-top-right?", meta_position),
    named("gallery-auto-crop?", is_on),
    named("gallery-autoplay?", is_on),
    named("gallery-controls?", is_on),
    named("gallery-lightbox?", is_on),
    named("gallery-newWindow?", is_on),
    named("gallery-show-meta?", is_on),
    named("gallery-show-meta-basic?", is_on),
    named("gallery-show-meta-on-hover?", is_on),
    named("gallery-show-meta-only-title?", is_on),
    named("gallery-square-thumbs?", is_on),
    named("gallery-thumbnails?", is_on),
    named("gallery-transparentBackground?", is_on),
];

/// An option of the enclosing gallery; block templates have options in their settings.
fn option<'r>(machine: &Machine<'r>, name: &str) -> Node<'r> {
    match machine.resolve_name("options") {
        Node::Missing => machine.resolve_name("settings").member(name),
        options => options.member(name),
    }
}

/// Whether an option has the value at the end of the predicate's name.
fn is_selected(machine: &Machine<'_>, name: &str, prefix: &str, member: &str) -> bool {
    let wanted = name.strip_prefix(prefix).unwrap_or("");
    option(machine, member).as_str() == Some(wanted)
}

fn active_alignment(machine: &Machine<'_>, name: &str) -> bool {
    is_selected(machine, name, "gallery-active-alignment-", "active-alignment")
}

fn design(machine: &Machine<'_>, name: &str) -> bool {
    is_selected(machine, name, "gallery-design-", "design")
}

fn meta_position(machine: &Machine<'_>, name: &str) -> bool {
    is_selected(machine, name, "gallery-meta-position-", "meta-position")
}

fn is_on(machine: &Machine<'_>, name: &str) -> bool {
    option(machine, name.strip_prefix("gallery-").unwrap_or("")).is_true()
}
