/** Passengers' names: Chinese, pinyin or English, as they are to stand on the ticket. */

import { findPlaces, placeNamed } from './cities.ts';

export interface Passenger {
  readonly name: string;
  readonly type?: 'adult' | 'child';
}

const SURNAMES =
  '赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨朱秦尤许何吕施张孔曹严华金魏陶姜戚谢邹喻柏水窦章云苏潘葛奚范彭郎鲁韦昌马苗凤花方俞任袁柳酆鲍史唐费廉岑薛雷贺倪汤滕殷罗毕郝邬安常乐于时傅皮卞齐康伍余元卜顾孟平黄和穆萧尹姚邵湛汪祁毛禹狄米贝明臧计伏成戴谈宋茅庞熊纪舒屈项祝董梁杜阮蓝闵席季麻强贾路娄危江童颜郭梅盛林刁钟徐邱骆高夏蔡田樊胡凌霍虞万支柯昝管卢莫经房裘缪干解应宗丁宣贲邓郁单杭洪包诸左石崔吉钮龚程嵇邢滑裴陆荣翁荀羊於惠甄曲家封芮羿储靳汲邴糜松井段富巫乌焦巴弓牧隗山谷车侯宓蓬全郗班仰秋仲伊宫宁仇栾暴甘钭厉戎祖武符刘景詹束龙叶幸司韶郜黎蓟薄印宿白怀蒲邰从鄂索咸籍赖卓蔺屠蒙池乔阴鬱胥能苍双闻莘党翟谭贡劳逄姬申扶堵冉宰郦雍郤璩桑桂濮牛寿通边扈燕冀郏浦尚农温别庄晏柴瞿阎充慕连茹习宦艾鱼容向古易慎戈廖庾终暨居衡步都耿满弘匡国文寇广禄阙东欧殳沃利蔚越夔隆师巩厍聂晁勾敖融冷訾辛阚那简饶空曾毋沙乜养鞠须丰巢关蒯相查后荆红游竺权逯盖益桓公' +
  '张陈刘吕杨罗马黄孙';
const DOUBLE_SURNAMES = [
  '欧阳',
  '上官',
  '司马',
  '诸葛',
  '东方',
  '夏侯',
  '皇甫',
  '尉迟',
  '公孙',
  '慕容',
  '令狐',
  '司徒',
  '宇文',
  '长孙',
];
const CHINESE_NAME = new RegExp(
  `^(?:(?:${DOUBLE_SURNAMES.join('|')})\\p{Script=Han}{1,2}|[${SURNAMES}]\\p{Script=Han}{1,2})$`,
  'u',
);
/** Written by a person as a name: capitalised words, or pinyin/passport style in capitals. */
const LATIN_NAME = /^[\p{Lu}][\p{L}'’-]*(?:[ /.]+[\p{L}][\p{L}'’.-]*){1,3}$/u;
const LATIN_LOOSE =
  /^[\p{Script=Latin}][\p{Script=Latin}'’-]+(?:[ /]+[\p{Script=Latin}][\p{Script=Latin}'’.-]*){1,3}$/u;
const NOT_NAMES =
  /\b(?:the|cheapest|fastest|earliest|latest|please|flight|book|make|change|actually|instead|business|economy|class|first|one|ok|okay|yes|no|thanks?|cancel|what|how|want|need|to|from|is|are|it|baggage|my|never|mind|direct|only|hold|wait|another|next|time|hello|good|show|list|tell|more|options?|who|you|your|sounds|great|sure|maybe|later|perfect|nice|fine|alright|right|well|hmm|same|me|myself|both|all|not|of|for|with|or|at|on|in|this|that|looks?|works?|when|why|where|which|tomorrow|today)\b/i;
const NOT_CHINESE_NAMES =
  /^(?:明天|后天|和我|高兴|万一|都行|都可以|那个|那就|方便|任何|何时|安排|计划|成人|时间|单程|从|经济|全部|应该|别的|解释|简单|关于|公务|公务舱|向您|通过|查询|查看|红眼|一个|国航|东航|南航|文件|利索|能不能|于是|包括|花费|习惯|马上|都不要|国庆|富余|都|双人|容易|满意)/;

