"""Finding a city by any of its names, and saying what was probably meant when there is none."""

import unicodedata

from .cities import AIRPORTS, CITIES, COUNTRIES, City
from .errors import UNKNOWN_CITY, SkillError
from .timetable import great_circle

# Cities that people ask for and the timetable does not have: English|Chinese|code|latitude|longitude.
ELSEWHERE = """\
Sacramento|萨克拉门托|SMF|38.70|-121.59
Baltimore|巴尔的摩|BWI|39.18|-76.67
St. Louis|圣路易斯|STL|38.75|-90.37
San Juan|圣胡安|SJU|18.44|-66.00
San Jose|圣何塞|SJC|37.36|-121.93
Oakland|屋仑|OAK|37.72|-122.22
Anchorage|安克雷奇|ANC|61.17|-150.00
Havana|哈瓦那|HAV|22.99|-82.41
Florence|佛罗伦萨|FLR|43.81|11.20
Seville|塞维利亚|SVQ|37.42|-5.90
Cologne|科隆|CGN|50.87|7.14
Glasgow|格拉斯哥|GLA|55.87|-4.43
Belgrade|贝尔格莱德|BEG|44.82|20.31
Casablanca|卡萨布兰卡|CMN|33.37|-7.59
Marrakech|马拉喀什|RAK|31.61|-8.04
Mauritius|毛里求斯|MRU|-20.43|57.68
Tehran|德黑兰|IKA|35.42|51.15
Vientiane|万象|VTE|17.99|102.56
Siem Reap|暹粒|SAI|13.37|104.22
Krabi|甲米|KBV|8.10|98.99
Koh Samui|苏梅岛|USM|9.55|100.06
Langkawi|兰卡威|LGK|6.33|99.73
Boracay|长滩岛|MPH|11.92|121.95
Phu Quoc|富国岛|PQC|10.17|103.99
Hiroshima|广岛|HIJ|34.44|132.92
Sendai|仙台|SDJ|38.14|140.92
Kyoto|京都|UKY|35.01|135.77
Suzhou|苏州|SZV|31.26|120.40
Yantai|烟台|YNT|37.66|120.99
Zhangjiajie|张家界|DYG|29.10|110.44
Dunhuang|敦煌|DNH|40.16|94.81
Dali|大理|DLU|25.65|100.32
Hobart|霍巴特|HBA|-42.84|147.51
Tahiti|大溪地|PPT|-17.55|-149.61
Faro|法鲁|FAO|37.02|-7.97
Bergen|卑尔根|BGO|60.29|5.22
Trondheim|特隆赫姆|TRD|63.46|10.92
Tromso|特罗姆瑟|TOS|69.68|18.92
Gothenburg|哥德堡|GOT|57.66|12.28
Billund|比隆|BLL|55.74|9.15
Bristol|布里斯托尔|BRS|51.38|-2.72
Newcastle|纽卡斯尔|NCL|55.04|-1.69
Liverpool|利物浦|LPL|53.33|-2.85
Leeds|利兹|LBA|53.87|-1.66
Belfast|贝尔法斯特|BFS|54.66|-6.22
Aberdeen|阿伯丁|ABZ|57.20|-2.20
Cardiff|加的夫|CWL|51.40|-3.34
Tenerife|特内里费岛|TFS|28.04|-16.57
Gran Canaria|大加那利岛|LPA|27.93|-15.39
Lanzarote|兰萨罗特岛|ACE|28.95|-13.61
Ibiza|伊维萨岛|IBZ|38.87|1.37
Alicante|阿利坎特|ALC|38.28|-0.56
Valencia|瓦伦西亚|VLC|39.49|-0.48
Bilbao|毕尔巴鄂|BIO|43.30|-2.91
Madeira|马德拉岛|FNC|32.70|-16.78
Toulouse|图卢兹|TLS|43.63|1.37
Bordeaux|波尔多|BOD|44.83|-0.72
Nantes|南特|NTE|47.15|-1.61
Bologna|博洛尼亚|BLQ|44.53|11.29
Pisa|比萨|PSA|43.68|10.39
Turin|都灵|TRN|45.20|7.65
Verona|维罗纳|VRN|45.40|10.89
Catania|卡塔尼亚|CTA|37.47|15.07
Palermo|巴勒莫|PMO|38.18|13.09
Bari|巴里|BRI|41.14|16.76
Malta|马耳他|MLA|35.86|14.48
Thessaloniki|塞萨洛尼基|SKG|40.52|22.97
Heraklion|伊拉克利翁|HER|35.34|25.18
Rhodes|罗得岛|RHO|36.41|28.09
Santorini|圣托里尼|JTR|36.40|25.48
Larnaca|拉纳卡|LCA|34.88|33.62
Antalya|安塔利亚|AYT|36.90|30.80
Izmir|伊兹密尔|ADB|38.29|27.16
Ankara|安卡拉|ESB|40.13|32.99
Dubrovnik|杜布罗夫尼克|DBV|42.56|18.27
Split|斯普利特|SPU|43.54|16.30
Zagreb|萨格勒布|ZAG|45.74|16.07
Ljubljana|卢布尔雅那|LJU|46.22|14.46
Sofia|索非亚|SOF|42.70|23.41
Krakow|克拉科夫|KRK|50.08|19.78
Gdansk|格但斯克|GDN|54.38|18.47
Riga|里加|RIX|56.92|23.97
Tallinn|塔林|TLL|59.41|24.83
Vilnius|维尔纽斯|VNO|54.63|25.29
Luxembourg|卢森堡|LUX|49.63|6.21
Basel|巴塞尔|BSL|47.59|7.53
Hanover|汉诺威|HAJ|52.46|9.69
Nuremberg|纽伦堡|NUE|49.50|11.08
Leipzig|莱比锡|LEJ|51.42|12.24
Salzburg|萨尔茨堡|SZG|47.79|13.00
Tbilisi|第比利斯|TBS|41.67|44.95
Yerevan|埃里温|EVN|40.15|44.40
Baku|巴库|GYD|40.47|50.05
Sharm El Sheikh|沙姆沙伊赫|SSH|27.98|34.39
Hurghada|赫尔格达|HRG|27.18|33.80
Amman|安曼|AMM|31.72|35.99
Beirut|贝鲁特|BEY|33.82|35.49
Bahrain|巴林|BAH|26.27|50.63
Dammam|达曼|DMM|26.47|49.80
Tunis|突尼斯|TUN|36.85|10.23
Algiers|阿尔及尔|ALG|36.69|3.22
Accra|阿克拉|ACC|5.61|-0.17
Durban|德班|DUR|-29.61|31.12
Zanzibar|桑给巴尔|ZNZ|-6.22|39.22
Islamabad|伊斯兰堡|ISB|33.55|72.83
Karachi|卡拉奇|KHI|24.91|67.16
Lahore|拉合尔|LHE|31.52|74.40
Goa|果阿|GOI|15.38|73.83
Kochi|科钦|COK|10.15|76.40
Ahmedabad|艾哈迈达巴德|AMD|23.07|72.63
Pune|浦那|PNQ|18.58|73.92
Luang Prabang|琅勃拉邦|LPQ|19.90|102.16
Davao|达沃|DVO|7.13|125.65
Medan|棉兰|KNO|3.64|98.88
Yogyakarta|日惹|YIA|-7.90|110.06
Lombok|龙目岛|LOP|-8.76|116.28
Kuching|古晋|KCH|1.48|110.34
Kagoshima|鹿儿岛|KOJ|31.80|130.72
Kumamoto|熊本|KMJ|32.84|130.86
Daegu|大邱|TAE|35.89|128.66
Taichung|台中|RMQ|24.26|120.62
Wuxi|无锡|WUX|31.49|120.43
Quanzhou|泉州|JJN|24.80|118.59
Shantou|汕头|SWA|23.55|116.50
Yichang|宜昌|YIH|30.55|111.48
Luoyang|洛阳|LYA|34.74|112.39
Weihai|威海|WEH|37.19|122.23
Yiwu|义乌|YIW|29.34|120.03
Xuzhou|徐州|XUZ|34.06|117.56
Beihai|北海|BHY|21.54|109.29
Zunyi|遵义|ZYI|27.59|107.00
Jiuzhaigou|九寨沟|JZH|32.85|103.68
Kashgar|喀什|KHG|39.54|76.02
Yining|伊宁|YIN|43.96|81.33
Nantong|南通|NTG|32.07|120.98
Raleigh|罗利|RDU|35.88|-78.79
Kansas City|堪萨斯城|MCI|39.30|-94.71
Indianapolis|印第安纳波利斯|IND|39.72|-86.29
Cleveland|克利夫兰|CLE|41.41|-81.85
Columbus|哥伦布|CMH|40.00|-82.89
Pittsburgh|匹兹堡|PIT|40.49|-80.23
Cincinnati|辛辛那提|CVG|39.05|-84.66
Milwaukee|密尔沃基|MKE|42.95|-87.90
San Antonio|圣安东尼奥|SAT|29.53|-98.47
Jacksonville|杰克逊维尔|JAX|30.49|-81.69
Fort Myers|迈尔斯堡|RSW|26.54|-81.76
Maui|毛伊岛|OGG|20.90|-156.43
Kona|科纳|KOA|19.74|-156.05
Memphis|孟菲斯|MEM|35.04|-89.98
Albuquerque|阿尔伯克基|ABQ|35.04|-106.61
Reno|里诺|RNO|39.50|-119.77
Boise|博伊西|BOI|43.56|-116.22
Halifax|哈利法克斯|YHZ|44.88|-63.51
Edmonton|埃德蒙顿|YEG|53.31|-113.58
Winnipeg|温尼伯|YWG|49.91|-97.24
Quebec City|魁北克城|YQB|46.79|-71.39
Tijuana|蒂华纳|TIJ|32.54|-116.97
Los Cabos|洛斯卡沃斯|SJD|23.15|-109.72
Puerto Vallarta|巴亚尔塔港|PVR|20.68|-105.25
Punta Cana|蓬塔卡纳|PUJ|18.57|-68.36
Montego Bay|蒙特哥贝|MBJ|18.50|-77.91
Nassau|拿骚|NAS|25.04|-77.47
Bermuda|百慕大|BDA|32.36|-64.68
Medellin|麦德林|MDE|6.16|-75.42
Quito|基多|UIO|-0.13|-78.36
Cusco|库斯科|CUZ|-13.54|-71.94
Hamilton Island|汉密尔顿岛|HTI|-20.36|148.95
Dunedin|达尼丁|DUD|-45.93|170.20
Noumea|努美阿|NOU|-22.01|166.21
"""

