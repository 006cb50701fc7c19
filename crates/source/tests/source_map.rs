//! A source map maps positions back to the original, whatever tool created it; a broken one is ignored.

use hexloop_source::{CompilerOptions, Language, Reference, SourceMap, StripOptions, find_reference, strip};

const URL: &str = "file:///app/dist/out.js";

/// `dist/out.js` is `;` and two characters per line; each comes from `src/in.ts`, the second from line 3.
const MAP: &str =
    r#"{"version":3,"sourceRoot":"","sources":["../src/in.ts"],"names":["first"],"mappings":"AAAAA,CAEC;AAAA"}"#;

#[test]
fn a_position_belongs_to_the_last_mapping_before_it() {
    let map = SourceMap::parse(MAP, URL).unwrap();
    let at = |line, column| map.original(line, column).map(|place| (place.line, place.column));
    assert_eq!(at(1, 1), Some((1, 1)));
    assert_eq!(at(1, 2), Some((3, 2)));
    assert_eq!(at(1, 99), Some((3, 2)));
    assert_eq!(at(2, 1), Some((3, 2)));
    let first = map.original(1, 1).unwrap();
    assert_eq!((first.source, first.name), ("file:///app/src/in.ts", Some("first")));
    assert_eq!(map.original(1, 2).unwrap().name, None);
}

#[test]
fn sections_are_joined() {
    let text = format!(
        r#"{{"version":3,"sections":[{{"offset":{{"line":0,"column":0}},"map":{MAP}}},{{"offset":{{"line":10,"column":5}},"map":{}}}]}}"#,
        MAP.replace("in.ts", "b.ts").replace("first", "other")
    );
    let map = SourceMap::parse(&text, URL).unwrap();
    assert_eq!(map.original(1, 1).unwrap().source, "file:///app/src/in.ts");
    let place = map.original(11, 7).unwrap();
    assert_eq!((place.source, place.line, place.column), ("file:///app/src/b.ts", 3, 2));
    assert_eq!(map.original(11, 6).unwrap().name, Some("other"));
}

#[test]
fn sources_are_absolute() {
    let source = |root: &str, source: &str| {
        let text =
            format!(r#"{{"version":3,"sourceRoot":"{root}","sources":["{source}"],"names":[],"mappings":"AAAA"}}"#);
        SourceMap::parse(&text, URL).unwrap().sources().next().unwrap().to_owned()
    };
    assert_eq!(source("", "a.ts"), "file:///app/dist/a.ts");
    assert_eq!(source("../src/", "./x y.ts"), "file:///app/src/x%20y.ts");
    assert_eq!(source("/root/", "a.ts"), "file:///root/a.ts");
    assert_eq!(source("", "webpack://app/a.ts"), "webpack://app/a.ts");
}

#[test]
fn a_map_may_contain_its_sources() {
    let text = r#"{"version":3,"sources":["a","b"],"sourcesContent":["text",null],"names":[],"mappings":"AAAA"}"#;
    let map = SourceMap::parse(text, URL).unwrap();
    assert_eq!(map.content("file:///app/dist/a"), Some("text"));
    assert_eq!(map.content("file:///app/dist/b"), None);
}

#[test]
fn a_broken_map_is_no_map() {
    for text in [
        "",
        "[]",
        "{}",
        "{\"version\":3}",
        r#"{"version":3,"sources":["a"],"names":[],"mappings":"!"}"#,
        r#"{"version":3,"sources":["a"],"names":[],"mappings":"D"}"#,
        r#"{"version":3,"sources":["a"],"names":[],"mappings":"gggggggggggggggggggg"}"#,
        r#"{"version":3,"sections":[{"offset":{"line":-1,"column":0},"map":{}}]}"#,
        r#"{"version":3,"sources":1,"names":[],"mappings":"AAAA"}"#,
    ] {
        assert_eq!(SourceMap::parse(text, URL), None, "{text}");
    }
}

#[test]
fn a_mapping_to_a_missing_source_has_no_original() {
    let text = r#"{"version":3,"sources":["a"],"names":[],"mappings":"ACAA,CAAAC"}"#;
    assert_eq!(SourceMap::parse(text, URL).unwrap().original(1, 1), None);
}

#[test]
fn what_is_written_is_read_again() {
    let map = SourceMap::parse(MAP, URL).unwrap();
    assert_eq!(SourceMap::parse(&map.to_json(), URL), Some(map));
}

#[test]
fn a_source_refers_to_its_map() {
    let file = |text: &str| find_reference(text, URL);
    let beside = Reference::File("file:///app/dist/out.js.map".to_owned());
    assert_eq!(file("x\n//# sourceMappingURL=out.js.map\n"), Some(beside.clone()));
    assert_eq!(file("x\n/*# sourceMappingURL=out.js.map */"), Some(beside.clone()));
    assert_eq!(file("//# sourceMappingURL=a.map\n//# sourceMappingURL=out.js.map"), Some(beside));
    assert_eq!(file("x = '//#sourceMappingURL=a'"), None);
    assert_eq!(file("x"), None);
    let inline = Some(Reference::Inline("{}".to_owned()));
    assert_eq!(file("//# sourceMappingURL=data:application/json;charset=utf-8;base64,e30="), inline);
    assert_eq!(file("//# sourceMappingURL=data:application/json,%7B%7D"), inline);
    assert_eq!(file("//# sourceMappingURL=data:text/plain,%7B%7D"), None);
}

#[test]
fn printed_code_maps_back_to_the_file() {
    let source = "enum A {\n  x = f.y,\n}\nfunction f(): never {\n  throw new Error('é' + A.x)\n}\n";
    let compiler = CompilerOptions::default();
    let language = Language::TypeScript;
    let options = StripOptions { path: "/app/a.ts", language, goal: None, compiler: &compiler, strip_only: false };
    let result = strip(source, &options).unwrap();
    let map = result.map.expect("such an enum is printed");
    for (needle, expected) in [("throw", (5, 3)), ("new Error", (5, 9)), ("A.x", (5, 25)), ("function f", (4, 1))] {
        let (line, text) = result.code.lines().enumerate().find(|(_, line)| line.contains(needle)).unwrap();
        let column = text[..text.find(needle).unwrap()].encode_utf16().count();
        let place = map.original(line as u32 + 1, column as u32 + 1).unwrap();
        assert_eq!((place.source, place.line, place.column), ("/app/a.ts", expected.0, expected.1), "{needle}");
    }
}
