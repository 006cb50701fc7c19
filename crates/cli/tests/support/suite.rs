//! A folder of programs under `tests/`, and a test for each of them.

use super::child::Limit;
use super::{engine, harness};
use libtest_mimic::Trial;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

pub struct Suite {
    pub folder: &'static str,
    pub layout: Layout,
    /// How the names of its programs end.
    pub extensions: &'static [&'static str],
    /// A program that runs longer hangs.
    pub patience: Duration,
    /// Programs at a time. More than two would compete for the cores and stretch the gaps between timers that some orders
    /// need; the events of two sockets are separated by gaps that a second program can close.
    pub at_a_time: usize,
    /// Fewer programs than this: the folder is not what it should be, and nothing is proved.
    pub fewest: usize,
}

/// Where a suite's programs lie.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Layout {
    /// In the suite's folder itself.
    Flat,
    /// In the folders of that folder. What lies deeper is required by programs.
    Folders,
    /// Each folder of that folder is one, and has what it must print in a file `expected.out`.
    Projects,
}

#[derive(Clone)]
pub struct Program {
    /// The file, or the folder of a project.
    pub path: PathBuf,
    /// Its path below `tests/`, without an extension.
    pub name: String,
    pub limit: Limit,
}

impl Suite {
    pub fn root(&self) -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests").join(self.folder).canonicalize().unwrap()
    }

    /// A test for each program, in the order of their names.
    pub fn tests(&self, check: impl Fn(&Program) -> Result<(), String> + Copy + Send + 'static) -> Vec<Trial> {
        self.programs().into_iter().map(|program| program.test(None, check)).collect()
    }

    /// All programs, in the order of their names.
    pub fn programs(&self) -> Vec<Program> {
        let root = self.root();
        let paths = match self.layout {
            Layout::Flat | Layout::Projects => entries(&root),
            Layout::Folders => entries(&root).iter().filter(|path| path.is_dir()).flat_map(|it| entries(it)).collect(),
        };
        let programs: Vec<Program> =
            paths.into_iter().filter(|path| self.is_program(path)).map(|path| self.program(&root, path)).collect();
        assert!(programs.len() >= self.fewest, "only {} programs under {}", programs.len(), root.display());
        programs
    }

    fn is_program(&self, path: &Path) -> bool {
        if self.layout == Layout::Projects {
            return path.join("expected.out").is_file();
        }
        let extension = path.extension().map(|extension| extension.to_string_lossy());
        path.is_file() && extension.is_some_and(|extension| self.extensions.contains(&extension.as_ref()))
    }

    fn program(&self, root: &Path, path: PathBuf) -> Program {
        let within = path.strip_prefix(root).unwrap();
        let within = if self.layout == Layout::Projects { within.to_owned() } else { within.with_extension("") };
        let name = format!("{}/{}", self.folder, within.display());
        Program { path, name, limit: self.patience.into() }
    }
}

impl Program {
    /// The test of this program. A mode, where it is run in several ways, stands behind its name: `order/timers/name-of-the-program [public]`.
    pub fn test(self, mode: Option<&str>, check: impl Fn(&Program) -> Result<(), String> + Send + 'static) -> Trial {
        let name = mode.map_or_else(|| self.name.clone(), |mode| format!("{} [{mode}]", self.name));
        let is_public = mode == Some("public") || engine::under_test().is_some();
        let listed = if is_public { engine::listed(&self.name) } else { None };
        harness::test(name, move || match listed {
            Some(listed) => listed.is_seen(check(&Program { limit: listed.limit(self.limit), ..self })),
            None => check(&self),
        })
    }
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}
