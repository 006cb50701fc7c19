mod support;

use hexloop_engine::{Capability, Context};
use support::{in_both_modes, lacks, show};

fn preview(context: &Context, source: &str) -> String {
    let object = context.cx().evaluate(source, "t.js", 1).unwrap().as_object().unwrap();
    let Some((items, pairs)) = object.preview_iterator() else { return "unknown".to_owned() };
    let texts: Vec<String> = items.iter().map(|item| item.to_text().unwrap()).collect();
    format!("{}{}", texts.join(","), if pairs { " pairs" } else { "" })
}

#[test]
fn show_the_remaining_entries_without_advancing() {
    if lacks(Capability::MapIterator) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        show(cx, "globalThis.m = new Map([['a', 1], ['b', 2], ['c', 3]]); globalThis.s = new Set([7, 8, 9]); 0");
        for (source, expected) in [
            ("m.keys()", "a,b,c"),
            ("m.values()", "1,2,3"),
            ("m.entries()", "a,1,b,2,c,3 pairs"),
            ("m[Symbol.iterator]()", "a,1,b,2,c,3 pairs"),
            ("s.values()", "7,8,9"),
            ("s.keys()", "7,8,9"),
            ("s.entries()", "7,7,8,8,9,9 pairs"),
            ("globalThis.i = m.keys(); i.next(); i", "b,c"),
            ("i", "b,c"),
            ("i.next(); i", "c"),
            ("i.next(); i", ""),
            ("i.next(); i", ""),
            ("new Map().entries()", " pairs"),
            ("new Set().values()", ""),
            ("[1].values()", "unknown"),
            ("m", "unknown"),
            ("({})", "unknown"),
        ] {
            assert_eq!(preview(context, source), expected, "{source}");
        }
        assert_eq!(show(cx, "const j = s.values(); j.next(); [...j].join()"), "8,9");
    });
}

#[test]
fn hold_after_the_collection_was_modified() {
    if lacks(Capability::MapIterator) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        show(cx, "globalThis.m = new Map([[1, 'a'], [2, 'b'], [3, 'c']]); globalThis.i = m.keys(); i.next(); 0");
        assert_eq!(preview(context, "m.delete(1); i"), "2,3");
        assert_eq!(preview(context, "m.delete(2); m.set(4, 'd'); i"), "3,4");
        assert_eq!(
            preview(
                context,
                "for (let n = 10; n < 500; n++) m.set(n, n); for (let n = 12; n < 500; n++) m.delete(n); i"
            ),
            "3,4,10,11"
        );
        assert_eq!(preview(context, "m.clear(); i"), "");
        assert_eq!(preview(context, "m.set('new', 1); i"), "new");
        cx.collect_garbage();
        assert_eq!(preview(context, "i"), "new");
        assert_eq!(show(cx, "[...i].join()"), "new");
        assert_eq!(preview(context, "i"), "");
    });
}

#[test]
fn ignore_modified_prototypes() {
    if lacks(Capability::MapIterator) {
        return;
    }
    in_both_modes(|context, _| {
        let cx = context.cx();
        let vandal = "const p = Object.getPrototypeOf(new Map().entries()); p.next = () => { throw 1 }; \
                      Map.prototype.keys = Map.prototype.entries = undefined; Array.prototype.push = null; Map = Set = 1; 0";
        show(cx, "globalThis.i = new Map([[1, 2]]).values(); globalThis.j = new Set([5]).entries(); 0");
        show(cx, vandal);
        assert_eq!(preview(context, "i"), "2");
        assert_eq!(preview(context, "j"), "5,5 pairs");
    });
}

#[test]
fn survive_collections() {
    if lacks(Capability::MapIterator) {
        return;
    }
    let context = Context::new();
    let cx = context.cx();
    show(cx, "globalThis.m = new Map(Array.from({ length: 1000 }, (_, n) => [n, { n }])); globalThis.i = m.keys(); 0");
    for round in 0..60 {
        show(cx, "i.next(); for (let n = 0; n < 20000; n++) ({ n }); 0");
        if round % 10 == 0 {
            cx.collect_garbage();
        }
        let object = cx.evaluate("i", "t.js", 1).unwrap().as_object().unwrap();
        let (items, _) = object.preview_iterator().expect("a preview");
        assert_eq!(items.len(), 999 - round);
        assert_eq!(items[0].to_number().unwrap(), (round + 1) as f64);
    }
}
