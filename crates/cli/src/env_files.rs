//! `--env-file` and `--env-file-if-exists`: variables that files set before anything else looks at the environment.

use crate::options::UsageError;
use std::collections::BTreeMap;

/// A file that an option names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvFile {
    pub path: String,
    pub must_exist: bool,
}

/// A later file overrules an earlier one, and what was set before overrules both.
pub fn load(files: &[EnvFile]) -> Result<(), UsageError> {
    let mut values = BTreeMap::new();
    for EnvFile { path, must_exist } in files {
        match std::fs::read(path) {
            Ok(bytes) => values.extend(hexloop_node::parse_env_file(&String::from_utf8_lossy(&bytes))),
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
                return Err(UsageError(format!("{path}: invalid format")));
            }
            Err(_) if *must_exist => return Err(UsageError(format!("{path}: not found"))),
            Err(_) => eprintln!("{path} not found. Continuing without it."),
        }
    }
    for (name, value) in values {
        // What the system cannot hold (an empty value is fine, a NUL is not) stays out, as in Node.
        if std::env::var_os(&name).is_none() && !name.contains('\0') && !value.contains('\0') {
            // SAFETY: nothing has started another thread yet, so nobody reads the environment meanwhile.
            unsafe { std::env::set_var(name, value) };
        }
    }
    Ok(())
}
