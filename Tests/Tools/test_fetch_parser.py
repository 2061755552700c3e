"""scripts/fetch-parser takes the released sources, and no others."""
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FETCHED = ROOT / ".build-dependencies" / "swift-argument-parser"
ADDRESS = "https://github.com/apple/swift-argument-parser"


class FetchParser(unittest.TestCase):
    """In a copy of the scripts, with a repository of our own at the address."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name) / "a project"
        self.released = pathlib.Path(folder.name) / "released"
        (self.project / "scripts").mkdir(parents=True)
        for name in ("fetch-parser", "lib.sh", "argument-parser.patch"):
            shutil.copy(ROOT / "scripts" / name, self.project / "scripts")
        shutil.copytree(FETCHED, self.released, ignore=shutil.ignore_patterns(".patched"))
        patch = str(ROOT / "scripts" / "argument-parser.patch")
        subprocess.run(["git", "apply", "--reverse", patch], cwd=self.released, check=True, env=self.environment())
        (pathlib.Path(folder.name) / ".gitconfig").write_text(
            f'[url "{self.released}"]\ninsteadOf = {ADDRESS}\n[user]\nname = a\nemail = a@localhost\n', encoding="utf-8")

    def environment(self):
        """Without the user's settings, and outside of this checkout."""
        home = str(self.released.parent)
        return {"PATH": os.environ["PATH"], "HOME": home, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CEILING_DIRECTORIES": home}

    def release(self):
        for command in (["init", "-q"], ["add", "-f", "."], ["commit", "-qm", "a release"], ["tag", "1.8.2"]):
            subprocess.run(["git", *command], cwd=self.released, check=True, env=self.environment())

    def fetch(self):
        return subprocess.run(
            [self.project / "scripts" / "fetch-parser"], env=self.environment(), capture_output=True, text=True)

    def result(self):
        return self.project / ".build-dependencies" / "swift-argument-parser"

    def test_the_release_is_fetched_once_and_has_no_foundation(self):
        self.release()
        self.assertEqual(self.fetch().returncode, 0)
        sources = "".join(file.read_text(encoding="utf-8") for file in (self.result() / "Sources").rglob("*.swift"))
        self.assertNotIn("import Foundation", sources)
        shutil.rmtree(self.released)
        again = self.fetch()
        self.assertEqual((again.returncode, again.stderr), (0, ""))

    def test_a_changed_patch_is_applied_to_a_new_copy(self):
        self.release()
        self.fetch()
        patch = self.project / "scripts" / "argument-parser.patch"
        patch.write_text(patch.read_text(encoding="utf-8").replace("Viperline replaces", "We replace"), encoding="utf-8")
        self.assertEqual(self.fetch().returncode, 0)
        file = self.result() / "Sources" / "ArgumentParser" / "Utilities" / "Foundation.swift"
        self.assertIn("// We replace this file", file.read_text(encoding="utf-8"))

    def test_other_sources_are_refused(self):
        with open(self.released / "Sources" / "ArgumentParser" / "Utilities" / "Tree.swift", "a", encoding="utf-8") as file:
            file.write("// one line more\n")
        self.release()
        refused = self.fetch()
        self.assertEqual(refused.returncode, 65)
        self.assertIn("checksum", refused.stderr)
        self.assertFalse(self.result().exists())

    def test_without_a_network_it_fails_clearly(self):
        shutil.rmtree(self.released)
        failed = self.fetch()
        self.assertEqual(failed.returncode, 69)
        self.assertIn(f"could not fetch {ADDRESS}", failed.stderr)
        self.assertEqual(list((self.project / ".build-dependencies").iterdir()), [])


if __name__ == "__main__":
    unittest.main()
