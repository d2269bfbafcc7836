"""What to pack: (group, English, Chinese, how many, when).

How many: a number; "day" one for each day, "day+1" one more, "half" one for two days; all cut at what laundry allows.
When: words of which one must hold; "" always. Climates: cold mild hot rainy dry. People: adult child baby. The rest are activities.
"""

GROUPS = {
    "papers": ("Papers and money", "证件与财物"), "clothes": ("Clothes", "衣物"), "wash": ("Wash bag and health", "洗漱与健康"),
    "devices": ("Devices", "电子设备"), "children": ("For children", "儿童用品"), "activities": ("For what you do", "活动用品"),
    "home": ("Before you leave", "出门之前"),
}

SHARED, EACH = "shared", "each"  # one for the party, or one for each person

ITEMS = [
    ("papers", "ID card or passport", "身份证或护照", 1, "", EACH),
    ("papers", "Passport valid 6 months beyond the trip; visa or entry form", "护照有效期超过 6 个月；签证或入境申报", 1, "abroad", EACH),
    ("papers", "Copies of the papers, kept apart from them", "证件复印件，与原件分开放", 1, "abroad", EACH),
    ("papers", "Tickets and bookings, saved offline", "车票机票和预订信息，离线保存", 1, "", SHARED),
    ("papers", "Bank card, and a second one kept apart", "银行卡，另备一张分开放", 1, "", EACH),
    ("papers", "Some cash in the local currency", "少量当地现金", 1, "abroad", SHARED),
    ("papers", "Travel insurance: number and emergency telephone", "旅行保险：保单号与救援电话", 1, "abroad ski hike dive", SHARED),
    ("papers", "Driving licence, with its translation or international permit", "驾照及其翻译件或国际驾照", 1, "drive", SHARED),
    ("papers", "Business cards", "名片", 1, "business", EACH),

    ("clothes", "Underwear", "内衣", "day+1", "", EACH),
    ("clothes", "Socks", "袜子", "day+1", "", EACH),
    ("clothes", "T-shirts or tops", "T 恤或上衣", "day", "hot mild", EACH),
    ("clothes", "Long-sleeved tops", "长袖上衣", "half", "cold mild", EACH),
    ("clothes", "Thermal underwear", "保暖内衣", "half", "cold ski", EACH),
    ("clothes", "Jumper or fleece", "毛衣或抓绒衣", 1, "cold mild hike", EACH),
    ("clothes", "Warm jacket", "羽绒服或厚外套", 1, "cold", EACH),
    ("clothes", "Light jacket", "薄外套", 1, "mild hot", EACH),
    ("clothes", "Trousers", "长裤", "half", "cold mild", EACH),
    ("clothes", "Shorts or light skirt", "短裤或薄裙", "half", "hot", EACH),
    ("clothes", "Hat, gloves and scarf", "帽子、手套、围巾", 1, "cold", EACH),
    ("clothes", "Sun hat", "遮阳帽", 1, "hot beach hike", EACH),
    ("clothes", "Rain jacket", "雨衣", 1, "rainy hike", EACH),
    ("clothes", "Folding umbrella", "折叠伞", 1, "rainy mild", EACH),
    ("clothes", "Comfortable shoes, already worn in", "合脚的旧鞋", 1, "", EACH),
    ("clothes", "Waterproof shoes", "防水鞋", 1, "rainy cold", EACH),
    ("clothes", "Sandals", "凉鞋", 1, "hot beach", EACH),
    ("clothes", "Nightwear", "睡衣", 1, "", EACH),
    ("clothes", "Shirt or blouse for meetings", "正装衬衫", "half", "business", EACH),
    ("clothes", "Suit or jacket, good shoes", "西装或正装外套、皮鞋", 1, "business formal", EACH),

    ("wash", "Toothbrush, toothpaste, comb", "牙刷、牙膏、梳子", 1, "", EACH),
    ("wash", "Shampoo and soap, at most 100 ml each in the cabin", "洗发水、沐浴露，随身携带每瓶不超过 100 毫升", 1, "", SHARED),
    ("wash", "Sunscreen", "防晒霜", 1, "hot beach ski hike", SHARED),
    ("wash", "Lip and hand cream", "润唇膏、护手霜", 1, "cold dry ski", EACH),
    ("wash", "Medicines that you take, with the prescription", "常用药和处方", 1, "", EACH),
    ("wash", "Plasters, painkillers, something for the stomach", "创可贴、止痛药、肠胃药", 1, "", SHARED),
    ("wash", "Insect repellent", "驱蚊液", 1, "hot hike camp", SHARED),
    ("wash", "Spare glasses or lenses", "备用眼镜或隐形眼镜", 1, "", EACH),
    ("wash", "Laundry soap and a line", "旅行洗衣液和晾衣绳", 1, "laundry", SHARED),

    ("devices", "Phone and charger", "手机和充电器", 1, "", EACH),
    ("devices", "Power bank, in hand luggage only (read what is printed on it: airlines have rules)", "充电宝，只能随身带（看清标识，航空公司有规定）", 1, "", SHARED),
    ("devices", "Plug adapter for the country", "目的地插头转换器", 1, "abroad", SHARED),
    ("devices", "SIM card or roaming", "当地电话卡或漫游", 1, "abroad", EACH),
    ("devices", "Laptop and charger", "笔记本电脑和充电器", 1, "business", EACH),
    ("devices", "Camera, batteries, memory card", "相机、电池、存储卡", 1, "photo", SHARED),

    ("children", "Nappies: count on 7 a day, buy more there", "纸尿裤：每天约 7 片，不够当地买", 1, "baby", SHARED),
    ("children", "Bottle, milk and food", "奶瓶、奶粉、辅食", 1, "baby", SHARED),
    ("children", "Pushchair or carrier", "婴儿车或背带", 1, "baby", SHARED),
    ("children", "A change of clothes in the hand luggage", "随身包里放一套换洗衣物", 1, "baby child", SHARED),
    ("children", "A toy, a book, something to draw with", "玩具、书、画笔", 1, "child", SHARED),
    ("children", "Papers for children travelling with one parent", "单亲携儿童出行的同意书", 1, "child+abroad baby+abroad", SHARED),
    ("children", "Child seat, or booked with the car", "儿童安全座椅，或随租车预订", 1, "child+drive baby+drive", SHARED),

    ("activities", "Swimwear", "泳衣", 2, "swim beach dive", EACH),
    ("activities", "Swimming goggles", "泳镜", 1, "swim", EACH),
    ("activities", "Beach towel", "沙滩巾", 1, "beach", EACH),
    ("activities", "Hiking boots, worn in", "穿过的登山鞋", 1, "hike", EACH),
    ("activities", "Day pack, water bottle", "日用背包、水壶", 1, "hike city", EACH),
    ("activities", "Map offline, whistle, head torch", "离线地图、哨子、头灯", 1, "hike camp", SHARED),
    ("activities", "Walking poles", "登山杖", 1, "hike", EACH),
    ("activities", "Tent, sleeping bags, mats", "帐篷、睡袋、防潮垫", 1, "camp", SHARED),
    ("activities", "Stove and cookware (gas is not allowed on aircraft)", "炉具和炊具（气罐不能上飞机）", 1, "camp", SHARED),
    ("activities", "Ski jacket and trousers, goggles, gloves", "滑雪服、雪镜、手套", 1, "ski", EACH),
    ("activities", "Ski helmet, or rented there", "滑雪头盔，或当地租", 1, "ski", EACH),
    ("activities", "Diving card and log", "潜水证和日志", 1, "dive", EACH),
    ("activities", "Running shoes and clothes", "跑鞋和运动服", 1, "run", EACH),
    ("activities", "Presents for hosts", "给主人的礼物", 1, "visit", SHARED),
    ("activities", "Notes and slides, saved offline", "资料和幻灯片，离线保存", 1, "business", SHARED),

    ("home", "Check in online, look at the terminal", "网上值机，确认航站楼", 1, "fly", SHARED),
    ("home", "Tell the bank that you travel", "告知银行出行计划", 1, "abroad", SHARED),
    ("home", "Weigh the luggage against the ticket's allowance", "称行李，对照票面额度", 1, "fly", SHARED),
    ("home", "Rubbish out, windows shut, gas and water off", "倒垃圾、关窗、关燃气和水", 1, "", SHARED),
    ("home", "Leave the plan with somebody", "把行程留给家人或朋友", 1, "hike abroad camp", SHARED),
]

