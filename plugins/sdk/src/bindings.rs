//! What the host gives to plugins, generated from the contract.

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod imports {
    wit_bindgen::generate!({
        path: "../wit/0.1.0",
        inline: "
            package stoa:sdk-imports;
            world guest {
                import stoa:plugin/types@0.1.0;
                import stoa:plugin/log@0.1.0;
                import stoa:plugin/config@0.1.0;
                import stoa:plugin/crypto@0.1.0;
                import stoa:plugin/http@0.1.0;
                import stoa:plugin/storage@0.1.0;
            }
        ",
        world: "stoa:sdk-imports/guest",
        generate_all,
        generate_unused_types: true,
        pub_export_macro: true,
    });
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod context {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "package stoa:sdk-context; world guest { import stoa:plugin/context@0.2.0; }",
        world: "stoa:sdk-context/guest",
        generate_all,
        generate_unused_types: true,
    });
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod imports2 {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "
            package stoa:sdk-imports2;
            world guest {
                import stoa:plugin/reads@0.2.0;
                import stoa:plugin/clock@0.2.0;
                import stoa:plugin/texts@0.2.0;
                import stoa:plugin/digests@0.2.0;
                import stoa:plugin/storage@0.2.0;
                import stoa:plugin/products@0.2.0;
                import stoa:plugin/orders@0.2.0;
                import stoa:plugin/customers@0.2.0;
                import stoa:plugin/pages@0.2.0;
            }
        ",
        world: "stoa:sdk-imports2/guest",
        with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
        generate_all,
        generate_unused_types: true,
    });
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod stream_imports {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:sdk-streams;
            world guest {
                import stoa:plugin/streams@0.2.0;
                import stoa:plugin/http-streams@0.2.0;
                import stoa:plugin/product-rows@0.2.0;
            }
        ",
        world: "stoa:sdk-streams/guest",
        with: {
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/http@0.1.0": crate::bindings::imports::stoa::plugin::http,
        },
        features: ["streams"],
        generate_all,
        generate_unused_types: true,
    });
}

#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod cart_records {
    wit_bindgen::generate!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        features: ["streams"],
        inline: "package stoa:sdk-carts; world guest { import stoa:plugin/carts@0.2.0; }",
        world: "stoa:sdk-carts/guest",
        with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
        generate_all,
        generate_unused_types: true,
    });
}
