#!/usr/bin/env python3
"""Packs the built page for the program: one archive, its index in C, and the assembly that holds it.

Usage: gen_page.py FOLDER ARCHIVE INDEX.c HOLDER.S

FOLDER is build-web; when it is not there, the archive is empty and the program says so.  What is
written is written only when it changed, so that a build with the same page compiles nothing.
"""
import gzip
import hashlib
import pathlib
import sys

TYPES = {".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
         ".css": "text/css; charset=utf-8", ".json": "application/json", ".svg": "image/svg+xml",
         ".wasm": "application/wasm", ".woff2": "font/woff2", ".png": "image/png",
         ".ico": "image/x-icon", ".txt": "text/plain; charset=utf-8", ".mp3": "audio/mpeg",
         ".ogg": "audio/ogg", ".webmanifest": "application/manifest+json",
         ".bin": "application/octet-stream"}
PACKED_ALREADY = {".woff2", ".png", ".mp3", ".ogg", ".ico"}
FOR_BUILDERS = {".map"}
LASTING = "/a/"  # names in this folder carry a hash of the content


def write(path, data):
    path = pathlib.Path(path)
    if not path.exists() or path.read_bytes() != data:
        path.write_bytes(data)


def pack(folder):
    archive, rows = b"", []
    for path in sorted(p for p in folder.rglob("*") if p.is_file()):
        if path.suffix in FOR_BUILDERS:
            continue
        if path.suffix not in TYPES:
            sys.exit(f"gen_page.py: {path}: no content type is known for '{path.suffix}'")
        name = "/" + path.relative_to(folder).as_posix()
        data = path.read_bytes()
        packed = data if path.suffix in PACKED_ALREADY else gzip.compress(data, 9, mtime=0)
        if len(packed) >= len(data):
            packed = data
        etag = hashlib.sha256(data).hexdigest()[:16]
        rows.append((name, TYPES[path.suffix], etag, packed is not data, name.startswith(LASTING),
                     len(archive), len(packed), len(data)))
        archive += packed
    return archive, sorted(rows)


def index(rows):
    lines = ["/* Made by tools/gen/gen_page.py. */", '#include "server/page.h"', "",
             f"const size_t rd_page_count = {len(rows)};", "const rd_page_file rd_page_files[] = {"]
    for name, kind, etag, zipped, lasting, at, n, of in rows:
        lines.append(f'    {{"{name}", "{kind}", "\\"{etag}\\"", {"true" if zipped else "false"}, '
                     f'{"true" if lasting else "false"}, {at}, {n}, {of}}},')
    return "\n".join(lines + ["    {0},", "};", ""])


def holder(archive, digest):
    return (f"/* Made by tools/gen/gen_page.py; {digest} */\n"
            ".section .rodata\n.global rd_page_bytes\n.balign 16\nrd_page_bytes:\n"
            f'.incbin "{archive}"\n.byte 0\n'
            '.section .note.GNU-stack,"",%progbits\n')


def main():
    folder, archive, index_c, holder_s = sys.argv[1:]
    data, rows = pack(pathlib.Path(folder))
    write(archive, data)
    write(index_c, index(rows).encode())
    write(holder_s, holder(pathlib.Path(archive).resolve().as_posix(),
                           hashlib.sha256(data).hexdigest()).encode())


if __name__ == "__main__":
    if len(sys.argv) != 5:
        sys.exit(__doc__)
    main()
