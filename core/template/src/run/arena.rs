//! Keeps what a run makes until the run ends, so that values can be passed around by reference.

use std::sync::Arc;

use serde_json::Value;

use crate::partial::Partial;
use crate::value::{Bindings, Node};

/// Values, texts and objects made during one run.
pub(crate) struct Arena<'r> {
    values: typed_arena::Arena<Value>,
    texts: typed_arena::Arena<String>,
    bindings: typed_arena::Arena<Bindings<'r>>,
    partials: typed_arena::Arena<Arc<Partial>>,
}

impl<'r> Arena<'r> {
    pub(crate) fn new() -> Self {
        Self {
            values: typed_arena::Arena::new(),
            texts: typed_arena::Arena::new(),
            bindings: typed_arena::Arena::new(),
            partials: typed_arena::Arena::new(),
        }
    }

    pub(crate) fn value(&'r self, value: Value) -> &'r Value {
        self.values.alloc(value)
    }

    pub(crate) fn text(&'r self, text: String) -> &'r str {
        self.texts.alloc(text)
    }

    pub(crate) fn bindings(&'r self, members: Bindings<'r>) -> Node<'r> {
        Node::Bindings(self.bindings.alloc(members))
    }

    pub(crate) fn partial(&'r self, partial: Arc<Partial>) -> &'r Partial {
        self.partials.alloc(partial)
    }
}
