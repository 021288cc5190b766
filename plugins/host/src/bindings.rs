//! Rust types of the contract. Kinds that never wait have synchronous bindings, so that rendering needs no async
//! runtime; payments have asynchronous ones, since they wait for the network. Interfaces of 0.2.0 use the types of 0.1.0.

/// Shared types, and the host functions of kinds that never wait.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod imports {
    wasmtime::component::bindgen!({
        path: "../wit/0.1.0",
        inline: "
            package stoa:host-imports;
            world served {
                import stoa:plugin/types@0.1.0;
                import stoa:plugin/log@0.1.0;
                import stoa:plugin/config@0.1.0;
                import stoa:plugin/crypto@0.1.0;
                import stoa:plugin/http@0.1.0;
                import stoa:plugin/storage@0.1.0;
            }
        ",
        world: "stoa:host-imports/served",
    });
}

/// Network and key-value storage once more, for kinds that may wait.
pub(crate) mod waiting_imports {
    wasmtime::component::bindgen!({
        path: "../wit/0.1.0",
        inline: "
            package stoa:host-waiting-imports;
            world served {
                import stoa:plugin/http@0.1.0;
                import stoa:plugin/storage@0.1.0;
            }
        ",
        world: "stoa:host-waiting-imports/served",
        imports: { "stoa:plugin/storage@0.1.0": async | trappable, default: async },
    });
}

/// The context of calls of 0.2.0.
pub(crate) mod context {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "package stoa:host-context; world served { import stoa:plugin/context@0.2.0; }",
        world: "stoa:host-context/served",
    });
}

/// Host functions of 0.2.0 for kinds that never wait.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod imports2 {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:host-imports2;
            world served {
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
        world: "stoa:host-imports2/served",
        with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
    });
}

/// The carts that plugins for shipping, taxes, discounts and questions are told about.
pub(crate) mod carts {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "package stoa:host-carts; world served { import stoa:plugin/carts@0.2.0; }",
        world: "stoa:host-carts/served",
        with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
    });
}

/// Those of them that differ for kinds that may wait.
#[expect(missing_docs, reason = "generated from the contract, which is documented")]
pub(crate) mod waiting_imports2 {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:host-waiting-imports2;
            world served {
                import stoa:plugin/clock@0.2.0;
                import stoa:plugin/storage@0.2.0;
                import stoa:plugin/products@0.2.0;
                import stoa:plugin/orders@0.2.0;
                import stoa:plugin/customers@0.2.0;
                import stoa:plugin/pages@0.2.0;
            }
        ",
        world: "stoa:host-waiting-imports2/served",
        with: {
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/reads@0.2.0": crate::bindings::imports2::stoa::plugin0_2_0::reads,
        },
        imports: { "stoa:plugin/clock@0.2.0": trappable, default: async | trappable },
    });
}

/// What is read part by part, for kinds that never wait.
pub(crate) mod streams {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:host-streams;
            world served {
                import stoa:plugin/streams@0.2.0;
                import stoa:plugin/http-streams@0.2.0;
                import stoa:plugin/product-rows@0.2.0;
            }
        ",
        world: "stoa:host-streams/served",
        with: {
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/http@0.1.0": crate::bindings::imports::stoa::plugin::http,
            // Exports of kinds that wait take it, and are looked up in trial instances of either kind.
            "stoa:plugin/streams@0.2.0.input": crate::bindings::waiting_streams::stoa::plugin0_2_0::streams::Input,
        },
        imports: { default: trappable },
    });
}

/// The same for kinds that may wait.
pub(crate) mod waiting_streams {
    wasmtime::component::bindgen!({
        path: ["../wit/0.1.0", "../wit/0.2.0"],
        inline: "
            package stoa:host-waiting-streams;
            world served {
                import stoa:plugin/streams@0.2.0;
                import stoa:plugin/http-streams@0.2.0;
                import stoa:plugin/product-rows@0.2.0;
            }
        ",
        world: "stoa:host-waiting-streams/served",
        with: {
            "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
            "stoa:plugin/http@0.1.0": crate::bindings::waiting_imports::stoa::plugin::http,
        },
        imports: { default: async | trappable },
    });
}

