"""packaging/bundle.py HEXLOOP SHARE TREE ENGINE OUTPUT: a bundle, a folder that runs wherever the kernel does, and its archives.

    bin/hexloop            the binary, stripped, begun by crates/cli/src/bundle_start.rs
    lib/hexloop/           the engine from TREE (a Debian tree), every library it needs, libc and its loader
    share/                 man page, completions (the folder SHARE)
    share/doc/hexloop/     licences, and packages.spdx.json: every file with its checksum and the version it is from

Why the loader is in the bundle. The engine of Debian unstable needs functions of the newest glibc (`required_versions` in elf.py lists
them), so a host's own libc is not enough on Debian 12, and there may be none; and a libc works only with the loader it was built with.

What it takes from the host is data, read by path: /etc/resolv.conf, /etc/hosts, /etc/nsswitch.conf, CA certificates. glibc has the NSS
services `files` and `dns` inside since 2.34. Others that nsswitch.conf names (mdns4_minimal, resolve, a domain's users) are libraries of
the host: the loader finds them by the host's own ld.so.cache, and they get the bundle's libc, which is newer than theirs; one that is
newer still cannot be loaded, and glibc goes on with the next service. So that such a library, or a native addon, never meets a second
libc, all libraries of glibc are in the bundle, also those that the engine does not need.

The same input makes the same bytes: files are sorted, have the commit's time and no owner. The path of the archive is the last line."""

import gzip
import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile

sys.dont_write_bytecode = True

import icu_data
from elf import SHT_SYMTAB, Elf

here = os.path.dirname(os.path.abspath(__file__))
root = os.path.dirname(here)
ENGINE = "libjavascriptcoregtk-4.1.so.0"
LOADER = "ld-linux-x86-64.so.2"
# absent.c says why.
ABSENT = ("libsystemd.so.0", "libmount.so.1", "libselinux.so.1")
# Of the package of glibc: aids for debugging, which nothing links.
NOT_FOR_PROGRAMS = ("libmemusage.so", "libpcprofile.so", "libc_malloc_debug.so.0", "libthread_db.so.1", "libBrokenLocale.so.1")


def run(*command, **options):
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, **options).stdout


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, data, mode=0o644):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
    os.chmod(path, mode)


class Tree:
    """A Debian tree: its libraries, and which package each is from."""

    def __init__(self, path):
        self.path = path
        self.versions, self.owners = {}, {}
        for entry in read(f"{path}/var/lib/dpkg/status").decode().split("\n\n"):
            fields = dict(re.findall(r"^([A-Za-z-]+): (.*)$", entry, re.M))
            if "Package" in fields:
                source, *version = fields.get("Source", fields["Package"]).split(" ")
                self.versions[fields["Package"]] = (fields["Version"], source, version[0].strip("()") if version else fields["Version"])
        info = f"{path}/var/lib/dpkg/info"
        for name in sorted(os.listdir(info)):
            if name.endswith(".list"):
                package = name[: -len(".list")].split(":")[0]
                for line in read(f"{info}/{name}").decode().splitlines():
                    # With and without the merge of /lib into /usr/lib.
                    self.owners[line.removeprefix("/usr")] = package

    def library(self, name):
        """The library's file and its package."""
        for folder in ("/usr/lib/x86_64-linux-gnu", "/usr/lib64", "/lib/x86_64-linux-gnu", "/lib64"):
            at = f"{self.path}{folder}/{name}"
            if os.path.lexists(at):
                # Links are relative, or absolute within the tree.
                while os.path.islink(at):
                    target = os.readlink(at)
                    at = self.path + target if target.startswith("/") else os.path.join(os.path.dirname(at), target)
                inside = os.path.realpath(at)[len(os.path.realpath(self.path)) :]
                return at, self.owners[inside.removeprefix("/usr")]
        sys.exit(f"the tree {self.path} has no {name}")

    def of_package(self, package):
        """The names of the libraries of a package."""
        names = {os.path.basename(path) for path, owner in self.owners.items() if owner == package and "/gconv/" not in path}
        return sorted(name for name in names if re.search(r"^lib.*\.so(\.|$)", name))


def take_libraries(tree, program, folder):
    """Copies what the program and the engine need, changed where it has to be. Returns the package of each file."""
    packages, absent = {}, False
    wanted = [*Elf(program).needed(), ENGINE, LOADER]
    wanted += [name for name in tree.of_package("libc6") if name not in NOT_FOR_PROGRAMS and name != "libc.so"]
    while wanted:
        name = wanted.pop()
        if name in packages:
            continue
        at, packages[name] = tree.library(name)
        library = Elf(read(at))
        for needed in library.needed():
            if needed in ABSENT:
                library.replace_needed(needed, "libabsent.so")
                absent = True
            else:
                wanted.append(needed)
        if name.startswith("libicudata.so."):
            write_icu_data(library, name, folder)
        else:
            if name == ENGINE and (used := [symbol for symbol, *_, defined in library.symbols() if not defined and symbol.startswith(icu_data.readers)]):
                sys.exit(f"this engine reads ICU data that is cut (packaging/icu_data.py): {' '.join(used)}")
            write(f"{folder}/{name}", library.data)
    if absent:
        link_absent(folder)
    return packages


