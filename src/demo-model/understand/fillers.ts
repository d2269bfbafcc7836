/** Words that a request may hold without saying more of the trip. Whatever counts, denies, compares or dates is not here. */
export const EN_FILLERS: ReadonlySet<string> = new Set(
  `a an the i i'd i'm i'll i've me it that this there then so and ok okay yes hi hello hey please thanks thank you
  would like love want wanna need could can will do let's let have got to go going get getting take find search look looking for
  show see check compare give book booking buy reserve order make change switch fly flying flight flights ticket tickets plane
  seat travel travelling traveling trip journey leave leaving depart departing departure in at on of from cheapest cheap
  fastest available options some any what which are is just actually instead again now help class you`.split(/\s+/),
);

/** A source for regular expressions without groups. */
export const ZH_FILLERS = [
  '你好|您好|谢谢|麻烦|请问|请|能不能|可以|帮忙|帮我|给我|帮|我(?!们)|想要?|需要|打算|准备',
  '预订|预定|订购|订|购买|买|查询|查一下|查|看一下|看看|看|找|搜索|搜|比较|一下|机票|飞机票|飞机|航班|票|一?张|行程',
  '最便宜|最快|的|了|吧|呢|啊|呀|哦|吗|那就|那|就|好的?|改成|改为|改|换成|换到|换|还是|出发|起飞|走|动身|乘坐|坐|要|有哪些|有什么|有没有|有|哪些',
  '你们有|能否|飞往|飞到|飞|去|到|从|和|在|于|是|日期|时间|直接|另外|再',
].join('|');
