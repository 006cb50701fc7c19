//! The page: one self-contained HTML file that shows a trace, without network access and without a framework.
//!
//! Its sources are in `page/`, JavaScript modules that import each other. A page opened from a `file:` URL may not load modules from
//! files, so the modules are concatenated to one script, in the order below (a module comes after those it needs while loading),
//! without `import` lines and without the word `export`. All modules then share one scope; a name that two of them declare is a
//! syntax error, which `./x test page` detects. Indentation and comment lines are removed: they are a third of the size.

/// In evaluation order: classes before those that extend or instantiate them at load time, the entry point last.
const SCRIPTS: &[&str] = &[
    include_str!("../page/app/dom.js"),
    include_str!("../page/app/format.js"),
    include_str!("../page/app/source.js"),
    include_str!("../page/data/table.js"),
    include_str!("../page/data/intervals.js"),
    include_str!("../page/data/model.js"),
    include_str!("../page/data/lanes.js"),
    include_str!("../page/data/causes.js"),
    include_str!("../page/data/read.js"),
    include_str!("../page/timeline/window.js"),
    include_str!("../page/timeline/paint.js"),
    include_str!("../page/timeline/ruler.js"),
    include_str!("../page/timeline/arrows.js"),
    include_str!("../page/timeline/describe.js"),
    include_str!("../page/timeline/card.js"),
    include_str!("../page/timeline/timeline.js"),
    include_str!("../page/timeline/pointer.js"),
    include_str!("../page/timeline/minimap.js"),
    include_str!("../page/timeline/visible.js"),
    include_str!("../page/step/steps.js"),
    include_str!("../page/step/queues.js"),
    include_str!("../page/step/wheel.js"),
    include_str!("../page/step/reasons.js"),
    include_str!("../page/step/step.js"),
    include_str!("../page/reports/flame.js"),
    include_str!("../page/reports/histogram.js"),
    include_str!("../page/reports/findings.js"),
    include_str!("../page/reports/numbers.js"),
    include_str!("../page/app/search.js"),
    include_str!("../page/app/keyboard.js"),
    include_str!("../page/app/theme.js"),
    include_str!("../page/app/page.js"),
];

const STYLES: &[&str] = &[
    include_str!("../page/style/theme.css"),
    include_str!("../page/style/frame.css"),
    include_str!("../page/style/timeline.css"),
    include_str!("../page/style/step.css"),
    include_str!("../page/style/reports.css"),
];

const TEMPLATE: &str = include_str!("../page/index.html");

/// The placeholder of the trace in the template.
const DATA: &str = r#"<script id="trace" type="application/json">__TRACE__</script>"#;

/// The page for a trace (as `Trace::to_json` returns it).
pub fn page(trace_json: &str) -> String {
    // `</script` would end the script element and `<!--` is special; in JSON a `<` occurs only inside a string.
    with_data(&format!(r#"<script id="trace" type="application/json">{}</script>"#, trace_json.replace('<', "\\u003c")))
}

/// The page for a compressed trace: base64 of gzip of its JSON.
pub fn compressed_page(gzip_base64: &str) -> String {
    with_data(&format!(r#"<script id="trace" type="application/gzip;base64">{gzip_base64}</script>"#))
}

/// The page for a running program: it reads events from `./events`, with the token of its own URL.
pub fn live_page() -> String {
    with_data(r#"<script id="trace" type="application/json" data-live></script>"#)
}

fn with_data(element: &str) -> String {
    let script =
        format!("(() => {{\n'use strict';\n{}}})();", SCRIPTS.iter().map(|part| script(part)).collect::<String>());
    let style: String = STYLES.iter().map(|part| unindented(part).collect::<String>()).collect();
    // The trace is inserted last: it may contain the other placeholders.
    TEMPLATE.replace("/*STYLE*/", style.trim_end()).replace("/*SCRIPT*/", &script).replace(DATA, element)
}

/// A module as a part of the script.
fn script(part: &str) -> String {
    unindented(part)
        .filter(|line| !line.starts_with("import ") && !line.starts_with("//") && !is_comment(line))
        .map(|line| line.strip_prefix("export ").map(str::to_string).unwrap_or(line))
        .collect()
}

/// A comment line: `/** …`, ` * …`, ` */`. No code of the page begins a line with an asterisk.
fn is_comment(line: &str) -> bool {
    line.starts_with("/**") || line.starts_with("* ") || line.starts_with("*/")
}

fn unindented(part: &str) -> impl Iterator<Item = String> + '_ {
    part.lines().map(str::trim).filter(|line| !line.is_empty()).map(|line| format!("{line}\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_is_one_file_that_loads_nothing() {
        let page = page("{}");
        for foreign in ["http://", "https://", "@import", "url(", "__TRACE__", "/*STYLE*/", "/*SCRIPT*/"] {
            let found =
                page.lines().find(|line| line.contains(foreign) && !line.contains("http://www.w3.org/2000/svg"));
            assert!(found.is_none(), "{foreign} in {found:?}");
        }
        assert!(!page.lines().any(|line| line.starts_with("import ") || line.starts_with("export ")));
    }

    #[test]
    fn the_page_without_its_trace_is_small() {
        assert!(page("").len() < 200_000, "{} bytes", page("").len());
    }

    #[test]
    fn every_part_of_the_folder_is_in_the_page() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("page");
        let mut folders = vec![folder];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|kind| kind != "html") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    assert!(SCRIPTS.contains(&text.as_str()) || STYLES.contains(&text.as_str()), "{}", path.display());
                }
            }
        }
    }

    #[test]
    fn a_trace_cannot_end_its_script_element() {
        let page = page(r#"{"labels":["</script><script>alert(1)</script>"]}"#);
        assert!(page.contains(r"\u003c/script>\u003cscript>"));
        assert!(!page.contains("<script>alert"));
    }

    #[test]
    fn placeholders_in_a_trace_stay_as_they_are() {
        assert!(page(r#"{"labels":["/*SCRIPT*/"]}"#).contains(r#"["/*SCRIPT*/"]"#));
    }
}
