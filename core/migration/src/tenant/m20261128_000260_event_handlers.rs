//! Records which handlers of an event have succeeded, and which events were given up.

crate::script::script_alone!("m20261128_000260_event_handlers");
