"""The supported cities and their airports: `data/cities.json` and `data/airports.json`, which the forms offer too. `places.py` finds
them by name.

A city's `words` are its code, those of its airports, and other names. Its `size` is 1 (largest) to 4.
"""

import json
import os

# Regions as the reference table groups them; a country stands in exactly one.
REGIONS = (
    ("Mainland China", "中国大陆", "CN"),
    ("Hong Kong, Macau, Taiwan, Japan, Korea, Mongolia", "港澳台、日本、韩国、蒙古", "HK MO TW JP KR MN"),
    ("South-East, South and Central Asia", "东南亚、南亚、中亚", "SG TH MY ID PH VN KH MM MV LK NP BD IN KZ UZ"),
    ("Middle East and Africa", "中东、非洲", "AE QA OM KW SA TR IL EG NG ZA KE ET"),
    ("Europe", "欧洲", "RU GB IE FR DE NL BE CH AT ES PT IT GR DK SE NO FI IS PL CZ HU RO"),
    ("The Americas", "美洲", "US CA MX PA BR AR CL PE CO"),
    ("Oceania", "大洋洲", "AU NZ FJ"),
)

COUNTRIES = {
    "AE": ("United Arab Emirates", "阿联酋"), "AR": ("Argentina", "阿根廷"), "AT": ("Austria", "奥地利"),
    "AU": ("Australia", "澳大利亚"), "BD": ("Bangladesh", "孟加拉国"), "BE": ("Belgium", "比利时"), "BR": ("Brazil", "巴西"), "CA": ("Canada", "加拿大"),
    "CH": ("Switzerland", "瑞士"), "CL": ("Chile", "智利"), "CN": ("China", "中国"), "CO": ("Colombia", "哥伦比亚"),
    "CZ": ("Czechia", "捷克"), "DE": ("Germany", "德国"), "DK": ("Denmark", "丹麦"), "EG": ("Egypt", "埃及"),
    "ES": ("Spain", "西班牙"), "ET": ("Ethiopia", "埃塞俄比亚"), "FI": ("Finland", "芬兰"), "FJ": ("Fiji Islands", "斐济群岛"),
    "FR": ("France", "法国"), "GB": ("United Kingdom", "英国"), "GR": ("Greece", "希腊"), "HK": ("Hong Kong SAR", "香港特区"),
    "HU": ("Hungary", "匈牙利"), "ID": ("Indonesia", "印度尼西亚"), "IE": ("Ireland", "爱尔兰"), "IL": ("Israel", "以色列"),
    "IN": ("India", "印度"), "IS": ("Iceland", "冰岛"), "IT": ("Italy", "意大利"), "JP": ("Japan", "日本"),
    "KW": ("Kuwait", "科威特"), "MM": ("Myanmar", "缅甸"), "NG": ("Nigeria", "尼日利亚"), "OM": ("Oman", "阿曼"),
    "PA": ("the Republic of Panama", "巴拿马"), "RO": ("Romania", "罗马尼亚"), "KE": ("Kenya", "肯尼亚"), "KH": ("Cambodia", "柬埔寨"), "KR": ("South Korea", "韩国"), "KZ": ("Kazakhstan", "哈萨克斯坦"),
    "LK": ("Sri Lanka", "斯里兰卡"), "MN": ("Mongolia", "蒙古"), "MO": ("Macau SAR", "澳门特区"), "MV": ("the Maldives", "马尔代夫群岛"),
    "MX": ("Mexico", "墨西哥"), "MY": ("Malaysia", "马来西亚"), "NL": ("Netherlands", "荷兰"), "NO": ("Norway", "挪威"),
    "NP": ("Nepal", "尼泊尔"), "NZ": ("New Zealand", "新西兰"), "PE": ("Peru", "秘鲁"), "PH": ("Philippines", "菲律宾"),
    "PL": ("Poland", "波兰"), "PT": ("Portugal", "葡萄牙"), "QA": ("Qatar", "卡塔尔"), "RU": ("Russia", "俄罗斯"),
    "SA": ("Saudi Arabia", "沙特阿拉伯"), "SE": ("Sweden", "瑞典"), "SG": ("Singapore", "新加坡"), "TH": ("Thailand", "泰国"),
    "TR": ("Turkey", "土耳其"), "TW": ("Taiwan", "台湾"), "US": ("United States", "美国"), "UZ": ("Uzbekistan", "乌兹别克斯坦"),
    "VN": ("Vietnam", "越南"), "ZA": ("South Africa", "南非"),
}


class City:
    __slots__ = ("code", "name", "name_zh", "country", "size", "zone", "aliases", "airports")

    def __init__(self, row):
        self.code, self.name, self.name_zh = row["value"], row["label"]["en"], row["label"]["zh"]
        self.country, self.size, self.zone = row["country"], row["size"], row["zone"]
        self.aliases, self.airports = [], []


class Airport:
    """`short`: what the forms call it."""
    __slots__ = ("code", "name", "name_zh", "short", "short_zh", "lat", "lon", "city")

    def __init__(self, row, city):
        self.code, self.name, self.name_zh = row["value"], row["name"]["en"], row["name"]["zh"]
        self.short, self.short_zh = row["label"]["en"], row["label"]["zh"]
        self.lat, self.lon, self.city = row["lat"], row["lon"], city


def rows(name):
    """A list of `data/`."""
    with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "data", name), encoding="utf-8") as file:
        return json.load(file)


def _read():
    named = rows("cities.json")
    cities = {row["value"]: City(row) for row in named}
    airports = {row["value"]: Airport(row, cities[row["city"]]) for row in rows("airports.json")}
    for airport in airports.values():
        airport.city.airports.append(airport)
    for row, city in zip(named, cities.values()):
        codes = [city.code, *(airport.code for airport in city.airports)]
        city.aliases = [word for word in row["words"].split(", ") if word not in codes]
    return cities, airports


CITIES, AIRPORTS = _read()
