"""The supported cities and their airports. `places.py` finds them by name; this file only holds and parses the table.

A city:      CODE English|Chinese|country|size 1 (largest) to 4|zone|other names, separated by commas
An airport:  two spaces, CODE English name (without "Airport")|Chinese name|latitude|longitude
"""

TABLE = """\
BJS Beijing|北京|CN|1|Asia/Shanghai|Peking
  PEK Beijing Capital International|北京首都国际机场|40.080|116.585
  PKX Beijing Daxing International|北京大兴国际机场|39.509|116.411
SHA Shanghai|上海|CN|1|Asia/Shanghai|
  PVG Shanghai Pudong International|上海浦东国际机场|31.143|121.805
  SHA Shanghai Hongqiao International|上海虹桥国际机场|31.198|121.336
CAN Guangzhou|广州|CN|1|Asia/Shanghai|Canton,廣州
  CAN Guangzhou Baiyun International|广州白云国际机场|23.392|113.299
SZX Shenzhen|深圳|CN|1|Asia/Shanghai|
  SZX Shenzhen Bao'an International|深圳宝安国际机场|22.639|113.811
CTU Chengdu|成都|CN|1|Asia/Shanghai|
  TFU Chengdu Tianfu International|成都天府国际机场|30.319|104.445
  CTU Chengdu Shuangliu International|成都双流国际机场|30.578|103.947
CKG Chongqing|重庆|CN|2|Asia/Shanghai|Chungking,重慶
  CKG Chongqing Jiangbei International|重庆江北国际机场|29.719|106.642
HGH Hangzhou|杭州|CN|2|Asia/Shanghai|
  HGH Hangzhou Xiaoshan International|杭州萧山国际机场|30.229|120.434
XIY Xi'an|西安|CN|2|Asia/Shanghai|Sian,Xian City
  XIY Xi'an Xianyang International|西安咸阳国际机场|34.447|108.752
KMG Kunming|昆明|CN|2|Asia/Shanghai|
  KMG Kunming Changshui International|昆明长水国际机场|25.102|102.929
NKG Nanjing|南京|CN|2|Asia/Shanghai|Nanking
  NKG Nanjing Lukou International|南京禄口国际机场|31.742|118.862
WUH Wuhan|武汉|CN|2|Asia/Shanghai|武漢
  WUH Wuhan Tianhe International|武汉天河国际机场|30.784|114.208
CSX Changsha|长沙|CN|2|Asia/Shanghai|長沙
  CSX Changsha Huanghua International|长沙黄花国际机场|28.189|113.220
XMN Xiamen|厦门|CN|2|Asia/Shanghai|Amoy,廈門
  XMN Xiamen Gaoqi International|厦门高崎国际机场|24.544|118.128
TAO Qingdao|青岛|CN|2|Asia/Shanghai|Tsingtao,青島
  TAO Qingdao Jiaodong International|青岛胶东国际机场|36.362|120.088
CGO Zhengzhou|郑州|CN|2|Asia/Shanghai|
  CGO Zhengzhou Xinzheng International|郑州新郑国际机场|34.520|113.841
SYX Sanya|三亚|CN|2|Asia/Shanghai|三亞
  SYX Sanya Phoenix International|三亚凤凰国际机场|18.303|109.412
HAK Haikou|海口|CN|2|Asia/Shanghai|
  HAK Haikou Meilan International|海口美兰国际机场|19.935|110.459
HRB Harbin|哈尔滨|CN|2|Asia/Shanghai|Haerbin
  HRB Harbin Taiping International|哈尔滨太平国际机场|45.623|126.250
SHE Shenyang|沈阳|CN|2|Asia/Shanghai|
  SHE Shenyang Taoxian International|沈阳桃仙国际机场|41.640|123.483
DLC Dalian|大连|CN|2|Asia/Shanghai|
  DLC Dalian Zhoushuizi International|大连周水子国际机场|38.966|121.539
TSN Tianjin|天津|CN|2|Asia/Shanghai|Tientsin
  TSN Tianjin Binhai International|天津滨海国际机场|39.124|117.346
URC Urumqi|乌鲁木齐|CN|2|Asia/Shanghai|Wulumuqi,Ürümqi
  URC Urumqi Tianshan International|乌鲁木齐天山国际机场|43.907|87.474
TNA Jinan|济南|CN|3|Asia/Shanghai|
  TNA Jinan Yaoqiang International|济南遥墙国际机场|36.857|117.216
FOC Fuzhou|福州|CN|3|Asia/Shanghai|
  FOC Fuzhou Changle International|福州长乐国际机场|25.935|119.663
NNG Nanning|南宁|CN|3|Asia/Shanghai|
  NNG Nanning Wuxu International|南宁吴圩国际机场|22.608|108.172
KWE Guiyang|贵阳|CN|3|Asia/Shanghai|
  KWE Guiyang Longdongbao International|贵阳龙洞堡国际机场|26.539|106.801
KWL Guilin|桂林|CN|3|Asia/Shanghai|
  KWL Guilin Liangjiang International|桂林两江国际机场|25.218|110.039
LHW Lanzhou|兰州|CN|3|Asia/Shanghai|
  LHW Lanzhou Zhongchuan International|兰州中川国际机场|36.515|103.620
LJG Lijiang|丽江|CN|3|Asia/Shanghai|
  LJG Lijiang Sanyi International|丽江三义国际机场|26.680|100.246
LXA Lhasa|拉萨|CN|3|Asia/Shanghai|Lasa
  LXA Lhasa Gonggar International|拉萨贡嘎国际机场|29.298|90.912
NGB Ningbo|宁波|CN|3|Asia/Shanghai|
  NGB Ningbo Lishe International|宁波栎社国际机场|29.827|121.462
HFE Hefei|合肥|CN|3|Asia/Shanghai|
  HFE Hefei Xinqiao International|合肥新桥国际机场|31.988|116.977
TYN Taiyuan|太原|CN|3|Asia/Shanghai|
  TYN Taiyuan Wusu International|太原武宿国际机场|37.747|112.628
SJW Shijiazhuang|石家庄|CN|3|Asia/Shanghai|
  SJW Shijiazhuang Zhengding International|石家庄正定国际机场|38.281|114.697
HET Hohhot|呼和浩特|CN|3|Asia/Shanghai|Huhehaote
  HET Hohhot Baita International|呼和浩特白塔国际机场|40.851|111.824
INC Yinchuan|银川|CN|3|Asia/Shanghai|
  INC Yinchuan Hedong International|银川河东国际机场|38.322|106.393
XNN Xining|西宁|CN|3|Asia/Shanghai|
  XNN Xining Caojiapu International|西宁曹家堡国际机场|36.527|102.043
KHN Nanchang|南昌|CN|3|Asia/Shanghai|
  KHN Nanchang Changbei International|南昌昌北国际机场|28.865|115.900
CGQ Changchun|长春|CN|3|Asia/Shanghai|
  CGQ Changchun Longjia International|长春龙嘉国际机场|43.996|125.685
WNZ Wenzhou|温州|CN|3|Asia/Shanghai|
  WNZ Wenzhou Longwan International|温州龙湾国际机场|27.912|120.852
ZUH Zhuhai|珠海|CN|3|Asia/Shanghai|
  ZUH Zhuhai Jinwan|珠海金湾机场|22.006|113.376
JHG Xishuangbanna|西双版纳|CN|4|Asia/Shanghai|Banna,版纳
  JHG Xishuangbanna Gasa International|西双版纳嘎洒国际机场|21.974|100.760
HKG Hong Kong|香港|HK|1|Asia/Hong_Kong|Hongkong,HK,Xianggang
  HKG Hong Kong International|香港国际机场|22.309|113.915
MFM Macau|澳门|MO|3|Asia/Macau|Macao,Aomen,澳門
  MFM Macau International|澳门国际机场|22.150|113.592
TPE Taipei|台北|TW|1|Asia/Taipei|Taibei,臺北
  TPE Taiwan Taoyuan International|台湾桃园国际机场|25.077|121.233
  TSA Taipei Songshan|台北松山机场|25.069|121.552
KHH Kaohsiung|高雄|TW|3|Asia/Taipei|Gaoxiong
  KHH Kaohsiung International|高雄国际机场|22.577|120.350
TYO Tokyo|东京|JP|1|Asia/Tokyo|東京,Dongjing
  HND Tokyo Haneda|东京羽田机场|35.549|139.780
  NRT Tokyo Narita International|东京成田国际机场|35.772|140.393
OSA Osaka|大阪|JP|1|Asia/Tokyo|Daban
  KIX Osaka Kansai International|大阪关西国际机场|34.427|135.244
  ITM Osaka Itami|大阪伊丹机场|34.786|135.438
NGO Nagoya|名古屋|JP|2|Asia/Tokyo|Mingguwu
  NGO Nagoya Chubu Centrair International|名古屋中部国际机场|34.858|136.805
FUK Fukuoka|福冈|JP|2|Asia/Tokyo|福岡,Fugang
  FUK Fukuoka|福冈机场|33.586|130.451
SPK Sapporo|札幌|JP|2|Asia/Tokyo|Zhahuang,Hokkaido,北海道
  CTS Sapporo New Chitose|札幌新千岁机场|42.775|141.692
OKA Okinawa|冲绳|JP|3|Asia/Tokyo|Naha,那霸,沖繩,Chongsheng
  OKA Okinawa Naha|冲绳那霸机场|26.196|127.646
SEL Seoul|首尔|KR|1|Asia/Seoul|汉城,首爾,Shouer
  ICN Seoul Incheon International|首尔仁川国际机场|37.460|126.441
  GMP Seoul Gimpo International|首尔金浦国际机场|37.558|126.791
PUS Busan|釜山|KR|2|Asia/Seoul|Pusan,Fushan
  PUS Busan Gimhae International|釜山金海国际机场|35.180|128.938
CJU Jeju|济州|KR|2|Asia/Seoul|济州岛,Cheju,Jizhou
  CJU Jeju International|济州国际机场|33.511|126.493
ULN Ulaanbaatar|乌兰巴托|MN|4|Asia/Ulaanbaatar|Ulan Bator,Wulanbatuo
  UBN Ulaanbaatar Chinggis Khaan International|乌兰巴托成吉思汗国际机场|47.651|106.822
SIN Singapore|新加坡|SG|1|Asia/Singapore|Xinjiapo,狮城,Changi,樟宜
  SIN Singapore Changi|新加坡樟宜机场|1.359|103.989
BKK Bangkok|曼谷|TH|1|Asia/Bangkok|Mangu,Krung Thep
  BKK Bangkok Suvarnabhumi|曼谷素万那普国际机场|13.690|100.750
  DMK Bangkok Don Mueang International|曼谷廊曼国际机场|13.913|100.607
HKT Phuket|普吉|TH|2|Asia/Bangkok|普吉岛,Puji
  HKT Phuket International|普吉国际机场|8.113|98.317
CNX Chiang Mai|清迈|TH|3|Asia/Bangkok|Chiangmai,Qingmai
  CNX Chiang Mai International|清迈国际机场|18.767|98.963
KUL Kuala Lumpur|吉隆坡|MY|1|Asia/Kuala_Lumpur|KL,Jilongpo
  KUL Kuala Lumpur International|吉隆坡国际机场|2.746|101.710
PEN Penang|槟城|MY|3|Asia/Kuala_Lumpur|Bincheng,槟榔屿
  PEN Penang International|槟城国际机场|5.297|100.277
BKI Kota Kinabalu|亚庇|MY|3|Asia/Kuala_Lumpur|Sabah,沙巴
  BKI Kota Kinabalu International|亚庇国际机场|5.937|116.051
JKT Jakarta|雅加达|ID|1|Asia/Jakarta|Yajiada
  CGK Jakarta Soekarno-Hatta International|雅加达苏加诺-哈达国际机场|-6.126|106.656
DPS Bali|巴厘岛|ID|2|Asia/Makassar|Denpasar,登巴萨,巴厘,Balidao
  DPS Bali Ngurah Rai International|巴厘岛伍拉·赖国际机场|-8.748|115.167
SUB Surabaya|泗水|ID|3|Asia/Jakarta|
  SUB Surabaya Juanda International|泗水朱安达国际机场|-7.380|112.787
MNL Manila|马尼拉|PH|1|Asia/Manila|Metro Manila
  MNL Manila Ninoy Aquino International|马尼拉尼诺·阿基诺国际机场|14.509|121.020
CEB Cebu|宿务|PH|3|Asia/Manila|宿雾,Suwu
  CEB Mactan-Cebu International|麦克坦-宿务国际机场|10.307|123.979
HAN Hanoi|河内|VN|2|Asia/Ho_Chi_Minh|Ha Noi,Henei
  HAN Hanoi Noi Bai International|河内内排国际机场|21.221|105.807
SGN Ho Chi Minh City|胡志明市|VN|2|Asia/Ho_Chi_Minh|Saigon,西贡,Ho Chi Minh,HCMC,Huzhiming
  SGN Ho Chi Minh City Tan Son Nhat International|胡志明市新山一国际机场|10.819|106.652
DAD Da Nang|岘港|VN|3|Asia/Ho_Chi_Minh|Danang,Xiangang
  DAD Da Nang International|岘港国际机场|16.044|108.199
CXR Nha Trang|芽庄|VN|3|Asia/Ho_Chi_Minh|Cam Ranh
  CXR Nha Trang Cam Ranh International|芽庄金兰国际机场|11.998|109.219
PNH Phnom Penh|金边|KH|3|Asia/Phnom_Penh|Jinbian
  KTI Phnom Penh Techo International|金边德崇国际机场|11.363|104.918
MLE Male|马累|MV|3|Indian/Maldives|Malé,Maldives,马尔代夫,Malei
  MLE Male Velana International|马累维拉纳国际机场|4.192|73.529
CMB Colombo|科伦坡|LK|3|Asia/Colombo|Kelunpo
  CMB Colombo Bandaranaike International|科伦坡班达拉奈克国际机场|7.181|79.884
KTM Kathmandu|加德满都|NP|3|Asia/Kathmandu|Jiademandu
  KTM Kathmandu Tribhuvan International|加德满都特里布万国际机场|27.697|85.359
DEL Delhi|德里|IN|1|Asia/Kolkata|New Delhi,新德里,Deli,Xindeli
  DEL Delhi Indira Gandhi International|德里英迪拉·甘地国际机场|28.556|77.100
BOM Mumbai|孟买|IN|1|Asia/Kolkata|Bombay,Mengmai
  BOM Mumbai Chhatrapati Shivaji Maharaj International|孟买贾特拉帕蒂·希瓦吉国际机场|19.090|72.866
BLR Bengaluru|班加罗尔|IN|2|Asia/Kolkata|Bangalore,Banjialuoer
  BLR Bengaluru Kempegowda International|班加罗尔凯姆佩高达国际机场|13.199|77.706
MAA Chennai|金奈|IN|2|Asia/Kolkata|Madras
  MAA Chennai International|金奈国际机场|12.994|80.171
HYD Hyderabad|海得拉巴|IN|2|Asia/Kolkata|
  HYD Hyderabad Rajiv Gandhi International|海得拉巴拉吉夫·甘地国际机场|17.240|78.429
CCU Kolkata|加尔各答|IN|2|Asia/Kolkata|Calcutta
  CCU Kolkata Netaji Subhas Chandra Bose International|加尔各答内塔吉·苏巴斯·钱德拉·鲍斯国际机场|22.655|88.447
ALA Almaty|阿拉木图|KZ|3|Asia/Almaty|Alma-Ata,Alamutu
  ALA Almaty International|阿拉木图国际机场|43.352|77.041
TAS Tashkent|塔什干|UZ|3|Asia/Tashkent|Tashigan
  TAS Tashkent Islam Karimov International|塔什干伊斯兰·卡里莫夫国际机场|41.258|69.281
DXB Dubai|迪拜|AE|1|Asia/Dubai|Dibai,杜拜
  DXB Dubai International|迪拜国际机场|25.253|55.364
AUH Abu Dhabi|阿布扎比|AE|2|Asia/Dubai|Abuzhabi
  AUH Abu Dhabi Zayed International|阿布扎比扎耶德国际机场|24.433|54.651
DOH Doha|多哈|QA|1|Asia/Qatar|Duoha
  DOH Doha Hamad International|多哈哈马德国际机场|25.273|51.608
RUH Riyadh|利雅得|SA|2|Asia/Riyadh|Liyade
  RUH Riyadh King Khalid International|利雅得哈立德国王国际机场|24.958|46.699
JED Jeddah|吉达|SA|2|Asia/Riyadh|Jidda
  JED Jeddah King Abdulaziz International|吉达阿卜杜勒-阿齐兹国王国际机场|21.680|39.157
IST Istanbul|伊斯坦布尔|TR|1|Europe/Istanbul|Yisitanbuer
  IST Istanbul|伊斯坦布尔机场|41.262|28.742
TLV Tel Aviv|特拉维夫|IL|2|Asia/Jerusalem|Telaweifu
  TLV Tel Aviv Ben Gurion International|特拉维夫本·古里安国际机场|32.011|34.887
CAI Cairo|开罗|EG|2|Africa/Cairo|Kailuo
  CAI Cairo International|开罗国际机场|30.122|31.406
MOW Moscow|莫斯科|RU|1|Europe/Moscow|Mosike
  SVO Moscow Sheremetyevo International|莫斯科谢列梅捷沃国际机场|55.973|37.415
LED Saint Petersburg|圣彼得堡|RU|2|Europe/Moscow|St Petersburg,St. Petersburg
  LED Saint Petersburg Pulkovo|圣彼得堡普尔科沃机场|59.800|30.263
LON London|伦敦|GB|1|Europe/London|倫敦,Lundun
  LHR London Heathrow|伦敦希思罗机场|51.470|-0.454
  LGW London Gatwick|伦敦盖特威克机场|51.148|-0.190
MAN Manchester|曼彻斯特|GB|2|Europe/London|Manchesite
  MAN Manchester|曼彻斯特机场|53.354|-2.275
EDI Edinburgh|爱丁堡|GB|3|Europe/London|Aidingbao
  EDI Edinburgh|爱丁堡机场|55.950|-3.373
BHX Birmingham|伯明翰|GB|3|Europe/London|
  BHX Birmingham|伯明翰机场|52.454|-1.748
DUB Dublin|都柏林|IE|2|Europe/Dublin|Dubolin
  DUB Dublin|都柏林机场|53.421|-6.270
PAR Paris|巴黎|FR|1|Europe/Paris|Paris France,Bali Faguo
  CDG Paris Charles de Gaulle|巴黎戴高乐机场|49.010|2.548
  ORY Paris Orly|巴黎奥利机场|48.723|2.379
NCE Nice|尼斯|FR|3|Europe/Paris|
  NCE Nice Cote d'Azur|尼斯蔚蓝海岸机场|43.658|7.216
LYS Lyon|里昂|FR|3|Europe/Paris|
  LYS Lyon Saint-Exupery|里昂圣埃克苏佩里机场|45.726|5.081
MRS Marseille|马赛|FR|3|Europe/Paris|
  MRS Marseille Provence|马赛普罗旺斯机场|43.437|5.215
FRA Frankfurt|法兰克福|DE|1|Europe/Berlin|Frankfurt am Main,Falankefu
  FRA Frankfurt|法兰克福机场|50.034|8.562
MUC Munich|慕尼黑|DE|2|Europe/Berlin|München,Munihei
  MUC Munich|慕尼黑机场|48.354|11.786
BER Berlin|柏林|DE|2|Europe/Berlin|Bolin
  BER Berlin Brandenburg|柏林勃兰登堡机场|52.362|13.501
HAM Hamburg|汉堡|DE|3|Europe/Berlin|
  HAM Hamburg|汉堡机场|53.630|9.988
DUS Dusseldorf|杜塞尔多夫|DE|3|Europe/Berlin|Düsseldorf,Duesseldorf
  DUS Dusseldorf|杜塞尔多夫机场|51.289|6.767
STR Stuttgart|斯图加特|DE|3|Europe/Berlin|
  STR Stuttgart|斯图加特机场|48.690|9.222
AMS Amsterdam|阿姆斯特丹|NL|1|Europe/Amsterdam|Amusitedan,Schiphol
  AMS Amsterdam Schiphol|阿姆斯特丹史基浦机场|52.309|4.764
BRU Brussels|布鲁塞尔|BE|2|Europe/Brussels|Bulusaier,Bruxelles
  BRU Brussels|布鲁塞尔机场|50.901|4.484
ZRH Zurich|苏黎世|CH|2|Europe/Zurich|Zürich,Sulishi
  ZRH Zurich|苏黎世机场|47.458|8.548
GVA Geneva|日内瓦|CH|3|Europe/Zurich|Genève,Rineiwa
  GVA Geneva|日内瓦机场|46.238|6.109
VIE Vienna|维也纳|AT|2|Europe/Vienna|Wien,Weiyena
  VIE Vienna International|维也纳国际机场|48.110|16.570
MAD Madrid|马德里|ES|1|Europe/Madrid|Madeli
  MAD Madrid Barajas|马德里巴拉哈斯机场|40.472|-3.561
BCN Barcelona|巴塞罗那|ES|2|Europe/Madrid|Basailuona
  BCN Barcelona El Prat|巴塞罗那埃尔普拉特机场|41.297|2.078
PMI Palma de Mallorca|帕尔马|ES|2|Europe/Madrid|Mallorca,Majorca,马略卡
  PMI Palma de Mallorca|帕尔马机场|39.552|2.739
AGP Malaga|马拉加|ES|3|Europe/Madrid|Málaga
  AGP Malaga Costa del Sol|马拉加太阳海岸机场|36.675|-4.499
LIS Lisbon|里斯本|PT|2|Europe/Lisbon|Lisboa,Lisiben
  LIS Lisbon Humberto Delgado|里斯本温贝托·德尔加多机场|38.774|-9.134
OPO Porto|波尔图|PT|3|Europe/Lisbon|Oporto
  OPO Porto Francisco Sa Carneiro|波尔图弗朗西斯科·萨·卡内罗机场|41.248|-8.681
ROM Rome|罗马|IT|1|Europe/Rome|Roma,Luoma
  FCO Rome Fiumicino|罗马菲乌米奇诺机场|41.800|12.239
MIL Milan|米兰|IT|2|Europe/Rome|Milano,Milan Italy
  MXP Milan Malpensa|米兰马尔彭萨机场|45.630|8.723
  LIN Milan Linate|米兰利纳特机场|45.449|9.278
VCE Venice|威尼斯|IT|3|Europe/Rome|Venezia
  VCE Venice Marco Polo|威尼斯马可·波罗机场|45.505|12.352
NAP Naples|那不勒斯|IT|3|Europe/Rome|Napoli
  NAP Naples International|那不勒斯国际机场|40.886|14.291
ATH Athens|雅典|GR|2|Europe/Athens|Yadian
  ATH Athens International|雅典国际机场|37.936|23.944
CPH Copenhagen|哥本哈根|DK|2|Europe/Copenhagen|København,Gebenhagen
  CPH Copenhagen|哥本哈根机场|55.618|12.656
STO Stockholm|斯德哥尔摩|SE|2|Europe/Stockholm|Sidegeermo
  ARN Stockholm Arlanda|斯德哥尔摩阿兰达机场|59.652|17.919
OSL Oslo|奥斯陆|NO|2|Europe/Oslo|Aosilu
  OSL Oslo Gardermoen|奥斯陆加勒穆恩机场|60.194|11.100
HEL Helsinki|赫尔辛基|FI|2|Europe/Helsinki|Heerxinji
  HEL Helsinki-Vantaa|赫尔辛基万塔机场|60.317|24.963
REK Reykjavik|雷克雅未克|IS|4|Atlantic/Reykjavik|Reykjavík,Leikeyaweike
  KEF Reykjavik Keflavik International|雷克雅未克凯夫拉维克国际机场|63.985|-22.606
WAW Warsaw|华沙|PL|2|Europe/Warsaw|Warszawa,Huasha
  WAW Warsaw Chopin|华沙肖邦机场|52.166|20.967
PRG Prague|布拉格|CZ|2|Europe/Prague|Praha,Bulage
  PRG Prague Vaclav Havel|布拉格瓦茨拉夫·哈维尔机场|50.101|14.260
BUD Budapest|布达佩斯|HU|2|Europe/Budapest|Budapeisi
  BUD Budapest Ferenc Liszt International|布达佩斯李斯特国际机场|47.437|19.256
NYC New York|纽约|US|1|America/New_York|New York City,NY,紐約,Niuyue
  JFK New York John F. Kennedy International|纽约肯尼迪国际机场|40.641|-73.778
  EWR New York Newark Liberty International|纽约纽瓦克自由国际机场|40.690|-74.175
  LGA New York LaGuardia|纽约拉瓜迪亚机场|40.777|-73.873
LAX Los Angeles|洛杉矶|US|1|America/Los_Angeles|LA,洛杉磯,Luoshanji
  LAX Los Angeles International|洛杉矶国际机场|33.942|-118.408
SEA Seattle|西雅图|US|2|America/Los_Angeles|Xiyatu
  SEA Seattle-Tacoma International|西雅图-塔科马国际机场|47.450|-122.309
LAS Las Vegas|拉斯维加斯|US|2|America/Los_Angeles|Vegas,Lasiweijiasi
  LAS Las Vegas Harry Reid International|拉斯维加斯哈里·里德国际机场|36.084|-115.154
DEN Denver|丹佛|US|2|America/Denver|Danfo
  DEN Denver International|丹佛国际机场|39.856|-104.674
CHI Chicago|芝加哥|US|1|America/Chicago|Zhijiage,O'Hare
  ORD Chicago O'Hare International|芝加哥奥黑尔国际机场|41.974|-87.907
DFW Dallas|达拉斯|US|2|America/Chicago|Dalasi,Fort Worth
  DFW Dallas/Fort Worth International|达拉斯-沃思堡国际机场|32.900|-97.040
HOU Houston|休斯敦|US|2|America/Chicago|休斯顿,Xiusidun
  IAH Houston George Bush Intercontinental|休斯敦乔治·布什洲际机场|29.990|-95.337
DTT Detroit|底特律|US|2|America/Detroit|Ditelv
  DTW Detroit Metropolitan Wayne County|底特律大都会机场|42.216|-83.355
ATL Atlanta|亚特兰大|US|1|America/New_York|Yatelanda
  ATL Atlanta Hartsfield-Jackson International|亚特兰大哈茨菲尔德-杰克逊国际机场|33.641|-84.427
MIA Miami|迈阿密|US|2|America/New_York|Maiami
  MIA Miami International|迈阿密国际机场|25.796|-80.287
WAS Washington|华盛顿|US|2|America/New_York|Washington DC,Huashengdun
  IAD Washington Dulles International|华盛顿杜勒斯国际机场|38.953|-77.457
  DCA Washington Reagan National|华盛顿里根国家机场|38.851|-77.040
BOS Boston|波士顿|US|2|America/New_York|Boshidun
  BOS Boston Logan International|波士顿洛根国际机场|42.366|-71.010
HNL Honolulu|檀香山|US|2|Pacific/Honolulu|火奴鲁鲁,Hawaii,夏威夷,Tanxiangshan
  HNL Honolulu Daniel K. Inouye International|檀香山丹尼尔·井上国际机场|21.319|-157.922
SFO San Francisco|旧金山|US|1|America/Los_Angeles|三藩市
  SFO San Francisco International|旧金山国际机场|37.619|-122.375
SAN San Diego|圣迭戈|US|2|America/Los_Angeles|圣地牙哥
  SAN San Diego International|圣迭戈国际机场|32.734|-117.190
PDX Portland|波特兰|US|2|America/Los_Angeles|Portland Oregon
  PDX Portland International|波特兰国际机场|45.589|-122.597
PHX Phoenix|菲尼克斯|US|2|America/Phoenix|凤凰城
  PHX Phoenix Sky Harbor International|菲尼克斯天港国际机场|33.434|-112.012
SLC Salt Lake City|盐湖城|US|2|America/Denver|Salt Lake
  SLC Salt Lake City International|盐湖城国际机场|40.788|-111.978
MSP Minneapolis|明尼阿波利斯|US|2|America/Chicago|Minneapolis-St Paul
  MSP Minneapolis-Saint Paul International|明尼阿波利斯-圣保罗国际机场|44.882|-93.222
AUS Austin|奥斯汀|US|2|America/Chicago|
  AUS Austin-Bergstrom International|奥斯汀-伯格斯特龙国际机场|30.195|-97.670
MSY New Orleans|新奥尔良|US|3|America/Chicago|
  MSY New Orleans Louis Armstrong International|新奥尔良路易斯·阿姆斯特朗国际机场|29.993|-90.258
BNA Nashville|纳什维尔|US|2|America/Chicago|
  BNA Nashville International|纳什维尔国际机场|36.124|-86.678
CLT Charlotte|夏洛特|US|2|America/New_York|
  CLT Charlotte Douglas International|夏洛特道格拉斯国际机场|35.214|-80.943
PHL Philadelphia|费城|US|2|America/New_York|Philly
  PHL Philadelphia International|费城国际机场|39.872|-75.241
MCO Orlando|奥兰多|US|1|America/New_York|
  MCO Orlando International|奥兰多国际机场|28.429|-81.309
TPA Tampa|坦帕|US|2|America/New_York|
  TPA Tampa International|坦帕国际机场|27.976|-82.533
FLL Fort Lauderdale|劳德代尔堡|US|2|America/New_York|
  FLL Fort Lauderdale-Hollywood International|劳德代尔堡-好莱坞国际机场|26.073|-80.153
YVR Vancouver|温哥华|CA|2|America/Vancouver|Wengehua
  YVR Vancouver International|温哥华国际机场|49.195|-123.184
YYC Calgary|卡尔加里|CA|3|America/Edmonton|Kaerjiali
  YYC Calgary International|卡尔加里国际机场|51.113|-114.020
YTO Toronto|多伦多|CA|1|America/Toronto|Duolunduo
  YYZ Toronto Pearson International|多伦多皮尔逊国际机场|43.677|-79.631
YMQ Montreal|蒙特利尔|CA|2|America/Toronto|Montréal,Mengtelier
  YUL Montreal Trudeau International|蒙特利尔特鲁多国际机场|45.470|-73.741
YOW Ottawa|渥太华|CA|3|America/Toronto|
  YOW Ottawa Macdonald-Cartier International|渥太华麦克唐纳-卡蒂埃国际机场|45.323|-75.669
MEX Mexico City|墨西哥城|MX|1|America/Mexico_City|Ciudad de México,Moxige
  MEX Mexico City Benito Juarez International|墨西哥城贝尼托·胡亚雷斯国际机场|19.436|-99.072
CUN Cancun|坎昆|MX|2|America/Cancun|Cancún
  CUN Cancun International|坎昆国际机场|21.037|-86.877
GDL Guadalajara|瓜达拉哈拉|MX|3|America/Mexico_City|
  GDL Guadalajara International|瓜达拉哈拉国际机场|20.522|-103.311
MTY Monterrey|蒙特雷|MX|3|America/Mexico_City|
  MTY Monterrey International|蒙特雷国际机场|25.778|-100.107
SAO Sao Paulo|圣保罗|BR|1|America/Sao_Paulo|São Paulo,Shengbaoluo
  GRU Sao Paulo Guarulhos International|圣保罗瓜鲁柳斯国际机场|-23.432|-46.469
RIO Rio de Janeiro|里约热内卢|BR|2|America/Sao_Paulo|Rio,里约,Liyue
  GIG Rio de Janeiro Galeao International|里约热内卢加利昂国际机场|-22.810|-43.251
BSB Brasilia|巴西利亚|BR|3|America/Sao_Paulo|Brasília
  BSB Brasilia International|巴西利亚国际机场|-15.871|-47.919
BUE Buenos Aires|布宜诺斯艾利斯|AR|2|America/Argentina/Buenos_Aires|Buyinuosi
  EZE Buenos Aires Ezeiza International|布宜诺斯艾利斯埃塞萨国际机场|-34.822|-58.536
SCL Santiago|圣地亚哥|CL|2|America/Santiago|Santiago de Chile,Shengdiyage
  SCL Santiago Arturo Merino Benitez International|圣地亚哥阿图罗·梅里诺·贝尼特斯国际机场|-33.393|-70.786
LIM Lima|利马|PE|2|America/Lima|Lima Peru
  LIM Lima Jorge Chavez International|利马豪尔赫·查韦斯国际机场|-12.022|-77.114
BOG Bogota|波哥大|CO|2|America/Bogota|Bogotá,Bogeda
  BOG Bogota El Dorado International|波哥大埃尔多拉多国际机场|4.702|-74.147
JNB Johannesburg|约翰内斯堡|ZA|2|Africa/Johannesburg|约堡,Yuehanneisibao
  JNB Johannesburg O. R. Tambo International|约翰内斯堡奥利弗·坦博国际机场|-26.139|28.246
CPT Cape Town|开普敦|ZA|2|Africa/Johannesburg|Kaipudun
  CPT Cape Town International|开普敦国际机场|-33.965|18.602
NBO Nairobi|内罗毕|KE|2|Africa/Nairobi|Neiluobi
  NBO Nairobi Jomo Kenyatta International|内罗毕乔莫·肯雅塔国际机场|-1.319|36.928
ADD Addis Ababa|亚的斯亚贝巴|ET|2|Africa/Addis_Ababa|Yadisi
  ADD Addis Ababa Bole International|亚的斯亚贝巴博莱国际机场|8.978|38.799
SYD Sydney|悉尼|AU|1|Australia/Sydney|雪梨,Xini
  SYD Sydney Kingsford Smith|悉尼金斯福德·史密斯机场|-33.946|151.177
MEL Melbourne|墨尔本|AU|1|Australia/Melbourne|Moerben
  MEL Melbourne|墨尔本机场|-37.673|144.843
BNE Brisbane|布里斯班|AU|2|Australia/Brisbane|Bulisiban
  BNE Brisbane|布里斯班机场|-27.384|153.117
PER Perth|珀斯|AU|2|Australia/Perth|Posi
  PER Perth|珀斯机场|-31.940|115.967
ADL Adelaide|阿德莱德|AU|3|Australia/Adelaide|Adelaide Australia
  ADL Adelaide|阿德莱德机场|-34.945|138.531
DRW Darwin|达尔文|AU|4|Australia/Darwin|Daerwen
  DRW Darwin International|达尔文国际机场|-12.415|130.877
CNS Cairns|凯恩斯|AU|3|Australia/Brisbane|
  CNS Cairns|凯恩斯机场|-16.886|145.755
OOL Gold Coast|黄金海岸|AU|3|Australia/Brisbane|Coolangatta
  OOL Gold Coast|黄金海岸机场|-28.164|153.505
CBR Canberra|堪培拉|AU|3|Australia/Sydney|
  CBR Canberra|堪培拉机场|-35.307|149.195
AKL Auckland|奥克兰|NZ|2|Pacific/Auckland|Aokelan
  AKL Auckland|奥克兰机场|-37.008|174.792
CHC Christchurch|基督城|NZ|3|Pacific/Auckland|克赖斯特彻奇,Jiducheng
  CHC Christchurch International|基督城国际机场|-43.489|172.532
ZQN Queenstown|皇后镇|NZ|4|Pacific/Auckland|Huanghouzhen
  ZQN Queenstown|皇后镇机场|-45.021|168.739
WLG Wellington|惠灵顿|NZ|3|Pacific/Auckland|
  WLG Wellington|惠灵顿机场|-41.327|174.805
NAN Nadi|楠迪|FJ|4|Pacific/Fiji|Fiji,斐济,Nandi
  NAN Nadi International|楠迪国际机场|-17.755|177.443
RGN Yangon|仰光|MM|3|Asia/Yangon|Rangoon
  RGN Yangon International|仰光国际机场|16.907|96.133
DAC Dhaka|达卡|BD|2|Asia/Dhaka|
  DAC Dhaka Hazrat Shahjalal International|达卡沙阿贾拉勒国际机场|23.843|90.398
KWI Kuwait City|科威特城|KW|3|Asia/Kuwait|
  KWI Kuwait International|科威特国际机场|29.227|47.969
MCT Muscat|马斯喀特|OM|3|Asia/Muscat|
  MCT Muscat International|马斯喀特国际机场|23.593|58.284
LOS Lagos|拉各斯|NG|2|Africa/Lagos|
  LOS Lagos Murtala Muhammed International|拉各斯穆尔塔拉·穆罕默德国际机场|6.577|3.321
OTP Bucharest|布加勒斯特|RO|3|Europe/Bucharest|Bucuresti
  OTP Bucharest Henri Coanda International|布加勒斯特亨利·科安德国际机场|44.571|26.085
PTY Panama City|巴拿马城|PA|3|America/Panama|Panama
  PTY Panama City Tocumen International|巴拿马城托库门国际机场|9.071|-79.384
"""

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

    def __init__(self, code, name, name_zh, country, size, zone, aliases):
        self.code, self.name, self.name_zh, self.country = code, name, name_zh, country
        self.size, self.zone, self.aliases, self.airports = int(size), zone, aliases, []


class Airport:
    __slots__ = ("code", "name", "name_zh", "lat", "lon", "city")

    def __init__(self, code, name, name_zh, lat, lon, city):
        self.code, self.name, self.name_zh = code, name, name_zh
        self.lat, self.lon, self.city = float(lat), float(lon), city


def _parse(table):
    cities, airports, city = {}, {}, None
    for line in table.splitlines():
        code, rest = line.strip().split(" ", 1)
        fields = rest.split("|")
        if line[0] == " ":
            airport = Airport(code, fields[0] + " Airport", fields[1], fields[2], fields[3], city)
            city.airports.append(airport)
            airports[code] = airport
        else:
            city = City(code, *fields[:5], aliases=[a for a in fields[5].split(",") if a])
            cities[code] = city
    return cities, airports


CITIES, AIRPORTS = _parse(TABLE)
