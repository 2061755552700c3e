"""scripts/test, with stand-ins for the compiler, the tests and the checks."""
import fcntl
import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent.parent / "scripts"
SWIFT = """#!/bin/sh
case $* in
--version) echo 'Swift version 6.3.1 (swift-6.3.1-RELEASE)' ;;
*--show-bin-path*) echo "$PRODUCTS" ;;
*)
    echo "$*" >>"$PRODUCTS/calls"
    if [ "$1" = build ] && [ -p "$PRODUCTS/building" ]; then
        echo >"$PRODUCTS/building"
        exec sleep 600
    fi ;;
esac
"""
PACKAGE_TESTS = """#!/bin/sh
case $* in
*NoSuchTests*) echo '✔ Test run with 0 tests in 0 suites passed after 0.001 seconds.'; exit 69 ;;
*FlakyTests*)
    while [ "$1" != --event-stream-output-path ]; do shift; done
    if [ ! -e "$PRODUCTS/has-failed" ]; then
        : >"$PRODUCTS/has-failed"
        echo '{"kind":"event","payload":{"kind":"testStarted","testID":"M.FlakyTests/anotherTest()/A.swift:1:2"}}' >"$2"
        echo '{"kind":"event","payload":{"kind":"issueRecorded","issue":{"isKnown":false},"testID":"M.FlakyTests/aTest()/A.swift:1:2"}}' >>"$2"
        echo '✘ Test aTest() recorded an issue at A.swift:1:2: Expectation failed'
        exit 1
    fi
    [ ! -e "$PRODUCTS/fails-twice" ] || exit 1 ;;
*FailingTests*) echo '✘ Test aTest() recorded an issue at A.swift:1:2: Expectation failed'; exit 1 ;;
esac
echo '✔ Test aSlowTest() passed after 2.500 seconds.'
echo '✔ Test run with 1 test in 1 suite passed after 2.501 seconds.'
"""
# Of the packages, one is missing until it is installed.
DPKG_QUERY = """#!/bin/sh
case $* in *shellcheck) [ ! -e "$PRODUCTS/is-missing" ] || exit 1 ;; esac
echo 'install ok installed'
"""
SUDO = """#!/bin/sh
echo "sudo $*" >>"$PRODUCTS/calls"
"""


