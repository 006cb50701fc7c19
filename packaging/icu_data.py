"""Cuts ICU's data to what JavaScript can ask for.

ICU's data is a library with one symbol: a package of files with a table of contents. Debian's has everything. The engine uses what
Intl, dates and normalization are made of; it imports no function of the families that read the files left out here:

    *.cnv             converters between encodings (5 MB; TextDecoder of other encodings is encoding_rs)
    translit/         transliteration
    *.spp             stringprep
    unames.icu        names of characters
    confusables.cfu   spoof detection

`imports` below is what bundle.py checks of the engine, so that a version that uses one of them is not cut. Rule-based numbers (rbnf/)
stay: ICU reads them for dates of some calendars, whoever asks."""

import struct

# What the functions begin with that read the files left out. ucnv_ also has functions that need no file; none is imported.
readers = ("ucnv_", "utrans_", "usprep_", "u_charName", "u_charFromName", "u_enumCharNames", "uspoof_")


def superfluous(name):
    path = name.split("/", 1)[-1]
    return path.startswith("translit/") or path in ("unames.icu", "confusables.cfu") or path.endswith((".cnv", ".spp"))


def cut(data):
    """The package without those files. Its form: a header with its own length, a count, pairs of offsets (name, content; from the count
    on), names in order, contents on multiples of 16."""
    header, magic = struct.unpack_from("<HH", data)
    if magic != 0x27DA or bytes(data[12:16]) != b"CmnD":
        raise ValueError("not a package of ICU data")
    toc = data[header:]
    (count,) = struct.unpack_from("<I", toc)
    offsets = [struct.unpack_from("<II", toc, 4 + 8 * index) for index in range(count)]
    ends = [content for _, content in offsets[1:]] + [len(toc)]
    kept = []
    for (name, content), end in zip(offsets, ends):
        text = bytes(toc[name : toc.index(0, name)])
        if not superfluous(text.decode()):
            kept.append((text, bytes(toc[content:end])))
    at = 4 + 8 * len(kept)
    names = b"".join(text + b"\0" for text, _ in kept)
    table, contents = bytearray(struct.pack("<I", len(kept))), bytearray()
    first = (at + len(names) + 15) & ~15
    for text, content in kept:
        table += struct.pack("<II", at, first + len(contents))
        at += len(text) + 1
        contents += content.ljust((len(content) + 15) & ~15, b"\0")
    return bytes(data[:header]) + bytes(table + names).ljust(first, b"\0") + bytes(contents)
