/** 十二, 二十五, 一千五; undefined for what is none. */
export function zhNumber(text: string): number | undefined {
  let [sum, digit, unit] = [0, 0, 1];
  for (const char of text.replaceAll('两', '二')) {
    const value = '一二三四五六七八九'.indexOf(char) + 1;
    const scale = { 十: 10, 百: 100, 千: 1_000, 万: 10_000 }[char];
    if (value > 0) digit = value;
    else if (scale === undefined) return undefined;
    else {
      sum += (digit === 0 ? 1 : digit) * scale;
      [digit, unit] = [0, scale];
    }
  }
  return sum + digit * (unit > 10 ? unit / 10 : 1);
}
