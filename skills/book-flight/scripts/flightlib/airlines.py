"""The airlines: who they are, what they fly and how they price.

CODE English|Chinese|country|alliance|kind|fare level %|short-haul aircraft|long-haul aircraft|cabins on long-haul aircraft

Alliance: S Star Alliance, K SkyTeam, O oneworld, - none. Kind: F full service, L low cost.
Cabins: Y economy, W premium economy, C business, F first. Aircraft names are separated by commas, usual ones first.
"""

TABLE = """\
CA Air China|中国国际航空|CN|S|F|102|A320neo,737-800,A321neo|A350-900,777-300ER,787-9,A330-300|YWCF
MU China Eastern|中国东方航空|CN|K|F|97|A320neo,A321neo,C919,737-800|A350-900,777-300ER,787-9,A330-200|YWC
CZ China Southern|中国南方航空|CN|-|F|97|A320neo,A321neo,737-800,C919|A350-900,787-9,777-300ER,A330-300|YWC
HU Hainan Airlines|海南航空|CN|-|F|99|737-800,737 MAX 8|787-9,A330-300|YC
3U Sichuan Airlines|四川航空|CN|-|F|92|A320neo,A321neo|A350-900,A330-300|YC
MF XiamenAir|厦门航空|CN|K|F|94|737-800,737 MAX 8,A321neo|787-9,787-8|YC
ZH Shenzhen Airlines|深圳航空|CN|S|F|94|A320neo,737-800,A321neo|A330-300|YC
FM Shanghai Airlines|上海航空|CN|K|F|96|737-800,737 MAX 8|787-9|YWC
HO Juneyao Air|吉祥航空|CN|-|F|93|A320neo,A321neo|787-9|YC
9C Spring Airlines|春秋航空|CN|-|L|68|A320neo,A321neo||Y
CX Cathay Pacific|国泰航空|HK|O|F|106|A321neo,A330-300|A350-1000,A350-900,777-300ER|YWC
UO HK Express|香港快运|HK|-|L|72|A320neo,A321neo||Y
NX Air Macau|澳门航空|MO|-|F|88|A321neo,A320neo||Y
CI China Airlines|中华航空|TW|K|F|98|A321neo,737-800|A350-900,777-300ER,A330-300|YWC
BR EVA Air|长荣航空|TW|S|F|101|A321neo,787-9|777-300ER,787-10,A330-300|YWC
JL Japan Airlines|日本航空|JP|O|F|112|737-800,767-300ER|A350-1000,787-9,787-8,777-300ER|YWCF
NH All Nippon Airways|全日空|JP|S|F|112|A321neo,737-800,767-300ER|777-300ER,787-9,787-10|YWCF
MM Peach Aviation|乐桃航空|JP|-|L|66|A320neo,A321LR||Y
KE Korean Air|大韩航空|KR|K|F|105|A321neo,737-900|777-300ER,787-9,A350-900,A330-300|YCF
OZ Asiana Airlines|韩亚航空|KR|S|F|99|A321neo,A330-300|A350-900,777-200ER|YC
7C Jeju Air|济州航空|KR|-|L|70|737-800,737 MAX 8||Y
OM MIAT Mongolian Airlines|蒙古航空|MN|-|F|95|737-800,737 MAX 8|787-9|YC
SQ Singapore Airlines|新加坡航空|SG|S|F|112|737 MAX 8,A350-900|A350-900,777-300ER,A380-800,787-10|YWCF
TR Scoot|酷航|SG|-|L|72|A320neo,A321neo|787-8,787-9|Y
TG Thai Airways|泰国国际航空|TH|S|F|99|A320-200,A350-900|A350-900,777-300ER,787-9|YC
MH Malaysia Airlines|马来西亚航空|MY|O|F|95|737-800,737 MAX 8|A350-900,A330-300,A330-900neo|YC
AK AirAsia|亚洲航空|MY|-|L|64|A320neo,A321neo|A330-300|Y
GA Garuda Indonesia|印尼鹰航空|ID|K|F|98|737-800|777-300ER,A330-900neo,A330-300|YC
PR Philippine Airlines|菲律宾航空|PH|-|F|93|A321neo,A320-200|777-300ER,A350-900,A330-300|YC
5J Cebu Pacific|宿务太平洋航空|PH|-|L|65|A320neo,A321neo|A330-900neo|Y
VN Vietnam Airlines|越南航空|VN|K|F|94|A321neo,A321-200|A350-900,787-9,787-10|YWC
VJ VietJet Air|越捷航空|VN|-|L|64|A321neo,A320-200|A330-300|Y
UL SriLankan Airlines|斯里兰卡航空|LK|O|F|92|A320neo,A321neo|A330-300|YC
AI Air India|印度航空|IN|S|F|93|A320neo,A321neo|787-8,787-9,777-300ER,A350-900|YWC
6E IndiGo|靛蓝航空|IN|-|L|70|A320neo,A321neo|787-9|Y
KC Air Astana|阿斯塔纳航空|KZ|-|F|92|A321LR,A320neo||YC
HY Uzbekistan Airways|乌兹别克斯坦航空|UZ|-|F|90|A320neo,A321neo|787-8|YC
EK Emirates|阿联酋航空|AE|-|F|108|777-300ER,A350-900|A380-800,777-300ER,A350-900|YWCF
EY Etihad Airways|阿提哈德航空|AE|-|F|103|A320neo,A321LR|787-9,A350-1000,787-10|YCF
QR Qatar Airways|卡塔尔航空|QA|O|F|109|A320-200,787-8|A350-1000,777-300ER,A350-900,787-9|YC
SV Saudia|沙特航空|SA|K|F|92|A320-200,A321neo|787-9,777-300ER|YC
TK Turkish Airlines|土耳其航空|TR|S|F|98|A321neo,737 MAX 8,A320neo|777-300ER,A350-900,787-9,A330-300|YC
LY El Al|以色列航空|IL|-|F|108|737-800,737-900|787-9,787-8|YWC
MS EgyptAir|埃及航空|EG|S|F|88|A320neo,737-800|787-9,A330-300|YC
SU Aeroflot|俄罗斯航空|RU|-|F|90|A320neo,737-800|A350-900,777-300ER|YWC
BA British Airways|英国航空|GB|O|F|106|A320neo,A321neo|777-300ER,A350-1000,787-9|YWCF
VS Virgin Atlantic|维珍航空|GB|K|F|104||A350-1000,787-9,A330-900neo|YWC
U2 easyJet|易捷航空|GB|-|L|62|A320neo,A321neo||Y
EI Aer Lingus|爱尔兰航空|IE|-|F|94|A320neo,A321LR|A330-300|YC
FR Ryanair|瑞安航空|IE|-|L|55|737-800,737 MAX 8-200||Y
AF Air France|法国航空|FR|K|F|104|A320-200,A220-300,A321-200|777-300ER,A350-900,787-9|YWCF
KL KLM|荷兰皇家航空|NL|K|F|102|737-800,A321neo|777-300ER,787-9,787-10|YWC
LH Lufthansa|汉莎航空|DE|S|F|105|A320neo,A321neo|A350-900,747-8,787-9,A340-600|YWCF
LX SWISS|瑞士国际航空|CH|S|F|107|A220-300,A320neo|777-300ER,A350-900,A330-300|YWCF
OS Austrian Airlines|奥地利航空|AT|S|F|100|A320neo,A320-200|787-9,777-200ER|YWC
SN Brussels Airlines|布鲁塞尔航空|BE|S|F|97|A320neo,A320-200|A330-300|YWC
SK SAS|北欧航空|SE|K|F|98|A320neo,A321LR|A350-900,A330-300|YWC
AY Finnair|芬兰航空|FI|O|F|99|A320-200,A321-200|A350-900,A330-300|YWC
LO LOT Polish Airlines|波兰航空|PL|S|F|94|737 MAX 8,E195-E2|787-9,787-8|YWC
TP TAP Air Portugal|葡萄牙航空|PT|S|F|92|A320neo,A321neo|A330-900neo|YC
IB Iberia|西班牙国家航空|ES|O|F|97|A320neo,A321neo|A350-900,A330-200|YWC
VY Vueling|伏林航空|ES|-|L|63|A320neo,A320-200||Y
AZ ITA Airways|意大利航空|IT|S|F|96|A320neo,A220-300|A350-900,A330-900neo|YWC
A3 Aegean Airlines|爱琴海航空|GR|S|F|90|A320neo,A321neo||YC
FI Icelandair|冰岛航空|IS|-|F|92|737 MAX 8,A321LR||YC
UA United Airlines|美国联合航空|US|S|F|103|737 MAX 9,A321neo,737-800|777-300ER,787-9,787-10,777-200ER|YWC
AA American Airlines|美国航空|US|O|F|102|A321neo,737-800,A321-200|777-300ER,787-9,787-8|YWC
DL Delta Air Lines|达美航空|US|K|F|105|A321neo,737-900,A220-300|A350-900,A330-900neo,767-400ER|YWC
AS Alaska Airlines|阿拉斯加航空|US|O|F|96|737 MAX 9,737-900|787-9|YC
B6 JetBlue|捷蓝航空|US|-|L|84|A321neo,A220-300||Y
HA Hawaiian Airlines|夏威夷航空|US|O|F|97|A321neo|A330-200,787-9|YC
AC Air Canada|加拿大航空|CA|S|F|101|A220-300,737 MAX 8,A321-200|787-9,777-300ER,A330-300|YWC
WS WestJet|西捷航空|CA|-|F|90|737 MAX 8,737-800|787-9|YWC
AM Aeromexico|墨西哥国际航空|MX|K|F|92|737 MAX 8,737-800|787-9|YC
LA LATAM Airlines|南美航空|CL|-|F|95|A320neo,A321neo|787-9,767-300ER,777-300ER|YC
AV Avianca|哥伦比亚航空|CO|S|F|86|A320neo,A320-200|787-8|YC
AR Aerolineas Argentinas|阿根廷航空|AR|K|F|90|737-800,737 MAX 8|A330-200|YC
ET Ethiopian Airlines|埃塞俄比亚航空|ET|S|F|90|737 MAX 8,737-800|A350-900,787-9,777-300ER|YC
KQ Kenya Airways|肯尼亚航空|KE|K|F|90|737-800,E190|787-8|YC
SA South African Airways|南非航空|ZA|S|F|90|A320-200|A340-300,A330-300|YC
QF Qantas|澳洲航空|AU|O|F|109|737-800,A321neo|A380-800,787-9,A330-300|YWCF
JQ Jetstar|捷星航空|AU|-|L|68|A320neo,A321LR|787-8|Y
VA Virgin Australia|维珍澳洲航空|AU|-|F|93|737-800,737 MAX 8||YC
NZ Air New Zealand|新西兰航空|NZ|S|F|103|A321neo,A320neo|787-9,777-300ER|YWC
FJ Fiji Airways|斐济航空|FJ|O|F|98|737 MAX 8|A350-900,A330-300|YC
"""

