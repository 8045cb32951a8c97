"""Names for tags that may be shown: the same tag has the same alias until the key changes, and it leads nowhere."""

import hashlib
import secrets

from drivers.reader import Tag

# 40 bits: among the thousand tags of a table two share an alias once in two million keys.
DIGEST = 5
KEY = 32


class Aliases:
    """Keyed BLAKE2 of a tag. Without a `key` it lives in memory only, and is new at every start and every hand."""

    def __init__(self, key: bytes | None = None) -> None:
        self._key = secrets.token_bytes(KEY) if key is None else key

    def renew(self) -> None:
        """Forget the key: aliases given before cannot be linked to those given from now on."""
        self._key = secrets.token_bytes(KEY)

    def of(self, tag: Tag) -> str:
        """The alias of a tag, as `t-0123456789`."""
        text = f"{tag.technology}:".encode() + tag.uid
        return "t-" + hashlib.blake2b(text, digest_size=DIGEST, key=self._key).hexdigest()
