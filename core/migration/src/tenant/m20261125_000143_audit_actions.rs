//! The lines of the audit log about one action are found without reading the others.

crate::script::script_alone!("m20261125_000143_audit_actions");
