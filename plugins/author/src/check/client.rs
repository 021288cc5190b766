//! Checks scripts of blocks with Node.js, where there is one: browsers would show the mistakes to visitors alone.

use stoa_plugin_build::shell;

use super::Report;
use crate::AuthorError;
use crate::files::{read_text, write};
use crate::layout::Project;

/// Node.js takes only this name for a module. The folder is one that builds write to.
const COPY: &str = "target/client-check.mjs";

pub(super) fn check(project: &Project, report: &mut Report) -> Result<(), AuthorError> {
    let scripts: Vec<String> = project.files()?.into_iter().filter(|path| path.starts_with("client/")).collect();
    if scripts.is_empty() || shell::probe("node", &["--version"]).is_none() {
        return Ok(());
    }
    for path in scripts {
        let text = read_text(&project.folder.join(&path))?;
        write(&project.folder.join(COPY), text.as_bytes())?;
        let mut node = shell::command("node", &project.folder);
        let checked = node.args(["--check", COPY]).output();
        let Some(output) = checked.ok().filter(|output| !output.status.success()) else { continue };
        let said = String::from_utf8_lossy(&output.stderr);
        let (line, fault) = fault_in(&said);
        report.error(&path, line, format!("is no script: {fault}"));
    }
    Ok(())
}

/// The line and the mistake in what Node.js says.
fn fault_in(said: &str) -> (Option<usize>, &str) {
    let line = said.lines().find_map(|line| line.rsplit_once(".mjs:")?.1.trim().parse().ok());
    let fault = said.lines().find(|line| line.starts_with("SyntaxError")).unwrap_or("Node.js does not read it");
    (line, fault)
}

#[cfg(test)]
mod tests {
    use super::fault_in;

    #[test]
    fn mistakes_have_their_line() {
        let said = "file:///p/target/client-check.mjs:3\nconst = 5;\n      ^\n\nSyntaxError: Unexpected token '='\n";
        assert_eq!(fault_in(said), (Some(3), "SyntaxError: Unexpected token '='"));
        assert_eq!(fault_in("").0, None);
    }
}
