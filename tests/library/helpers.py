"""Records to upload."""

from __future__ import annotations

import io
import zipfile

from django.utils import timezone

from clubs.services.audiences import Audience
from library.services import sharing, uploading
from library.services.reading import UploadedFile
from library.services.shelving import FolderAndTags
from library.services.uploading import UploadRequest
from tests.social.helpers import ListsOfPeople

GAME = (
    "(;FF[4]CA[UTF-8]GM[1]SZ[9]PB[Aino]PW[Babak]BR[3k]WR[2k]EV[Club evening]DT[2019-03-04]RE[B+R]RU[Japanese]KM[6.5]"
    "\n;B[ee];W[cc](;B[gc]C[A comment with \\] a bracket.]TR[ee])(;B[cg];W[gg]))\n"
)
OTHER = "(;GM[1]SZ[13]PB[Chen]PW[Dina]EV[Spring Cup]DT[2020-05]RU[Chinese]HA[2]AB[dd][jj];W[dj];B[jd])"


def many(number):
    """Return a collection of different games."""
    return "".join(f"(;GM[1]SZ[9]PB[Player {n}]PW[Opponent];B[ee];W[cc])\n" for n in range(number))


def add(player, *texts, shelf=None, now=None):
    """Add these files to the player's library; return the records."""
    files = [
        UploadedFile(f"game{n}.sgf", text if isinstance(text, bytes) else text.encode()) for n, text in enumerate(texts)
    ]
    return uploading.upload_and_keep(
        player, UploadRequest(files), shelf or FolderAndTags(), now or timezone.now()
    ).records


def zip_with(files, method=zipfile.ZIP_DEFLATED):
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", method) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return packed.getvalue()


def damaged_zips():
    """Yield an archive with a damaged record for each method of compression."""
    for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        data = bytearray(zip_with({"a.sgf": GAME * 50}, method))
        data[45:60] = bytes(value ^ 0x5A for value in data[45:60])
        yield bytes(data)


class ListsOfRecords:
    """The lists in pages of records, for tests/games/api/test_pages.py."""

    def library(self):
        add(self.aino, many(ListsOfPeople.rows), now=self.now)
        return "library/"

    def library_shared(self):
        for record in add(self.babak, many(ListsOfPeople.rows), now=self.now):
            sharing.share_record(self.babak, record.pk, Audience(everyone=True), self.now)
        return "library/shared/"
