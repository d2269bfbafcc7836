"""Questions to Duffel's flights API, version v2, and what its answers mean for the person.

Duffel documents no idempotency for orders, and says of 202, 500 and 502 that a request is not to be sent again. So a request
that changes something is sent once; where no clear answer comes, `Unclear` is raised and the caller looks the order up. Clear
refusals: 4xx but 408 and 409, and 503 to an order ("no booking was created").

The token goes to https://api.duffel.com alone. DUFFEL_API_URL names another address on this computer, for tests, and only a
test token goes there.
"""

import gzip
import http.client
import json
import os
import re
import socket
import ssl
import time
import urllib.error
import urllib.request
from datetime import datetime, timezone
from email.utils import parsedate_to_datetime

from ..errors import PROVIDER, UNAVAILABLE, USAGE, SkillError

ADDRESS = "https://api.duffel.com"
SEARCH_SECONDS, READ_SECONDS = 65, 30
ORDER_SECONDS = 130  # Duffel: an order takes up to 120 s, wait for at least 130
SUPPLIER_MILLISECONDS = 30000  # less than the wait for a search, so that a slow airline does not take the others with it
LONGEST_ANSWER = 64 * 1024 * 1024  # bytes
READ_TRIES = 3
PATIENCE_SECONDS = 10  # that a question waits for the rate limit by itself


class Unclear(Exception):
    """A request that changes something was sent, and whether it did is not known."""


class Refusal(Exception):
    """Duffel's answer to a request that it did not carry out."""

    def __init__(self, status, errors, headers):
        first = errors[0] if errors and isinstance(errors[0], dict) else {}
        self.status, self.headers = status, headers
        self.code, self.kind = str(first.get("code") or ""), str(first.get("type") or "")
        self.title = str(first.get("title") or "")
        source = first.get("source") if isinstance(first.get("source"), dict) else {}
        self.field = re.sub(r"[^\w/]", "", str(source.get("pointer") or source.get("field") or ""))[:80]
        super().__init__(self.code)


def token_mode(token):
    """"test" or "live"; USAGE for anything else, which is never sent."""
    for mode in ("test", "live"):
        if re.match(r"duffel_%s_[\w.-]{4,}\Z" % mode, token):
            return mode
    raise SkillError(USAGE, "DUFFEL_TOKEN is not an access token of Duffel",
                     "It begins with duffel_test_ or duffel_live_. Nothing was sent. Give it again with: "
                     "skilldeck secrets set book-flight DUFFEL_TOKEN")


def _address(mode):
    other = os.environ.get("DUFFEL_API_URL", "").rstrip("/")
    if not other:
        return ADDRESS
    if mode != "test" or not re.match(r"http://127\.0\.0\.1:\d{1,5}\Z", other):
        raise SkillError(USAGE, "DUFFEL_API_URL can only be an address on this computer, and only with a test token",
                         "Nothing was sent. Remove DUFFEL_API_URL.")
    return other


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # the token goes nowhere else


class Api:
    def __init__(self, token):
        self.mode = token_mode(token)
        self._token, self._address = token, _address(self.mode)
        handlers = [_NoRedirects()]
        if self._address != ADDRESS and not os.environ.get("HTTP_PROXY"):
            handlers.append(urllib.request.ProxyHandler({}))
        self._open = urllib.request.build_opener(*handlers).open

    def ask(self, path, body=None, seconds=READ_SECONDS):
        """`data` of the answer to a question that changes nothing; raises SkillError. Tried again where that may help."""
        for attempt in range(1, READ_TRIES + 1):
            try:
                return self._send(path, body, seconds, None)[1].get("data")
            except Refusal as refusal:
                wait = _wait(refusal)
                if attempt == READ_TRIES or wait is None or wait > PATIENCE_SECONDS:
                    raise as_error(refusal) from None
                time.sleep(wait)
            except (Unclear, OSError, http.client.HTTPException) as problem:
                if attempt == READ_TRIES:
                    raise unreachable(problem) from None

    def change(self, path, body, key=None, seconds=ORDER_SECONDS):
        """`data` of the answer to a request that changes something. Raises Refusal, Unclear, or SkillError where nothing was
        sent. `key` is sent as Idempotency-Key; nothing relies on it."""
        try:
            status, answer = self._send(path, body, seconds, key)
        except (OSError, http.client.HTTPException) as problem:
            if _not_sent(problem):
                raise unreachable(problem) from None
            raise Unclear() from None
        except Refusal as refusal:
            if refusal.status in (408, 409) or refusal.status >= 500 and not (
                    refusal.status == 503 and path == "/air/orders"):
                raise Unclear() from None
            raise
        data = answer.get("data")
        if status == 202 or not isinstance(data, dict) or "id" not in data:
            raise Unclear()
        return data

    def _send(self, path, body, seconds, key):
        headers = {"Authorization": "Bearer " + self._token, "Duffel-Version": "v2", "Accept": "application/json",
                   "Accept-Encoding": "gzip", "User-Agent": "skilldeck-book-flight/1.0"}
        content = None
        if body is not None:
            content = json.dumps({"data": body}, ensure_ascii=False).encode()
            headers["Content-Type"] = "application/json"
        if key:
            headers["Idempotency-Key"] = key
        request = urllib.request.Request(self._address + path, content, headers, method="POST" if body is not None else "GET")
        wait = float(os.environ.get("DUFFEL_SECONDS") or seconds) if self._address != ADDRESS else seconds
        try:
            with self._open(request, timeout=wait) as response:
                return response.status, _parsed(response)
        except urllib.error.HTTPError as response:
            with response:
                try:
                    errors = _parsed(response).get("errors") or []
                except Unclear:
                    errors = []
                raise Refusal(response.code, errors if isinstance(errors, list) else [], response.headers) from None


