/**
 * What a message says and nobody understood: the parts that no reader took, without the words at their edges that carry
 * no condition.
 */
import { blank } from './normalise.ts';
import type { Range, Reading } from './reading.ts';

/** Phrases said back at most, and characters of each. */
const MOST_PHRASES = 5;
const LONGEST_PHRASE = 80;

/** Words that ask, greet, or say that one wants to fly: they limit nothing. Negations are not among them. */
const EN_FILLERS =
  "a about able actually after all also am an and another any anyone anything are around as at available back be been better book booked booking buy by can change check choose come coming could date day depart departing departure did do does each else fare fares find first flight flights fly flying for from get getting give go going good got great guys had has have having hello help hey hi how i i'd i'll i'm i've if in instead into is it it's its itinerary journey just kindly know leave leaves leaving let let's like look looking make making may maybe me mine missing much must my need needs next of off ok okay on only option options or our out over pay perhaps person pick plane planning please prefer price prices quick really reserve returning return right same search see select show so some something soon still sure take tell thank thanks that that's the their them then there there's these they thing this those ticket tickets time to too travel traveling travelling trip trips up us vacation holiday visit visiting want wants was we we'd we'll we're well what what's when where which who will wish with work would yes yeah you your yours";
const EN_FILLER = new Set(EN_FILLERS.split(' '));
const ZH_FILLERS = [
  ...[
    '我们',
    '咱们',
    '我',
    '你们',
    '你',
    '您',
    '大家',
    '自己',
    '他们',
    '她们',
    '请问',
    '请',
    '麻烦',
    '帮我',
    '帮忙',
    '帮',
  ],
  ...[
    '给我',
    '给',
    '想要',
    '想',
    '要',
    '需要',
    '打算',
    '准备',
    '计划',
    '希望',
    '能不能',
    '可不可以',
    '可以',
    '能',
    '会',
  ],
  ...[
    '有没有',
    '有',
    '看看',
    '看',
    '查查',
    '查询',
    '查',
    '找',
    '搜索',
    '搜',
    '预订',
    '预定',
    '订',
    '定',
    '买',
    '选',
    '安排',
  ],
  ...[
    '一下',
    '一张',
    '一趟',
    '一次',
    '一个',
    '张',
    '趟',
    '次',
    '个',
    '的',
    '得',
    '地',
    '了',
    '吗',
    '呢',
    '吧',
    '啊',
    '呀',
    '哦',
    '嘛',
  ],
  ...[
    '嗯',
    '好的',
    '好',
    '行',
    '班',
    '带',
    '机票',
    '航班',
    '班机',
    '飞机票',
    '飞机',
    '票',
    '飞往',
    '飞到',
    '飞回',
    '飞',
    '前往',
    '去',
    '到',
    '往',
    '至',
  ],
  ...[
    '从',
    '由',
    '出发',
    '起飞',
    '启程',
    '走',
    '离开',
    '坐',
    '乘',
    '搭',
    '是',
    '在',
    '那么',
    '那就',
    '那',
    '这',
    '就',
    '还是',
    '还',
    '再',
  ],
  ...[
    '也',
    '都',
    '和',
    '跟',
    '与',
    '然后',
    '时候',
    '时间',
    '日期',
    '号',
    '当天',
    '大概',
    '大约',
    '谢谢',
    '多谢',
    '你好',
    '您好',
    '改成',
  ],
  ...[
    '改到',
    '改为',
    '换成',
    '改',
    '换',
    '算了',
    '旅游',
    '旅行',
    '出差',
    '游玩',
    '玩',
    '度假',
    '回来',
    '回去',
    '回家',
    '回',
    '返',
    '过去',
  ],
  ...[
    '来',
    '左右',
    '几点',
    '多少钱',
    '多少',
    '价格',
    '价钱',
    '什么',
    '哪些',
    '怎么',
    '比较',
    '合适',
    '最好',
    '一起',
    '共',
    '总共',
    '一共',
  ],
  ...[
    '现在',
    '最近',
    '如果',
    '的话',
    '因为',
    '所以',
    '对',
    '啦',
    '呗',
    '把',
    '让',
    '用',
    '为',
    '做',
    '作',
    '说',
    '知道',
    '推荐',
    '信息',
  ],
  ...['今年', '星期', '城市', '地方', '行程', '人', '俩', '出行', '单', '市'],
].sort((a, b) => b.length - a.length);
const ZH_EDGES = ZH_FILLERS.join('|');
/** Fillers that are part of a word as often as not (行李, 退票, 没有): they go only where nothing else would be left. */
const ZH_PARTS = /(?:行|改|带|班|走|票|人|有|好|飞机|来|说|对|定|号)$/;
const ZH_SHOWN = ZH_FILLERS.filter((filler) => !ZH_PARTS.test(filler)).join('|');

