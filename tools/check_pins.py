"""Which pins of requirements.txt have a wheel for a system and a Python: tools/check_pins.py [--python 3.12] [NAME]

pip's own resolver is asked, for every system in TARGETS and every Python in PYTHONS; nothing is installed. pip reads a
marker, and the Pythons that a wheel is for, as meant for the computer it runs on, so both are judged here, for the
system and the Python that are asked about. Where no wheel fits, pip names the pin, which is noted and left aside, and
the rest is asked about again.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet

REQUIREMENTS = Path(__file__).resolve().parents[1] / "requirements.txt"
PYTHONS = "3.11", "3.12", "3.13", "3.14"
GLIBC = [f"manylinux_2_{minor}" for minor in (28, 27, 26, 24, 17, 12, 5)] + ["manylinux2014", "manylinux2010"]
# name: (tags, (sys_platform, os_name, platform_machine), which markers are judged by)
TARGETS = {
    "macOS 11 arm64": (["macosx_11_0_arm64"], ("darwin", "posix", "arm64")),
    "macOS 12 arm64": (["macosx_12_0_arm64"], ("darwin", "posix", "arm64")),
    "macOS 11 x86_64": (["macosx_11_0_x86_64"], ("darwin", "posix", "x86_64")),
    "Windows amd64": (["win_amd64"], ("win32", "nt", "AMD64")),
    "Linux x86_64": ([f"{tag}_x86_64" for tag in GLIBC], ("linux", "posix", "x86_64")),
    "Linux aarch64": ([f"{tag}_aarch64" for tag in GLIBC], ("linux", "posix", "aarch64")),
}
MISSING = re.compile(r"No matching distribution found for ([\w.-]+==\S+)")


def pins(text, python, system):
    """The pins (name==version) of a requirements file that are meant for a Python and a system."""
    where = dict(zip(("sys_platform", "os_name", "platform_machine"), system, strict=True))
    where |= {"python_version": python, "python_full_version": f"{python}.9", "implementation_name": "cpython"}
    lines = (line.split("#")[0].strip() for line in text.splitlines())
    asked = [Requirement(line) for line in lines if line]
    return [f"{r.name}{r.specifier}" for r in asked if r.marker is None or r.marker.evaluate(where)]


def pip(wanted, python, tags):
    """(what pip would install, as in its report, what it says), for a Python and tags; one of the two is empty."""
    target = ["--only-binary=:all:", "--implementation", "cp", "--python-version", python, "--ignore-requires-python"]
    target += [word for tag in tags for word in ("--platform", tag)]
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder, "pins.txt")
        listed.write_text("\n".join(wanted) + "\n", encoding="utf-8")
        command = [sys.executable, "-m", "pip", "install", "--dry-run", "--no-deps", "-q", "--report", "-"]
        ran = subprocess.run(
            [*command, "--no-input", "--disable-pip-version-check", *target, "--target", folder, "-r", listed],
            capture_output=True,
            text=True,
            encoding="utf-8",
        )
    if ran.returncode:
        return [], "\n".join(line for line in ran.stderr.splitlines() if line.startswith("ERROR"))
    return [found["metadata"] for found in json.loads(ran.stdout)["install"]], ""


def without_wheel(wanted, python, tags):
    """The pins among these that have no wheel; raises RuntimeError where pip fails for another reason."""
    lacking = []
    while True:
        found, said = pip([pin for pin in wanted if pin not in lacking], python, tags)
        if not said:
            return lacking + [
                f"{about['name']}=={about['version']}"
                for about in found
                if not SpecifierSet(about.get("requires_python", "")).contains(f"{python}.9")
            ]
        missing = MISSING.search(said)
        if missing is None or missing.group(1) not in wanted:
            raise RuntimeError(f"pip could not tell: {said}")
        lacking.append(missing.group(1))


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--python", choices=PYTHONS, action="append", help="only this Python; may be repeated")
    parser.add_argument("systems", nargs="*", metavar="NAME", help=f"only these systems; all are {', '.join(TARGETS)}")
    given = parser.parse_args()
    if unknown := set(given.systems) - set(TARGETS):
        parser.error(f"no system is named {', '.join(sorted(unknown))}: choose from {', '.join(TARGETS)}")
    text, complete = REQUIREMENTS.read_text(encoding="utf-8"), True
    for name in given.systems or TARGETS:
        tags, system = TARGETS[name]
        for python in given.python or PYTHONS:
            wanted = pins(text, python, system)
            lacking = without_wheel(wanted, python, tags)
            complete = complete and not lacking
            told = f"no wheel of {', '.join(lacking)}" if lacking else "all have wheels"
            print(f"{name:<16} {python}  {len(wanted)} pins, {told}", flush=True)
    return 0 if complete else 1


if __name__ == "__main__":
    sys.exit(main())
