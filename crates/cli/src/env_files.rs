//! `--env-file` and `--env-file-if-exists`: set environment variables from files before the environment is read.

use crate::options::UsageError;
use std::collections::BTreeMap;

/// A file from one of these options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EnvFile {
    pub path: String,
    pub must_exist: bool,
}

/// A later file overrides an earlier one; variables that are already set keep their values.
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
        // A name or value with a NUL is skipped, as in Node.
        if std::env::var_os(&name).is_none() && !name.contains('\0') && !value.contains('\0') {
            // SAFETY: no other thread was started yet that could read the environment.
            unsafe { std::env::set_var(name, value) };
        }
    }
    Ok(())
}
