/**
 * The demo model's own knowledge of city names: enough to tell a place from a name in a sentence. Whether a city can be
 * flown to is for the skill's script to say: the last part lists well-known cities that people ask for anyway.
 *
 * English|Chinese|codes (the city's first, then its airports')|other names|CN where it is in mainland China
 */
export const CITY_TABLE = `
Beijing|北京|BJS PEK PKX|Peking|CN
Shanghai|上海|SHA PVG||CN
Guangzhou|广州|CAN|Canton|CN
Shenzhen|深圳|SZX||CN
Chengdu|成都|CTU TFU||CN
Chongqing|重庆|CKG|Chungking|CN
Hangzhou|杭州|HGH||CN
Xi'an|西安|XIY|Sian|CN
Kunming|昆明|KMG||CN
Nanjing|南京|NKG|Nanking|CN
Wuhan|武汉|WUH||CN
Changsha|长沙|CSX||CN
Xiamen|厦门|XMN|Amoy|CN
Qingdao|青岛|TAO|Tsingtao|CN
Zhengzhou|郑州|CGO||CN
Sanya|三亚|SYX||CN
Haikou|海口|HAK||CN
Harbin|哈尔滨|HRB||CN
Shenyang|沈阳|SHE||CN
Dalian|大连|DLC||CN
Tianjin|天津|TSN|Tientsin|CN
Urumqi|乌鲁木齐|URC|Ürümqi|CN
Jinan|济南|TNA||CN
Fuzhou|福州|FOC||CN
Nanning|南宁|NNG||CN
Guiyang|贵阳|KWE||CN
Guilin|桂林|KWL||CN
Lanzhou|兰州|LHW||CN
Lijiang|丽江|LJG||CN
Lhasa|拉萨|LXA||CN
Hong Kong|香港|HKG|Hongkong,HK
Macau|澳门|MFM|Macao
Taipei|台北|TPE TSA|
Kaohsiung|高雄|KHH|
Tokyo|东京|TYO HND NRT|
Osaka|大阪|OSA KIX ITM|
Nagoya|名古屋|NGO|
Fukuoka|福冈|FUK|
Sapporo|札幌|SPK CTS|Hokkaido,北海道
Okinawa|冲绳|OKA|Naha,那霸
Seoul|首尔|SEL ICN GMP|汉城
Busan|釜山|PUS|Pusan
Jeju|济州|CJU|济州岛,Cheju
Ulaanbaatar|乌兰巴托|ULN UBN|Ulan Bator
Singapore|新加坡|SIN|狮城
Bangkok|曼谷|BKK DMK|Krung Thep
Phuket|普吉|HKT|普吉岛
Chiang Mai|清迈|CNX|Chiangmai
Kuala Lumpur|吉隆坡|KUL|KL
Penang|槟城|PEN|槟榔屿
Jakarta|雅加达|JKT CGK|
Bali|巴厘岛|DPS|Denpasar,登巴萨,巴厘
Manila|马尼拉|MNL|Metro Manila
Cebu|宿务|CEB|宿雾
Hanoi|河内|HAN|Ha Noi
Ho Chi Minh City|胡志明市|SGN|Saigon,西贡,Ho Chi Minh,HCMC
Da Nang|岘港|DAD|Danang
Phnom Penh|金边|PNH KTI|
Male|马累|MLE|Malé,Maldives,马尔代夫
Colombo|科伦坡|CMB|
Kathmandu|加德满都|KTM|
Delhi|德里|DEL|New Delhi,新德里
Mumbai|孟买|BOM|Bombay
Bengaluru|班加罗尔|BLR|Bangalore
Almaty|阿拉木图|ALA|Alma-Ata
Tashkent|塔什干|TAS|
Dubai|迪拜|DXB|杜拜
Abu Dhabi|阿布扎比|AUH|
Doha|多哈|DOH|
Riyadh|利雅得|RUH|
Istanbul|伊斯坦布尔|IST|
Tel Aviv|特拉维夫|TLV|
Cairo|开罗|CAI|
Moscow|莫斯科|MOW SVO|
London|伦敦|LON LHR LGW|
Manchester|曼彻斯特|MAN|
Edinburgh|爱丁堡|EDI|
Dublin|都柏林|DUB|
Paris|巴黎|PAR CDG ORY|Bali Faguo
Frankfurt|法兰克福|FRA|Frankfurt am Main
Munich|慕尼黑|MUC|München
Berlin|柏林|BER|
Amsterdam|阿姆斯特丹|AMS|
Brussels|布鲁塞尔|BRU|Bruxelles
Zurich|苏黎世|ZRH|Zürich
Geneva|日内瓦|GVA|Genève
Vienna|维也纳|VIE|Wien
Madrid|马德里|MAD|
Barcelona|巴塞罗那|BCN|
Lisbon|里斯本|LIS|Lisboa
Rome|罗马|ROM FCO|Roma
Milan|米兰|MIL MXP LIN|Milan Italy
Athens|雅典|ATH|
Copenhagen|哥本哈根|CPH|København
Stockholm|斯德哥尔摩|STO ARN|
Oslo|奥斯陆|OSL|
Helsinki|赫尔辛基|HEL|
Reykjavik|雷克雅未克|REK KEF|Reykjavík
Warsaw|华沙|WAW|Warszawa
Prague|布拉格|PRG|Praha
Budapest|布达佩斯|BUD|
New York|纽约|NYC JFK EWR LGA|New York City,NY
Los Angeles|洛杉矶|LAX|LA
Seattle|西雅图|SEA|
Las Vegas|拉斯维加斯|LAS|Vegas
Denver|丹佛|DEN|
Chicago|芝加哥|CHI ORD|
Dallas|达拉斯|DFW|
Houston|休斯敦|HOU IAH|休斯顿
Detroit|底特律|DTT DTW|
Atlanta|亚特兰大|ATL|
Miami|迈阿密|MIA|
Washington|华盛顿|WAS IAD DCA|Washington DC
Boston|波士顿|BOS|
Honolulu|檀香山|HNL|火奴鲁鲁,Hawaii,夏威夷
Vancouver|温哥华|YVR|
Calgary|卡尔加里|YYC|
Toronto|多伦多|YTO YYZ|
Montreal|蒙特利尔|YMQ YUL|Montréal
Mexico City|墨西哥城|MEX|Ciudad de México
Sao Paulo|圣保罗|SAO GRU|São Paulo
Rio de Janeiro|里约热内卢|RIO GIG|Rio,里约
Buenos Aires|布宜诺斯艾利斯|BUE EZE|
Santiago|圣地亚哥|SCL|Santiago de Chile
Lima|利马|LIM|
Bogota|波哥大|BOG|Bogotá
Johannesburg|约翰内斯堡|JNB|约堡
Cape Town|开普敦|CPT|
Nairobi|内罗毕|NBO|
Addis Ababa|亚的斯亚贝巴|ADD|
Sydney|悉尼|SYD|雪梨
Melbourne|墨尔本|MEL|
Brisbane|布里斯班|BNE|
Perth|珀斯|PER|
Adelaide|阿德莱德|ADL|
Darwin|达尔文|DRW|
Auckland|奥克兰|AKL|
Christchurch|基督城|CHC|克赖斯特彻奇
Queenstown|皇后镇|ZQN|
Nadi|楠迪|NAN|Fiji,斐济
`;