interface Edges {
  readonly head: RegExp;
  readonly tail: RegExp;
}
const edges = (words: string): Edges => ({ head: new RegExp(`^(?:${words})`), tail: new RegExp(`(?:${words})$`) });
const ANY_FILLER = edges(ZH_EDGES);
const SHOWN = edges(ZH_SHOWN);

const NEGATION =
  /(?:\b(?:not|no|never|without|except|avoid|but|don't|isn't|won't)|不(?:想|要|能|坐|乘|喜欢|愿意|走|去|到)*|别|没有?|除了|避开)\s*$/iu;
/** "No, from Shanghai": a correction, which the reader of places has taken. */
const CORRECTION = /^(?:no|nope|not|but|不|不是|不对|没有|别)$/i;
const BREAK = /[,，。;；!！?？、:：()（）"“”「」\n…]|\.(?=\s|$)| [-–—/] /gu;

/** In the order of the text. */
export function leftOver(text: string, { used, refused }: Reading): string[] {
  const free = blank(
    text,
    [...used, ...refused].sort((a, b) => a.index - b.index),
  );
  const phrases = [...refused, ...gaps(text, free, used)]
    .sort((a, b) => a.index - b.index)
    .map(({ index, length }) => text.slice(index, index + length).trim());
  const each = [...new Set(phrases)];
  return each
    .filter((phrase) => !each.some((other) => other !== phrase && other.includes(phrase)))
    .slice(0, MOST_PHRASES)
    .map((phrase) => (phrase.length > LONGEST_PHRASE ? `${phrase.slice(0, LONGEST_PHRASE)}…` : phrase));
}

/** Where nothing was taken, between what was taken and marks that end a thought. */
function gaps(text: string, free: string, used: readonly Range[]): Range[] {
  const cuts = [...free.matchAll(BREAK)].map(({ index, 0: mark }) => ({ index, length: mark.length }));
  const walls = [...used, ...cuts].sort((a, b) => a.index - b.index);
  const found: Range[] = [];
  let at = 0;
  for (const wall of [...walls, { index: text.length, length: 0 }]) {
    if (wall.index > at) found.push(...trimmed(free, at, wall.index));
    at = Math.max(at, wall.index + wall.length);
  }
  return found.map((gap) => {
    const end = gap.index + gap.length;
    const next = used.find(({ index }) => index >= end && free.slice(end, index).trim() === '' && index - end < 3);
    // "not" alone says nothing: "not United" does.
    const isNegation = NEGATION.test(text.slice(gap.index, end)) && next !== undefined;
    return isNegation ? { index: gap.index, length: next.index + next.length - gap.index } : gap;
  });
}

/** Empty where only fillers stand there; else without those at its edges that are words of their own. */
function trimmed(free: string, from: number, to: number): Range[] {
  const core = without(ANY_FILLER, free, from, to);
  const rest = free.slice(core.index, core.index + core.length);
  if (!/[\p{L}\p{N}]/u.test(rest) || CORRECTION.test(rest)) return [];
  return [without(SHOWN, free, from, to)];
}

function without(fillers: Edges, free: string, from: number, to: number): Range {
  let [start, end] = [from, to];
  for (;;) {
    const part = free.slice(start, end);
    const head = fillerAt(part, 'head', fillers);
    if (head !== '') start += head.length;
    const tail = head === '' ? fillerAt(part, 'tail', fillers) : '';
    if (tail !== '') end -= tail.length;
    if (head === '' && tail === '') return { index: start, length: end - start };
  }
}

function fillerAt(part: string, where: keyof Edges, fillers: Edges): string {
  const at = (head: RegExp, tail: RegExp) => (where === 'head' ? head : tail).exec(part)?.[0];
  const word = at(/^[\p{Script=Latin}'’]+/u, /[\p{Script=Latin}'’]+$/u);
  if (word !== undefined) return EN_FILLER.has(word.toLowerCase().replace('’', "'")) ? word : '';
  return at(/^[^\p{L}\p{N}]+/u, /[^\p{L}\p{N}]+$/u) ?? at(fillers.head, fillers.tail) ?? '';
}
