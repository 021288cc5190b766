//! The stack of scopes, and name lookup.

use crate::compile::code::{Slice, place};
use crate::parse::pattern::{Form, Head, PositionHint, Reference};
use crate::template::Template;
use crate::value::Node;

/// The position of scopes that are not array elements.
const NOWHERE: u32 = u32::MAX;

fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(NOWHERE)
}

/// Number of nested scopes in most templates.
const INITIAL_FRAME_CAPACITY: usize = 16;

/// A macro and the template that defines it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MacroBlock<'r> {
    /// Its steps.
    pub(crate) body: Slice,
    pub(crate) template: &'r Template,
}

/// One scope.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame<'r> {
    node: Node<'r>,
    /// Position in the current array, from 0; [`NOWHERE`] if none.
    index: u32,
    /// Start of its variables and macros on the stack.
    variables: u32,
    macros: u32,
    /// Whether name lookup stops here.
    stop: bool,
}

impl<'r> Frame<'r> {
    pub(crate) fn new(node: Node<'r>) -> Self {
        Self { node, index: NOWHERE, variables: 0, macros: 0, stop: false }
    }

    /// The scope of an array element.
    pub(crate) fn at(self, index: usize) -> Self {
        Self { index: narrow(index), ..self }
    }

    /// A scope at which name lookup stops, if `stop`.
    pub(crate) fn hiding(self, stop: bool) -> Self {
        Self { stop, ..self }
    }

    fn position(&self, base: u8) -> Node<'r> {
        match self.index {
            NOWHERE => Node::Missing,
            index => Node::Integer(i64::from(index) + i64::from(base)),
        }
    }
}

/// Scopes from the outermost to the innermost, with their variables and macros.
#[derive(Debug)]
pub(crate) struct Stack<'r> {
    frames: Vec<Frame<'r>>,
    /// Names that no frame hides.
    globals: Frame<'r>,
    /// Variables of all frames, those of the innermost last.
    variables: Vec<(&'r str, Node<'r>)>,
    macros: Vec<(&'r str, MacroBlock<'r>)>,
}

impl<'r> Stack<'r> {
    pub(crate) fn new(root: Node<'r>, globals: Node<'r>) -> Self {
        let mut frames = Vec::with_capacity(INITIAL_FRAME_CAPACITY);
        frames.push(Frame::new(root));
        Self { frames, globals: Frame::new(globals), variables: Vec::new(), macros: Vec::new() }
    }

    /// Opens a scope.
    #[inline]
    pub(crate) fn push(&mut self, frame: Frame<'r>) {
        self.frames.push(Frame { variables: narrow(self.variables.len()), macros: narrow(self.macros.len()), ..frame });
    }