def _parsed(response):
    content = response.read(LONGEST_ANSWER + 1)
    try:
        if response.headers.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        answer = json.loads(content)
    except (OSError, EOFError, ValueError, RecursionError):
        raise Unclear() from None
    if len(content) > LONGEST_ANSWER or not isinstance(answer, dict):
        raise Unclear()
    return answer


def _not_sent(problem):
    """True where the connection was never made, so that Duffel cannot have read anything."""
    reason = getattr(problem, "reason", problem)
    return isinstance(reason, (ConnectionRefusedError, socket.gaierror, ssl.SSLCertVerificationError)) or (
        isinstance(reason, OSError) and "Tunnel connection failed" in str(reason))


def _wait(refusal):
    """Seconds after which the same question may be asked again; None if asking again is of no use."""
    if refusal.status in (502, 503, 504):
        return 0.2
    if refusal.status != 429:
        return None
    return _reset(refusal.headers)


def _reset(headers):
    """Seconds until the rate limit is lifted; a minute where the answer does not say."""
    try:
        when = parsedate_to_datetime(headers.get("ratelimit-reset"))
        return max(0.0, (when - datetime.now(timezone.utc)).total_seconds())
    except (TypeError, ValueError, AttributeError):
        return 60.0


def unreachable(problem):
    reason = getattr(problem, "reason", problem)
    if isinstance(reason, (TimeoutError, socket.timeout)):
        said = "it did not answer in time"
    elif "Tunnel connection failed" in str(reason):
        said = "the network is not open to it"
    elif isinstance(reason, socket.gaierror):
        said = "its address was not found"
    elif isinstance(reason, ssl.SSLError):
        said = "its certificate was not accepted"
    else:
        said = "the connection failed"
    return SkillError(PROVIDER, "Duffel could not be reached: %s" % said,
                      "Nothing was booked or changed. See that this computer is online and that the host api.duffel.com was "
                      "allowed for this skill, then try again.")


def as_error(refusal):
    """A refusal in words. Duffel's own message is left out: it may repeat what was sent."""
    if refusal.status == 401 or refusal.code in ("access_token_not_found", "expired_access_token"):
        return SkillError(PROVIDER, "Duffel refused the access token",
                          "Nothing was booked or changed. Give a current one with: skilldeck secrets set book-flight DUFFEL_TOKEN")
    if refusal.status == 403:
        return SkillError(PROVIDER, "Duffel does not allow this with this access token",
                          "Nothing was booked or changed. The token needs read and write access to flights in Duffel's dashboard.")
    if refusal.status == 429:
        return SkillError(PROVIDER, "Duffel asks to wait: too many questions at once",
                          "Nothing was booked or changed. Try again in %d seconds." % (int(_reset(refusal.headers)) + 1))
    if refusal.code in ("offer_no_longer_available", "offer_expired", "offer_request_already_booked"):
        return SkillError(UNAVAILABLE, "This offer can no longer be bought: it expired, was sold, or its search was used for a booking",
                          "Nothing was booked. Search again and let the person choose again.")
    if refusal.code == "insufficient_balance":
        return SkillError(PROVIDER, "The balance of the Duffel account does not cover this",
                          "Nothing was booked. The account's owner tops it up in Duffel's dashboard.")
    if refusal.status >= 500:
        return SkillError(PROVIDER, "Duffel has a problem (status %d)" % refusal.status,
                          "Nothing was booked or changed. Try again in a few minutes.")
    if refusal.status == 404:
        return SkillError(UNAVAILABLE, "Duffel does not know this offer or order",
                          "Nothing was booked or changed. Offers are for the account and mode that searched: search again.")
    where = " at %s" % refusal.field if refusal.field else ""
    return SkillError(USAGE, "Duffel did not accept the request%s (%s)" % (where, re.sub(r"\W", "", refusal.code) or refusal.status),
                      "Nothing was booked or changed.", _HINTS.get(refusal.field.rpartition("/")[2], ""))


_HINTS = {
    "phone_number": "The traveller's phone is written with + and the country code, such as +8613800138000.",
    "email": "The traveller's e-mail address is not valid.",
    "born_on": "The traveller's date of birth does not fit the adult, child or infant that the offer is for.",
    "given_name": "Airlines take names of up to 20 Latin letters for each part.",
    "family_name": "Airlines take names of up to 20 Latin letters for each part.",
    "unique_identifier": "The passport number given for a traveller is not accepted. Give it again as a secret.",
    "expires_on": "A passport expires before the end of the trip.",
    "identity_documents": "This airline wants a passport for each traveller.",
}
