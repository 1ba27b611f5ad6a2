"""The examples of README.md print the output that README.md shows."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import os
import re
import unittest
from pathlib import Path

README = Path(__file__).parent.parent.joinpath("README.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```python\n(.+?)^```", README, re.MULTILINE | re.DOTALL)


class Readme(unittest.TestCase):
    def test_the_examples_print_what_they_say(self) -> None:
        self.assertEqual(len(EXAMPLES), README.count("```python"))
        for text in EXAMPLES:
            if "import pandas" in text and importlib.util.find_spec("pandas") is None:
                continue
            with self.subTest(text):
                program = text.replace("http://localhost:8080", os.environ["OPENFIRMA_URL"])
                said = re.findall(r"^# → (.*)$", text, re.MULTILINE)
                self.assertTrue(said)
                out = io.StringIO()
                with contextlib.redirect_stdout(out):
                    exec(compile(program, "README.md", "exec"), {"__name__": "__main__"})
                self.assertEqual(out.getvalue().splitlines(), said)
