"""A software bill of materials from the lock file: CycloneDX 1.5 (ECMA-424), as JSON. No network is asked."""

import uuid
from importlib.metadata import PackageNotFoundError, metadata
from typing import Any, Final

from controller.release.lockfile import Locked

PRODUCT: Final = "sabot"


def bill(packages: list[Locked], version: str) -> dict[str, Any]:
    """The bill of one version of the product that was locked to these packages. The same lock gives the same bill."""
    product = {"type": "application", "bom-ref": PRODUCT, "name": PRODUCT, "version": version}
    names = {package.name.lower() for package in packages}
    wants: dict[str, list[str]] = {PRODUCT: [], **{package.purl: [] for package in packages}}
    purls = {package.name.lower(): package.purl for package in packages}
    for package in packages:
        by = [name.lower() for name in package.wanted_by if name.lower() in names] or [PRODUCT]
        for name in by:
            wants[purls.get(name, PRODUCT)].append(package.purl)
    content = "\n".join([version, *sorted(package.purl for package in packages)])
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, content)}",
        "version": 1,
        "metadata": {"component": product},
        "components": [_component(package) for package in packages],
        "dependencies": [{"ref": ref, "dependsOn": sorted(on)} for ref, on in wants.items()],
    }


def _component(package: Locked) -> dict[str, Any]:
    component: dict[str, Any] = {
        "type": "library",
        "bom-ref": package.purl,
        "name": package.name,
        "version": package.version,
        "purl": package.purl,
        "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.hashes],
    }
    if licence := _licence(package.name):
        component["licenses"] = [{"license": {"name": licence}}]
    return component


def _licence(name: str) -> str:
    """Return the licence that the installed package states. "" if it is not installed or states none."""
    try:
        about = metadata(name)
    except PackageNotFoundError:
        return ""
    classifiers = [text.rpartition(" :: ")[2] for text in about.get_all("Classifier") or [] if "License" in text]
    expression, text = (next(iter(about.get_all(key) or []), "") for key in ("License-Expression", "License"))
    said = expression or ", ".join(classifiers) or text
    return said.splitlines()[0][:120] if said else ""
