"""The options of search_flights.py, and the Request that they ask for."""

from . import command
from .airlines import AIRLINES
from .cities import AIRPORTS, CITIES
from .clock import now
from .errors import USAGE, SkillError
from .money import to_minor
from .party import party
from .request import RETURN_TIMES, TIMES, Leg, Request
from .searching import MOST_SHOWN
from .zones import date_to_day, day_to_date, local_day

MOST_LEGS = 5
MOST_FLEX = 3
MOST_NIGHTS = 330
MOST_STOPS = 3
MOST_BAGS = 3
MOST_WAIT = 2880  # minutes


def add_options(to):
    add = to.add_argument
    add("--from", dest="origin", metavar="CITY", help="where the trip begins")
    add("--to", dest="dest", metavar="CITY", help="where it goes")
    add("--date", metavar="YYYY-MM-DD", help="day of departure, local to the origin")
    add("--return", dest="back", metavar="YYYY-MM-DD", help="day of the return flight; without it, one way")
    add("--nights", metavar="N", help="return so many days after the departure, instead of --return")
    add("--leg", dest="legs", action="append", metavar="FROM:TO:DATE", help="several cities in a row, once for each flight, "
        "instead of --from, --to and --date")
    add("--flex", metavar="N", default="0", help="days either side of the date that will do, 0 to 3 (default 0)")
    add("--cheapest-of", metavar="YYYY-MM", help="the cheapest day of a month, instead of --date")
    add("--adults", metavar="N", help="travellers of 12 and over (default 1)")
    add("--children", metavar="N", help="travellers of 2 to 11 (default 0)")
    add("--infants-lap", metavar="N", help="under 2, on an adult's lap (default 0)")
    add("--infants-seat", metavar="N", help="under 2, with their own seat (default 0)")
    add("--ages", metavar="AGE,AGE", help="ages in years on the day of travel; they decide who is a child or an infant")
    add("--cabin", metavar="CABIN", default="economy", help="economy, premium, business or first (default economy)")
    add("--currency", metavar="CUR", default="CNY", help="%s (default CNY)" % ", ".join(command.CURRENCIES))
    add("--below", metavar="N", help="for the card's offer to watch the price: the person hears of it once the whole party pays less")
    add("--max-price", metavar="N", help="most that the whole party may pay, in the currency")
    add("--depart-after", metavar="HH:MM", help="the first flight leaves at this time or later")
    add("--depart-before", metavar="HH:MM", help="the first flight leaves at this time or earlier")
    add("--arrive-after", metavar="HH:MM", help="it lands at this local time or later; HH:MM+1 on the next day")
    add("--arrive-before", metavar="HH:MM", help="it lands at this local time or earlier, on the day of departure; HH:MM+1 on the "
        "next day")
    for one, what in (("depart-after", "leaves at this time or later"), ("depart-before", "leaves at this time or earlier"),
                      ("arrive-after", "lands at this time or later"), ("arrive-before", "lands at this time or earlier")):
        add("--return-" + one, metavar="HH:MM", help="the way back of a round trip " + what)
    add("--direct", action="store_true", help="only flights without a stop")
    add("--max-stops", metavar="N", help="stops on each way at most, 0 to 3")
    add("--min-connection", metavar="MIN", help="minutes to change planes, at least")
    add("--max-connection", metavar="MIN", help="minutes to change planes, at most")
    add("--airlines", "--airline", metavar="CA,MU", help="only these airlines, by their two-character codes or names")
    add("--not-airlines", metavar="CA", help="none of these airlines")
    add("--not-airports", metavar="LHR", help="not from, to or through these airports")
    add("--bags", metavar="N", help="checked bags that the fare includes for each traveller, at least")
    add("--step", choices=("outbound",), help="round trip: one row for each flight out, at the price of its cheapest pair")
    add("--outbound", metavar="FLIGHTS", help="round trip: only with these flights out, such as CA181 or CA925,NH4")
    add("--sort", choices=("price", "duration", "departure"), default="price", help="order (default price)")
    add("--limit", metavar="N", default="6", help="how many to show, 1 to %d (default 6)" % MOST_SHOWN)


