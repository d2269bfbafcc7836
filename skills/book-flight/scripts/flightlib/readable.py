"""What the scripts print for reading, made from the same cards that the app draws, in English or Chinese, never both."""

from .cards import flags
from .fares import CABIN_EN, CABIN_ZH, PRICE_OF
from .money import bare, money, to_minor
from .passengers import COUNTED, counted
from .text import clock, day_words, place, short_day, span, table, terminal_words, with_offset

PEOPLE = {"adult": ("adult", "成人"), "child": ("child", "儿童"), "infant": ("infant on lap", "不占座婴儿"),
          "infant-seat": ("infant with seat", "占座婴儿")}
FEW_SEATS = 5  # fewer than this are worth a word
REFUND_REASONS = {
    "free-24h": ("Cancelled within 24 hours of booking and 7 or more days before departure: everything is refunded.",
                 "预订后 24 小时内、距起飞 7 天以上退票：全额退款。"),
    "not-refundable": ("This fare is not refundable: you get nothing back.", "这张票不可退款：退票后拿不回钱。"),
    "late": ("Less than 48 hours before departure the cancellation fee doubles.", "距起飞不足 48 小时，退票费加倍。"),
    "voucher": ("The airline refunds by voucher or credit, not in money.", "航空公司以代金券或积分退款，不退现金。"),
    "full": ("This fare is refunded in full.", "这张票可全额退款。"),
    "not-paid": ("Nothing was paid for it yet.", "此订单尚未付款。"),
    "fee": ("The cancellation fee of this fare is kept, the rest is refunded.", "按票规扣除退票费，其余退还。"),
}


def cabin_name(cabin, lang):
    return CABIN_ZH[cabin] if lang == "zh" else CABIN_EN[cabin]


def person_type(kind, lang):
    return PEOPLE[kind][lang == "zh"]


def stops(itinerary, lang):
    zh = lang == "zh"
    if not itinerary["stops"]:
        return "直飞" if zh else "direct"
    if not itinerary["layovers"]:  # counted and not named
        count = itinerary["stops"]
        return "中转 %d 次" % count if zh else "%d stop%s" % (count, "" if count == 1 else "s")
    vias = [("经%s %s" if zh else "via %s %s") % (via["cityZh"] if zh else via["code"], span(via["minutes"], lang))
            for via in itinerary["layovers"]]
    return ("，" if zh else ", ").join(vias)


def _city(card, lang):
    return card["cityZh" if lang == "zh" else "city"]


def offers(card, seller, lang):
    """The table of a search, with what to run next."""
    zh, query = lang == "zh", card["query"]
    orders = {"price": ("cheapest first", "价格从低到高"), "duration": ("shortest first", "耗时从短到长"),
              "departure": ("earliest first", "起飞从早到晚")}
    count = ("共 %d 个方案，显示 %d 个，%s。均为当地时间，+1 为次日到达。总价含全部乘客及税费。" if zh else
             "%d match, %d shown, %s. Local times; +1 is the next day. Totals are for all passengers, taxes included.") % (
        card["matching"], len(card["offers"]), orders[query["sort"]][zh])
    if query.get("step"):
        count += ("每个去程一行，总价为最便宜的往返组合。" if zh else " One row for each flight out, at the price of its cheapest pair.")
    parts = [_head(query, lang) + "\n" + count, _offer_table(card, lang)]
    if query.get("outbound"):  # the same for each row
        ways = card["offers"][0]["itineraries"]
        parts.insert(1, "\n".join([way_title(0, ways, lang)] + itinerary_lines(ways[0], lang) + [way_title(1, ways, lang)]))
    mind = [(("第 %d 个：%s。" if zh else "No. %d: %s.") % (number, warning))
            for number, offer in enumerate(card["offers"], 1)
            for warning in [warnings(flags(offer["itineraries"][:1]) if query.get("step") else offer, lang)] if warning]
    if mind:
        parts.append("\n".join(mind))
    days = _days(card, lang)
    if days:
        parts.append(days)
    if seller.sells:
        parts.append(_next_step(card, lang))
    if "next" in card["page"]:
        parts.append((("想看更多方案：同一命令加 --limit %d。" if zh else "For more of them: the same command with --limit %d.")
                      % card["page"]["next"]))
    return "\n\n".join(parts + [seller.notice[lang]])


