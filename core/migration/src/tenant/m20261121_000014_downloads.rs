//! Files of digital products. They outlive their product: buyers keep access.

crate::script::script_alone!("m20261121_000014_downloads");
