/** Passengers' names where they were asked for: words that can be nothing else, or none. */
import type { Passenger } from '../form-answer.ts';
import { placeNamed } from './places.ts';

const SURNAMES =
  '王李张刘陈杨黄赵吴周徐孙马朱胡郭何林罗高郑梁谢宋唐许韩邓冯曹彭曾肖田董潘袁蔡蒋余于杜叶程魏苏吕丁任卢姚沈钟姜崔谭陆范汪廖石金韦贾夏付方邹熊白孟秦邱侯江尹薛闫段雷龙黎史陶贺毛郝顾龚邵万覃武钱戴严莫孔向常汤';
const CHINESE = new RegExp(`^(?:欧阳|上官|司马|诸葛|司徒|[${SURNAMES}])\\p{Script=Han}{1,2}$`, 'u');
const LATIN = /^\p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’.-]*){1,3}$/u;
const LABEL =
  /^(?:乘客|姓名|我叫|passengers?|names?|my name is|i am|i'm|it's|for|and|和)(?:是|为|\s+(?:is|are))?\s*[:：]?\s*/i;
const WORDS =
  /\b(?:The|Please|Flight|Book|Yes|No|Ok|Okay|Thanks?|Cancel|What|Never|Hello|Good|Another|My|Business|Economy|First|Direct)\b/;
const CHILD = /\s*[(（](?:child|儿童)[)）]$/i;

/** Undefined where any part is no name. */
export function readNames(text: string): Passenger[] | undefined {
  const parts = text
    .trim()
    .replace(/[.。!！]+$/, '')
    .split(/[,，;；、\n]|\band\b|和(?=\p{Script=Han})/u)
    .filter((part) => part.trim() !== '');
  const read = parts.map((part) => {
    const type = CHILD.test(part.trim()) ? ('child' as const) : ('adult' as const);
    const name = part.trim().replace(CHILD, '').replace(LABEL, '').trim();
    const isName = (CHINESE.test(name) || (LATIN.test(name) && !WORDS.test(name))) && placeNamed(name) === undefined;
    return isName ? { name, type } : undefined;
  });
  const names = read.filter((one) => one !== undefined);
  return names.length > 0 && names.length === read.length ? names : undefined;
}
