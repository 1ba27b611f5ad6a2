"""The client against servers that are not the service."""

from __future__ import annotations

import asyncio
import socket
import time
import unittest
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.utils import formatdate
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

from openfirma import AnswerError, AsyncClient, Client, NetworkError, OpenFirmaError, Wait

Answer = Callable[[BaseHTTPRequestHandler], None]
COMPANY = '{"data":{"id":"co_1","object":"company","lifecycle":{"status":"active"},"new":1},"attribution":"A"}'


@contextmanager
def server(answer: Answer) -> Iterator[str]:
    """Start a server that responds with `answer`; yield its address."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            answer(self)

        do_POST = do_GET

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = Thread(target=running.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}"
        finally:
            running.shutdown()
            thread.join()


def writing(status: int, text: str, **headers: str) -> Answer:
    def answer(handler: BaseHTTPRequestHandler) -> None:
        handler.send_response(status)
        for name, value in headers.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.end_headers()
        handler.wfile.write(text.encode())

    return answer


NONSENSE = [
    ("a page", 200, "<!doctype html><title>Sign in</title>"),
    ("nothing", 200, ""),
    ("cut JSON", 200, '{"data":{"id":'),
    ("null", 200, "null"),
    ("deep JSON", 200, "[" * 100_000),
    ("a list where a company was requested", 200, '{"object":"list","data":[]}'),
    ("another object", 200, COMPANY.replace('"company"', '"person"')),
    ("a field of another type", 200, COMPANY.replace('"co_1"', "1")),
    ("an error page", 500, "<h1>Internal error</h1>"),
    ("an error of another interface", 400, '{"error":"bad request"}'),
    ("a status for caches", 304, ""),
]


class OtherServers(unittest.TestCase):
    def test_nonsense_raises_answer_error(self) -> None:
        for claim, status, text in NONSENSE:
            with self.subTest(claim), server(writing(status, text)) as url:
                with self.assertRaises(AnswerError) as caught:
                    Client(url).company("co_1")
                error = caught.exception
                self.assertEqual((error.status, error.excerpt), (status, text[:200]))
                self.assertIn(f"{url}/v1/companies/co_1", str(error))
                self.assertLess(len(str(error)), 800)

    def test_new_fields_and_new_choices_are_accepted(self) -> None:
        with server(writing(200, COMPANY.replace('"active"', '"asleep"'))) as url:
            self.assertEqual(Client(url).company("co_1").data.lifecycle.status, "asleep")

    def test_a_retry_after_of_a_gateway_in_seconds_or_as_a_date(self) -> None:
        for field in ("0", formatdate(time.time() - 5, usegmt=True)):
            answers = [writing(503, "Starting", Retry_After=field), writing(200, COMPANY)]
            with self.subTest(field), server(lambda handler: answers.pop(0)(handler)) as url:
                self.assertEqual(Client(url).company("co_1").data.id, "co_1")

    def test_no_wait_longer_than_allowed_nor_for_an_unreadable_field(self) -> None:
        for field, seconds in (("3600", 3600), ("soon", None), ("²", None), ("-1", None)):
            with self.subTest(field), server(writing(503, "Maintenance", Retry_After=field)) as url:
                with self.assertRaises(AnswerError) as caught:
                    Client(url).officers("co_1")
                self.assertEqual(caught.exception.retry_after_seconds, seconds)

    def test_no_more_retries_than_allowed(self) -> None:
        sent: list[str] = []

        def answer(handler: BaseHTTPRequestHandler) -> None:
            sent.append(handler.path)
            writing(503, "Starting", Retry_After="0")(handler)

        with server(answer) as url, self.assertRaises(AnswerError):
            Client(url, max_retries=2).company("co_1")
        self.assertEqual(len(sent), 3)

    def test_a_proxy_that_ignores_the_query_ends_the_walk(self) -> None:
        page = '{"object":"list","query":"a","countries":[],"data":[],"next_cursor":"same","attribution":"A"}'
        with server(writing(200, page)) as url, self.assertRaises(AnswerError):
            list(Client(url).companies("abc"))

    def test_refused_and_broken_connections_and_silence_raise_network_error(self) -> None:
        with socket.create_server(("127.0.0.1", 0)) as closed:
            port = closed.getsockname()[1]
        cases: list[tuple[str, Answer]] = [
            ("broken", writing(200, "{", Content_Length="1000")),
            ("silent", lambda _: time.sleep(0.3)),
            ("endless", writing(200, "x" * (16 * 1024 * 1024 + 1))),
        ]
        for claim, answer in cases:
            with self.subTest(claim), server(answer) as url, self.assertRaises(NetworkError) as caught:
                Client(url, timeout_seconds=0.2 if claim == "silent" else 30).company("co_1")
            self.assertTrue(str(caught.exception).startswith(f'Cannot get "{url}/v1/companies/co_1": '))
        with self.assertRaises(NetworkError):
            Client(f"http://127.0.0.1:{port}").company("co_1")

    def test_a_cancelled_call_ends_its_wait_at_once(self) -> None:
        async def cancel(url: str) -> None:
            await asyncio.wait_for(AsyncClient(url).company("co_1"), 0.3)

        with server(writing(503, "Starting", Retry_After="50")) as url:
            started = time.monotonic()
            with self.assertRaises(asyncio.TimeoutError):
                asyncio.run(cancel(url))
            self.assertLess(time.monotonic() - started, 30)

    def test_a_cancelled_wait_does_not_lengthen_those_of_other_calls(self) -> None:
        waits: list[Wait] = []

        async def cancel(url: str) -> None:
            client = AsyncClient(url, on_wait=waits.append)
            for _ in range(3):
                with self.assertRaises(asyncio.TimeoutError):
                    await asyncio.wait_for(client.company("co_1"), 0.2)

        with server(writing(429, "Slow down", Retry_After="20")) as url:
            asyncio.run(cancel(url))
        self.assertTrue(all(wait.seconds <= 20.5 for wait in waits), waits)

    def test_only_addresses_of_http_are_taken(self) -> None:
        for url in ("", "/api", "api.example.org", "ftp://api.example.org", "http://", "http://a/?b", "http://a/#b"):
            with self.subTest(url), self.assertRaisesRegex(ValueError, "must be an http or https address"):
                Client(url)
        Client("HTTPS://api.example.org/open//")

    def test_every_error_is_an_openfirma_error(self) -> None:
        with server(writing(500, "")) as url, self.assertRaises(OpenFirmaError):
            list(Client(url).match(["a"]))
