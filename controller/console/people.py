"""Log-in, log-out and accounts as a browser asks for them. The controller answers.

/session     GET: who I am. POST: log in, or set up the first account. DELETE: log out
/second      POST: a second person stands by what was just entered, and it is entered with their word
/once        POST: another person enters one thing at this page, under their own name
/foreseen.json GET: what an answer to an open question would change
/technician.json GET: what the bridge knows of the parts, and with `?sheet` the last pass sheet
/test.json   GET: how a guided test and the naming stand. POST: begin one, or answer its order
/moments.json GET: the last moments before a question, or of the hand
/people.json GET: all accounts. POST: add, remove, reset, end sessions
"""

import asyncio
import json
import time
from collections.abc import Callable
from typing import Annotated, Any, Final

from pydantic import Field, TypeAdapter, ValidationError
from starlette.requests import HTTPConnection, Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from controller.allowance import Allowance
from firmware_bridge.messages.base import Author, Message, Secret
from firmware_bridge.messages.complaints import complaints
from firmware_bridge.messages.people import (
    AddPerson,
    Confirm,
    Diagnosis,
    EndSessions,
    Foresee,
    GuideTest,
    HowTestStands,
    ListPeople,
    LogIn,
    LogOut,
    LookBack,
    Person,
    PersonAnswer,
    Recall,
    RemovePerson,
    ResetPerson,
    SetUp,
    WhoAmI,
)
from firmware_bridge.messages.public import Text
from firmware_bridge.messages.told import Entered, Told

from .entries import BadEntry, Reply, field_of
from .link import ControllerAway, ControllerLink

LARGEST_BODY: Final = 8192  # as an entry
BELIEVED_S: Final = 5.0  # a session that was ended enters nothing more at once, but still sees the table this long
MOST_BELIEVED: Final = 1000

# Questions to the controller, which plays meanwhile. Each takes a hundredth of a millisecond of its time.
QUESTIONS_A_SECOND: Final = 200.0
REQUESTS_A_SECOND: Final = 10.0  # of one address: some tablets behind one router
REQUESTS_AT_ONCE: Final = 100.0

ENTRIES_A_SECOND: Final = 10.0  # of one session: two hands on one tablet do not tap faster
ENTRIES_AT_ONCE: Final = 40.0  # the page sends again what was tapped while its connection was gone

BAD_REQUEST: Final = 400
TOO_MANY: Final = 429
NOT_LOGGED_IN: Final = 401
REFUSED: Final = 403
AWAY: Final = 503

CareAsk = Annotated[AddPerson | RemovePerson | ResetPerson | EndSessions, Field(discriminator="do")]
BeginAsk = Annotated[LogIn | SetUp, Field(discriminator="do")]
_CARE: TypeAdapter[AddPerson | RemovePerson | ResetPerson | EndSessions] = TypeAdapter(CareAsk)
_BEGIN: TypeAdapter[LogIn | SetUp] = TypeAdapter(BeginAsk)


class ByAnother(Message):
    """An entry or a confirmation that a person makes at another person's page."""

    name: Author
    secret: Secret = Field(repr=False)
    told: Told


class BadRequest(BadEntry):
    """The browser sent none of these requests. `text` says so."""


