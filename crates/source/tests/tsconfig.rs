//! `tsconfig.json` is found, read and merged as in TypeScript, and errors in it are reported.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use hexloop_source::{JsxEmit, TsConfig, TsConfigError, TsConfigs};

/// A temporary folder for one test, removed on drop.
struct Project(PathBuf);

impl Project {
    fn new(files: &[(&str, &str)]) -> Project {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let name = format!("hexloop-tsconfig-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
        let project = Project(std::env::temp_dir().join(name));
        for (path, text) in files {
            let path = project.0.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        project
    }

    fn path(&self, path: &str) -> PathBuf {
        self.0.join(path)
    }

    fn read(&self) -> TsConfig {
        TsConfig::read(&self.path("tsconfig.json")).unwrap()
    }

    fn error(&self) -> TsConfigError {
        TsConfig::read(&self.path("tsconfig.json")).unwrap_err()
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn one(text: &str) -> Project {
    Project::new(&[("tsconfig.json", text)])
}

#[test]
fn comments_and_trailing_commas_are_allowed() {
    let project = one(
        "\u{feff}{ // settings\n \"compilerOptions\": { /* which? */ \"jsx\": \"react-jsx\", \"target\": \"ES2020\", }, }",
    );
    let options = project.read().options;
    assert_eq!(options.jsx, Some(JsxEmit::ReactJsx));
    assert_eq!(options.target.as_deref(), Some("es2020"));
}

#[test]
fn an_empty_file_says_nothing() {
    assert_eq!(one("").read().options, Default::default());
    assert_eq!(one("{}").read().options, Default::default());
}

#[test]
fn an_exact_alias_beats_a_pattern_and_a_longer_pattern_a_shorter_one() {
    let project = one(
        r#"{"compilerOptions": {"paths": {"*": ["any/*"], "@/*": ["src/*", "lib/*"], "@/x/*/y": ["x/*.ts"], "@/z": ["z"]}}}"#,
    );
    let config = project.read();
    assert_eq!(config.candidates("@/a/b"), [project.path("src/a/b"), project.path("lib/a/b")]);
    assert_eq!(config.candidates("@/x/1/y"), [project.path("x/1.ts")]);
    assert_eq!(config.candidates("@/z"), [project.path("z")]);
    assert_eq!(config.candidates("react"), [project.path("any/react")]);
}

#[test]
fn paths_and_urls_are_no_aliases() {
    let config = one(r#"{"compilerOptions": {"baseUrl": ".", "paths": {"*": ["any/*"]}}}"#).read();
    for specifier in ["./a", "../a", "/a", "..", ".", "node:fs", "file:///a", "data:text/javascript,1", ""] {
        assert!(config.candidates(specifier).is_empty(), "{specifier}");
    }
}

#[test]
fn a_base_url_is_tried_where_no_pattern_matches() {
    let project = one(r#"{"compilerOptions": {"baseUrl": "./src/../app", "paths": {"~/*": ["../x/*"]}}}"#);
    let config = project.read();
    assert_eq!(config.candidates("models/user"), [project.path("app/models/user")]);
    assert_eq!(config.candidates("~/a"), [project.path("x/a")]);
    assert!(one("{}").read().candidates("models/user").is_empty());
}

#[test]
fn a_file_wins_over_its_bases_and_a_later_base_over_an_earlier() {
    let project = Project::new(&[
        ("tsconfig.json", r#"{"extends": ["./a", "./b.json"], "compilerOptions": {"jsxFactory": "h"}}"#),
        ("a.json", r#"{"compilerOptions": {"jsxFactory": "a", "jsxImportSource": "a", "target": "es5"}}"#),
        ("b.json", r#"{"compilerOptions": {"jsxImportSource": "b", "target": null}}"#),
    ]);
    let options = project.read().options;
    assert_eq!(options.jsx_factory.as_deref(), Some("h"));
    assert_eq!(options.jsx_import_source.as_deref(), Some("b"));
    assert_eq!(options.target, None);
}

#[test]
fn paths_of_a_base_are_relative_to_the_base() {
    let project = Project::new(&[
        ("app/tsconfig.json", r#"{"extends": "../config/base"}"#),
        ("config/base.json", r##"{"compilerOptions": {"paths": {"#a": ["./a"], "#b": ["${configDir}/b"]}}}"##),
    ]);
    let config = TsConfig::read(&project.path("app/tsconfig.json")).unwrap();
    assert_eq!(config.candidates("#a"), [project.path("config/a")]);
    assert_eq!(config.candidates("#b"), [project.path("app/b")]);
}

#[test]
fn a_base_may_be_in_a_package() {
    let strict = r#"{"compilerOptions": {"experimentalDecorators": true}}"#;
    let packages = [
        ("@tsconfig/x", "node_modules/@tsconfig/x/tsconfig.json", None),
        ("p/deep/base", "node_modules/p/deep/base.json", None),
        ("q", "node_modules/q/conf.json", Some(("node_modules/q/package.json", r#"{"tsconfig": "conf.json"}"#))),
        (
            "r/c",
            "node_modules/r/d/c.json",
            Some(("node_modules/r/package.json", r#"{"exports": {"./*": "./d/*.json"}}"#)),
        ),
    ];
    for (name, path, manifest) in packages {
        let config = format!(r#"{{"extends": "{name}"}}"#);
        let mut files = vec![("tsconfig.json", config.as_str()), (path, strict)];
        files.extend(manifest);
        assert_eq!(Project::new(&files).read().options.experimental_decorators, Some(true), "{name}");
    }
}

#[test]
fn broken_json_is_reported_with_its_position() {
    let project = one("{\n  // ü\n  \"compilerOptions\": { \"jsx\" \"react\" }\n}");
    let error = project.error();
    assert_eq!((error.line, error.column), (3, 30));
    let path = project.path("tsconfig.json");
    assert_eq!(error.to_string(), format!("{}:3:30: Invalid JSON: expected `:`", path.display()));
    assert_eq!(one("{ /* ").error().message, "Invalid JSON: EOF while parsing an object");
    assert_eq!(one("[]").error().message, "The root value of a configuration must be an object");
}

#[test]
fn a_setting_of_the_wrong_type_is_reported_with_its_position() {
    let error = one("{\"compilerOptions\": {\n\"experimentalDecorators\": \"yes\"}}").error();
    assert_eq!((error.line, error.column), (2, 1));
    assert_eq!(error.message, "Compiler option 'experimentalDecorators' requires a value of type boolean.");
    for (text, message) in [
        (r#"{"compilerOptions": {"jsx": "vue"}}"#, "Argument for '--jsx' option must be"),
        (r#"{"compilerOptions": {"paths": {"a": "b"}}}"#, "Substitutions for pattern 'a' should be an array."),
        (r#"{"compilerOptions": {"paths": {"*a*": []}}}"#, "Pattern '*a*' can have at most one '*' character."),
        (r#"{"extends": 1}"#, "Compiler option 'extends' requires a value of type string or Array."),
        (r#"{"extends": "./gone"}"#, "File './gone' not found"),
    ] {
        let found = one(text).error().message;
        assert!(found.starts_with(message), "{found}");
    }
}

#[test]
fn a_configuration_that_extends_itself_is_refused() {
    let project =
        Project::new(&[("tsconfig.json", r#"{"extends": "./a"}"#), ("a.json", r#"{"extends": "./tsconfig"}"#)]);
    assert!(project.error().message.starts_with("Circularity detected while resolving configuration: "));
}

#[test]
fn the_nearest_one_upward_is_found_and_none_for_packages() {
    let project = Project::new(&[
        ("tsconfig.json", r#"{"compilerOptions": {"jsxFactory": "outer"}}"#),
        ("a/b/c.ts", ""),
        ("inner/tsconfig.json", r#"{"compilerOptions": {"jsxFactory": "inner"}}"#),
        ("node_modules/p/tsconfig.json", "{ broken"),
    ]);
    let mut configs = TsConfigs::new();
    let mut factory = |file: &str| {
        let found = configs.of(&project.path(file)).unwrap();
        found.and_then(|config| config.options.jsx_factory.clone())
    };
    assert_eq!(factory("a/b/c.ts").as_deref(), Some("outer"));
    assert_eq!(factory("inner/d.ts").as_deref(), Some("inner"));
    assert_eq!(factory("inner/x/e.ts").as_deref(), Some("inner"));
    assert_eq!(factory("node_modules/p/f.ts"), None);
}

#[test]
fn a_found_configuration_is_cached_until_cleared() {
    let project = one("{}");
    let mut configs = TsConfigs::new();
    let file = project.path("a.ts");
    assert_eq!(configs.of(&file).unwrap().unwrap().options.jsx_factory, None);
    fs::write(project.path("tsconfig.json"), r#"{"compilerOptions": {"jsxFactory": "h"}}"#).unwrap();
    assert_eq!(configs.of(&file).unwrap().unwrap().options.jsx_factory, None);
    configs.clear();
    assert_eq!(configs.of(&file).unwrap().unwrap().options.jsx_factory.as_deref(), Some("h"));
}

#[test]
fn fields_are_defined_unless_the_target_is_old() {
    let defines =
        |options: &str| one(&format!(r#"{{"compilerOptions": {{{options}}}}}"#)).read().options.defines_class_fields();
    assert!(defines(""));
    assert!(defines(r#""target": "ESNext""#));
    assert!(defines(r#""target": "es2022""#));
    assert!(!defines(r#""target": "es2021""#));
    assert!(!defines(r#""target": "es6""#));
    assert!(defines(r#""target": "es2021", "useDefineForClassFields": true"#));
    assert!(!defines(r#""useDefineForClassFields": false"#));
}

#[test]
fn a_file_without_a_configuration_above_has_none() {
    assert_eq!(TsConfigs::new().of(Path::new("/no-such-folder/a.ts")), Ok(None));
}
