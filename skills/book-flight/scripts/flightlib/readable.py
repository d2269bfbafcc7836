"""What the scripts print for reading, made from the same cards that the app draws, in English or Chinese."""

from .fares import CABIN_EN, CABIN_ZH, bare, money
from .passengers import counted
from .text import clock, day_words, place, short_day, span, table, with_offset

NOTICE = {
    "en": "The timetable and fares are simulated: nothing is ticketed with an airline and nothing is charged.",
    "zh": "航班时刻与票价均为模拟数据：不会向航空公司出票，也不会收取任何费用。",
}


def cabin_name(cabin, lang):
    return CABIN_ZH[cabin] if lang == "zh" else CABIN_EN[cabin]


def stops(itinerary, lang):
    if not itinerary["stops"]:
        return "直飞" if lang == "zh" else "direct"
    via = itinerary["layovers"][0]
    wait = "%d:%02d" % divmod(via["minutes"], 60)
    return ("经%s %s" % (via["cityZh"], wait)) if lang == "zh" else ("via %s %s" % (via["code"], wait))


def offers(card, lang):
    """The table of a search, with what to run next."""
    zh, query = lang == "zh", card["query"]
    one, two = query["from"], query["to"]
    people = counted(query["adults"], query["children"], lang)
    if zh:
        head = "%s → %s · %s%s · %s · %s · 货币 %s" % (
            one["cityZh"], two["cityZh"], day_words(query["date"], lang),
            " 去，%s返" % day_words(query["returnDate"], lang) if query.get("returnDate") else "", people,
            cabin_name(query["cabin"], lang), query["currency"])
        order = {"price": "价格从低到高", "duration": "耗时从短到长", "departure": "起飞从早到晚"}[query["sort"]]
        count = "共 %d 个方案，显示 %d 个，%s。均为当地时间，+1 为次日到达。总价含全部乘客及税费。" % (
            card["matching"], len(card["offers"]), order)
    else:
        head = "%s → %s · %s%s · %s · %s · %s" % (
            one["city"], two["city"], day_words(query["date"], lang),
            ", back " + day_words(query["returnDate"], lang) if query.get("returnDate") else "", people,
            cabin_name(query["cabin"], lang), query["currency"])
        order = {"price": "cheapest first", "duration": "shortest first", "departure": "earliest first"}[query["sort"]]
        count = "%d match, %d shown, %s. Local times; +1 is the next day. Totals are for all passengers, taxes included." % (
            card["matching"], len(card["offers"]), order)
    parts = [head + "\n" + count, _offer_table(card, lang), _next_step(card, lang)]
    if "next" in card["page"]:
        more = "想看更多方案：同一命令加 --limit %d。" if zh else "For more of them: the same command with --limit %d."
        parts.append(more % card["page"]["next"])
    return "\n\n".join(parts)


def _offer_table(card, lang):
    zh = lang == "zh"
    head = (["#", "航班", "航空公司", "起飞", "到达", "耗时", "经停", "行李", "余座", "总价", "报价编号"] if zh else
            ["#", "Flights", "Airline", "Departs", "Arrives", "Time", "Stops", "Bag", "Seats", "Total", "Offer id"])
    rows = []
    tag_words = {"cheapest": "最低价", "fastest": "最快"} if zh else {"cheapest": "cheapest", "fastest": "fastest"}
    for number, offer in enumerate(card["offers"], 1):
        for place_in, way in enumerate(offer["itineraries"]):
            segments = way["segments"]
            names = []
            for segment in segments:
                name = segment["airline"]["nameZh" if zh else "name"]
                if name not in names:
                    names.append(name)
            first = place_in == 0
            bag = offer["fare"]["checkedBaggageKg"]
            rows.append([
                str(number) if first else "",
                "+".join(s["flight"] for s in segments),
                " + ".join(names),
                "%s%s %s" % ("" if len(offer["itineraries"]) == 1 else way["departs"][5:10] + " ", way["from"]["code"],
                             clock(way["departs"])),
                "%s %s" % (way["to"]["code"], with_offset(way["arrives"], way["dayOffset"])),
                "%d:%02d" % divmod(way["durationMinutes"], 60),
                stops(way, lang),
                ("%dkg" % bag if bag else "0") if first else "",
                str(offer["seatsLeft"]) if first else "",
                format(offer["price"]["total"], ",.2f" if offer["price"]["currency"] == "USD" else ",.0f") if first else "",
                offer["id"] + "".join("  " + tag_words[t] for t in offer["tags"] if t in tag_words) if first else "",
            ])
    return table(head, rows, right=(5, 7, 8, 9))


def _next_step(card, lang):
    offer = card["offers"][0]
    query = card["query"]
    names = " ".join(["--passenger \"NAME:adult\""] * query["adults"] + ["--passenger \"NAME:child\""] * query["children"])
    command = "book_flight.py --offer %s %s --expect-total %s --currency %s --key NEW_KEY%s" % (
        offer["id"], names, bare(offer["price"]["total"]), query["currency"], " --lang zh" if lang == "zh" else "")
    if lang == "zh":
        return "下一步：请乘客选定一个方案，例如选 1（--expect-total 填所选方案的总价）：\n  " + command
    return "Next, when the person has chosen, for example number 1 (--expect-total is the chosen offer's total):\n  " + command


