"""Fares that other people found, from the Aviasales Data API of Travelpayouts: prices to compare, nothing to book.

https://support.travelpayouts.com/hc/en-us/articles/203956163-Aviasales-Data-API, method `aviasales/v3/prices_for_dates`. Each
price was seen by somebody in the last days, for one adult in economy; the API names the first flight, when it leaves, how long the
way takes and how often it stops, not where. The token is the secret TRAVELPAYOUTS_TOKEN and goes into a header, to
https://api.travelpayouts.com alone (TRAVELPAYOUTS_API_URL: another address on this computer, for tests).
"""

import json
import os
import re
import urllib.error
import urllib.request
from datetime import datetime, timezone
from urllib.parse import urlencode

from ..airlines import AIRLINES
from ..cities import AIRPORTS
from ..conditions import Way, way_of
from ..errors import CANNOT_CANCEL, PROVIDER, USAGE, SkillError
from ..money import from_minor, to_minor
from ..request import iso_day
from ..zones import iso, local_day
from . import Port, Trip

ADDRESS = "https://api.travelpayouts.com"
SECONDS = 30
MOST = 100  # fares of one question


class Provider(Port):
    name = "travelpayouts"
    words = {"en": "Travelpayouts", "zh": "Travelpayouts"}
    notice = {"en": "Real fares that others found in the last days, for one adult in economy. They may have changed, and nothing can be "
                    "booked here: book with the airline.",
              "zh": "近几天其他旅客查到的真实票价（单人、经济舱），可能已有变动。此处不能预订，请到航空公司订票。"}
    real = True
    sells = False
    needs = ("TRAVELPAYOUTS_TOKEN",)

    def __init__(self, clock):
        super().__init__(clock)
        self._found = {}

    def search(self, request, bookings):
        if len(request.legs) > 1 + request.returns:
            raise SkillError(USAGE, "Travelpayouts knows fares for one way and for out and back, not for several cities in a row",
                             "Search each flight by itself.")
        if request.cabin != "economy" or (request.adults, request.seats, request.infants_lap) != (1, 1, 0):
            raise SkillError(USAGE, "Travelpayouts knows fares for one adult in economy alone",
                             "Search for one adult in economy, and say that the others may pay another price.")
        key = (tuple((leg.origin.code, leg.dest.code, leg.day) for leg in request.legs), request.currency)
        if key not in self._found:
            self._found[key] = [trip for trip in map(lambda fare: self._trip(fare, request), self._fares(request)) if trip]
        return self._found[key]

    def quote(self, offer_id, bookings):
        raise self._sells_nothing()

    def cancel_quote(self, booking):
        raise self._sells_nothing()

    @staticmethod
    def _sells_nothing():
        return SkillError(CANNOT_CANCEL, "Travelpayouts sells nothing: it only tells what fares others found",
                          "Nothing was booked. The person books with the airline, or gives this skill a key of a provider that sells "
                          "(references/real-flights.md).")

    def _fares(self, request):
        query = {"origin": request.origin.code, "destination": request.legs[0].dest.code, "departure_at": iso_day(request.legs[0].day),
                 "one_way": "false" if request.returns else "true", "direct": "false", "sorting": "price", "unique": "false",
                 "currency": request.currency.lower(), "limit": str(MOST), "page": "1"}
        if request.returns:
            query["return_at"] = iso_day(request.legs[1].day)
        other = os.environ.get("TRAVELPAYOUTS_API_URL", "").rstrip("/")
        if other and not re.match(r"http://127\.0\.0\.1:\d{1,5}\Z", other):
            raise SkillError(USAGE, "TRAVELPAYOUTS_API_URL can only be an address on this computer", "Nothing was sent.")
        asked = urllib.request.Request((other or ADDRESS) + "/aviasales/v3/prices_for_dates?" + urlencode(query), headers={
            "X-Access-Token": os.environ["TRAVELPAYOUTS_TOKEN"].strip(), "Accept": "application/json"})
        handlers = [_NoRedirects()] + ([urllib.request.ProxyHandler({})] if other and not os.environ.get("HTTP_PROXY") else [])
        try:
            with urllib.request.build_opener(*handlers).open(asked, timeout=SECONDS) as response:
                answer = json.loads(response.read(16 * 1024 * 1024))
        except urllib.error.HTTPError as response:
            with response:
                raise self._refused(response.code) from None
        except (OSError, ValueError):
            raise SkillError(PROVIDER, "Travelpayouts could not be reached or did not answer as published",
                             "Nothing was asked or booked. See that this computer is online, then try again.") from None
        if not isinstance(answer, dict) or answer.get("success") is not True or not isinstance(answer.get("data"), list):
            raise SkillError(PROVIDER, "Travelpayouts refused the question", "Try another route or day.")
        return answer["data"]

    @staticmethod
    def _refused(status):
        if status in (401, 403):
            return SkillError(PROVIDER, "Travelpayouts refused the access token",
                              "Give a current one with: skilldeck secrets set book-flight TRAVELPAYOUTS_TOKEN")
        if status == 429:
            return SkillError(PROVIDER, "Travelpayouts asks to wait: too many questions at once", "Try again in a minute.")
        return SkillError(PROVIDER, "Travelpayouts has a problem (status %d)" % status, "Try again in a few minutes.")

    def _trip(self, fare, request):
        """The Trip of a fare, or None for one that is not as published or is of another day."""
        try:
            ways = [self._way(fare, "departure_at", "duration_to", "transfers", "origin_airport", "destination_airport", request.legs[0])]
            if request.returns:
                ways.append(self._way(fare, "return_at", "duration_back", "return_transfers", "destination_airport", "origin_airport",
                                      request.legs[1]))
            total = to_minor(str(fare["price"]), request.currency)
            if None in ways or total <= 0:
                return None
            card = {"id": "fare-%s-%s" % (fare["airline"], ways[0]["departs"][:16]), "provider": self.name, "itineraries": ways,
                    "cabin": "economy", "party": request.party(), "fare": {"name": "Found fare", "nameZh": "他人查到的票价"},
                    "price": {"total": from_minor(total, request.currency), "perAdult": from_minor(total, request.currency),
                              "currency": request.currency},
                    "rules": {"en": ["Baggage per person: not known here", "Date change: not known here", "Cancellation: not known here"],
                              "zh": ["每人行李：此处未提供", "改期：此处未提供", "退票：此处未提供"]}, "tags": []}
            return Trip([_CountedWay(way) for way in ways], total, 0, lambda: dict(card))
        except (KeyError, TypeError, ValueError, AttributeError):
            return None

    def _way(self, fare, leaves, took, stops, origin, dest, leg):
        """An Itinerary whose stops are counted and not named; None where it leaves on another day."""
        minutes, code = int(fare[took]), str(fare["airline"])
        when = datetime.fromisoformat(fare[leaves].replace("Z", "+00:00")).astimezone(timezone.utc)
        instant = int(when.timestamp() // 60)
        a, b = AIRPORTS[fare[origin]], AIRPORTS[fare[dest]]
        if local_day(a.city.zone, instant) != leg.day or minutes <= 0:
            return None
        airline = AIRLINES.get(code)
        name = airline.name if airline else code
        places = [{"code": p.code, "airport": p.name, "airportZh": p.name_zh, "city": p.city.name, "cityZh": p.city.name_zh,
                   "country": p.city.country} for p in (a, b)]
        flight = "%s%s" % (code, fare["flight_number"]) if leaves == "departure_at" else code
        segment = {"flight": flight, "airline": {"code": code, "name": name, "nameZh": airline.name_zh if airline else name},
                   "from": places[0], "to": places[1], "departs": iso(a.city.zone, instant), "arrives": iso(b.city.zone, instant + minutes),
                   "dayOffset": local_day(b.city.zone, instant + minutes) - local_day(a.city.zone, instant), "durationMinutes": minutes}
        return {"from": places[0], "to": places[1], "departs": segment["departs"], "arrives": segment["arrives"],
                "dayOffset": segment["dayOffset"], "durationMinutes": minutes, "stops": int(fare[stops]), "segments": [segment],
                "layovers": []}


class _CountedWay(Way):
    """A way whose stops are counted and not named."""
    __slots__ = ("_stops",)

    def __init__(self, itinerary):
        known = way_of(itinerary)
        super().__init__(*(getattr(known, name) for name in Way.__slots__))
        self._stops = itinerary["stops"]

    @property
    def stops(self):
        return self._stops


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None  # the token goes nowhere else