# Airlines that sell connections with each other although no alliance joins them.
PARTNERS = frozenset({
    ("CZ", "AF"), ("CZ", "KL"), ("CZ", "BA"), ("CZ", "AA"), ("CZ", "QR"), ("CZ", "EK"), ("CZ", "MF"), ("CZ", "3U"),
    ("CA", "CX"), ("CA", "NX"), ("CA", "ZH"), ("HU", "AS"), ("HO", "CA"), ("HO", "NH"), ("MU", "QF"), ("MU", "JL"),
    ("MU", "HO"), ("EK", "QF"), ("EK", "UA"), ("EY", "AF"), ("EY", "KL"), ("LY", "DL"), ("LA", "DL"), ("LA", "QR"),
    ("LA", "IB"), ("VA", "QR"), ("VA", "UA"), ("VA", "SQ"), ("WS", "DL"), ("WS", "KE"), ("WS", "AF"), ("EI", "BA"),
    ("EI", "AA"), ("FI", "AS"), ("FI", "B6"), ("KC", "LH"), ("OM", "KE"), ("GA", "SQ"), ("MH", "SQ"), ("PR", "NH"),
    ("6E", "TK"), ("6E", "QR"), ("TR", "SQ"), ("HA", "JL"), ("VY", "IB"), ("VY", "BA"), ("JQ", "QF"), ("AI", "VS"),
    ("A3", "EK"), ("JL", "MH"), ("BA", "MU"), ("AZ", "DL"), ("NZ", "CX"), ("SA", "EK"),
})


class Airline:
    __slots__ = ("code", "name", "name_zh", "country", "alliance", "low_cost", "level", "narrow", "wide", "cabins")

    def __init__(self, code, name, name_zh, country, alliance, kind, level, narrow, wide, cabins):
        self.code, self.name, self.name_zh, self.country = code, name, name_zh, country
        self.alliance, self.low_cost, self.level = alliance, kind == "L", int(level) / 100
        self.narrow = narrow.split(",") if narrow else []
        self.wide = wide.split(",") if wide else []
        self.cabins = cabins


def _parse(table):
    airlines = {}
    for line in table.splitlines():
        code, rest = line.split(" ", 1)
        airlines[code] = Airline(code, *rest.split("|"))
    return airlines


AIRLINES = _parse(TABLE)

# Aircraft with two aisles; every other one has a single aisle, and no premium economy or first cabin.
WIDE_BODIES = frozenset(name for a in AIRLINES.values() for name in a.wide) | {"767-300ER"}


def connect(first, second):
    """Whether the two airlines sell a connection on one ticket."""
    if first == second:
        return True
    a, b = AIRLINES[first], AIRLINES[second]
    return (a.alliance == b.alliance != "-") or (first, second) in PARTNERS or (second, first) in PARTNERS