def _head(query, lang):
    zh = lang == "zh"
    if query.get("legs"):
        route = " · ".join("%s → %s %s" % (_city(leg["from"], lang), _city(leg["to"], lang), day_words(leg["date"], lang))
                           for leg in query["legs"])
    else:
        route = "%s → %s · %s" % (_city(query["from"], lang), _city(query["to"], lang), day_words(query["date"], lang))
        if query.get("flex"):
            route += ("（前后 %d 天）" if zh else " ±%d days") % query["flex"]
        if query.get("returnDate"):
            route += (" 去，%s返" if zh else ", back %s") % day_words(query["returnDate"], lang)
    return "%s · %s · %s · %s" % (route, counted(query, lang), cabin_name(query["cabin"], lang),
                                  ("货币 " if zh else "") + query["currency"])


def _offer_table(card, lang):
    zh, query = lang == "zh", card["query"]
    out_only = bool(query.get("step"))
    ways = slice(1) if out_only else slice(1, 2) if query.get("outbound") else slice(None)
    head = (["#", "航班", "航空公司", "起飞", "到达", "耗时", "经停", "行李", "余座", "总价", "报价编号"] if zh else
            ["#", "Flights", "Airline", "Departs", "Arrives", "Time", "Stops", "Bags", "Seats", "Total", "Offer id"])
    if out_only:  # nothing to book yet: the way back and its offer come with the second search
        head[-1] = "标记" if zh else "Note"
    tags = {"cheapest": ("cheapest", "最低价"), "fastest": ("fastest", "最快")}
    with_day = any(len(offer["itineraries"]) > 1 for offer in card["offers"]) or query.get("flex")
    rows = []
    for number, offer in enumerate(card["offers"], 1):
        for place_in, way in enumerate(offer["itineraries"][ways]):
            segments, first = way["segments"], place_in == 0
            names = dict.fromkeys(s["airline"]["nameZh" if zh else "name"] for s in segments)
            left = offer.get("seatsLeft", FEW_SEATS)  # not every provider says
            rows.append([
                str(number) if first else "",
                "+".join(s["flight"] for s in segments),
                " + ".join(names),
                "%s%s %s" % (way["departs"][5:10] + " " if with_day else "", way["from"]["code"], clock(way["departs"])),
                "%s %s" % (way["to"]["code"], with_offset(way["arrives"], way["dayOffset"])),
                span(way["durationMinutes"], lang),
                stops(way, lang),
                _bags(offer.get("bags"), lang) if first else "",
                ("余 %d 座" if zh else "%d left") % left if first and left < FEW_SEATS else "",
                money(offer["price"]["total"], offer["price"]["currency"], lang) if first else "",
                "  ".join(([] if out_only else [offer["id"]]) + [tags[t][zh] for t in offer["tags"] if t in tags]) if first else "",
            ])
    return table(head, rows, right=(5, 8, 9))


def _bags(bags, lang):
    if bags is None:
        return "–"
    if not bags["checked"]:
        return "无" if lang == "zh" else "none"
    return "%d × %d kg" % (bags["checked"], bags["kg"]) if "kg" in bags else "%d" % bags["checked"]


def warnings(offer, lang):
    """What is easily missed: another airport of the same city, another terminal, a night at an airport."""
    zh, found = lang == "zh", []
    for one in offer.get("airportChange", ()):
        found.append(("在%s换机场，%s → %s" if zh else "change of airport in %s, %s → %s") % (
            _city(one, lang), one["from"], one["to"]))
    for one in offer.get("terminalChange", ()):
        found.append(("在 %s 换航站楼，%s → %s" if zh else "change of terminal at %s, %s → %s") % (
            one["airport"], terminal_words(one["airport"], one["from"], lang),
            terminal_words(one["airport"], one["to"], lang)))
    for one in offer.get("overnight", ()):
        found.append(("在 %s 过夜，停留 %s" if zh else "overnight at %s, %s") % (one["airport"], span(one["minutes"], lang)))
    return ("；" if zh else "; ").join(found)