class Visitors:
    """The people behind the browsers. `secure`: the pages are reached only by TLS."""

    def __init__(self, link: ControllerLink, *, secure: bool) -> None:
        self._link, self._secure = link, secure
        self._believed: dict[str, tuple[float, Person]] = {}
        self._questions = Allowance(QUESTIONS_A_SECOND, QUESTIONS_A_SECOND)
        self._asking: dict[str, Allowance] = {}
        self._entering: dict[str, Allowance] = {}
        # With this prefix a browser takes the cookie only from this host and only over TLS (RFC 6265bis, 4.1.3).
        self.cookie = "__Host-sabot" if secure else "sabot"

    def token(self, connection: HTTPConnection) -> str:
        """The session that a browser shows, "" for none."""
        token = connection.cookies.get(self.cookie, "")
        return token if len(token) <= 64 and token.isalnum() else ""

    async def who(self, token: str, address: str) -> Person | None:
        """Return whose session it is. While the controller is away, return the last known answer. Raises
        ControllerAway.

        Only tokens that were once good are remembered, and others count against their address. So a sender of
        invented tokens takes no question from anybody else.
        """
        if not token:
            return None
        at, person = self._believed.get(token, (-BELIEVED_S, None))
        if time.monotonic() - at < BELIEVED_S:
            return person
        if person is None and not self._may_ask(address):
            raise ControllerAway("too_many_requests")
        if not self._questions.take(time.monotonic_ns()):
            raise ControllerAway("busy")
        try:
            answer = await self._link.ask(WhoAmI(session=token))
        except ControllerAway:
            if person is None:
                raise
            return person
        self._believed.pop(token, None)
        if answer.person is not None:
            self._believed[token] = (time.monotonic(), answer.person)
        while len(self._believed) > MOST_BELIEVED:
            del self._believed[next(iter(self._believed))]
        return answer.person

    def pace_of(self, token: str) -> Allowance:
        """Return how fast a session may enter, at all its pages together. The one longest unused is forgotten
        first."""
        pace = self._entering.pop(token, None) or Allowance(ENTRIES_AT_ONCE, ENTRIES_A_SECOND)
        self._entering[token] = pace
        while len(self._entering) > MOST_BELIEVED:
            del self._entering[next(iter(self._entering))]
        return pace

    def routes(self) -> list[Route]:
        """The requests of a browser."""
        return [
            Route("/session", self._answering(self._me), methods=["GET"]),
            Route("/session", self._answering(self._begin), methods=["POST"]),
            Route("/session", self._answering(self._end), methods=["DELETE"]),
            Route("/second", self._answering(self._second), methods=["POST"]),
            Route("/once", self._answering(self._once), methods=["POST"]),
            Route("/recall.json", self._answering(self._recall), methods=["GET"]),
            Route("/foreseen.json", self._answering(self._foreseen), methods=["GET"]),
            Route("/technician.json", self._answering(self._diagnosis), methods=["GET"]),
            Route("/test.json", self._answering(self._test), methods=["GET"]),
            Route("/test.json", self._answering(self._lead_test), methods=["POST"]),
            Route("/moments.json", self._answering(self._moments), methods=["GET"]),
            Route("/people.json", self._answering(self._list), methods=["GET"]),
            Route("/people.json", self._answering(self._care), methods=["POST"]),
        ]

    def _answering(self, route: Callable[[Request], Any]) -> Callable[[Request], Any]:
        async def answering(request: Request) -> Response:
            if not self._may_ask(address_of(request)):
                return _because(Text(key="refused.too_many_requests"), TOO_MANY)
            try:
                response: Response = await route(request)
            except BadRequest as error:
                return _because(error.text, BAD_REQUEST)
            except ControllerAway as error:
                return _because(error.text, AWAY)
            return response

        return answering

    def _may_ask(self, address: str) -> bool:
        """Whether a browser there may ask once more now. The address longest unheard of is forgotten first."""
        pace = self._asking.pop(address, None) or Allowance(REQUESTS_AT_ONCE, REQUESTS_A_SECOND)
        self._asking[address] = pace
        while len(self._asking) > MOST_BELIEVED:
            del self._asking[next(iter(self._asking))]
        return pace.take(time.monotonic_ns())

    async def _me(self, request: Request) -> Response:
        token = self.token(request)
        answer = await self._link.ask(WhoAmI(session=token))
        if answer.person is None:
            return JSONResponse({"vacant": answer.vacant}, NOT_LOGGED_IN)
        return JSONResponse(answer.person.model_dump())

    async def _begin(self, request: Request) -> Response:
        answer = await self._link.ask(_parsed(_BEGIN.validate_python, await _body(request)), address_of(request))
        if not answer.token or answer.person is None:
            return _refused(answer)
        response = JSONResponse(answer.person.model_dump())
        response.set_cookie(
            self.cookie, answer.token, path="/", secure=self._secure, httponly=True, samesite="strict"
        )
        return response

    async def _end(self, request: Request) -> Response:
        token = self.token(request)
        self._believed.pop(token, None)
        await self._link.ask(LogOut(session=token))
        response = JSONResponse({})
        response.delete_cookie(self.cookie, path="/", secure=self._secure, httponly=True, samesite="strict")
        return response

    async def _second(self, request: Request) -> Response:
        by = _parsed(ByAnother.model_validate, await _body(request))
        token = self.token(request)
        ask = Confirm(session=token, name=by.name, secret=by.secret, told=by.told)
        answer = await self._link.ask(ask, address_of(request))
        if not answer.token:
            return _refused(answer)
        return await self._entered(Entered(session=token, second=answer.token, told=by.told))

    async def _once(self, request: Request) -> Response:
        """Enter one thing for a person other than the one logged in. Without a log-in the page accepts nothing."""
        by = _parsed(ByAnother.model_validate, await _body(request))
        if await self.who(self.token(request), address_of(request)) is None:
            return JSONResponse({}, NOT_LOGGED_IN)
        answer = await self._link.ask(LogIn(name=by.name, secret=by.secret), address_of(request))
        if not answer.token:
            return _refused(answer)
        try:
            return await self._entered(Entered(session=answer.token, told=by.told))
        finally:
            await self._link.ask(LogOut(session=answer.token))

    async def _entered(self, entered: Entered) -> Response:
        verdict = await self._link.tell(entered)
        return JSONResponse(Reply.of(None, verdict).model_dump())

    async def _list(self, request: Request) -> Response:
        return _people(await self._link.ask(ListPeople(session=self.token(request))))

    async def _recall(self, request: Request) -> Response:
        back = {"session": self.token(request), "back": request.query_params.get("back", "0")}
        answer = await self._link.ask(_parsed(Recall.model_validate, back))
        if answer.refused is not None:
            return _refused(answer)
        return JSONResponse({"steps": [step.model_dump() for step in answer.recalled]})

    async def _foreseen(self, request: Request) -> Response:
        asked = {name: request.query_params.get(name, "") for name in ("ask", "option")}
        answer = await self._link.ask(_parsed(Foresee.model_validate, {"session": self.token(request), **asked}))
        return _refused(answer) if answer.foreseen is None else JSONResponse(answer.foreseen.model_dump())

    async def _diagnosis(self, request: Request) -> Response:
        answer = await self._link.ask(Diagnosis(session=self.token(request)))
        if answer.refused is not None:
            return _refused(answer)
        status = None if answer.status is None else answer.status.model_dump(mode="json")
        sheet = {"sheet": await self._last_sheet(request)} if "sheet" in request.query_params else {}
        return JSONResponse({"status": status, "age_ms": answer.status_age_ms, **sheet})

    async def _last_sheet(self, request: Request) -> dict[str, Any] | None:
        """Return the newest pass sheet, from a terminal or a page."""
        led = (await self._link.ask(HowTestStands(session=self.token(request), sheet=True))).sheet
        return None if led is None else led.model_dump(include={"name", "text", "data"})

    async def _test(self, request: Request) -> Response:
        answer = await self._link.ask(HowTestStands(session=self.token(request)))
        if answer.refused is not None:
            return _refused(answer)
        return JSONResponse(answer.model_dump(mode="json", include={"test", "naming"}))

    async def _lead_test(self, request: Request) -> Response:
        asked = {"session": self.token(request), "act": await _body(request)}
        answer = await self._link.ask(_parsed(GuideTest.model_validate, asked), address_of(request))
        return JSONResponse({}) if answer.refused is None else _refused(answer)

    async def _moments(self, request: Request) -> Response:
        asked = {"session": self.token(request), "ask": request.query_params.get("ask", "")}
        answer = await self._link.ask(_parsed(LookBack.model_validate, asked))
        if answer.refused is not None:
            return _refused(answer)
        return JSONResponse({"moments": [moment.model_dump() for moment in answer.moments]})

    async def _care(self, request: Request) -> Response:
        body = await _body(request)
        ask = _parsed(_CARE.validate_python, {**body, "session": self.token(request)})
        return _people(await self._link.ask(ask, address_of(request)))


