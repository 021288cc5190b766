//! Former e-mail addresses of accounts: data under them still belongs to the account.

crate::script::script_alone!("m20261122_000033_former_addresses");
