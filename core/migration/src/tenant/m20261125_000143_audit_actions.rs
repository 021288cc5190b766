//! Index of the audit log by action.

crate::script::script_alone!("m20261125_000143_audit_actions");
