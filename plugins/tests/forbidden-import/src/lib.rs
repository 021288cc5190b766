//! A guest that imports a clock, which no plugin may have.

wit_bindgen::generate!({
    path: "../../wit/0.1.0",
    inline: "
        package hostile:wish;
        interface clock { now: func() -> u64; }
        world guest {
            import clock;
            export stoa:plugin/predicates@0.1.0;
        }
    ",
    world: "hostile:wish/guest",
    generate_all,
});

use exports::stoa::plugin::predicates::{Error, Guest, Value};

struct Late;

impl Guest for Late {
    fn test(_name: String, _input: Value, _args: Vec<Value>) -> Result<bool, Error> {
        Ok(hostile::wish::clock::now() > 0)
    }
}

export!(Late);
