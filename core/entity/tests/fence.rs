//! What forgets the site does not compile.

#[test]
fn queries_that_forget_the_site_do_not_compile() {
    trybuild::TestCases::new().compile_fail("tests/fence/*.rs");
}