    /// Closes the innermost scope and drops its variables and macros.
    #[inline]
    pub(crate) fn pop(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.variables.truncate(place(frame.variables));
            self.macros.truncate(place(frame.macros));
        }
    }

    /// Replaces the element of the innermost scope and drops its variables and macros.
    #[inline]
    pub(crate) fn turn(&mut self, node: Node<'r>, index: usize) {
        if let Some(frame) = self.frames.last_mut() {
            (frame.node, frame.index) = (node, narrow(index));
            self.variables.truncate(place(frame.variables));
            self.macros.truncate(place(frame.macros));
        }
    }

    /// Number of frames and variables, which a lookup may have to search.
    #[inline]
    pub(crate) fn weight(&self) -> usize {
        self.frames.len() + self.variables.len()
    }

    /// Sets a local variable of the innermost scope.
    pub(crate) fn set(&mut self, name: &'r str, node: Node<'r>) {
        let start = self.frames.last().map_or(0, |frame| place(frame.variables));
        let own = self.variables.get_mut(start..).unwrap_or_default();
        match own.iter_mut().find(|(key, _)| *key == name) {
            Some(slot) => slot.1 = node,
            None => self.variables.push((name, node)),
        }
    }

    /// Defines a macro in the innermost scope.
    pub(crate) fn define(&mut self, name: &'r str, block: MacroBlock<'r>) {
        let start = self.frames.last().map_or(0, |frame| place(frame.macros));
        let own = self.macros.get_mut(start..).unwrap_or_default();
        match own.iter_mut().find(|(key, _)| *key == name) {
            Some(slot) => slot.1 = block,
            None => self.macros.push((name, block)),
        }
    }

    /// Resolves a reference from the innermost frame outwards.
    #[inline]
    pub(crate) fn resolve(&self, reference: &Reference) -> Node<'r> {
        match reference.form() {
            Form::Current => self.current(),
            Form::Member(name, place) => self.member(name, place),
            Form::Pair => self.pair(reference),
            Form::Other => self.resolve_any(reference),
        }
    }

    /// Fast path: names mostly refer to members of the innermost scope at their last position.
    #[inline(never)]
    fn member(&self, name: &str, place: &PositionHint) -> Node<'r> {
        let innermost = self.frames.last();
        match innermost.and_then(|frame| frame.node.hinted_member(name, place)) {
            Some(node) => node,
            None => self.search_member(name, place),
        }
    }

    #[inline(never)]
    fn pair(&self, reference: &Reference) -> Node<'r> {
        let (first, second, [place, below]) = reference.pair();
        let innermost = self.frames.last();
        let found = match innermost.and_then(|frame| frame.node.hinted_member(first, place)) {
            Some(node) => node,
            None => self.search_member(first, place),
        };
        enter(found, second, Some(below))
    }

    #[inline(never)]
    fn search_member(&self, name: &str, place: &PositionHint) -> Node<'r> {
        self.search(|frame| frame.node.member_at(name, Some(place)))
    }

    #[inline(never)]
    fn resolve_any(&self, reference: &Reference) -> Node<'r> {
        let (first, rest) = reference.split();
        let found = match reference.head() {
            Head::Current => self.current(),
            Head::Member => {
                let place = reference.place(0);
                self.search(|frame| frame.node.member_at(first, place))
            }
            Head::Local => self.local(first),
            Head::Position(base) => self.search(|frame| frame.position(base)),
            Head::Index => match first.parse() {
                Ok(index) => self.search(|frame| frame.node.element(index)),
                Err(_) => Node::Missing,
            },
        };
        if rest.is_empty() { found } else { walk(found, rest, reference) }
    }

    /// Resolves a dotted path of plain member names from the innermost frame outwards.
    pub(crate) fn resolve_members(&self, path: &str) -> Node<'r> {
        let mut names = path.split('.');
        let first = names.next().unwrap_or_default();
        names.fold(self.search(|frame| frame.node.member(first)), Node::member)
    }

    #[inline]
    fn search(&self, find: impl Fn(&Frame<'r>) -> Node<'r>) -> Node<'r> {
        for frame in self.frames.iter().rev() {
            let found = find(frame);
            if !found.is_missing() {
                return found;
            }
            if frame.stop {
                break;
            }
        }
        find(&self.globals)
    }

    fn local(&self, name: &str) -> Node<'r> {
        let hiding = self.frames.iter().rev().find(|frame| frame.stop);
        let seen = self.variables.get(hiding.map_or(0, |frame| place(frame.variables))..).unwrap_or_default();
        let found = seen.iter().rev().find(|(key, node)| *key == name && !node.is_missing());
        found.map_or(Node::Missing, |(_, node)| *node)
    }

    /// Resolves a reference in the innermost frame only.
    #[inline]
    pub(crate) fn resolve_here(&self, reference: &Reference) -> Node<'r> {
        let Some(frame) = self.frames.last() else { return Node::Missing };
        match reference.form() {
            Form::Current => frame.node,
            Form::Member(name, place) => frame.node.member_at(name, Some(place)),
            Form::Pair => pair_of(frame.node, reference),
            Form::Other => self.resolve_any_here(frame, reference),
        }
    }

    #[inline(never)]
    fn resolve_any_here(&self, frame: &Frame<'r>, reference: &Reference) -> Node<'r> {
        let (first, rest) = reference.split();
        let found = match reference.head() {
            Head::Current => frame.node,
            Head::Member => frame.node.member_at(first, reference.place(0)),
            Head::Position(base) => frame.position(base),
            Head::Index => first.parse().map_or(Node::Missing, |index| frame.node.element(index)),
            Head::Local => {
                let own = self.variables.get(place(frame.variables)..).unwrap_or_default();
                own.iter().find(|(key, _)| *key == first).map_or(Node::Missing, |(_, node)| *node)
            }
        };
        if rest.is_empty() { found } else { walk(found, rest, reference) }
    }

    /// The value in scope.
    #[inline]
    pub(crate) fn current(&self) -> Node<'r> {
        self.frames.last().map_or(Node::Missing, |frame| frame.node)
    }

    /// The value in the scope around the innermost one.
    pub(crate) fn around(&self) -> Option<Node<'r>> {
        match self.frames.as_slice() {
            [.., around, _] => Some(around.node),
            _ => None,
        }
    }

    /// Finds a macro; a stop flag does not hide it.
    pub(crate) fn find_macro(&self, name: &str) -> Option<MacroBlock<'r>> {
        self.macros.iter().rev().find(|(key, _)| *key == name).map(|(_, block)| *block)
    }
}

impl<'r> crate::expression::Scope<'r> for Stack<'r> {
    fn resolve(&self, reference: &Reference) -> Node<'r> {
        Stack::resolve(self, reference)
    }
}

/// Resolves the rest of a reference from the value of its first segment.
#[inline(never)]
fn walk<'r>(start: Node<'r>, rest: &str, reference: &Reference) -> Node<'r> {
    let segments = rest.split('.').enumerate().skip(1);
    segments.fold(start, |node, (index, name)| enter(node, name, reference.place(index)))
}

#[inline(never)]
fn pair_of<'r>(node: Node<'r>, reference: &Reference) -> Node<'r> {
    let (first, second, [place, below]) = reference.pair();
    enter(node.member_at(first, Some(place)), second, Some(below))
}

/// A further segment is a member name, or digits for an element.
#[inline]
fn enter<'r>(node: Node<'r>, name: &str, place: Option<&PositionHint>) -> Node<'r> {
    match name.bytes().next() {
        Some(b'0'..=b'9') => name.parse().map_or(Node::Missing, |index| node.element(index)),
        _ => node.member_at(name, place),
    }
}
