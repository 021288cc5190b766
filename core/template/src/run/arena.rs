//! Owns the values made by a run until it ends, so that they can be passed by reference.

use std::cell::OnceCell;
use std::sync::Arc;

use serde_json::Value;

use crate::partial::Partial;
use crate::value::{Bindings, Node};

/// Items of one type. Memory is allocated with the first.
type LazyArena<T> = OnceCell<typed_arena::Arena<T>>;

/// Values, texts and objects made during one run.
pub(crate) struct Arena<'r> {
    values: LazyArena<Value>,
    texts: LazyArena<String>,
    bindings: LazyArena<Bindings<'r>>,
    partials: LazyArena<Arc<Partial>>,
}

impl<'r> Arena<'r> {
    pub(crate) fn new() -> Self {
        Self {
            values: LazyArena::new(),
            texts: LazyArena::new(),
            bindings: LazyArena::new(),
            partials: LazyArena::new(),
        }
    }

    pub(crate) fn value(&'r self, value: Value) -> &'r Value {
        self.values.get_or_init(typed_arena::Arena::new).alloc(value)
    }

    pub(crate) fn text(&'r self, text: String) -> Node<'r> {
        Node::Text(self.texts.get_or_init(typed_arena::Arena::new).alloc(text))
    }

    pub(crate) fn bindings(&'r self, members: Bindings<'r>) -> Node<'r> {
        Node::Bindings(self.bindings.get_or_init(typed_arena::Arena::new).alloc(members))
    }

    pub(crate) fn partial(&'r self, partial: Arc<Partial>) -> &'r Partial {
        self.partials.get_or_init(typed_arena::Arena::new).alloc(partial)
    }
}
