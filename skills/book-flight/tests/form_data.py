"""The airlines and airports as the form's searches have them. Run it to write data/*.json when their tables have changed."""

import json
import os
import sys

sys.dont_write_bytecode = True
FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(FOLDER, "scripts"))

from flightlib.airlines import AIRLINES  # noqa: E402
from flightlib.cities import CITIES  # noqa: E402

# What people call them.
SPOKEN = {
    "CA": "国航", "MU": "东航", "CZ": "南航", "HU": "海航", "3U": "川航", "MF": "厦航", "ZH": "深航", "FM": "上航",
    "HO": "吉祥", "9C": "春秋", "CX": "国泰 Cathay", "UO": "香港快运", "CI": "华航", "BR": "长荣 EVA", "JL": "日航 JAL",
    "NH": "全日空 ANA", "MM": "乐桃 Peach", "KE": "大韩", "OZ": "韩亚 Asiana", "7C": "济州", "SQ": "新航", "TR": "酷航",
    "TG": "泰航 Thai", "MH": "马航", "AK": "亚航", "GA": "印尼鹰航 Garuda", "PR": "菲航", "5J": "宿务", "VN": "越航",
    "AI": "印航", "EK": "阿联酋", "QR": "卡航 Qatar", "EY": "阿提哈德 Etihad", "TK": "土航 Turkish", "LH": "汉莎", "BA": "英航",
    "AF": "法航", "KL": "荷航 KLM", "LX": "瑞航 Swiss", "OS": "奥航 Austrian", "AY": "芬航", "SK": "北欧 SAS", "IB": "西航",
    "AA": "美航 American", "UA": "美联航 United", "DL": "达美 Delta", "AC": "加航", "QF": "澳航", "NZ": "新西兰航空",
    "AS": "阿拉斯加 Alaska", "B6": "捷蓝", "FR": "瑞安", "U2": "易捷",
}


def rows(values):
    return "[\n" + ",\n".join("  " + json.dumps(row, ensure_ascii=False) for row in values) + "\n]\n"


def airlines():
    return rows(
        {"value": a.code, "label": {"en": a.name, "zh": a.name_zh}, "code": a.code,
         **({"words": SPOKEN[a.code]} if a.code in SPOKEN else {})}
        for a in AIRLINES.values())


def airports():
    return rows(
        {"value": a.code, "label": {"en": a.name.replace(" Airport", "").replace(" International", ""), "zh": a.name_zh.replace("国际机场", "").replace("机场", "")},
         "code": a.code, "words": "%s %s" % (c.name, c.name_zh)}
        for c in CITIES.values() for a in c.airports)


FILES = {"airlines.json": airlines, "airports.json": airports}

if __name__ == "__main__":
    for name, data in FILES.items():
        with open(os.path.join(FOLDER, "data", name), "w", encoding="utf-8", newline="\n") as file:
            file.write(data())
