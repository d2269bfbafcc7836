"""A booking as one printable HTML page: no script, no network, light and dark on the screen, ink on paper."""

from html import escape

from .fares import rules_text
from .money import money
from .readable import baggage, breakdown, cabin_name, payments, people_counted, person_type, refund_reason, route, warnings, way_title
from .text import clock, day_words, instant, short_day, span, terminal_words

WORDS = {
    "en": {"title": "Itinerary", "reference": "Booking reference", "confirmed": "Confirmed", "cancelled": "Cancelled",
           "trip": "Flight", "direct": "Direct", "stop": "1 stop", "held": "Held",
           "connection": "Connection in %s · %s", "passengers": "Passengers", "baggage": "Baggage", "note": "Note",
           "total": "Total", "refund": "Refund", "rules": "Fare rules", "booked": "Booked %s",
           "contact": "Contact", "local": "All times are local to each airport.",
           "cancelled on": "Cancelled %s", "next": "next day", "+2": "two days later", "-1": "the day before"},
    "zh": {"title": "行程单", "reference": "订单号", "confirmed": "已确认", "cancelled": "已取消",
           "trip": "航班", "direct": "直飞", "stop": "中转 1 次", "held": "已保留",
           "connection": "在%s中转 · 停留 %s", "passengers": "乘客", "baggage": "行李", "note": "请留意",
           "total": "总价", "refund": "退款", "rules": "票规", "booked": "预订于 %s",
           "contact": "联系邮箱", "local": "所有时间均为各机场当地时间。",
           "cancelled on": "取消于 %s", "next": "次日", "+2": "第三天", "-1": "前一天"},
}

STYLE = """
:root{color-scheme:light dark;--ink:#16202c;--soft:#5d6b7a;--line:#dde3ea;--paper:#fff;--ground:#eef2f6;--accent:#1257c9;
--wash:#f4f7fb;--good:#0d7a4f;--bad:#b3261e}
@media (prefers-color-scheme:dark){:root{--ink:#e8edf3;--soft:#9aa8b7;--line:#2c3743;--paper:#161d26;--ground:#0d1218;
--accent:#7fb0ff;--wash:#1b2430;--good:#5bd19c;--bad:#ff8a80}}
*{box-sizing:border-box}
body{margin:0;padding:40px 20px;background:var(--ground);color:var(--ink);
font:15px/1.55 -apple-system,"Segoe UI",Roboto,"Helvetica Neue","PingFang SC","Hiragino Sans GB","Microsoft YaHei","Noto Sans CJK SC",sans-serif}
main{max-width:760px;margin:0 auto;background:var(--paper);border:1px solid var(--line);border-radius:18px;overflow:hidden}
header{padding:32px 36px 26px;border-bottom:1px solid var(--line);display:flex;justify-content:space-between;gap:24px;flex-wrap:wrap}
h1{margin:0 0 4px;font-size:27px;line-height:1.25;letter-spacing:-.01em;font-weight:650}
h2{margin:0 0 14px;font-size:13px;font-weight:650;color:var(--soft);letter-spacing:.04em}
p{margin:0}.soft{color:var(--soft)}
.ref{text-align:right}.ref b{display:block;font:650 26px/1.2 ui-monospace,"SF Mono",Menlo,Consolas,monospace;letter-spacing:.14em;color:var(--accent)}
.state{display:inline-block;margin-top:6px;padding:1px 10px;border-radius:99px;border:1px solid currentColor;font-size:12.5px;color:var(--good)}
.cancelled .state{color:var(--bad)}.cancelled .leg{opacity:.55}
section{padding:26px 36px;border-bottom:1px solid var(--line)}
.leg{break-inside:avoid}
.flight{display:flex;justify-content:space-between;gap:12px;flex-wrap:wrap;margin-bottom:12px}
.flight b{font-weight:650}
.ends{display:grid;grid-template-columns:1fr minmax(120px,1.1fr) 1fr;align-items:start;gap:14px}
.time{font-size:32px;line-height:1.1;font-weight:650;font-variant-numeric:tabular-nums;letter-spacing:-.02em}
.time sup{font-size:12px;font-weight:600;color:var(--bad);letter-spacing:0;margin-left:4px}
.code{font-weight:650}.one{white-space:nowrap}.to{text-align:right}
.way{text-align:center;padding-top:2px;color:var(--soft);font-size:13px}
.way svg{display:block;width:100%;height:26px;margin:2px 0;color:var(--accent)}
.wait{margin:18px 0;padding:8px 14px;border-radius:10px;background:var(--wash);color:var(--soft);font-size:13.5px;text-align:center}
.two{display:grid;grid-template-columns:1fr 1fr;gap:36px}
ul{margin:0;padding:0;list-style:none}li{padding:5px 0;display:flex;justify-content:space-between;gap:16px}
.next{margin-top:20px}
.rules li{display:list-item;list-style:disc;margin-left:18px;padding:2px 0;color:var(--soft)}
.sum{font-size:22px;font-weight:650;font-variant-numeric:tabular-nums}
footer{padding:18px 36px 24px;color:var(--soft);font-size:12.5px}
@media (max-width:560px){body{padding:0}main{border:0;border-radius:0}header,section,footer{padding-left:20px;padding-right:20px}
.two{grid-template-columns:1fr;gap:24px}.ref{text-align:left}.time{font-size:25px}.ends{grid-template-columns:1fr 84px 1fr;gap:8px}}
@media print{:root{color-scheme:light;--ink:#000;--soft:#444;--line:#bbb;--paper:#fff;--ground:#fff;--accent:#000;--wash:#f3f3f3;--good:#000;--bad:#000}
@page{margin:16mm}body{padding:0;font-size:10.5pt}main{border:0;max-width:none;border-radius:0}
header,section,footer{padding-left:0;padding-right:0}}
"""

