//! The stack of scopes and how names are found in it.

use crate::compile::tree::Block;
use crate::parse::pattern::{Reference, Segment};
use crate::template::Template;
use crate::value::Node;

/// A named block and the template it stands in.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MacroBlock<'r> {
    pub(crate) body: &'r Block,
    pub(crate) template: &'r Template,
}

/// One scope.
#[derive(Debug)]
pub(crate) struct Frame<'r> {
    pub(crate) node: Node<'r>,
    pub(crate) variables: Vec<(&'r str, Node<'r>)>,
    pub(crate) macros: Vec<(&'r str, MacroBlock<'r>)>,
    /// Position in the array that is gone through, from 0.
    pub(crate) index: Option<usize>,
    /// Names are not looked up further out.
    pub(crate) stop: bool,
}

impl<'r> Frame<'r> {
    pub(crate) fn new(node: Node<'r>) -> Self {
        Self { node, variables: Vec::new(), macros: Vec::new(), index: None, stop: false }
    }

    fn variable(&self, name: &str) -> Option<Node<'r>> {
        self.variables.iter().find(|(key, _)| *key == name).map(|(_, node)| *node)
    }

    /// Sets a local variable; true if there was none of this name.
    pub(crate) fn set(&mut self, name: &'r str, node: Node<'r>) -> bool {
        match self.variables.iter_mut().find(|(key, _)| *key == name) {
            Some(slot) => {
                slot.1 = node;
                false
            }
            None => {
                self.variables.push((name, node));
                true
            }
        }
    }

    fn first(&self, segment: &Segment) -> Node<'r> {
        match segment {
            Segment::Current => self.node,
            Segment::Index(index) => self.node.element(*index),
            Segment::Name(name) => match name.as_ref() {
                "@index" => self.position(1),
                "@index0" => self.position(0),
                local if local.starts_with('@') => self.variable(local).unwrap_or(Node::Missing),
                member => self.node.member(member),
            },
        }
    }

    fn position(&self, base: usize) -> Node<'r> {
        self.index.and_then(|index| i64::try_from(index + base).ok()).map_or(Node::Missing, Node::Integer)
    }
}

/// Scopes from the outermost to the innermost.
#[derive(Debug)]
pub(crate) struct Stack<'r> {
    pub(crate) frames: Vec<Frame<'r>>,
}

impl<'r> Stack<'r> {
    /// Looks a reference up from the innermost frame outwards.
    pub(crate) fn resolve(&self, reference: &Reference) -> Node<'r> {
        let Some((first, rest)) = reference.segments.split_first() else { return Node::Missing };
        if *first == Segment::Current {
            return walk(self.current(), rest);
        }
        for frame in self.frames.iter().rev() {
            let found = frame.first(first);
            if !found.is_missing() {
                return walk(found, rest);
            }
            if frame.stop {
                break;
            }
        }
        Node::Missing
    }

    /// Looks a reference up in the innermost frame alone.
    pub(crate) fn resolve_here(&self, reference: &Reference) -> Node<'r> {
        let Some((first, rest)) = reference.segments.split_first() else { return Node::Missing };
        self.frames.last().map_or(Node::Missing, |frame| walk(frame.first(first), rest))
    }

    /// The value in scope.
    pub(crate) fn current(&self) -> Node<'r> {
        self.frames.last().map_or(Node::Missing, |frame| frame.node)
    }

    /// Finds a named block; a stop flag does not hide it.
    pub(crate) fn find_macro(&self, name: &str) -> Option<MacroBlock<'r>> {
        self.frames
            .iter()
            .rev()
            .find_map(|frame| frame.macros.iter().rev().find(|(key, _)| *key == name))
            .map(|(_, block)| *block)
    }
}

impl<'r> crate::expression::Scope<'r> for Stack<'r> {
    fn resolve(&self, reference: &Reference) -> Node<'r> {
        Stack::resolve(self, reference)
    }
}

fn walk<'r>(start: Node<'r>, rest: &[Segment]) -> Node<'r> {
    rest.iter().fold(start, |node, segment| match segment {
        Segment::Current => node.member("@"),
        Segment::Index(index) => node.element(*index),
        Segment::Name(name) => node.member(name),
    })
}
