//! The configuration of a file: the nearest one upward, cached by folder.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::{TsConfig, TsConfigError};

/// The cached configuration of each folder. Packages in `node_modules` have none: neither that of the program around them nor one
/// that they contain applies.
#[derive(Debug, Default)]
pub struct TsConfigs {
    folders: HashMap<PathBuf, Found>,
}

type Found = Result<Option<Arc<TsConfig>>, TsConfigError>;

impl TsConfigs {
    pub fn new() -> TsConfigs {
        TsConfigs::default()
    }

    /// The configuration for `file`, an absolute path.
    pub fn of(&mut self, file: &Path) -> Found {
        match file.parent() {
            Some(folder) if !is_installed(folder) => self.of_folder(folder),
            _ => Ok(None),
        }
    }

    /// Clears the cache: files may have changed.
    pub fn clear(&mut self) {
        self.folders.clear();
    }

    fn of_folder(&mut self, start: &Path) -> Found {
        let mut asked = Vec::new();
        let mut found = Ok(None);
        for folder in start.ancestors() {
            if let Some(known) = self.folders.get(folder) {
                found = known.clone();
                break;
            }
            asked.push(folder);
            let path = folder.join("tsconfig.json");
            if path.is_file() {
                found = TsConfig::read(&path).map(|config| Some(Arc::new(config)));
                break;
            }
        }
        for folder in asked {
            self.folders.insert(folder.to_owned(), found.clone());
        }
        found
    }
}

fn is_installed(folder: &Path) -> bool {
    folder.components().any(|part| part.as_os_str() == "node_modules")
}