def _days(card, lang):
    """Prices of the days around, or of the cheapest days of a month."""
    zh, currency = lang == "zh", card["query"]["currency"]
    days = [day for day in card.get("nearby") or card.get("month") or () if day["total"] is not None]
    if not days:
        return None
    if "month" in card:
        days = sorted(days, key=lambda day: (day["total"], day["date"]))[:7]
    said = ("；" if zh else "; ").join("%s %s" % (short_day(day["date"], lang), money(day["total"], currency, lang))
                                      for day in days)
    return (_labelled("Cheapest days of the month", "本月最便宜的日子", said, lang) if "month" in card else
            _labelled("Cheapest on the days around", "前后几天最低价", said, lang))


def _next_step(card, lang):
    zh, offer, query = lang == "zh", card["offers"][0], card["query"]
    if query.get("step"):
        flights = ",".join(s["flight"] for s in offer["itineraries"][0]["segments"])
        return (("下一步：请乘客选定去程，再用同一命令查回程，把 --step outbound 换成所选去程的航班，例如选 1：\n  --outbound %s" if zh else
                 "Next, when the person has chosen a flight out: the same command with its flights in place of --step outbound, "
                 "for example number 1:\n  --outbound %s") % flights)
    names = " ".join("--passenger \"NAME:%s\"" % kind for kind, name in COUNTED for _ in range(query.get(name, 0)))
    command = "book_flight.py --offer %s %s --expect-total %s --currency %s --key NEW_KEY%s" % (
        offer["id"], names, bare(offer["price"]["total"]), query["currency"], " --lang zh" if zh else "")
    return (("下一步：请乘客选定一个方案，例如选 1（--expect-total 填所选方案的总价）：\n  " if zh else
             "Next, when the person has chosen, for example number 1 (--expect-total is the chosen offer's total):\n  ") + command)


def itinerary_lines(way, lang):
    zh = lang == "zh"
    lines = []
    for i, segment in enumerate(way["segments"]):
        if i:
            wait = way["layovers"][i - 1]
            lines.append(("    中转%s，停留 %s" if zh else "    connection in %s, %s") % (
                _city(wait, lang), span(wait["minutes"], lang)))
        lines.append("  %s %s · %s · %s %s → %s %s · %s" % (
            segment["flight"], segment["airline"]["nameZh" if zh else "name"], short_day(segment["departs"], lang),
            place(segment["from"], lang), clock(segment["departs"]), place(segment["to"], lang),
            with_offset(segment["arrives"], segment["dayOffset"]), span(segment["durationMinutes"], lang)))
    return lines


def way_title(number, ways, lang):
    """What a way is called: out and back, or the number of a flight in a row."""
    zh = lang == "zh"
    if len(ways) == 2 and ways[0]["from"]["city"] == ways[1]["to"]["city"]:
        return (("去程", "回程") if zh else ("Outbound", "Return"))[number]
    return ("第 %d 程" if zh else "Flight %d") % (number + 1)


def _trip(offer, lang):
    lines, ways = [], offer["itineraries"]
    for number, way in enumerate(ways):
        if len(ways) > 1:
            lines.append(way_title(number, ways, lang))
        lines += itinerary_lines(way, lang)
    return lines


def _people(passengers, lang):
    if lang == "zh":
        return "、".join("%s（%s）" % (p["name"], person_type(p["type"], lang)) for p in passengers)
    return ", ".join("%s (%s)" % (p["name"], person_type(p["type"], lang)) for p in passengers)


def _labelled(label, label_zh, text, lang):
    return "%s%s%s" % (label_zh if lang == "zh" else label, "：" if lang == "zh" else ": ", text)


def breakdown(offer, people, lang):
    """2 adults × CN¥990 + taxes CN¥240 + surcharges CN¥180 = CN¥2,400; None for an offer of before it had parts.

    `people` counts each type of passenger.
    """
    fare, currency = offer["fare"], offer["price"]["currency"]
    if "taxes" not in fare:
        return None
    cash = (lambda amount: money(amount, currency, lang))
    parts = ["%s × %s" % (counted({name: people[kind]}, lang, only=name), cash(fare[PRICE_OF[kind]]))
             for kind, name in COUNTED if people.get(kind)]
    words = ("税 %s", "附加费 %s") if lang == "zh" else ("taxes %s", "surcharges %s")
    parts += [word % cash(amount) for word, amount in zip(words, (fare["taxes"], fare["fees"])) if to_minor(amount, currency)]
    return "%s = %s" % (" + ".join(parts), cash(fare["total"]))


