"""Marks the wheel: for one system, because it contains the shared library, and for any Python 3."""
from setuptools import setup
from setuptools.dist import Distribution
from wheel.bdist_wheel import bdist_wheel


class BinaryDistribution(Distribution):  # type: ignore[misc]
    def has_ext_modules(self) -> bool:
        return True


class AnyPython(bdist_wheel):  # type: ignore[misc]
    def get_tag(self) -> tuple[str, str, str]:
        return ("py3", "none", super().get_tag()[2])


setup(distclass=BinaryDistribution, cmdclass={"bdist_wheel": AnyPython})
