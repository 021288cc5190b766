use stoa_entity::TenantTx;

fn inner(tx: &TenantTx) {
    let _ = &tx.tx;
}

fn main() {}