def _refused(answer: PersonAnswer) -> Response:
    return _because(answer.refused, REFUSED, wait=answer.wait)


def _because(refused: Text | None, status: int, **more: int) -> Response:
    reason = None if refused is None else refused.model_dump()
    return JSONResponse({"accepted": False, "refused": reason, **more}, status)


def _people(answer: PersonAnswer) -> Response:
    if answer.refused is not None:
        return _refused(answer)
    return JSONResponse({"people": [person.model_dump() for person in answer.people]})


async def _body(request: Request) -> dict[str, Any]:
    """Return the JSON object that was sent. Raises BadRequest for anything else, or for more bytes than an entry may
    have."""
    if request.headers.get("content-type", "").partition(";")[0].strip() != "application/json":
        raise BadRequest("content-type: allowed is application/json")
    data = bytearray()
    async for piece in request.stream():
        data += piece
        if len(data) > LARGEST_BODY:
            raise BadRequest(f"body: {LARGEST_BODY} bytes are allowed at most")
    try:
        body = json.loads(data)
    except (ValueError, RecursionError):
        raise BadRequest("body: not JSON") from None
    if not isinstance(body, dict):
        raise BadRequest("body: allowed is an object")
    return body


def _parsed(read: Callable[[dict[str, Any]], Any], body: dict[str, Any]) -> Any:
    """Check the body of a request. Raises BadRequest. No value is repeated, since one is a secret."""
    try:
        return read(body)
    except ValidationError as error:
        raise BadRequest("\n".join(complaints(error, "body")), [field_of(one) for one in error.errors()]) from None


def address_of(connection: HTTPConnection) -> str:
    """Return the address of a browser."""
    return "" if connection.client is None else connection.client.host[:64]


async def recheck(visitors: Visitors, token: str, address: str, every_s: float) -> None:
    """Return once the session of a token is over. While the controller is away, it is not over."""
    while True:
        await asyncio.sleep(every_s)
        try:
            if await visitors.who(token, address) is None:
                return
        except ControllerAway:
            continue
