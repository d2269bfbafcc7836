/**
 * One spelling for what is said in several: full-width digits and letters, and the traditional characters that occur in
 * talk of travel. Every character stays one character, so places in the text stay where they are.
 */
const TRADITIONAL =
  '機机飛飞東东臺台灣湾後后週周號号點点訂订個个來来時时間间張张們们這这幫帮買买單单雙双經经濟济務务艙舱頭头員员' +
  '選选擇择過过還还從从開开發发達达離离預预價价錢钱貴贵內内門门廣广韓韩國国際际語语嗎吗麼么謝谢請请說说話话為为' +
  '兒儿歲岁護护證证約约倫伦紐纽爾尔羅罗馬马亞亚廈厦島岛慶庆漢汉長长樂乐沖冲繩绳岡冈澳澳曉晓會会樣样換换變变' +
  '較较項项費费詢询聽听見见氣气無无紅红輕轻軽轻關关戶户歐欧處处劉刘陳陈楊杨趙赵黃黄吳吴孫孙鄭郑馮冯蘇苏盧卢兩两邊边幾几';

const SIMPLE = new Map<string, string>();
for (let index = 0; index + 1 < TRADITIONAL.length; index += 2) {
  SIMPLE.set(TRADITIONAL[index] ?? '', TRADITIONAL[index + 1] ?? '');
}

export function normalise(text: string): string {
  return [...text]
    .map((char) => {
      const code = char.codePointAt(0) ?? 0;
      // FF01–FF5E are the full-width forms of 21–7E; the comma, the stop and the question mark help reading Chinese.
      if (code >= 0xff01 && code <= 0xff5e && !'，？！；：'.includes(char)) return String.fromCodePoint(code - 0xfee0);
      if (char === '\u3000') return ' ';
      return SIMPLE.get(char) ?? char;
    })
    .join('');
}

/** `text` with the given ranges blanked, so that what was understood is not understood twice. */
export function blank(text: string, ranges: readonly { readonly index: number; readonly length: number }[]): string {
  return ranges.reduce(
    (rest, { index, length }) => rest.slice(0, index) + ' '.repeat(length) + rest.slice(index + length),
    text,
  );
}
