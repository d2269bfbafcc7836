/** Airlines by the names people use: Code|names */
const TABLE = `
CA|Air China|国航|中国国际航空|国际航空
MU|China Eastern|东航|东方航空
CZ|China Southern|南航|南方航空
HU|Hainan Airlines|海航|海南航空
3U|Sichuan Airlines|川航|四川航空
MF|Xiamen Airlines|XiamenAir|厦航|厦门航空
ZH|Shenzhen Airlines|深航|深圳航空
FM|Shanghai Airlines|上航|上海航空
HO|Juneyao Air|Juneyao|吉祥
9C|Spring Airlines|春秋
CX|Cathay Pacific|Cathay|国泰
UO|HK Express|香港快运
NX|Air Macau|澳门航空
CI|China Airlines|华航|中华航空
BR|EVA Air|长荣
JL|Japan Airlines|JAL|日航|日本航空
NH|All Nippon Airways|All Nippon|ANA|全日空
MM|Peach Aviation|乐桃
KE|Korean Air|大韩
OZ|Asiana|韩亚
7C|Jeju Air|济州航空
OM|MIAT|蒙古航空
SQ|Singapore Airlines|新航|新加坡航空
TR|Scoot|酷航
TG|Thai Airways|泰航|泰国航空
MH|Malaysia Airlines|马航|马来西亚航空
AK|AirAsia|亚航|亚洲航空
GA|Garuda|鹰航
PR|Philippine Airlines|菲航|菲律宾航空
5J|Cebu Pacific|宿务太平洋|宿雾航空
VN|Vietnam Airlines|越航|越南航空
VJ|VietJet|越捷
UL|SriLankan Airlines|SriLankan|斯里兰卡航空
AI|Air India|印航|印度航空
6E|IndiGo|靛蓝
KC|Air Astana|阿斯塔纳
HY|Uzbekistan Airways|乌兹别克斯坦航空
EK|Emirates|阿联酋航空
EY|Etihad|阿提哈德
QR|Qatar Airways|Qatar Airlines|卡航|卡塔尔航空
SV|Saudia|沙特航空
TK|Turkish Airlines|土航|土耳其航空
LY|El Al|以色列航空
MS|EgyptAir|埃及航空
SU|Aeroflot|俄航|俄罗斯航空
BA|British Airways|英航|英国航空
VS|Virgin Atlantic|维珍
U2|easyJet|易捷
EI|Aer Lingus|爱尔兰航空
FR|Ryanair|瑞安航空
AF|Air France|法航|法国航空
KL|KLM|荷航|荷兰皇家
LH|Lufthansa|汉莎
LX|SWISS Air|瑞航|瑞士航空
OS|Austrian Airlines|奥地利航空
SN|Brussels Airlines|布鲁塞尔航空
SK|SAS|北欧航空
AY|Finnair|芬航|芬兰航空
LO|LOT Polish Airlines|波兰航空
TP|TAP Air Portugal|葡萄牙航空
IB|Iberia|西班牙航空
VY|Vueling|伏林航空
AZ|ITA Airways|意大利航空
A3|Aegean Airlines|爱琴海航空
FI|Icelandair|冰岛航空
UA|United Airlines|United(?! [SKA])|美联航
AA|American Airlines|美航|美国航空
DL|Delta|达美
AS|Alaska Airlines|阿拉斯加航空
B6|JetBlue|捷蓝航空
HA|Hawaiian Airlines|夏威夷航空
AC|Air Canada|加航|加拿大航空
WS|WestJet|西捷航空
AM|Aeromexico|墨西哥国际航空
LA|LATAM|南美航空
AV|Avianca|哥伦比亚航空
AR|Aerolineas Argentinas|阿根廷航空
ET|Ethiopian|埃塞俄比亚航空
KQ|Kenya Airways|肯尼亚航空
SA|South African Airways|南非航空
QF|Qantas|澳航|快达
JQ|Jetstar|捷星航空
VA|Virgin Australia|维珍澳洲航空
NZ|Air New Zealand|新西兰航空
FJ|Fiji Airways|斐济航空
`;

/** Longer names first: 中国国际航空 before 国际航空. */
const AIRLINES = TABLE.trim()
  .split('\n')
  .flatMap((line) => {
    const [code = '', ...names] = line.split('|');
    return names.map((name) => ({
      code,
      pattern: new RegExp(/[a-z]/i.test(name) ? `\\b${name}\\b` : name, /^[A-Z]+$/.test(name) ? '' : 'i'),
    }));
  })
  .sort((a, b) => b.pattern.source.length - a.pattern.source.length);

const CODE =
  /(?:只(?:要|看|坐)|航空公司|\b(?:only|with|by|airline|on|fly))\s*[:：]?\s*([A-Z][A-Z\d]|\d[A-Z])(?![A-Za-z\d])/;

export interface AirlineMention {
  readonly code: string;
  readonly index: number;
  readonly length: number;
}

/** By name, or by the two-character code after words such as "only" and 只看. */
export function findAirline(text: string): AirlineMention | undefined {
  for (const { code, pattern } of AIRLINES) {
    const match = pattern.exec(text);
    if (match !== null) return { code, index: match.index, length: match[0].length };
  }
  const match = CODE.exec(text);
  const code = AIRLINES.find((airline) => airline.code === match?.[1])?.code;
  return match === null || code === undefined ? undefined : { code, index: match.index, length: match[0].length };
}