def payments(booking, lang):
    """`CN¥3,710 + change CN¥680 (fee CN¥400)`, each payment of a booking that was changed."""
    zh, said = lang == "zh", []
    for one in booking["payments"]:
        cash = money(one["amount"], booking["total"]["currency"], lang)
        if one["what"] == "change":
            fee = money(one.get("fee", 0), booking["total"]["currency"], lang)
            cash = ("改签 %s（含手续费 %s）" if zh else "change %s (fee %s)") % (cash, fee)
        said.append(cash)
    return " + ".join(said)


def people_counted(passengers):
    found = {}
    for person in passengers:
        found[person["type"]] = found.get(person["type"], 0) + 1
    return found


def _price_lines(offer, passengers, total, lang):
    lines = [_labelled("Total", "总价", money(total["amount"], total["currency"], lang), lang)]
    parts = breakdown(offer, people_counted(passengers), lang)
    return lines + ([_labelled("Price", "价格明细", parts, lang)] if parts else [])


def _rules(offer, rules, lang):
    name = offer["fare"]["nameZh" if lang == "zh" else "name"]
    return [("票规（%s）：" if lang == "zh" else "Fare rules (%s):") % name] + ["  - " + rule for rule in rules[lang]]


def quote(card, seller, lang):
    zh = lang == "zh"
    offer = card["offer"]
    moved = card.get("change")
    lines = ["报价（尚未预订）" if zh else "Quote (nothing is booked yet)"]
    if moved:
        lines = [("改签报价：订单 %s（尚未改签）" if zh else "Quote for changing booking %s (nothing is changed yet)") % moved["reference"]]
    if "warning" in card:
        lines.append(card["warning"][lang])
    lines += _trip(offer, lang)
    if warnings(offer, lang):
        lines.append(_labelled("Note", "请留意", warnings(offer, lang), lang))
    lines += [_labelled("Passengers", "乘客", _people(card["passengers"], lang), lang),
              _labelled("Cabin", "舱位", cabin_name(offer["cabin"], lang), lang)]
    lines += _change_lines(card, lang) if moved else _price_lines(offer, card["passengers"], card["total"], lang)
    return "\n".join(lines + _rules(offer, card["fareRules"], lang) + [seller.notice[lang]])


def _change_lines(card, lang):
    """What a change costs. Less than nothing to pay is what comes back."""
    moved, due = card["change"], card["total"]
    cash = (lambda amount: money(amount["amount"], amount["currency"], lang))
    lines = [_labelled("Paid so far", "原票价", cash(moved["paid"]), lang),
             _labelled("New fare", "新票价", cash(moved["newFare"]), lang),
             _labelled("Difference in fare", "票价差额", cash(moved["difference"]), lang),
             _labelled("Change fee", "改签手续费", cash(moved["fee"]), lang)]
    if due["amount"] < 0:
        back = dict(due, amount=-due["amount"])
        return lines + [_labelled("You get back", "退还", cash(back), lang)]
    return lines + [_labelled("To pay now", "需补付", cash(due), lang)]


def cancel_quote(card, seller, lang):
    zh, booking = lang == "zh", card["booking"]
    lines = [("取消报价：订单 %s（尚未取消）" if zh else "Quote for cancelling booking %s (nothing is cancelled yet)")
             % booking["reference"]]
    lines += _trip(booking["offer"], lang)
    if "payments" in booking:
        lines.append(_labelled("Paid", "付款", payments(booking, lang), lang))
    lines += [_labelled("Fee", "退票费", money(card["fee"]["amount"], card["fee"]["currency"], lang), lang),
              _labelled("Refund", "退款", money(card["refund"]["amount"], card["refund"]["currency"], lang), lang),
              _labelled("Why", "原因", refund_reason(card["reason"], lang), lang)]
    return "\n".join(lines + _rules(booking["offer"], card["fareRules"], lang) + [seller.notice[lang]])


def refund_reason(code, lang):
    return REFUND_REASONS[code][lang == "zh"]


STATES = {"confirmed": ("confirmed", "已确认"), "cancelled": ("cancelled", "已取消"), "held": ("held", "已保留")}