def request(chosen, seller):
    """The Request of parsed options. `seller` names places: a providers.Port."""
    people = party(chosen.adults, chosen.children, chosen.infants_lap, chosen.infants_seat, chosen.ages)
    legs, returns, month = _legs(chosen, seller)
    made = Request(legs, returns=returns, cheapest_of=month, cabin=command.a_cabin(chosen.cabin),
                   currency=command.a_currency(chosen.currency), sort=chosen.sort, **people)
    if chosen.max_price is not None:
        made.max_price = to_minor(command.an_amount(chosen.max_price, "--max-price"), made.currency)
    _times(made, chosen)
    _connections(made, chosen)
    made.airlines = _codes(chosen.airlines, an_airline)
    made.not_airlines = _codes(chosen.not_airlines, an_airline)
    both = [code for code in made.airlines if code in made.not_airlines]
    if both:
        raise SkillError(USAGE, "%s is both wanted and refused" % both[0], "Ask which of the two is meant.")
    made.not_airports = _codes(chosen.not_airports, _an_airport)
    if chosen.bags is not None:
        made.bags = command.a_count(chosen.bags, "--bags", 0, MOST_BAGS) or None
    made.limit = command.a_count(chosen.limit, "--limit", 1, MOST_SHOWN)
    made.flex = command.a_count(chosen.flex, "--flex", 0, MOST_FLEX)
    if made.flex and month:
        raise SkillError(USAGE, "--flex and --cheapest-of exclude each other")
    made.outbound = tuple(f.strip().upper() for f in (chosen.outbound or "").replace("+", ",").split(",") if f.strip())
    made.step = None if made.outbound else chosen.step
    if (made.step or made.outbound) and not returns:
        raise SkillError(USAGE, "%s is for a round trip" % ("--step" if made.step else "--outbound"),
                         "Give --return or --nights, or leave it out.")
    return made


def _legs(chosen, seller):
    """(legs, whether the second is the way back, (year, month) of --cheapest-of or None)"""
    single = {"--from": chosen.origin, "--to": chosen.dest, "--date": chosen.date, "--return": chosen.back,
              "--nights": chosen.nights, "--cheapest-of": chosen.cheapest_of}
    if chosen.legs:
        beside = [option for option, value in single.items() if value is not None]
        if beside:
            raise SkillError(USAGE, "--leg and %s exclude each other" % beside[0], "Write each flight as --leg FROM:TO:DATE.")
        return _cities_in_a_row(chosen.legs, seller), False, None
    missing = [option for option in ("--from", "--to") if single[option] is None]
    if chosen.date is None and chosen.cheapest_of is None:
        missing.append("--date")
    if missing:
        raise SkillError(USAGE, "The following arguments are required: %s" % ", ".join(missing),
                         "Run it with --help for what each option takes.")
    for one, other in (("--date", "--cheapest-of"), ("--return", "--nights"), ("--return", "--cheapest-of")):
        if None not in (single[one], single[other]):
            raise SkillError(USAGE, "%s and %s exclude each other" % (one, other),
                             "For a round trip of some days, give --nights." if other == "--cheapest-of" else "")
    origin, dest = seller.place(chosen.origin, "origin"), seller.place(chosen.dest, "destination")
    _not_same_city(origin, dest)
    if chosen.cheapest_of is not None:
        month = _a_month(chosen.cheapest_of, origin)
        out = Leg(origin, dest, _first_day(month, origin))
    else:
        month = None
        out = Leg(origin, dest, command.a_day(chosen.date, "--date"))
        command.on_sale(out, "Date", chosen.date)
    if chosen.nights is not None:
        return [out, Leg(dest, origin, out.day + command.a_count(chosen.nights, "--nights", 0, MOST_NIGHTS))], True, month
    if chosen.back is None:
        return [out], False, month
    back = Leg(dest, origin, command.a_day(chosen.back, "--return"))
    if back.day < out.day:
        raise SkillError(USAGE, "Return date %s is before the departure date %s" % (chosen.back, chosen.date))
    command.on_sale(back, "Date", chosen.back)
    return [out, back], True, None