class TestScript(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.project = pathlib.Path(folder.name) / "a project"
        self.products = pathlib.Path(folder.name) / "some products"
        self.programs = pathlib.Path(folder.name) / "bin"
        for path in (self.project / "scripts", self.products, self.programs):
            path.mkdir(parents=True)
        for name in ("test", "lib.sh"):
            shutil.copy(SCRIPTS / name, self.project / "scripts")
        for name in SCRIPTS.iterdir():
            if name.name not in ("test", "lib.sh") and name.is_file():
                self.write(self.project / "scripts" / name.name, "#!/bin/sh\n")
        self.write(self.products / "viperlinePackageTests.xctest", PACKAGE_TESTS)
        for name, text in (("swift", SWIFT), ("dpkg-query", DPKG_QUERY), ("shellcheck", "#!/bin/sh\n"), ("sudo", SUDO)):
            self.write(self.programs / name, text)

    def write(self, path, text):
        path.write_text(text, encoding="utf-8")
        path.chmod(0o755)

    def run_script(self, *arguments):
        environment = {**os.environ, "PATH": f"{self.programs}:{os.environ['PATH']}", "PRODUCTS": str(self.products)}
        # Of the run that these tests are a part of.
        environment.pop("VIPERLINE_BUILD_FLAGS", None)
        done = subprocess.run(
            [self.project / "scripts" / "test", *arguments], env=environment, capture_output=True, text=True, timeout=120)
        return done.returncode, done.stdout + done.stderr

    def calls(self):
        return (self.products / "calls").read_text(encoding="utf-8")

    def test_some_tests(self):
        """Regression: the table had the key of the tests in place of their name."""
        status, output = self.run_script("--filter", "WireTests")
        self.assertEqual(status, 0, output)
        self.assertIn("2.500  aSlowTest()", output)
        self.assertRegex(output, r"(?m)^ +\d+ s +\d+ s  tests$")
        self.assertRegex(output, r"(?m)^ +\d+ s +\d+ s  in all$")

    def test_a_filter_without_a_match(self):
        """Regression: it was reported as a failure of tests."""
        status, output = self.run_script("--filter", "NoSuchTests")
        self.assertEqual(status, 64, output)
        self.assertIn("no test matches --filter NoSuchTests", output)

    def test_a_failure_is_shown_last(self):
        status, output = self.run_script("--filter", "FailingTests")
        self.assertEqual(status, 1)
        self.assertEqual(output.count("aTest() recorded an issue at A.swift:1:2"), 2)

    def test_a_test_that_fails_beside_others_is_repeated_alone_and_named(self):
        """Regression: one of 2,189 tests failed by chance, on a busy machine, and with it everything."""
        status, output = self.run_script("--filter", "FlakyTests")
        self.assertEqual(status, 0, output)
        self.assertTrue(output.rstrip().endswith(r"failed beside others, passed alone: ^M.FlakyTests/aTest\("), output)

    def test_a_test_that_fails_twice_has_failed(self):
        (self.products / "fails-twice").touch()
        status, output = self.run_script("--filter", "FlakyTests")
        self.assertEqual(status, 1)
        self.assertIn("tests failed twice", output)

    def test_a_failed_check_ends_the_build(self):
        """Regression: a fault of format was told after the eleven minutes of a build. Who still builds keeps the output open."""
        os.mkfifo(self.products / "building")
        self.write(self.project / "scripts" / "check", "#!/bin/sh\nread _ <\"$PRODUCTS/building\"\necho 'A uses B' >&2\nexit 1\n")
        status, output = self.run_script("--quick")
        self.assertEqual(status, 1)
        self.assertIn("A uses B", output)
        self.assertIn("failed: format, boundaries, generated code", output)

    def test_a_second_run_in_the_same_folder_is_refused(self):
        """Regression: both built, and one of them added a module while the other compiled."""
        folder = os.open(self.project, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        status, output = self.run_script("--quick")
        self.assertEqual(status, 69)
        self.assertIn("already runs in this folder", output)

    def test_packages_are_installed_with_sudo(self):
        self.write(self.programs / "id", "#!/bin/sh\necho 1000\n")
        (self.products / "is-missing").touch()
        status, output = self.run_script("--quick")
        self.assertEqual(status, 0, output)
        self.assertIn("sudo apt-get update", self.calls())
        self.assertRegex(self.calls(), r"sudo env DEBIAN_FRONTEND=noninteractive apt-get install .* shellcheck")

    def test_everything(self):
        """Each step that runs beside others is told once, with its time, also one that has ended before."""
        self.write(self.project / "scripts" / "run", "#!/bin/sh\necho \"-- What's New --\"\n")
        for program in (self.products / "viperline-simulation", self.programs / "python3"):
            self.write(program, "#!/bin/sh\n")
        script = (self.project / "scripts" / "test").read_text(encoding="utf-8")
        titles = re.findall(r'^ +beside \w+ "(.+?)"', script[script.index("\nall)"):], re.M)
        self.assertGreater(len(titles), 5)
        status, output = self.run_script()
        self.assertEqual(status, 0, output)
        for title in titles:
            self.assertRegex(output, rf"(?m)^ +\d+ s +\d+ s  {title} \(beside others\)$")
        self.write(self.project / "scripts" / "check", "#!/bin/sh\n[ \"${1-}\" != module ]\n")
        status, output = self.run_script()
        self.assertEqual(status, 1)
        self.assertIn("failed: a new module", output)

    def test_ci_tests_what_a_release_is_made_of(self):
        self.assertEqual(self.run_script("--ci", "--quick")[0], 0)
        self.assertIn("-c release -Xswiftc -gnone -Xswiftc -enable-testing", self.calls())
        (self.products / "calls").unlink()
        self.assertEqual(self.run_script("--quick")[0], 0)
        self.assertNotIn("-c release -Xswiftc -gnone -Xswiftc -enable-testing", self.calls())


if __name__ == "__main__":
    unittest.main()