ARROW = ("<svg viewBox=\"0 0 200 26\" preserveAspectRatio=\"none\" aria-hidden=\"true\"><line x1=\"4\" y1=\"13\" x2=\"196\" y2=\"13\" "
         "stroke=\"currentColor\" stroke-width=\"1.5\" stroke-dasharray=\"2 5\" stroke-linecap=\"round\" vector-effect=\"non-scaling-stroke\"/></svg>")


def page(booking, seller, lang):
    words, zh = WORDS[lang], lang == "zh"
    offer, total = booking["offer"], booking["total"]
    ways = offer["itineraries"]
    city = "cityZh" if zh else "city"
    title = route(ways, lang)
    dates = day_words(ways[0]["departs"], lang)
    if len(ways) > 1:
        dates += " – " + day_words(ways[-1]["departs"], lang)
    out = ["<!doctype html>", "<html lang=\"%s\">" % ("zh-CN" if zh else "en"), "<head>", "<meta charset=\"utf-8\">",
           "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">",
           "<title>%s · %s</title>" % (escape(booking["reference"]), escape(title)),
           "<style>%s</style>" % STYLE, "</head>", "<body>", "<main class=\"%s\">" % booking["status"],
           "<header><div><p class=\"soft\">%s</p><h1>%s</h1><p class=\"soft\">%s</p></div>" % (
               words["title"], escape(title), escape(dates)),
           "<div class=\"ref\"><p class=\"soft\">%s</p><b>%s</b><span class=\"state\">%s</span></div></header>" % (
               words["reference"], escape(booking["reference"]), words[booking["status"]])]
    for number, way in enumerate(ways):
        name = words["trip"] if len(ways) == 1 else way_title(number, ways, lang)
        out.append("<section><h2>%s · %s · %s · %s</h2>" % (
            name, escape(short_day(way["departs"], lang)), words["stop" if way["stops"] else "direct"],
            span(way["durationMinutes"], lang)))
        for i, segment in enumerate(way["segments"]):
            if i:
                wait = way["layovers"][i - 1]
                out.append("<p class=\"wait\">%s</p>" % escape(
                    words["connection"] % (wait[city] + " " + wait["code"], span(wait["minutes"], lang))))
            out.append(_leg(segment, offer["cabin"], lang))
        out.append("</section>")
    if warnings(offer, lang):
        out.append("<section><h2>%s</h2><p>%s</p></section>" % (words["note"], escape(warnings(offer, lang))))
    out.append("<section class=\"two\"><div><h2>%s</h2><ul>" % words["passengers"])
    out += ["<li><span>%s</span><span class=\"soft\">%s</span></li>" % (
        escape(p["name"]), person_type(p["type"], lang)) for p in booking["passengers"]]
    out.append("</ul><h2 class=\"next\">%s</h2><p>%s</p>" % (words["baggage"], escape(baggage(offer, lang))))
    out.append("</div><div><h2>%s</h2><p class=\"sum\">%s</p><p class=\"soft\">%s</p>" % (
        words["total"], escape(money(total["amount"], total["currency"], lang)), escape(offer["fare"]["nameZh" if zh else "name"])))
    parts = breakdown(offer, people_counted(booking["passengers"]), lang)
    if parts:
        out.append("<p class=\"soft\">%s</p>" % escape(parts))
    if "payments" in booking:
        out.append("<p class=\"soft\">%s</p>" % escape(payments(booking, lang)))
    if "refund" in booking:
        refund = booking["refund"]
        out.append("<p>%s %s</p>" % (words["refund"], escape(money(refund["amount"], refund["currency"], lang))))
    if "refundReason" in booking:
        out.append("<p class=\"soft\">%s</p>" % escape(refund_reason(booking["refundReason"], lang)))
    if booking.get("contact"):
        out.append("<p class=\"soft\">%s %s</p>" % (words["contact"], escape(booking["contact"])))
    out.append("</div></section><section class=\"rules\"><h2>%s</h2><ul>" % words["rules"])
    out += ["<li>%s</li>" % escape(rule) for rule in rules_text(offer, instant(booking["createdAt"]))[lang][1:]]
    stamps = words["booked"] % _moment(booking["createdAt"], lang)
    if booking.get("cancelledAt"):
        stamps += " · " + words["cancelled on"] % _moment(booking["cancelledAt"], lang)
    out.append("</ul></section><footer><p>%s</p><p>%s</p><p>%s</p></footer></main></body></html>" % (
        words["local"], escape(seller.notice[lang]), escape(stamps)))
    return "\n".join(out) + "\n"