SUFFIXES = ("international airport", "airport", "intl", "city", "国际机场", "机场", "市", "岛")
NEAREST_KM = 2500


class Stop:
    """What a name stands for: a whole city, or one airport of it."""
    __slots__ = ("city", "airport")

    def __init__(self, city, airport=None):
        self.city, self.airport = city, airport

    @property
    def airports(self):
        return [self.airport] if self.airport else self.city.airports

    @property
    def code(self):
        return (self.airport or self.city).code

    def card(self):
        card = {"code": self.code, "city": self.city.name, "cityZh": self.city.name_zh}
        if self.airport:  # that airport alone, not its whole city
            card.update(airport=self.airport.name, airportZh=self.airport.name_zh)
        return card


def plain(name):
    """A name without case, accents, spaces and punctuation."""
    text = unicodedata.normalize("NFKD", name).casefold()
    return "".join(c for c in text if c.isalnum())


_index = {}


def _fill_index():
    def put(name, stop):
        key = plain(name)
        if key:
            _index.setdefault(key, stop)

    for city in CITIES.values():
        whole = Stop(city)
        for name in (city.code, city.name, city.name_zh, *city.aliases):
            put(name, whole)
    for airport in AIRPORTS.values():
        city, one = airport.city, Stop(airport.city, airport)
        # The code of a city's only airport means the city; where a city shares its code with one of several airports
        # (SHA), the city was put first and stays.
        put(airport.code, one if len(city.airports) > 1 else Stop(city))
        several = len(city.airports) > 1
        names = [airport.name, airport.name.replace(" International", ""), airport.name_zh, airport.short, airport.short_zh]
        if several:  # Haneda, 羽田; but not Phoenix for Sanya's only airport
            names += [airport.short.replace(city.name, ""), airport.short_zh.replace(city.name_zh, "")]
        for name in names:
            put(name, one if several else Stop(city))


