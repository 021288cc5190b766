//! Validates the deployment files against schemas and rules. Needs neither a container engine nor a cluster.

use anyhow::{Context, Result, bail};
use walkdir::WalkDir;

use crate::repository::Repository;
use crate::{shell, tools};

/// Checks compose.yaml, the Kubernetes manifests, the Dockerfile and the CI workflow.
pub(crate) fn run(repository: &Repository) -> Result<()> {
    let programs = tools::ensure(repository)?;
    let root = repository.root();
    let mut schema = shell::command(programs.join("check-jsonschema"), root);
    shell::run(schema.args(["--builtin-schema", "vendor.compose-spec", "deploy/compose.yaml"]))?;
    let mut schema = shell::command(programs.join("check-jsonschema"), root);
    shell::run(schema.args(["--builtin-schema", "vendor.github-workflows", ".github/workflows/ci.yml"]))?;
    let mut kubernetes = shell::command(programs.join("kubernetes-validate"), root);
    shell::run(kubernetes.args(["--strict", "--no-warn"]).args(manifests(repository)?))?;
    let mut dockerfile = shell::command(programs.join("hadolint"), root);
    shell::run(dockerfile.args(["--failure-threshold", "warning", "deploy/docker/Dockerfile"]))?;
    println!("    deploy/docker/Dockerfile: hadolint found nothing");
    Ok(())
}

fn manifests(repository: &Repository) -> Result<Vec<String>> {
    let mut files = Vec::new();
    for entry in WalkDir::new(repository.path("deploy/kubernetes")).sort_by_file_name() {
        let entry = entry.context("deploy/kubernetes cannot be listed")?;
        // kustomization.yaml is read by kubectl itself and has no schema in the cluster.
        if entry.path().extension().is_some_and(|end| end == "yaml") && entry.file_name() != "kustomization.yaml" {
            files.push(repository.shown(entry.path()));
        }
    }
    if files.is_empty() {
        bail!("deploy/kubernetes contains no manifests");
    }
    Ok(files)
}