def _cities_in_a_row(texts, seller):
    if not 2 <= len(texts) <= MOST_LEGS:
        raise SkillError(USAGE, "Invalid --leg: %d given, from 2 to %d flights in a row" % (len(texts), MOST_LEGS),
                         "For one flight, or out and back, give --from, --to and --date.")
    legs = []
    for text in texts:
        parts = text.replace("：", ":").split(":")
        if len(parts) != 3:
            raise SkillError(USAGE, "Invalid --leg '%s': not of the form FROM:TO:YYYY-MM-DD" % text[:60])
        origin, dest = seller.place(parts[0], "origin"), seller.place(parts[1], "destination")
        _not_same_city(origin, dest)
        leg = Leg(origin, dest, command.a_day(parts[2].strip(), "--leg"))
        command.on_sale(leg, "Date", parts[2].strip())
        if legs and leg.day < legs[-1].day:
            raise SkillError(USAGE, "Leg '%s' is before the one that it follows" % text[:60])
        legs.append(leg)
    return legs


def _not_same_city(a, b):
    if a.city is b.city:
        raise SkillError(USAGE, "Origin and destination are the same city: %s" % a.city.name)


def _a_month(text, origin):
    year, dash, month = text.strip().partition("-")
    if not (dash and len(year) == 4 and len(month) == 2 and (year + month).isdigit() and 1 <= int(month) <= 12):
        raise SkillError(USAGE, "Invalid --cheapest-of '%s': not a month of the form YYYY-MM" % text[:40])
    found = (int(year), int(month))
    today = local_day(origin.city.zone, now().instant)
    for day, what in ((today, "in the past"), (today + command.LATEST_DAYS, "too far ahead")):
        edge = (day_to_date(day).year, day_to_date(day).month)
        if found < edge if what == "in the past" else found > edge:
            raise SkillError(USAGE, "Month %s is %s" % (text.strip(), what),
                             "Choose a month up to %s." % day_to_date(today + command.LATEST_DAYS).isoformat()[:7])
    return found


def _first_day(month, origin):
    """The first day of a month on which a trip can still begin."""
    first = date_to_day(day_to_date(0).replace(year=month[0], month=month[1], day=1))
    return max(first, local_day(origin.city.zone, now().instant))


def _times(made, chosen):
    for name in TIMES + RETURN_TIMES:
        text = getattr(chosen, name)
        if text is None:
            continue
        option = "--" + name.replace("_", "-")
        if name in RETURN_TIMES and not made.returns:
            raise SkillError(USAGE, "%s is for a round trip" % option, "Give --return or --nights, or leave it out.")
        setattr(made, name, command.a_time(text, option, later="arrive" in name))
    for one in ("depart", "arrive", "return_depart", "return_arrive"):
        after, before = getattr(made, one + "_after"), getattr(made, one + "_before")
        if None not in (after, before) and after > before:
            option = "--" + one.replace("_", "-")
            raise SkillError(USAGE, "%s-after %s is later than %s-before %s" % (
                option, getattr(chosen, one + "_after"), option, getattr(chosen, one + "_before")))


def _connections(made, chosen):
    if chosen.max_stops is not None:
        made.max_stops = command.a_count(chosen.max_stops, "--max-stops", 0, MOST_STOPS)
    if chosen.direct:
        if made.max_stops:
            raise SkillError(USAGE, "--direct and --max-stops %d exclude each other" % made.max_stops)
        made.max_stops = 0
    for name in ("min_connection", "max_connection"):
        text = getattr(chosen, name)
        if text is not None:
            setattr(made, name, command.a_count(text, "--" + name.replace("_", "-"), 0, MOST_WAIT))
    if None not in (made.min_connection, made.max_connection) and made.min_connection > made.max_connection:
        raise SkillError(USAGE, "--min-connection %s is longer than --max-connection %s" % (
            chosen.min_connection, chosen.max_connection))


def _codes(text, read):
    """Codes of a list with commas, each once, in the order given."""
    parts = (text or "").replace("，", ",").replace("、", ",").split(",")
    return tuple(dict.fromkeys(code for part in parts if part.strip() for code in read(part.strip())))


def an_airline(text):
    code, name = text.upper(), text.casefold()
    if code in AIRLINES:
        return (code,)
    for airline in AIRLINES.values():
        if name in (airline.name.casefold(), airline.name_zh):
            return (airline.code,)
    raise SkillError(USAGE, "Unknown airline '%s'" % text[:40],
                     "Give its two-character code; the timetable has %s." % ", ".join(sorted(AIRLINES)))


def _an_airport(text):
    """An airport, or all of a city's."""
    from .places import resolve
    if text.upper() in AIRPORTS:
        return (text.upper(),)
    return tuple(a.code for a in (CITIES.get(text.upper()) or resolve(text, "").city).airports)