def link(output, name, *arguments):
    run("cc", "-shared", "-nostdlib", "-s", "-Wl,--build-id=none", f"-Wl,-soname,{name}", "-o", output, *arguments)
    os.chmod(output, 0o644)


def write_icu_data(library, name, folder):
    (symbol, address, size) = next((name, *place) for name, *place, defined in library.symbols() if defined and name.endswith("_dat"))[:3]
    at = library.offset(address)
    data, source = f"{folder}/{symbol}", f"{folder}/{symbol}.s"
    write(data, icu_data.cut(library.data[at : at + size]))
    write(
        source,
        f'.section .note.GNU-stack,"",@progbits\n.section .rodata\n.balign 16\n.globl {symbol}\n.type {symbol},@object\n'
        f'{symbol}:\n.incbin "{data}"\n.size {symbol}, . - {symbol}\n'.encode(),
    )
    link(f"{folder}/{name}", name, source)
    os.remove(data)
    os.remove(source)


def link_absent(folder):
    source, versions = f"{here}/absent.c", {}
    for version, function in re.findall(r"^ABSENT\(([\w.]+), (\w+),", read(source).decode(), re.M):
        versions.setdefault(version, []).append(function)
    script = f"{folder}/absent.map"
    write(script, "".join(f"{version} {{ {'; '.join(functions)}; }};\n" for version, functions in versions.items()).encode())
    link(f"{folder}/libabsent.so", "libabsent.so", "-O2", "-fPIC", f"-Wl,--version-script={script}", source)
    os.remove(script)


def crates():
    """Name, version, licence and folder of each crate in the binary."""
    manifest = ["--manifest-path", f"{root}/Cargo.toml", "--locked"]
    target = "x86_64-unknown-linux-gnu"
    lines = run("cargo", "tree", *manifest, "-p", "hexloop-cli", "-e", "normal", "--target", target, "--prefix", "none", "--format", "{p}").decode()
    used = {tuple(line.split(" ")[:2]) for line in lines.splitlines() if line}
    metadata = json.loads(run("cargo", "metadata", *manifest, "--format-version", "1", "--filter-platform", target))
    for package in sorted(metadata["packages"], key=lambda package: (package["name"], package["version"])):
        if package["source"] and (package["name"], f"v{package['version']}") in used:
            yield package["name"], package["version"], package["license"] or "NOASSERTION", os.path.dirname(package["manifest_path"])


def write_licences(tree, packages, folder):
    write(f"{folder}/LICENSE", read(f"{root}/LICENSE"))
    for package in sorted(set(packages.values())):
        write(f"{folder}/licences/{package}", read(f"{tree.path}/usr/share/doc/{package}/copyright"))
    texts = {}
    for name, version, licence, source in crates():
        found = sorted(file for file in os.listdir(source) if re.match(r"(?i)(licen[sc]e|copying|notice)", file) and os.path.isfile(f"{source}/{file}"))
        for text in {read(f"{source}/{file}").decode(errors="replace").strip() for file in found} or {f"Licence: {licence}"}:
            texts.setdefault(text, []).append(f"{name} {version}")
    blocks = sorted(f"{', '.join(users)}\n\n{text}\n" for text, users in texts.items())
    write(f"{folder}/licences/rust-crates", ("\n" + "-" * 80 + "\n\n").join(blocks).encode())


