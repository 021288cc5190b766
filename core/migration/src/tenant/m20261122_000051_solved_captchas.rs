//! Records in the form key that the captcha was solved, since it is solved before files are uploaded and services
//! accept each token once.

crate::script::script_alone!("m20261122_000051_solved_captchas");