macro_rules! export_bindings {
    ($module:ident, $world:literal, $flags:tt) => {
        pub(crate) mod $module {
            wasmtime::component::bindgen!({
                path: "../wit/0.1.0",
                inline: $world,
                with: { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
                exports: $flags,
            });
            pub(crate) use exports::stoa::plugin::$module as interface;
        }
    };
}

export_bindings!(formatters, "package stoa:host-formatters; world called { export stoa:plugin/formatters@0.1.0; }", {});
export_bindings!(predicates, "package stoa:host-predicates; world called { export stoa:plugin/predicates@0.1.0; }", {});
export_bindings!(blocks, "package stoa:host-blocks; world called { export stoa:plugin/blocks@0.1.0; }", {});
export_bindings!(
    installments,
    "package stoa:host-installments; world called { export stoa:plugin/installments@0.1.0; }",
    {}
);
export_bindings!(payments, "package stoa:host-payments; world called { export stoa:plugin/payments@0.1.0; }", { default: async });

/// The same for interfaces of 0.2.0. `with` names the modules whose types the interface uses. An interface that is also
/// served in 0.1.0 gets a module of another name.
macro_rules! export_bindings_of_0_2 {
    ($module:ident, $world:literal, $with:tt, $flags:tt) => {
        export_bindings_of_0_2!($module = $module, $world, $with, $flags);
    };
    ($module:ident = $interface:ident, $world:literal, $with:tt, $flags:tt) => {
        pub(crate) mod $module {
            wasmtime::component::bindgen!({
                path: ["../wit/0.1.0", "../wit/0.2.0"],
                inline: $world,
                with: $with,
                exports: $flags,
            });
            pub(crate) use exports::stoa::plugin0_2_0::$interface as interface;
        }
    };
}

export_bindings_of_0_2!(
    payments2 = payments,
    "package stoa:host-payments2; world called { export stoa:plugin/payments@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/reads@0.2.0": crate::bindings::imports2::stoa::plugin0_2_0::reads,
    },
    { default: async }
);

export_bindings_of_0_2!(
    shipping,
    "package stoa:host-shipping; world called { export stoa:plugin/shipping@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/carts@0.2.0": crate::bindings::carts::stoa::plugin0_2_0::carts,
    },
    { default: async }
);

export_bindings_of_0_2!(
    taxes,
    "package stoa:host-taxes; world called { export stoa:plugin/taxes@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/carts@0.2.0": crate::bindings::carts::stoa::plugin0_2_0::carts,
    },
    { default: async }
);

export_bindings_of_0_2!(
    discounts,
    "package stoa:host-discounts; world called { export stoa:plugin/discounts@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/carts@0.2.0": crate::bindings::carts::stoa::plugin0_2_0::carts,
    },
    { default: async }
);

export_bindings_of_0_2!(
    questions,
    "package stoa:host-questions; world called { export stoa:plugin/questions@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/carts@0.2.0": crate::bindings::carts::stoa::plugin0_2_0::carts,
    },
    { default: async }
);

export_bindings_of_0_2!(
    events,
    "package stoa:host-events; world called { export stoa:plugin/events@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
    },
    { default: async }
);
export_bindings_of_0_2!(
    migration,
    "package stoa:host-migration; world called { export stoa:plugin/migration@0.2.0; }",
    { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
    { default: async }
);
export_bindings_of_0_2!(
    block_migration,
    "package stoa:host-block-migration; world called { export stoa:plugin/block-migration@0.2.0; }",
    { "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types },
    {}
);
export_bindings_of_0_2!(
    panels,
    "package stoa:host-panels; world called { export stoa:plugin/panels@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
    },
    { default: async }
);
export_bindings_of_0_2!(
    rows,
    "package stoa:host-rows; world called { export stoa:plugin/rows@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
    },
    { default: async }
);
export_bindings_of_0_2!(
    product_files,
    "package stoa:host-product-files; world called { export stoa:plugin/product-files@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
        "stoa:plugin/streams@0.2.0": crate::bindings::waiting_streams::stoa::plugin0_2_0::streams,
    },
    { default: async }
);
export_bindings_of_0_2!(
    jobs,
    "package stoa:host-jobs; world called { export stoa:plugin/jobs@0.2.0; }",
    {
        "stoa:plugin/types@0.1.0": crate::bindings::imports::stoa::plugin::types,
        "stoa:plugin/context@0.2.0": crate::bindings::context::stoa::plugin0_2_0::context,
    },
    { default: async }
);
