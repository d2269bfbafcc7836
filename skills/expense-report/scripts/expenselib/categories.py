"""Categories by any of their usual names in both languages. One that is not known stays as it was written."""

import re
import unicodedata

KNOWN = {
    "meals": ("Meals", "餐饮", "meal food lunch dinner breakfast restaurant catering 餐费 用餐 伙食 餐饮费 午餐 晚餐 早餐 吃饭 verpflegung"),
    "transport": ("Transport", "交通", "transportation taxi bus metro subway train rail car fuel parking mileage 交通费 打车 出租车 地铁 高铁 火车 停车 油费 市内交通"),
    "flights": ("Flights", "机票", "flight airfare air airline 飞机 航班 机票费"),
    "lodging": ("Lodging", "住宿", "hotel hotels accommodation room stay 酒店 住宿费 宾馆 übernachtung"),
    "office": ("Office", "办公", "supplies stationery officesupplies equipment 办公用品 办公费 文具 设备"),
    "communication": ("Communication", "通讯", "phone internet mobile telephone postage 通讯费 电话 电话费 网络 快递 邮寄"),
    "entertainment": ("Client entertainment", "业务招待", "clientmeals hospitality gift gifts 招待 招待费 业务招待费 礼品"),
    "training": ("Training", "培训", "conference course books education 会议 培训费 会议费 书籍"),
    "software": ("Software", "软件", "subscription subscriptions saas license 订阅 软件费"),
    "other": ("Other", "其他", "misc miscellaneous sonstiges 其它 杂项 杂费"),
    "none": ("Uncategorised", "未分类", "uncategorized"),
}


def key(text):
    return re.sub(r"[\s_\-/&]+", "", unicodedata.normalize("NFKC", text).casefold())


BY_NAME = {key(name): code for code, (en, zh, more) in KNOWN.items() for name in [code, en, zh] + more.split()}


def category_of(text):
    """A known category's id, else the text itself; `none` where there is none."""
    return BY_NAME.get(key(text), text.strip()) if text.strip() else "none"


def shown(category, language):
    return KNOWN[category][1 if language == "zh" else 0] if category in KNOWN else category