def booking(card, seller, lang, headline=None):
    zh = lang == "zh"
    lines = [headline or ("订单 %s：%s" if zh else "Booking %s: %s") % (card["reference"], STATES[card["status"]][zh])]
    lines += _trip(card["offer"], lang)
    lines += [_labelled("Passengers", "乘客", _people(card["passengers"], lang), lang),
              _labelled("Fare", "票种", card["offer"]["fare"]["nameZh" if zh else "name"], lang),
              _labelled("Baggage", "行李", baggage(card["offer"], lang), lang)]
    lines += _price_lines(card["offer"], card["passengers"], card["total"], lang)
    if "payments" in card:
        lines.append(_labelled("Paid", "付款", payments(card, lang), lang))
    if card.get("airlineReference"):
        lines.append(_labelled("Airline reference", "航空公司订座编号", card["airlineReference"], lang))
    if "payBy" in card:
        lines.append(_labelled("Pay by", "付款截止", card["payBy"][:16].replace("T", " ") + " UTC", lang))
    if "refund" in card:
        lines.append(_labelled("Refund", "退款", money(card["refund"]["amount"], card["refund"]["currency"], lang), lang))
    if "refundReason" in card:
        lines.append(_labelled("Why", "原因", refund_reason(card["refundReason"], lang), lang))
    if card["files"]:
        lines.append(_labelled("Files", "文件", ", ".join("out/" + f["name"] for f in card["files"]), lang))
    return "\n".join(lines + [seller.notice[lang]])


def baggage(offer, lang):
    """What one passenger may take: 1 checked bag of 23 kg, 8 kg in the cabin."""
    zh, fare, bags = lang == "zh", offer["fare"], offer.get("bags")
    if "rules" in offer:
        return offer["rules"][lang][0].partition("：" if zh else ": ")[2]
    if bags is None:  # booked before offers said how many bags
        kilos = fare["checkedBaggageKg"]
        checked = (("托运 %d 公斤" if zh else "%d kg checked") % kilos) if kilos else ("不含托运" if zh else "none checked")
    elif not bags["checked"]:
        checked = "不含托运" if zh else "none checked"
    elif zh:
        checked = "托运 %d 件，每件 %d 公斤" % (bags["checked"], bags["kg"])
    else:
        checked = "%d checked bag%s of %d kg" % (bags["checked"], "" if bags["checked"] == 1 else "s", bags["kg"])
    return ("每人%s，手提 %d 公斤" if zh else "%s, %d kg in the cabin, for each person") % (checked, fare["cabinBaggageKg"])


def booking_list(card, lang):
    zh = lang == "zh"
    if not card["bookings"] and card.get("unreadable"):
        return "没有能读取的预订。" if zh else "No booking can be read."
    if not card["bookings"]:
        return "没有预订。" if zh else "No bookings."
    head = (["订单号", "状态", "出发", "行程", "航班", "乘客", "总价"] if zh else
            ["Ref", "Status", "Departs", "Trip", "Flights", "Passengers", "Total"])
    rows = []
    for one in card["bookings"]:
        ways = one["offer"]["itineraries"]
        rows.append([one["reference"], STATES[one["status"]][zh], ways[0]["departs"][:10] + " " + clock(ways[0]["departs"]),
                     route(ways, lang), "+".join(s["flight"] for w in ways for s in w["segments"]),
                     ("、" if zh else ", ").join(p["name"] for p in one["passengers"]),
                     money(one["total"]["amount"], one["total"]["currency"], lang)])
    return table(head, rows, right=(6,))


def route(ways, lang):
    """Beijing ⇄ Tokyo, Beijing → Tokyo, Paris → Rome → Athens."""
    if len(ways) == 2 and (ways[0]["from"]["city"], ways[0]["to"]["city"]) == (ways[1]["to"]["city"], ways[1]["from"]["city"]):
        return "%s ⇄ %s" % (_city(ways[0]["from"], lang), _city(ways[0]["to"], lang))
    cities = [_city(ways[0]["from"], lang)]
    for way in ways:
        for end in (way["from"], way["to"]):
            if _city(end, lang) != cities[-1]:
                cities.append(_city(end, lang))
    return " → ".join(cities)
