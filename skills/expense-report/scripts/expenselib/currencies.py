"""Which currency a sign or a word means. What could mean several is never guessed."""

import re
import unicodedata

WORDS = {
    "CNY": ("cny", "rmb", "元", "块", "人民币", "圆", "cn¥", "yuan"), "USD": ("usd", "us$", "美元", "美金"),
    "EUR": ("eur", "€", "欧元", "euro"), "GBP": ("gbp", "£", "英镑"), "JPY": ("jpy", "円", "日元", "日圆", "yen", "jp¥"),
    "HKD": ("hkd", "hk$", "港币", "港元"), "TWD": ("twd", "nt$", "新台币", "台币"), "KRW": ("krw", "₩", "韩元", "韩币"),
    "SGD": ("sgd", "s$", "新加坡元", "新币"), "AUD": ("aud", "a$", "au$", "澳元", "澳币"),
    "CAD": ("cad", "c$", "ca$", "加元", "加币"), "THB": ("thb", "฿", "泰铢"), "CHF": ("chf", "sfr", "瑞士法郎"),
    "INR": ("inr", "₹", "卢比"), "VND": ("vnd", "₫", "越南盾"), "RUB": ("rub", "₽", "卢布"), "MYR": ("myr", "rm", "林吉特"),
    "MOP": ("mop", "mop$", "澳门元"), "NZD": ("nzd", "nz$", "新西兰元"), "BRL": ("brl", "r$"), "AED": ("aed", "迪拉姆"),
}
MEANINGS = {word: code for code, words in WORDS.items() for word in words}
SEVERAL = {"¥": ("CNY", "JPY"), "$": ("USD", "AUD", "CAD", "HKD", "SGD", "NZD", "TWD"), "kr": ("SEK", "NOK", "DKK")}
NO_CENTS = {"JPY", "KRW", "VND", "CLP", "ISK", "UGX"}
THREE_PLACES = {"KWD", "BHD", "OMR", "JOD", "TND"}


def places(code):
    """Digits after the point: ISO 4217."""
    return 0 if code in NO_CENTS else 3 if code in THREE_PLACES else 2


def currency_of(text, default=None):
    """The code; None for what means no currency. `default` settles a sign that could be several. @raises ValueError"""
    word = unicodedata.normalize("NFKC", text).strip().strip(".:").casefold()
    if not word:
        return default
    if word in MEANINGS:
        return MEANINGS[word]
    if word in SEVERAL:
        if default in SEVERAL[word]:
            return default
        raise ValueError("'%s' could be %s; say which with --currency" % (word, " or ".join(SEVERAL[word])))
    if re.fullmatch("[a-z]{3}", word):
        return word.upper()
    raise ValueError("'%s' is no currency; write a code such as CNY or EUR" % text.strip()[:20])
