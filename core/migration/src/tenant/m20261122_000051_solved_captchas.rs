//! Captchas are solved before files are taken: that it was is kept with the key, since services take each token once.

crate::script::script_alone!("m20261122_000051_solved_captchas");