CLIMATES = {"cold": "寒冷 冷 冬天 snow winter freezing", "mild": "温和 凉爽 春秋 cool spring autumn temperate",
            "hot": "炎热 热 夏天 warm summer tropical", "rainy": "多雨 雨 rain wet monsoon 雨季", "dry": "干燥 desert 沙漠"}
ACTIVITIES = {"hike": "徒步 登山 爬山 hiking trekking mountain", "swim": "游泳 swimming pool 泳池", "beach": "海滩 海边 沙滩 seaside sea",
              "ski": "滑雪 skiing snowboard", "camp": "露营 camping", "dive": "潜水 浮潜 diving snorkel", "run": "跑步 running",
              "photo": "摄影 拍照 photography camera", "business": "商务 出差 会议 meeting conference work", "formal": "婚礼 晚宴 wedding dinner",
              "city": "城市 逛街 观光 sightseeing museum museums shopping 博物馆", "drive": "自驾 租车 driving car rental",
              "fly": "飞机 坐飞机 flying flight plane", "visit": "探亲 访友 family friends", "abroad": "出境 出国 境外 international"}
SHOWN = dict(zip("cold mild hot rainy dry hike swim beach ski camp dive run photo business formal city drive fly visit abroad".split(),
                 "寒冷 温和 炎热 多雨 干燥 徒步 游泳 海滩 滑雪 露营 潜水 跑步 摄影 商务 正式场合 城市 自驾 飞机 探亲访友 出境".split()))
