"""Duffel's offers and orders in the shapes of the cards. Nothing is made up: what Duffel does not say is left out."""

import re
from datetime import datetime

from ..airlines import AIRLINES
from ..cards import flags
from ..cities import AIRPORTS
from ..money import from_minor, money, to_minor
from ..zones import DAY, ZONES, date_to_day, day_to_date, instant_of

CABINS = {"economy": "economy", "premium_economy": "premium", "business": "business", "first": "first"}
TO_DUFFEL = {ours: theirs for theirs, ours in CABINS.items()}


def offer_card(raw, clock):
    """The Offer of a Duffel offer."""
    ways = [_itinerary(one) for one in raw["slices"]]
    currency = raw["total_currency"]
    offer = {
        "id": raw["id"], "provider": "duffel", "itineraries": ways, "cabin": _cabin(raw), "party": party(raw),
        "price": {"total": amount(raw["total_amount"], currency), "currency": currency},
        "fare": _fare(raw), "bags": _bags(raw), "rules": _rules(raw), "tags": [], "expires": raw["expires_at"],
    }
    if not raw.get("live_mode"):
        offer["test"] = True
    seated = [p for p in raw["passengers"] if p["type"] != "infant_without_seat"]
    if len(seated) == len(raw["passengers"]) and all(p["type"] == "adult" for p in seated):
        minor = to_minor(raw["total_amount"], currency)
        if minor % len(seated) == 0:
            offer["price"]["perAdult"] = from_minor(minor // len(seated), currency)
    holds = raw.get("payment_requirements") or {}
    if holds.get("requires_instant_payment") is False and holds.get("payment_required_by"):
        offer["holdUntil"] = holds["payment_required_by"]
    offer.update(flags(ways))
    return offer


def amount(text, currency):
    return from_minor(to_minor(text, currency), currency)


def party(raw):
    kinds = [p["type"] for p in raw["passengers"]]
    found = {"adults": kinds.count("adult"), "children": kinds.count("child")}
    if "infant_without_seat" in kinds:
        found["infantsLap"] = kinds.count("infant_without_seat")
    return found


def _cabin(raw):
    """The lowest cabin of the trip."""
    order = list(CABINS)
    found = [p.get("cabin_class") for way in raw["slices"] for s in way["segments"] for p in s["passengers"]]
    known = [order.index(c) for c in found if c in order]
    return CABINS[order[min(known)]] if known else "economy"


def _fare(raw):
    names = list(dict.fromkeys(way.get("fare_brand_name") or "" for way in raw["slices"]))
    name = " / ".join(n for n in names if n) or raw["owner"]["name"]
    fare = {"name": name, "nameZh": name}
    refund, change = (raw["conditions"] or {}).get("refund_before_departure"), (raw["conditions"] or {}).get("change_before_departure")
    if refund is not None:
        fare["refundable"] = bool(refund["allowed"])
        if refund["allowed"] and _same_currency(refund, raw):
            fare["cancelFee"] = amount(refund["penalty_amount"], raw["total_currency"])
    if change and change["allowed"] and _same_currency(change, raw):
        fare["changeFee"] = amount(change["penalty_amount"], raw["total_currency"])
    return fare


def _same_currency(condition, raw):
    return condition.get("penalty_amount") is not None and condition.get("penalty_currency") == raw["total_currency"]


def _bags(raw):
    """Bags that the fare includes for each traveller with a seat: the least on any flight."""
    seated = {p["id"] for p in raw["passengers"] if p["type"] != "infant_without_seat"}
    counts = {"checked": [], "carry_on": []}
    for way in raw["slices"]:
        for segment in way["segments"]:
            for person in segment["passengers"]:
                if person["passenger_id"] in seated:
                    for kind, found in counts.items():
                        found.append(sum(b["quantity"] for b in person.get("baggages") or [] if b["type"] == kind))
    return {"checked": min(counts["checked"], default=0), "carryOn": min(counts["carry_on"], default=0)}


def _rules(raw):
    bags, conditions = _bags(raw), raw["conditions"] or {}
    en = ["Baggage per person: %s, %s" % (
        "%d checked bag%s" % (bags["checked"], "" if bags["checked"] == 1 else "s") if bags["checked"] else "none checked",
        "%d in the cabin" % bags["carryOn"] if bags["carryOn"] else "a small item in the cabin")]
    zh = ["每人行李：%s，%s" % ("托运 %d 件" % bags["checked"] if bags["checked"] else "不含托运",
                          "手提 %d 件" % bags["carryOn"] if bags["carryOn"] else "仅限随身小包")]
    for condition, known, unknown in (
            (conditions.get("change_before_departure"), (
                ("Date change: %s for all passengers, plus any fare difference", "改期：全部乘客共 %s，另补票价差额"),
                ("Date change: free, any fare difference is due", "改期：免手续费，需补票价差额"),
                ("Date change: allowed; the airline names the fee when asked", "改期：可以改期，手续费以航空公司答复为准"),
                ("Date change: not allowed", "改期：不可改期")),
             ("Date change: the airline does not say", "改期：航空公司未说明")),
            (conditions.get("refund_before_departure"), (
                ("Cancellation before departure: %s for all passengers", "起飞前退票：全部乘客共 %s"),
                ("Cancellation before departure: free", "起飞前退票：免费"),
                ("Cancellation before departure: allowed; the airline names the fee when asked", "起飞前退票：可以退票，手续费以航空公司答复为准"),
                ("Cancellation: not refundable", "退票：不可退款")),
             ("Cancellation: the airline does not say whether it refunds", "退票：航空公司未说明能否退款"))):
        if condition is None:
            pair = unknown
        elif not condition["allowed"]:
            pair = known[3]
        elif condition.get("penalty_amount") is None:
            pair = known[2]
        elif float(condition["penalty_amount"]) == 0:
            pair = known[1]
        else:
            cash = condition["penalty_amount"], condition["penalty_currency"]
            pair = known[0][0] % money(float(cash[0]), cash[1]), known[0][1] % money(float(cash[0]), cash[1], "zh")
        en.append(pair[0])
        zh.append(pair[1])
    if raw.get("passenger_identity_documents_required"):
        en.append("The airline wants each traveller's passport")
        zh.append("航空公司要求提供每位乘客的护照信息")
    return {"en": en, "zh": zh}


# ---- itineraries


def _place(raw, terminal):
    code = raw["iata_code"]
    known = AIRPORTS.get(code)
    if known:
        card = {"code": code, "airport": known.name, "airportZh": known.name_zh, "city": known.city.name, "cityZh": known.city.name_zh}
    else:
        city = raw.get("city_name") or raw.get("name") or code
        card = {"code": code, "airport": raw.get("name") or code, "airportZh": raw.get("name") or code, "city": city, "cityZh": city}
    card["country"] = raw.get("iata_country_code") or ""
    if terminal:
        card["terminal"] = terminal if str(terminal)[:1] == "T" or not str(terminal).isdigit() else "T" + str(terminal)
    return card


def _airline(raw):
    code = raw.get("iata_code") or ""
    known = AIRLINES.get(code)
    return {"code": code, "name": raw["name"], "nameZh": known.name_zh if known else raw["name"]}


def minutes_of(duration):
    """Minutes of an ISO 8601 duration such as PT07H35M or P1DT2H."""
    match = re.match(r"P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:\d+S)?)?\Z", duration or "")
    if not match or not any(match.groups()):
        return None
    days, hours, minutes = (int(n or 0) for n in match.groups())
    return days * DAY + hours * 60 + minutes


def _local(text):
    """A local time without an offset, as zones.py counts local times."""
    when = datetime.fromisoformat(text[:19])
    return date_to_day(when.date()) * DAY + when.hour * 60 + when.minute


def _instant(zone, local):
    if zone in ZONES:
        return instant_of(zone, local)
    try:
        from zoneinfo import ZoneInfo
        day, minute = divmod(local, DAY)
        when = datetime.combine(day_to_date(day), datetime.min.time()).replace(
            hour=minute // 60, minute=minute % 60, tzinfo=ZoneInfo(zone))
        return int(when.timestamp() // 60)
    except Exception:  # no such zone, or no database of zones on this computer
        return None


def _iso(local, instant):
    ahead = local - instant
    day, minute = divmod(local, DAY)
    sign, size = ("-", -ahead) if ahead < 0 else ("+", ahead)
    return "%sT%02d:%02d:00%s%02d:%02d" % (day_to_date(day).isoformat(), minute // 60, minute % 60, sign, size // 60, size % 60)


def _segment(raw):
    """(card, instants of leaving and landing). One end's zone is enough where the flight's duration is given."""
    departs, arrives = _local(raw["departing_at"]), _local(raw["arriving_at"])
    leaves, lands = _instant(raw["origin"].get("time_zone"), departs), _instant(raw["destination"].get("time_zone"), arrives)
    took = minutes_of(raw.get("duration"))
    if leaves is None and lands is not None and took is not None:
        leaves = lands - took
    if lands is None and leaves is not None and took is not None:
        lands = leaves + took
    if leaves is None or lands is None:
        raise ValueError("the time zones of %s" % raw["id"])
    carrier = raw["marketing_carrier"]
    card = {
        "flight": "%s%s" % (carrier.get("iata_code") or "", raw.get("marketing_carrier_flight_number") or ""),
        "airline": _airline(carrier), "from": _place(raw["origin"], raw.get("origin_terminal")),
        "to": _place(raw["destination"], raw.get("destination_terminal")), "departs": _iso(departs, leaves),
        "arrives": _iso(arrives, lands), "dayOffset": arrives // DAY - departs // DAY, "durationMinutes": lands - leaves,
    }
    if (raw.get("aircraft") or {}).get("name"):
        card["aircraft"] = raw["aircraft"]["name"]
    return card, leaves, lands


def _itinerary(raw):
    segments, layovers, landed, left = [], [], None, None
    for one in raw["segments"]:
        card, leaves, lands = _segment(one)
        if segments:
            at = segments[-1]["to"]
            layovers.append({"code": at["code"], "city": at["city"], "cityZh": at["cityZh"], "minutes": leaves - landed})
        else:
            left = leaves
        segments.append(card)
        landed = lands
    first, last = segments[0], segments[-1]
    return {"from": first["from"], "to": last["to"], "departs": first["departs"], "arrives": last["arrives"],
            "dayOffset": date_to_day(datetime.fromisoformat(last["arrives"]).date())
            - date_to_day(datetime.fromisoformat(first["departs"]).date()),
            "durationMinutes": landed - left, "stops": len(segments) - 1, "segments": segments, "layovers": layovers}
