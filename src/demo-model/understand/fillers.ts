/** Words that ask, greet, or say that one wants to fly: they limit nothing. Negations are not among them. */

const words = (list: string): string[] => list.trim().split(/\s+/);

export const EN_FILLERS: ReadonlySet<string> = new Set(
  words(`
a about able actually after all also am an and another any anyone anything are around as at available back be been
better book booked booking buy by can change check choose come coming could date day depart departing departure did do
does each else fare fares find first flight flights fly flying for from get getting give go going good got great guys
had has have having hello help hey hi how i i'd i'll i'm i've if in instead into is it it's its itinerary journey just
kindly know leave leaves leaving let let's like look looking make making may maybe me mine missing much must my need
needs next of off ok okay on only option options or our out over pay perhaps person pick plane planning please prefer
price prices quick really reserve returning return right same search see select show so some something soon still sure
take tell thank thanks that that's the their them then there there's these they thing this those ticket tickets time
to too travel traveling travelling trip trips up us vacation holiday visit visiting want wants was we we'd we'll we're
well what what's when where which who will wish with work would yes yeah you your yours
`),
);

/** Longest first. */
export const ZH_FILLERS: readonly string[] = words(`
我们 咱们 我 你们 你 您 大家 自己 他们 她们 请问 请 麻烦 帮我 帮忙 帮 给我 给 想要 想 要 需要 打算 准备 计划 希望
能不能 可不可以 可以 能 会 有没有 有 看看 看 查查 查询 查 找 搜索 搜 预订 预定 订 定 买 选 安排 一下 一张 一趟 一次
一个 张 趟 次 个 的 得 地 了 吗 呢 吧 啊 呀 哦 嘛 嗯 好的 好 行 班 带 机票 航班 班机 飞机票 飞机 票 飞往 飞到 飞回 飞
前往 去 到 往 至 从 由 出发 起飞 启程 走 离开 坐 乘 搭 是 在 那么 那就 那 这 就 还是 还 再 也 都 和 跟 与 然后 时候
时间 日期 号 当天 大概 大约 谢谢 多谢 你好 您好 改成 改到 改为 换成 改 换 算了 旅游 旅行 出差 游玩 玩 度假 回来 回去
回家 回 返 过去 来 左右 几点 多少钱 多少 价格 价钱 什么 哪些 怎么 比较 合适 最好 一起 共 总共 一共 现在 最近 如果 的话
因为 所以 对 啦 呗 把 让 用 为 做 作 说 知道 推荐 信息 今年 星期 城市 地方 行程 人 俩 出行 单 市
`).sort((a, b) => b.length - a.length);
