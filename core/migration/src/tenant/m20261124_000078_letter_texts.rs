//! Custom e-mail texts of owners; encrypted e-mail bodies.

crate::script::script_alone!("m20261124_000078_letter_texts");