def find(text):
    """The Stop that `text` names, or None."""
    if not _index:
        _fill_index()
    tries = [text]
    if "(" in text and ")" in text:  # "Tokyo (HND)"
        tries.append(text[text.index("(") + 1:text.index(")")])
        tries.append(text[:text.index("(")])
    for mark in (",", "，"):  # "Tokyo, Japan"
        if mark in text:
            tries.append(text.split(mark)[0])
    for one in tries:
        known = _index.get(plain(one))
        if known:
            return known
        lower = one.strip().casefold()
        for suffix in SUFFIXES:
            if lower.endswith(suffix):
                known = _index.get(plain(lower[:-len(suffix)]))
                if known:
                    return known
    return None


def resolve(text, role):
    """The Stop that `text` names; `role` is "origin", "destination" or "". Fails with suggestions."""
    stop = find(text)
    if stop:
        return stop
    shown = " ".join(text.split())[:60]
    raise SkillError(UNKNOWN_CITY, "Unknown %scity '%s'" % (role and role + " ", shown), *suggestions(text), {
        "en": "reference.md lists the supported cities; a Chinese or English name, an airport code or a city code will do.",
        "zh": "reference.md 列出了所有可飞的城市；中文名、英文名、机场代码或城市代码都可以。"})


def named(city, lang):
    codes = "/".join(a.code for a in city.airports)
    return "%s（%s）" % (city.name_zh, codes) if lang == "zh" else "%s (%s)" % (city.name, codes)


