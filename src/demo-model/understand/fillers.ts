/** Words that say nothing of a trip: they are not said back as unused. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  `a an the i i'd i'm i'll i've me my mine it it's its that that's this these those there then so and ok okay yes yep yeah no hi hiya heya howdy yo hello hullo hey greetings dear please ta
  pls plz thanks thank thx cheers you your u we we'd we're we'll we've us our ours he she they them their his her him who whom would like love want wanted
  wanting wanna need needs needed could can can't may might must should shall will do does did don't doing done let's let lets have has had got gotta to go going
  gone went get gets getting take takes taking took find finding search searching look looking looks see seeing check show showing compare give book booking
  buy reserve order arrange organise organize sort make made change changed switch move moved push postpone fly flies flying flight flights fare fares ticket tickets plane planes air travel travelling traveling
  trip trips journey leave leaving depart departing departure arrive arriving land landing return returning back home heading come coming comes at on of from for in into by with
  without about around as if is are am was were be been being any some one ones something anything someone what what's which when where how much many
  cost costs price prices cheap cheapest cheaper fastest quickest best good great nice fine lovely perfect available options option possible help me just really actually instead again now
  also too still only very quite bit lot well right sure maybe perhaps think thinking know guess hope hoping plan planning try trying say said tell told ask
  day days date dates time week weeks night nights month months year holiday holidays vacation break morning afternoon evening today tonight tomorrow
  out off up down over under after before between until till than or but because since while during same next this last first way ways one-way round direct
  person people adult adults passenger passengers traveller travellers traveler child children kid kids ticket class economy business airline airlines airport airports
  old aged age ages year years myself yourself ourselves both each every all total together each altogether per head everyone everybody
  start starting begin end ending hotel stay staying visit visiting meeting work job office family friends friend party wedding conference funeral interview exam birthday anniversary
  honeymoon concert game match show event appointment course school university client customer partner daughter's son's sister's brother's parents' mum's mom's dad's flat
  hang wait sorry mean meant oops hmm um uh er oh ah well scratch correction rather oh forgot forgotten mention mentioned should've
  good evening morning afternoon day sir madam mate love folks guys team there's here here's let me know asap soon anyway quick quickly question
  xmas later earlier isn not left plus hate hates prefer prefers otherwise travels leaves away pricey expensive budget forgot idea thing things stuff sure wondering
  wonder believe suppose either neither whichever whatever sometime soonest suits suit works work fits fit gonna
  scrap whole gang nicer long longer abroad moving senior seniors turns turning ideally preferably roughly approximately whenever anytime lol tho though haha btw fyi poss possibly hurry pref really reckon stag hen hopefully possible
  okay bit kind sort people's folks' themselves himself herself alone together aboard board rest`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

/** A source for regular expressions without groups. */
export const ZH_COMMON = [
  '老人家|最好|你好|您好|哈喽|嗨|谢谢|多谢|麻烦|劳驾|请问|请|能不能|可不可以|能否|可以|帮忙|帮我们?|给我们?|帮|给|替|我们?|咱们?|你们?|您|他们?|她们?|想要?|需要|打算|准备|计划|希望|觉得|应该|可能|大概|也许',
  '预订|预定|订购|订|购买|买|查询|查一下|查查|查|看一下|看看|看|找找|找|搜索|搜|比较|一下|机票|飞机票|飞机|航班|班次|票|一?张|行程|出行|旅行|旅游|旅程',
  '最便宜|便宜|最快|合适|的话|的|地|得|了|吧|呢|啊|呀|哦|吗|嘛|哈|啦|那就|那么|那|就|好的?|行|改成|改为|改到|改|换成|换到|换|还是|出发|起飞|走|动身|乘坐|坐|要|有哪些|有什么|有没有|有|哪些|没有?|多少钱|什么价格?|价格|多少',
  '你们有|飞往|飞到|飞|去|到|从|和|跟|与|在|于|是|日期|时间|直接|另外|再|也|都|还|又|先|然后|最后|一共|总共|共|自己|一起|大家|单位|公司|家里|家|老家|人|个|位|天|号|那边|这边|那儿|这儿|这|上|下|里|开会|出差|玩|探亲|度假|过年|看|回来|回|返程|返回|返|来|往返|单程|左右|以后|以前|之后|之前|前|后|不对|说错了?|错了|算了|等等|等一下|不好意思|抱歉|对不起|刚才|刚|已经|就是|其实|因为|所以|但是?|不过|如果|要是|那种|那个|这个|什么|怎么|怎样|随便|都行|都可以|可以的|急|尽快|越.越好|谁|本人|最好|优先|死活|只坐|只要|不要|班|趟|过完|太贵了?|贵|不着急|团建|也行|不坐|不考虑|过生日|等下|那几天|最早一班|最小的|尽量|忘说|忘了?说|划算|预算|最近|多多|呗|嘞|想着|出去|出门|出来|其实|带着?|陪',
].join('|');
