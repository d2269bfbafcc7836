/** 终端里的表单用语。 */
import type { FormWords } from '../../en/cli/forms.ts';

export const forms: FormWords = {
  how: '直接回车采用方括号里的内容，输入“-”留空，输入“/skip”跳过表单。',
  field: (label, hint, known) => `${label}${hint === '' ? '' : `（${hint}）`}${known === '' ? '' : ` [${known}]`}：`,
  between: '，',
  date: '例如 2027年1月22日',
  yesNo: 'y 或 n',
  several: '编号，用逗号隔开',
  typeToFind: '名称或代码',
  which: '是哪一个？请说得具体些：',
  another: (what) => `再加一个（${what}）？[y/N] `,
  item: (what, number) => `${what} ${number}`,
  entry: '条目',
  required: '必填',
  moreFields: (known: readonly string[]): string =>
    `填写更多选项${known.length > 0 ? `（${known.join('；')}）` : ''}吗？[y/N] `,
  left: (id) => `表单仍然开着，可以这样继续：skilldeck run --session ${id} "…"`,
};
