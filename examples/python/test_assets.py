"""A test of an asset repository: each model is valid, or its faults are known.

    pip install a3dlint-*.whl pytest
    ASSETS=models pytest test_assets.py
"""
import os

import a3dlint
import pytest

KNOWN = {"legacy-fence.a3d": {"tanki/block-length"}}  # rules that a file breaks, and may


@pytest.mark.parametrize("report", a3dlint.check_folder(os.environ.get("ASSETS", "models")), ids=lambda report: str(report.path))
def test_asset(report: a3dlint.Report) -> None:
    known = KNOWN.get(os.path.basename(report.path), set())
    new = [finding for finding in report.errors if finding.rule not in known]
    assert not new, "\n" + "\n".join(f"{f.rule} at {f.path or 'the file'}: {f.message}" for f in new)
    assert report.verdict in ("valid", "invalid"), report.message
