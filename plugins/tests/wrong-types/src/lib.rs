//! A guest that exports an interface of the contract with a function of other types.

wit_bindgen::generate!({
    inline: "
        package stoa:plugin@0.1.0;
        interface predicates { test: func(name: string) -> string; }
        world guest { export predicates; }
    ",
});

use exports::stoa::plugin::predicates::Guest;

struct Wrong;

impl Guest for Wrong {
    fn test(name: String) -> String {
        name
    }
}

export!(Wrong);
