//! Texts of letters as owners have worded them; letters whose text lies sealed.

crate::script::script_alone!("m20261124_000078_letter_texts");
