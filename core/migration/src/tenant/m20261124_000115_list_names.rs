//! Former names of mailing lists, since pages refer to them by name. Index for pagination of subscribers.

crate::script::script_alone!("m20261124_000115_list_names");
