"""A digest of all that the comparison reads, and the one of its last success: without a change between them it need not run again."""

import hashlib

from . import package, roles

RECORD = package.ROOT / "Tests" / "Patterns" / "compared.sha256"
# Package.swift and the modules that every program shares are not among them: the tests of the patterns run after each change.
FOLDERS = ("Sources/Studies", "compose/patterns", "scripts/patterns", "Tests/Patterns/changes", "Tests/Cassettes/patterns")
SUFFIXES = {".swift", ".yaml", ".py", ".patch", ".ndjson"}


def digest():
    found = hashlib.sha256()
    for file in sorted(files()):
        found.update(f"{file.relative_to(package.ROOT)}\n".encode())
        found.update(hashlib.sha256(file.read_bytes()).digest())
    return found.hexdigest()


def files():
    own = {path for folder in FOLDERS for path in (package.ROOT / folder).rglob("*") if path.suffix in SUFFIXES}
    compared = {path for one in roles.PATTERNS for path in package.files(one.sources + tuple(one.messages))}
    return own | compared | {package.ROOT / "scripts" / "compare-patterns"}


def have_changed():
    return not RECORD.exists() or RECORD.read_text(encoding="utf-8").strip() != digest()


def record():
    RECORD.write_text(digest() + "\n", encoding="utf-8")
