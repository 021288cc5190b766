//! Files that buyers of digital products get. They outlive their product: who has paid keeps them.

crate::script::script_alone!("m20261121_000014_downloads");
