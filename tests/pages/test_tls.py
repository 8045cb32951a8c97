"""The pages over TLS: the handshake, its time limit, the cookie, and a certificate that is none."""

from __future__ import annotations

import asyncio
import datetime
import ipaddress
import ssl
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from controller.console import doors
from controller.console.command import tls_of
from controller.console.link import ControllerLink
from controller.console.people import Visitors
from firmware_bridge.messages.tablefile import WebSection

from .test_doors import answered, closed, run, served


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> WebSection:
    """A certificate that signed itself, for 127.0.0.1."""
    folder = tmp_path_factory.mktemp("tls")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "table")])
    now = datetime.datetime.now(datetime.UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), False)
        .sign(key, hashes.SHA256())
    )
    (folder / "cert.pem").write_bytes(certificate.public_bytes(serialization.Encoding.PEM))
    private = serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    (folder / "key.pem").write_bytes(key.private_bytes(serialization.Encoding.PEM, *private))
    return WebSection(cert=folder / "cert.pem", key=folder / "key.pem")


def client(web: WebSection) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(web.cert))


def test_a_browser_that_knows_the_certificate_gets_its_page(web: WebSection) -> None:
    async def test() -> None:
        async with served(most=5, tls=tls_of(web)) as connection:
            assert await answered(await connection(ssl=client(web))) == b"HTTP/1.1 200 OK\r\n"

    run(test())


def test_a_handshake_that_does_not_come_to_its_end_is_closed(
    web: WebSection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "REQUEST_WITHIN_S", 0.05)

    async def test() -> None:
        async with served(most=5, tls=tls_of(web)) as connection:
            reader, writer = await connection()
            writer.write(b"\x16\x03\x01")
            assert await closed(reader)

    run(test())


def test_plain_requests_at_a_tls_address_get_no_page_and_no_traceback(
    web: WebSection, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        async with served(most=5, tls=tls_of(web)) as connection:
            assert b"200" not in await answered(await connection())

    run(test())
    assert not [record for record in caplog.records if record.exc_info]


def test_half_open_connections_make_room_for_a_browser_over_tls(web: WebSection) -> None:
    async def test() -> None:
        async with served(most=10, tls=tls_of(web)) as connection:
            for _ in range(30):
                await connection()
            await asyncio.sleep(0)
            assert await answered(await connection(ssl=client(web))) == b"HTTP/1.1 200 OK\r\n"

    run(test())


def test_a_file_that_is_no_certificate_is_named_with_the_cure(tmp_path: Path) -> None:
    (tmp_path / "a.pem").write_text("no certificate")
    with pytest.raises(ValueError, match="Both are PEM files"):
        tls_of(WebSection(cert=tmp_path / "a.pem", key=tmp_path / "a.pem"))
    with pytest.raises(ValueError, match="No such file"):
        tls_of(WebSection(cert=tmp_path / "none.pem", key=tmp_path / "none.pem"))


@pytest.mark.parametrize("path", ["/dev/zero", "/"])
def test_what_is_no_regular_file_is_not_read_as_a_certificate(path: str) -> None:
    with pytest.raises(ValueError, match="allowed is a regular file"):
        tls_of(WebSection(cert=Path(path), key=Path(path)))


def test_under_tls_the_cookie_belongs_to_this_host_alone() -> None:
    link = ControllerLink.__new__(ControllerLink)
    assert Visitors(link, secure=True).cookie == "__Host-sabot"
    assert Visitors(link, secure=False).cookie == "sabot"
