"""Keeps a table of companies up to date from a publication. Needs Python 3.9 or newer, and no packages.

    python3 changes.py https://data.example/current.json companies.db

The first run loads the published export (JSON lines), later runs only the change files since: run it from cron. Each
change file is one transaction, so an interrupted run continues where it ended.
"""

import gzip
import hashlib
import json
import sqlite3
import sys
from typing import Any, Dict, Iterator, List, Optional
from urllib.parse import urljoin
from urllib.request import urlopen

TIMEOUT_SECONDS = 60
Entry = Dict[str, Any]


def fetch(address: str) -> bytes:
    with urlopen(address, timeout=TIMEOUT_SECONDS) as response:
        content: bytes = response.read()
        return content


def lines(address: str, entry: Entry) -> Iterator[Entry]:
    """Yields the lines of a published file, once its checksum is right."""
    content = fetch(urljoin(address, entry["path"]))
    if hashlib.sha256(content).hexdigest() != entry["sha256"]:
        raise ValueError(f"{entry['path']} has another checksum; run again when the next publication is complete")
    for line in gzip.decompress(content).splitlines():
        yield json.loads(line)


def store(db: sqlite3.Connection, company: Entry, state: Optional[str]) -> None:
    row = (company["id"], company.get("name"), company.get("country_code"), state)
    db.execute("INSERT OR REPLACE INTO companies VALUES (?, ?, ?, ?)", row)


def apply(db: sqlite3.Connection, event: Entry) -> None:
    company = event.get("company", {})
    if company.get("lifecycle", {}).get("status") == "active":
        store(db, company, event.get("details", {}).get("state"))
    else:  # Redirected, split, tombstoned, restricted, purged or withdrawn.
        db.execute("DELETE FROM companies WHERE id = ?", (event["id"],))


def reach(db: sqlite3.Connection, generation: str) -> None:
    db.execute("DELETE FROM reached")
    db.execute("INSERT INTO reached VALUES (?)", (generation,))


def load_export(db: sqlite3.Connection, address: str, current: Entry) -> None:
    exports = [one for one in current["files"] if "/ndjson/companies/" in one["path"]]
    if not exports:
        raise ValueError(f"{address} has no export to begin with: publish with --exports")
    with db:
        db.execute("DELETE FROM companies")
        for entry in exports:
            for company in lines(address, entry):
                store(db, company, company.get("state"))
        reach(db, current["generation"])


def changes_after(current: Entry, generation: str) -> List[Entry]:
    """Returns the change files that lead from a generation to the current one; none if it is not in the chain."""
    files = [one for one in current["files"] if one["path"].startswith("changes/")]
    starts = [i for i, one in enumerate(files) if one["path"].startswith(f"changes/{generation}-")]
    return files[starts[-1] :] if starts else []


def main(address: str, path: str) -> None:
    db = sqlite3.connect(path)
    db.execute("CREATE TABLE IF NOT EXISTS companies (id TEXT PRIMARY KEY, name TEXT, country TEXT, state TEXT)")
    db.execute("CREATE TABLE IF NOT EXISTS reached (generation TEXT)")
    current = json.loads(fetch(address))
    (generation,) = db.execute("SELECT generation FROM reached").fetchone() or (None,)
    if generation == current["generation"]:
        return
    files = [] if generation is None else changes_after(current, generation)
    if not files:
        load_export(db, address, current)
    for entry in files:
        with db:
            events = lines(address, entry)
            header = next(events)
            if header["openfirma_changes"] != 4:
                raise ValueError(f"{entry['path']} has format {header['openfirma_changes']}, not 4")
            for event in events:
                apply(db, event)
            reach(db, header["to"])


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