def write_list(tree, packages, bundle, name, version, time):
    """What is inside, as SPDX 2.3."""

    def package(kind, name, version, licence, **more):
        return {
            "SPDXID": "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", f"{kind}-{name}-{version}"),
            "name": name,
            "versionInfo": version,
            "downloadLocation": "NOASSERTION",
            "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION",
            "licenseDeclared": licence,
            "copyrightText": "NOASSERTION",
            **more,
        }

    own = package("Package", "hexloop", version, "MIT")
    listed = [own]
    of_debian = {}
    for debian in sorted(set(packages.values())):
        binary, source, source_version = tree.versions[debian]
        of_debian[debian] = package(
            "Debian", debian, binary, "NOASSERTION",
            sourceInfo=f"Debian's source package {source} {source_version}", comment=f"licence: share/doc/hexloop/licences/{debian}",
        )
        listed.append(of_debian[debian])
    for crate, crate_version, licence, _ in crates():
        listed.append(package("Crate", crate, crate_version, re.sub(r"\s*/\s*", " OR ", licence)))
    files, relationships = [], [("SPDXRef-DOCUMENT", "DESCRIBES", own["SPDXID"])]
    relationships += [(own["SPDXID"], "CONTAINS", other["SPDXID"]) for other in listed[1:]]
    for path in sorted(each_file(bundle)):
        data = read(f"{bundle}/{path}")
        identifier = "SPDXRef-File-" + re.sub(r"[^A-Za-z0-9.-]", "-", path)
        files.append({
            "SPDXID": identifier,
            "fileName": f"./{path}",
            "checksums": [{"algorithm": kind, "checksumValue": hashlib.new(kind.lower(), data).hexdigest()} for kind in ("SHA1", "SHA256")],
            "licenseConcluded": "NOASSERTION",
            "copyrightText": "NOASSERTION",
        })
        debian = packages.get(os.path.basename(path)) if path.startswith("lib/") else None
        relationships.append(((of_debian[debian] if debian else own)["SPDXID"], "CONTAINS", identifier))
    document = {
        "spdxVersion": "SPDX-2.3",
        "dataLicense": "CC0-1.0",
        "SPDXID": "SPDXRef-DOCUMENT",
        "name": name,
        "documentNamespace": f"urn:hexloop:{name}:{hashlib.sha256(json.dumps(files).encode()).hexdigest()}",
        "creationInfo": {"created": time, "creators": ["Tool: hexloop-packaging"]},
        "packages": listed,
        "files": files,
        "relationships": [
            {"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other} for one, kind, other in relationships
        ],
    }
    write(f"{bundle}/share/doc/hexloop/packages.spdx.json", json.dumps(document, indent=1).encode() + b"\n")


def each_file(folder):
    for at, _, names in os.walk(folder):
        for name in names:
            yield os.path.relpath(f"{at}/{name}", folder)


def archive(bundle, name, seconds):
    """NAME.tar.gz and NAME.tar.zst beside the folder."""

    def normal(member):
        member.uid = member.gid = 0
        member.uname = member.gname = ""
        member.mtime = seconds
        member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
        return member

    plain = f"{bundle}.tar"
    with tarfile.open(plain, "w", format=tarfile.USTAR_FORMAT) as tar:
        # Sorted by tarfile.
        tar.add(bundle, arcname=name, filter=normal)
    with open(f"{plain}.gz", "wb") as file, gzip.GzipFile("", "wb", 9, file, 0) as zipped:
        zipped.write(read(plain))
    run("zstd", "--quiet", "--force", "-19", "--no-progress", "-o", f"{plain}.zst", plain)
    os.remove(plain)
    return [f"{plain}.zst", f"{plain}.gz"]


def main(hexloop, share, tree, engine, output):
    tree = Tree(tree)
    version = re.search(r'^version = "(.*)"', read(f"{root}/Cargo.toml").decode(), re.M)[1]
    name = f"hexloop-{version}-linux-x64"
    bundle = f"{output}/{name}"
    seconds = int(os.environ["SOURCE_DATE_EPOCH"])
    time = run("date", "-u", "-d", f"@{seconds}", "+%Y-%m-%dT%H:%M:%SZ").decode().strip()
    shutil.rmtree(bundle, ignore_errors=True)

    stripped = f"{bundle}/bin/hexloop"
    os.makedirs(os.path.dirname(stripped))
    places = {symbol: address for symbol, address, _, defined in Elf(read(hexloop)).symbols(SHT_SYMTAB) if defined}
    run("strip", "-o", stripped, hexloop)
    program = Elf(read(stripped))
    packages = take_libraries(tree, program.data, f"{bundle}/lib/hexloop")
    program.start_from_bundle(places["hexloop_bundle_start"], places["hexloop_bundle_path"])
    write(stripped, program.data, 0o755)

    # All functions bound at once: one that no library has ends the program, and with it the build.
    run(stripped, "--version", "--verbose", env={**os.environ, "LD_BIND_NOW": "1", "HOME": output})
    shutil.copytree(share, f"{bundle}/share")
    write_licences(tree, packages, f"{bundle}/share/doc/hexloop")
    write_list(tree, packages, bundle, name, version, time)

    unpacked = sum(os.path.getsize(f"{bundle}/{path}") for path in each_file(bundle))
    print(f"engine {engine}; unpacked {unpacked / 1e6:.1f} MB")
    for path in archive(bundle, name, seconds):
        digest = hashlib.sha256(read(path)).hexdigest()
        write(f"{path}.sha256", f"{digest}  {os.path.basename(path)}\n".encode())
        print(f"{os.path.getsize(path) / 1e6:.1f} MB, sha256 {digest}:")
        print(path)


main(*sys.argv[1:])
