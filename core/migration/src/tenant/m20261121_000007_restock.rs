//! Who waits for something to come back into stock, and stock changes that are made once however often
//! they are sent.

crate::script::script_alone!("m20261121_000007_restock");
