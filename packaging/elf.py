"""Reads and edits the few parts of 64-bit little-endian ELF files that a bundle needs to change. Nothing moves: each edit overwrites
bytes of the same length, so that addresses, offsets and everything not named here stay as the linker wrote them.

patchelf does more, and rewrites the file for it; it would be one more program to install."""

import struct

PT_LOAD, PT_DYNAMIC, PT_INTERP, PT_NULL = 1, 2, 3, 0
DT_NULL, DT_NEEDED, DT_STRTAB, DT_SONAME, DT_RPATH, DT_RUNPATH, DT_FLAGS = 0, 1, 5, 14, 15, 29, 30
DT_SYMTAB, DT_GNU_HASH, DT_VERNEED, DT_VERNEEDNUM, DT_VERSYM, DT_FLAGS_1 = 6, 0x6FFFFEF5, 0x6FFFFFFE, 0x6FFFFFFF, 0x6FFFFFF0, 0x6FFFFFFB
DF_BIND_NOW, DF_1_NOW = 8, 1
SHT_SYMTAB, SHT_DYNSYM = 2, 11


class Elf:
    def __init__(self, data):
        self.data = bytearray(data)
        if self.data[:6] != b"\x7fELF\x02\x01":
            raise ValueError("not a 64-bit little-endian ELF file")
        start, size, count = self.unpack("<Q", 32)[0], *self.unpack("<HH", 54)
        self.segments = [(at, *self.unpack("<IIQQQQ", at)) for at in range(start, start + size * count, size)]
        self.dynamic = []
        for _, kind, _, offset, _, _, length in self.segments:
            if kind == PT_DYNAMIC:
                self.dynamic = [(at, *self.unpack("<QQ", at)) for at in range(offset, offset + length, 16)]

    def unpack(self, form, at):
        return struct.unpack_from(form, self.data, at)

    def offset(self, address):
        """The position in the file of an address in memory."""
        for _, kind, _, offset, start, _, length in self.segments:
            if kind == PT_LOAD and start <= address < start + length:
                return offset + address - start
        raise ValueError(f"no segment has the address {address:#x}")

    def text(self, at):
        return self.data[at : self.data.index(0, at)].decode()

    def value(self, tag):
        return next((value for _, kind, value in self.dynamic if kind == tag), None)

    def strings(self):
        return self.offset(self.value(DT_STRTAB))

    def needed(self):
        """The libraries that this file asks for."""
        return [self.text(self.strings() + value) for _, tag, value in self.dynamic if tag == DT_NEEDED]

    def symbols(self, kind=SHT_DYNSYM):
        """Name, address, size and whether it is defined here, of each symbol of a table."""
        start, size, count = self.unpack("<Q", 40)[0], *self.unpack("<HH", 58)
        headers = [self.unpack("<IIQQQQII", at) for at in range(start, start + size * count, size)]
        for _, section, _, _, offset, length, link, _ in headers:
            if section == kind:
                names = headers[link][4]
                for at in range(offset, offset + length, 24):
                    name, _, _, index, address, extent = self.unpack("<IBBHQQ", at)
                    yield self.text(names + name), address, extent, index != 0

    def required_versions(self):
        """For each library, its names of versions that symbols of this file need."""
        at, result = self.offset(self.value(DT_VERNEED)), {}
        for _ in range(self.value(DT_VERNEEDNUM)):
            _, count, library, first, following = self.unpack("<HHIII", at)
            item = at + first
            versions = result.setdefault(self.text(self.strings() + library), [])
            for _ in range(count):
                _, _, _, name, step = self.unpack("<IHHII", item)
                versions.append(self.text(self.strings() + name))
                item += step
            at += following
        return result

    def replace_needed(self, old, new):
        """The name of a library, and with it the file that versions of symbols are expected from: both refer to one string."""
        places = {self.strings() + value for _, tag, value in self.dynamic if tag == DT_NEEDED and self.text(self.strings() + value) == old}
        if len(places) != 1 or len(new) > len(old):
            raise ValueError(f"{old} cannot be replaced by {new}")
        at = places.pop()
        if self.data[at - 1] != 0:
            raise ValueError(f"{old} is the end of a longer string")
        self.data[at : at + len(old)] = new.encode().ljust(len(old), b"\0")

    def start_from_bundle(self, entry, path):
        """Makes a program begin at `entry` (crates/cli/src/bundle_start.rs), which hides its interpreter from the kernel, and search
        libraries first in the path that is a string at the address `path`."""
        struct.pack_into("<Q", self.data, 24, entry)
        (interpreter,) = [at for at, kind, *_ in self.segments if kind == PT_INTERP]
        if any(kind == PT_NULL for _, kind, *_ in self.segments):
            raise ValueError("a second header of the type that hides the interpreter")
        struct.pack_into("<I", self.data, interpreter, PT_NULL)
        # rust-lld leaves no room for one more tag. DT_FLAGS only repeats what DT_FLAGS_1 has.
        if self.value(DT_RPATH) or self.value(DT_RUNPATH) or self.value(DT_FLAGS) != DF_BIND_NOW or not self.value(DT_FLAGS_1) & DF_1_NOW:
            raise ValueError("the dynamic section is not what a link with -z now and without -rpath makes")
        (place,) = [at for at, tag, _ in self.dynamic if tag == DT_FLAGS]
        if path < self.value(DT_STRTAB):
            raise ValueError("the path lies before the strings of the dynamic section")
        struct.pack_into("<QQ", self.data, place, DT_RPATH, path - self.value(DT_STRTAB))
