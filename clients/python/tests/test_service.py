"""The client against the service. OPENFIRMA_URL is its address, without a rate limit."""

from __future__ import annotations

import asyncio
import csv
import io
import os
import unittest

from openfirma import AsyncClient, Client, CursorError, ProblemError, Query, Wait, to_records

URL = os.environ["OPENFIRMA_URL"]
LIMITED_URL = os.environ["OPENFIRMA_LIMITED_URL"]
"""The service with a limit of 60 requests a minute, and with cursors that expire at once."""
UNKNOWN_ID = "co_" + "7" * 26
SPLIT = "co_1vvy4ftw10n8z39sm11jfhanvp"
"""A company of the sample that continues as several others."""
MANY = "tov"
"""The start of more company names in the sample than a page can have."""


class Operations(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(URL)

    def test_a_page_of_a_search_and_the_page_behind_its_cursor(self) -> None:
        first = self.client.search("  Nordlysmyr  ", country="no", limit=2)
        self.assertEqual((first.object, first.query, first.countries), ("list", "Nordlysmyr", ["NO"]))
        second = self.client.search("Nordlysmyr", country="no", limit=2, cursor=first.next_cursor)
        both = self.client.search("Nordlysmyr", country="no", limit=4)
        self.assertEqual(first.data + second.data, both.data)
        self.assertEqual(len({company.id for company in both.data}), 4)

    def test_a_code_that_no_country_has(self) -> None:
        with self.assertRaisesRegex(ValueError, "No country has the code 'xx'"):
            self.client.search(MANY, country="xx")
        with self.assertRaisesRegex(ValueError, "No country has the code 'xx'"):
            self.client.search_with_details(MANY, country="xx")
        with self.assertRaisesRegex(ValueError, "No country has the code 'xx'"):
            self.client.similar(MANY, country="xx")
        for country in ("EL", "uk", "us", "All"):
            self.assertEqual(self.client.search(MANY, country=country).object, "list")

    def test_a_company_its_officers_and_its_details(self) -> None:
        [found] = self.client.companies("LARKHOLT ROLES")
        company = self.client.company(found.id).data
        self.assertEqual([one.value for one in company.identifiers or []], ["SC300047"])
        self.assertIsNone(company.industry)
        officers = self.client.officers(found.id)
        self.assertEqual((officers.company_id, len(officers.data)), (found.id, 4))
        details = self.client.details(found.id).data
        self.assertEqual((details.object, details.state), ("company_details", "active"))

    def test_why_a_company_has_no_officers(self) -> None:
        [found] = self.client.companies("NORDLYSMYR ENK")
        self.assertEqual(self.client.officers(found.id).data, [])
        self.assertIn("no register in the data publishes", self.client.why_no_officers(found.id))
        self.assertIn("was split", self.client.why_no_officers(SPLIT))

    def test_a_search_with_details(self) -> None:
        page = self.client.search_with_details("nordlysmyr handel", country="se", limit=1)
        [company] = page.data
        self.assertEqual(company.number and company.number.value, "556010-1981")
        self.assertEqual((company.state, company.locality), ("active", "Ålkistaby"))

    def test_companies_of_similar_names(self) -> None:
        found = self.client.similar("nordlysmir handel", country="se")
        self.assertEqual((found.object, found.countries), ("similar_list", ["SE"]))
        self.assertEqual(found.data[0].name, "Nordlysmyr Handel AS")

    def test_all_companies_each_once_in_the_order_of_the_service(self) -> None:
        companies = list(self.client.companies(MANY, page_size=10))
        self.assertGreater(len(companies), 30)
        self.assertEqual(len({company.id for company in companies}), len(companies))
        self.assertEqual(companies[:25], self.client.search(MANY, limit=25).data)
        described = list(self.client.companies_with_details(MANY))
        self.assertEqual([one.id for one in described], [one.id for one in companies])

    def test_no_more_companies_than_requested(self) -> None:
        pages = list(self.client.pages(MANY, max_companies=28))
        self.assertEqual([len(page.data) for page in pages], [25, 3])
        self.assertEqual(list(self.client.companies(MANY, max_companies=0)), [])

    def test_a_problem_is_an_exception_with_its_fields(self) -> None:
        with self.assertRaises(ProblemError) as caught:
            self.client.company(UNKNOWN_ID)
        error = caught.exception
        self.assertEqual((error.status, error.code, error.retryable), (404, "not_found", False))
        self.assertTrue(error.type.endswith("/not-found") and error.instance.endswith(UNKNOWN_ID))
        self.assertRegex(error.request_id, "^req_")
        self.assertEqual(str(error), f"{error.title}: {error.detail}")
        self.assertEqual(error.problem.detail, error.detail)
        for wrong in ("a/b?c#d", "..", "é"):
            with self.subTest(wrong), self.assertRaises(ProblemError):
                self.client.details(wrong)

    def test_an_invalid_query_is_no_fault_of_the_cursor(self) -> None:
        with self.assertRaises(ProblemError) as caught:
            next(self.client.companies("no"))
        self.assertNotIsInstance(caught.exception, CursorError)

    def test_an_invalid_cursor_names_how_many_companies_were_returned(self) -> None:
        walk = self.client.pages(MANY, page_size=10)
        first = next(walk)
        search, size = self.client.search, len(first.data)
        with self.assertRaises(ProblemError):
            search(MANY, cursor="x")
        # The limited service has other cursors.
        limited = Client(LIMITED_URL)
        pages = limited.pages(MANY, page_size=size)
        next(pages)
        with self.assertRaises(CursorError) as caught:
            next(pages)
        self.assertEqual((caught.exception.companies_given, caught.exception.status), (size, 400))


class Matching(unittest.TestCase):
    ROWS = ["Nordlysmyr Handl A.S.", "", "no such company anywhere", "larkholt roles plc"] * 20

    def test_every_row_has_one_match_in_the_order_of_the_rows(self) -> None:
        matches = list(Client(URL).match(self.ROWS, candidates=2))
        self.assertEqual([match.query.name for match in matches], self.ROWS)
        self.assertTrue(all(len(match.candidates) <= 2 for match in matches))
        self.assertEqual([match.best is None for match in matches[1:3]], [True, True])
        best = matches[3].best
        self.assertEqual(best and best.name, "LARKHOLT ROLES PLC")

    def test_a_number_and_a_country_decide(self) -> None:
        queries = [Query(name="some name", number="556010-1981", country="SE"), Query(number="SC300047")]
        names = [match.best and match.best.name for match in Client(URL).match(queries)]
        self.assertEqual(names, ["Nordlysmyr Handel AS", "LARKHOLT ROLES PLC"])

    def test_cells_with_paragraphs_and_broken_characters_do_not_fail_the_others(self) -> None:
        rows = ["界 " * 5000, "x" * 100_000, "\udcff", "\0", "a\tb\r\nc", '"}],', "larkholt roles plc"] * 10
        matches = list(Client(URL).match(Query(name=row, number=row) for row in rows))
        self.assertEqual([match.query.name for match in matches], rows)
        self.assertEqual(matches[-1].best and matches[-1].best.name, "LARKHOLT ROLES PLC")

    def test_records_of_matches_are_a_table(self) -> None:
        records = to_records(Client(URL).match(["larkholt roles plc", "no such company anywhere"]))
        out = io.StringIO()
        table = csv.DictWriter(out, list(records[0]))
        table.writerows(records)
        self.assertEqual([record["company"] for record in records], ["LARKHOLT ROLES PLC", None])
        self.assertEqual(len(out.getvalue().splitlines()), 2)


class Records(unittest.TestCase):
    def test_companies_have_flat_values_and_the_same_columns(self) -> None:
        client = Client(URL)
        companies = list(client.companies_with_details(MANY, max_companies=30))
        details = [client.details(company.id).data for company in companies[:5]]
        for records in (to_records(companies), to_records(details)):
            self.assertTrue(all(list(record) == list(records[0]) for record in records))
            values = [value for record in records for value in record.values()]
            self.assertTrue(all(isinstance(one, (str, int, float, bool, type(None))) for one in values))
        self.assertIn("number_value", to_records(companies)[0])
        self.assertIn("sources_1_fields_1", to_records(details)[0])


class Waits(unittest.TestCase):
    def test_over_the_limit_a_request_waits_as_long_as_the_service_asks(self) -> None:
        waits: list[Wait] = []
        client = Client(LIMITED_URL, on_wait=waits.append)
        while not waits:
            client.search("nordlysmyr")
        self.assertEqual((waits[0].attempt, waits[0].error.status), (1, 429))
        self.assertTrue(0 < waits[0].seconds <= 2, waits[0])

        async def several() -> None:
            limited = AsyncClient(LIMITED_URL, on_wait=waits.append)
            await asyncio.gather(*(limited.search("nordlysmyr") for _ in range(3)))

        asyncio.run(several())
        self.assertGreater(len(waits), 1)

        with self.assertRaises(ProblemError) as caught:
            while True:
                Client(LIMITED_URL, max_retries=0).search("nordlysmyr")
        self.assertEqual(caught.exception.code, "rate_limited")
        self.assertEqual(caught.exception.retry_after_seconds, 1)


class Async(unittest.IsolatedAsyncioTestCase):
    async def test_the_methods_of_the_client(self) -> None:
        client, same = AsyncClient(URL), Client(URL)
        companies = [one async for one in client.companies(MANY, max_companies=28)]
        self.assertEqual(companies, list(same.companies(MANY, max_companies=28)))
        described = [one async for one in client.companies_with_details(MANY, max_companies=3)]
        self.assertEqual([one.id for one in described], [one.id for one in companies[:3]])
        self.assertEqual([len(page.data) async for page in client.pages(MANY, max_companies=3)], [3])
        one = companies[0].id
        self.assertEqual((await client.company(one)).data, same.company(one).data)
        self.assertEqual(await client.officers(one), same.officers(one))
        self.assertEqual(await client.details(one), same.details(one))
        found = await client.search_with_details(MANY, limit=1)
        self.assertEqual(found.data, same.search_with_details(MANY, limit=1).data)
        self.assertEqual(await client.similar("nordlysmir"), same.similar("nordlysmir"))
        matches = [match async for match in client.match(Matching.ROWS)]
        self.assertEqual(matches, list(same.match(Matching.ROWS)))
        with self.assertRaises(ProblemError):
            await client.company(UNKNOWN_ID)
