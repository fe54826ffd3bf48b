"""Converts the models of a folder to binary glTF, repaired first where that is certain.

    pip install a3dlint-*.whl
    python convert.py models/ converted/

The exit status is 0 if every model could be converted, else 1.
"""
import sys
from pathlib import Path

import a3dlint


def convert(source: Path, target: Path) -> bool:
    fixed = a3dlint.fix(source)
    if fixed.verdict != "valid":
        print(f"{source.name}: {fixed.verdict}, not converted")
        return False
    glb = a3dlint.to_glb(fixed.data, name=source.name)
    target.write_bytes(glb.data)
    repaired = f", repaired: {', '.join(fixed.rules)}" if fixed.rules else ""
    lost = f", lost: {'; '.join(glb.lost)}" if glb.lost else ""
    print(f"{source.name}: {target.name}{repaired}{lost}")
    return True


def main(folder: str, out: str) -> int:
    Path(out).mkdir(parents=True, exist_ok=True)
    sources = sorted(p for p in Path(folder).iterdir() if p.suffix.lower() in (".a3d", ".m3g", ".p3d"))
    done = [convert(source, Path(out) / f"{source.name}.glb") for source in sources]
    return 0 if all(done) else 1


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: convert.py FOLDER TARGET")
    sys.exit(main(*sys.argv[1:]))