const LABEL =
  /(?:乘客|乘机人|旅客|姓名|名字|我叫|我是|叫|(?:大人|成人|孩子|小孩|儿童|老婆|老公|妻子|丈夫|太太|先生)(?:是|叫|的名字是)|\b(?:passengers?|names?|travell?ers?|adults?|child(?:ren)?|kids?|wife|husband)\b(?:(?:'s)? names?)?(?:\s+(?:is|are|will be))?|\bmy name is|\bi am|\bi'm|\bit'?s|\bfor(?: mr| mrs| ms)?)\s*(?:是|为|分别是|有)?\s*[:：]?\s*/gi;
const CHILD_MARK =
  /[(（,， :：]*(?:儿童|小孩子?|孩子|小朋友|儿子|女儿|\b(?:child|kid|son|daughter)\b|\binfant\b|\bage[ds]?\s*\d+|\d+\s*岁)[)）]?/i;
const ADULT_MARK = /[(（,， :：]*(?:成人|大人|\badults?\b)[)）]?/i;

/**
 * @param asked `asked`: names were asked for, and any words that could be one are; `unasked`: only what is written like
 *   a name; `marked`: only what stands after a word such as 乘客, "passenger" or "for".
 */
export function findNames(text: string, asked: 'asked' | 'unasked' | 'marked'): Passenger[] {
  const labels = [...text.matchAll(LABEL)];
  if (asked === 'marked' && !/乘客|乘机人|旅客|姓名|我叫|\b(?:passengers?|names?|my name)\b/i.test(text))
    return beneficiaries(text);
  const from = asked !== 'marked' ? 0 : (labels[0]?.index ?? 0);
  return (
    text
      .slice(from)
      .replace(/[\w.+-]+@[\w.-]+/g, ' ')
      .replace(/([(（])[^)）]*[)）]/g, (inside) =>
        CHILD_MARK.test(inside) ? ' 儿童 ' : ADULT_MARK.test(inside) ? ' 成人 ' : ' ',
      )
      // 张三 李四
      .replace(/(?<=\p{Script=Han}{2})\s+(?=\p{Script=Han}{2})(?!儿童|成人|小孩|孩子|大人)/gu, '、')
      .split(/[,，;；、\n。!！+&]|(?<=[\p{Script=Han}\s])(?:和|以及|还有|跟)(?=[\p{Script=Han}\s])|\band\b/u)
      .flatMap((piece) => readName(piece, asked !== 'unasked'))
  );
}

const BEFORE_A_NAME =
  /^\s*(?:\s*(?:还有|以及|另外|一个|给|帮|就|是|叫|的|我|(?:老婆|老公|妻子|丈夫|太太|女儿|儿子|朋友|同事|爸爸|妈妈)|(?:mr|mrs|ms|miss|dr|little|our|my|wife|husband)\b\.?))+\s*/i;

const FOR_LATIN =
  /\b(?:for|[Ii](?:'m| am)) (?:(?:mr|mrs|ms)\.? )?((?:\p{Lu}[\p{L}'’-]+ )+\p{Lu}[\p{L}'’-]+(?:(?:, | and )(?:\p{Lu}[\p{L}'’-]+ )+\p{Lu}[\p{L}'’-]+)*)/u;
const FOR_CHINESE = /(?:给|帮|替|为)(\p{Script=Han}{2,4}(?:[和、]\p{Script=Han}{2,4})*)(?:订|买|预[订定]|查|选)/u;

/** "for Mary Smith", 给张伟订: whom a flight is for. */
function beneficiaries(text: string): Passenger[] {
  const found = FOR_LATIN.exec(text)?.[1] ?? FOR_CHINESE.exec(text)?.[1] ?? '';
  if (findPlaces(found).length > 0) return [];
  return found.split(/, | and |[和、]/).flatMap((name) => readName(name, false));
}

function readName(piece: string, loosely: boolean): Passenger[] {
  // 孩子叫张小明 and "child: Tom Smith" mark what follows, 张小明（儿童） what stands before.
  const isChild = CHILD_MARK.test(piece);
  const isAdult = ADULT_MARK.test(piece);
  const stripped = piece
    .replace(LABEL, ' ')
    .replace(new RegExp(CHILD_MARK.source, 'gi'), ' ')
    .replace(new RegExp(ADULT_MARK.source, 'gi'), ' ')
    .replace(BEFORE_A_NAME, ' ')
    .replace(/(?:先生|女士|小姐|吧|谢谢)\s*$/, '')
    .trim();
  const type = isChild ? { type: 'child' as const } : isAdult ? { type: 'adult' as const } : {};
  if (CHINESE_NAME.test(stripped) && !NOT_CHINESE_NAMES.test(stripped)) return [{ name: stripped, ...type }];
  const latin = stripped.replace(/[.]+$/, '').replace(/\s+/g, ' ');
  if (NOT_NAMES.test(latin) || (!loosely && placeNamed(latin) !== undefined)) return [];
  if (LATIN_NAME.test(latin)) return [{ name: latin, ...type }];
  return loosely && LATIN_LOOSE.test(latin) ? [{ name: titleCase(latin), ...type }] : [];
}

function titleCase(name: string): string {
  return name.replace(/(^|[ /'-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}