def itinerary_lines(way, lang):
    zh = lang == "zh"
    lines = []
    for i, segment in enumerate(way["segments"]):
        if i:
            wait = way["layovers"][i - 1]
            lines.append("    中转%s，停留 %s" % (wait["cityZh"], span(wait["minutes"], lang)) if zh else
                         "    connection in %s, %s" % (wait["city"], span(wait["minutes"], lang)))
        lines.append("  %s %s · %s · %s %s → %s %s · %s" % (
            segment["flight"], segment["airline"]["nameZh" if zh else "name"], short_day(segment["departs"], lang),
            place(segment["from"], lang), clock(segment["departs"]), place(segment["to"], lang),
            with_offset(segment["arrives"], segment["dayOffset"]), span(segment["durationMinutes"], lang)))
    return lines


def _trip(offer, lang):
    lines = []
    for i, way in enumerate(offer["itineraries"]):
        if len(offer["itineraries"]) == 2:
            lines.append(("去程" if i == 0 else "回程") if lang == "zh" else ("Outbound" if i == 0 else "Return"))
        lines += itinerary_lines(way, lang)
    return lines


def _people(passengers, lang):
    if lang == "zh":
        return "、".join("%s（%s）" % (p["name"], "成人" if p["type"] == "adult" else "儿童") for p in passengers)
    return ", ".join("%s (%s)" % (p["name"], p["type"]) for p in passengers)


def _rules_heading(offer, zh):
    return "票规（%s）：" % offer["fare"]["nameZh"] if zh else "Fare rules (%s):" % offer["fare"]["name"]


def quote(card, lang):
    zh = lang == "zh"
    offer, total = card["offer"], card["total"]
    lines = ["报价（尚未预订）" if zh else "Quote (nothing is booked yet)"]
    lines += _trip(offer, lang)
    lines += [("乘客：" if zh else "Passengers: ") + _people(card["passengers"], lang),
              ("舱位：" if zh else "Cabin: ") + cabin_name(offer["cabin"], lang),
              ("总价：" if zh else "Total: ") + money(total["amount"], total["currency"]),
              _rules_heading(offer, zh)]
    return "\n".join(lines + ["  - " + rule for rule in card["fareRules"][lang]] + [NOTICE[lang]])


def cancel_quote(card, lang):
    zh, booking = lang == "zh", card["booking"]
    lines = ["取消报价：预订 %s（尚未取消）" % booking["reference"] if zh else
             "Quote for cancelling booking %s (nothing is cancelled yet)" % booking["reference"]]
    lines += _trip(booking["offer"], lang)
    lines += [("退票费：" if zh else "Fee: ") + money(card["fee"]["amount"], card["fee"]["currency"]),
              ("退款：" if zh else "Refund: ") + money(card["refund"]["amount"], card["refund"]["currency"]),
              _rules_heading(booking["offer"], zh)]
    return "\n".join(lines + ["  - " + rule for rule in card["fareRules"][lang]])


def booking(card, lang, headline=None):
    zh = lang == "zh"
    state = {"confirmed": ("confirmed", "已确认"), "cancelled": ("cancelled", "已取消")}[card["status"]][zh]
    lines = [headline or ("预订 %s：%s" if zh else "Booking %s: %s") % (card["reference"], state)]
    lines += _trip(card["offer"], lang)
    lines += [("乘客：" if zh else "Passengers: ") + _people(card["passengers"], lang),
              ("票种：" if zh else "Fare: ") + card["offer"]["fare"]["nameZh" if zh else "name"],
              ("总价：" if zh else "Total: ") + money(card["total"]["amount"], card["total"]["currency"])]
    if "refund" in card:
        lines.append(("退款：" if zh else "Refund: ") + money(card["refund"]["amount"], card["refund"]["currency"]))
    if card["files"]:
        lines.append(("文件：" if zh else "Files: ") + ", ".join("out/" + f["name"] for f in card["files"]))
    return "\n".join(lines)


def booking_list(card, lang):
    zh = lang == "zh"
    if not card["bookings"]:
        return "没有预订。" if zh else "No bookings."
    head = (["编号", "状态", "出发", "行程", "航班", "乘客", "总价"] if zh else
            ["Ref", "Status", "Departs", "Trip", "Flights", "Passengers", "Total"])
    rows = []
    for one in card["bookings"]:
        ways = one["offer"]["itineraries"]
        city = "cityZh" if zh else "city"
        state = {"confirmed": ("confirmed", "已确认"), "cancelled": ("cancelled", "已取消")}[one["status"]][zh]
        mark = " ⇄ " if len(ways) == 2 else " → "
        rows.append([one["reference"], state, ways[0]["departs"][:10] + " " + clock(ways[0]["departs"]),
                     ways[0]["from"][city] + mark + ways[0]["to"][city],
                     "+".join(s["flight"] for w in ways for s in w["segments"]),
                     ("、" if zh else ", ").join(p["name"] for p in one["passengers"]),
                     money(one["total"]["amount"], one["total"]["currency"])])
    return table(head, rows, right=(6,))