def suggestions(text):
    """Lines that help, in each language: the nearest supported cities of a place we know of, a country's cities, or similar
    names."""
    key = plain(text[:60])
    for codes, names in COUNTRIES.items():
        if key and key in (plain(names[0]), plain(names[1])):
            cities = [c for c in CITIES.values() if c.country == codes][:12]
            return [{"en": "That is a country. Supported cities there: %s." % ", ".join(named(c, "en") for c in cities),
                     "zh": "这是一个国家。那里可飞的城市有：%s。" % "、".join(named(c, "zh") for c in cities)}]
    elsewhere = [line.split("|") for line in ELSEWHERE.splitlines()]
    for name, name_zh, code, lat, lon in elsewhere:
        if key in (plain(name), plain(name_zh), code.casefold()):
            return [_nearest(name, name_zh, float(lat), float(lon))]
    scored = []
    for city in CITIES.values():
        score = max(_likeness(key, plain(n)) for n in (city.name, city.name_zh, *city.aliases))
        scored.append((-score, city.size, city))
    for name, name_zh, code, lat, lon in elsewhere:
        score = max(_likeness(key, plain(name)), _likeness(key, plain(name_zh)))
        scored.append((-score, 9, (name, name_zh, float(lat), float(lon))))
    scored.sort(key=lambda s: s[:2])
    close = [s for s in scored if s[0] <= -0.5][:4]
    lines, meant = [], [s[2] for s in close if isinstance(s[2], City)][:3]
    if meant:
        lines.append({"en": "Did you mean %s?" % " or ".join(named(c, "en") for c in meant),
                      "zh": "是不是想说：%s？" % "、".join(named(c, "zh") for c in meant)})
    for score, _, what in close[:2]:
        if not isinstance(what, City) and score <= -0.6:
            lines.append(_nearest(*what))
            break
    return lines


def _nearest(name, name_zh, lat, lon):
    by_distance = sorted((great_circle(lat, lon, c.airports[0].lat, c.airports[0].lon), c.code) for c in CITIES.values())
    near = [(CITIES[code], round(km, -1)) for km, code in by_distance[:3] if km < NEAREST_KM]
    return {"en": "%s is not served. Did you mean a city near it? %s." % (
                name, "; ".join("%s, %d km" % (named(city, "en"), km) for city, km in near)),
            "zh": "%s没有航班。附近可飞的城市有：%s。" % (
                name_zh, "；".join("%s，约 %d 公里" % (named(city, "zh"), km) for city, km in near))}


def _likeness(a, b):
    """0 to 1: how alike two plain names are, by edits and by the characters they share."""
    if not a or not b:
        return 0
    longest = max(len(a), len(b))
    score = 1 - _edits(a, b) / longest
    if len(a) >= 3 and b.startswith(a) or len(b) >= 4 and a.startswith(b):
        score = max(score, 0.75)
    if not a.isascii() and not b.isascii():
        score = max(score, len(set(a) & set(b)) / longest + 0.01)
    return score


def _edits(a, b):
    """Edit distance, a swap of neighbours counting as one."""
    before, row = [], list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        before, last, row = row, before, [i]
        for j, y in enumerate(b, 1):
            cost = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                cost = min(cost, last[j - 2] + 1)
            row.append(cost)
    return row[-1]