export const OTHER_CITY_TABLE = `
San Francisco|旧金山|SFO|三藩市,San Fran
San Diego|圣迭戈|SAN|
Philadelphia|费城|PHL|
Phoenix|凤凰城|PHX|
Orlando|奥兰多|MCO|
Portland|波特兰|PDX|
Nashville|纳什维尔|BNA|
Minneapolis|明尼阿波利斯|MSP|
New Orleans|新奥尔良|MSY|
Anchorage|安克雷奇|ANC|
Ottawa|渥太华|YOW|
Cancun|坎昆|CUN|
Havana|哈瓦那|HAV|
Nice|尼斯|NCE|
Lyon|里昂|LYS|
Marseille|马赛|MRS|
Venice|威尼斯|VCE|
Florence|佛罗伦萨|FLR|
Naples|那不勒斯|NAP|
Hamburg|汉堡|HAM|
Dusseldorf|杜塞尔多夫|DUS|Düsseldorf
Cologne|科隆|CGN|
Porto|波尔图|OPO|
Seville|塞维利亚|SVQ|
Birmingham|伯明翰|BHX|
Glasgow|格拉斯哥|GLA|
Kyiv|基辅|KBP|Kiev
Bucharest|布加勒斯特|OTP|
Belgrade|贝尔格莱德|BEG|
Sofia|索非亚|SOF|
Minsk|明斯克|MSQ|
Casablanca|卡萨布兰卡|CMN|
Marrakech|马拉喀什|RAK|
Lagos|拉各斯|LOS|
Mauritius|毛里求斯|MRU|
Tehran|德黑兰|IKA|
Kuwait City|科威特|KWI|Kuwait
Karachi|卡拉奇|KHI|
Islamabad|伊斯兰堡|ISB|
Lahore|拉合尔|LHE|
Dhaka|达卡|DAC|
Yangon|仰光|RGN|
Vientiane|万象|VTE|
Siem Reap|暹粒|SAI|
Nha Trang|芽庄|CXR|
Chennai|金奈|MAA|
Kolkata|加尔各答|CCU|
Hiroshima|广岛|HIJ|
Kyoto|京都||
Daegu|大邱|TAE|
Pyongyang|平壤|FNJ|
Kota Kinabalu|亚庇|BKI|沙巴
Cairns|凯恩斯|CNS|
Gold Coast|黄金海岸|OOL|
Canberra|堪培拉|CBR|
Hobart|霍巴特|HBA|
Wellington|惠灵顿|WLG|
Ningbo|宁波|NGB|
Wenzhou|温州|WNZ|
Wuxi|无锡|WUX|
Suzhou|苏州||
Hefei|合肥|HFE|
Nanchang|南昌|KHN|
Taiyuan|太原|TYN|
Shijiazhuang|石家庄|SJW|
Changchun|长春|CGQ|
Hohhot|呼和浩特|HET|
Yinchuan|银川|INC|
Xining|西宁|XNN|
Zhuhai|珠海|ZUH|
Yantai|烟台|YNT|
Quanzhou|泉州|JJN|
Dali|大理|DLU|
Xishuangbanna|西双版纳|JHG|
Zhangjiajie|张家界|DYG|
Kashgar|喀什|KHG|
Dunhuang|敦煌|DNH|
San Jose|圣何塞|SJC|
Oakland||OAK|
Salt Lake City|盐湖城|SLC|
Charlotte|夏洛特|CLT|
Austin|奥斯汀|AUS|
Panama City|巴拿马城|PTY|
Brasilia|巴西利亚|BSB|
Malaga|马拉加|AGP|
Stuttgart|斯图加特|STR|
Saint Petersburg|圣彼得堡|LED|
Jeddah|吉达|JED|
Krabi|甲米|KBV|
Koh Samui|苏梅岛|USM|
Langkawi|兰卡威|LGK|
Surabaya|泗水|SUB|
Boracay|长滩岛|MPH|
Phu Quoc|富国岛|PQC|
Sendai|仙台|SDJ|
Tahiti|大溪地|PPT|
`;

/** Airports that people call by their own name: Code|English|Chinese */
export const AIRPORT_TABLE = `
PEK|Beijing Capital|首都机场
PKX|Daxing|大兴
PVG|Pudong|浦东
SHA|Hongqiao|虹桥
TFU|Tianfu|天府
HND|Haneda|羽田
NRT|Narita|成田
KIX|Kansai|关西
ICN|Incheon|仁川
GMP|Gimpo|金浦
TPE|Taoyuan|桃园
TSA|Songshan|松山
LHR|Heathrow|希思罗
LGW|Gatwick|盖特威克
CDG|Charles de Gaulle|戴高乐
JFK|Kennedy|肯尼迪
EWR|Newark|纽瓦克
LGA|LaGuardia|拉瓜迪亚
IAD|Dulles|杜勒斯
DMK|Don Mueang|廊曼
BKK|Suvarnabhumi|素万那普
`;