def _moment(iso, lang):
    """Thu 12 Mar 2026, 09:35: on the clock of whoever did it."""
    return "%s%s%s" % (day_words(iso, lang), " " if lang == "zh" else ", ", clock(iso))


def _leg(segment, cabin, lang):
    words, zh = WORDS[lang], lang == "zh"
    offset = segment["dayOffset"]
    shift = "" if not offset else "<sup>%s</sup>" % {1: words["next"], 2: words["+2"], -1: words["-1"]}.get(offset, "%+d" % offset)
    return ("<div class=\"leg\"><div class=\"flight\"><span><b>%s</b> %s</span><span class=\"soft\">%s</span></div>"
            "<div class=\"ends\">%s<div class=\"way\">%s%s</div>%s</div></div>") % (
        escape(segment["flight"]), escape(segment["airline"]["nameZh" if zh else "name"]),
        escape(" · ".join(filter(None, (segment.get("aircraft"), cabin_name(cabin, lang))))),
        _end(segment["from"], clock(segment["departs"]), short_day(segment["departs"], lang), "", lang),
        span(segment["durationMinutes"], lang), ARROW,
        _end(segment["to"], clock(segment["arrives"]) + shift, short_day(segment["arrives"], lang), " to", lang))


def _end(where, time, day, side, lang):
    zh = lang == "zh"
    terminal = where.get("terminal")
    terminal = " · <span class=\"one\">%s</span>" % escape(terminal_words(where["code"], terminal, lang)) if terminal else ""
    return ("<div class=\"end%s\"><p class=\"time\">%s</p><p class=\"soft\">%s</p><p><span class=\"code\">%s</span> %s</p>"
            "<p class=\"soft\">%s%s</p></div>") % (
        side, time, escape(day), escape(where["code"]), escape(where["cityZh" if zh else "city"]),
        escape(where["airportZh" if zh else "airport"]), terminal)
