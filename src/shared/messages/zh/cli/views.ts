/** Texts of the commands about requests, in Chinese. */
import type { FormWords, ViewWords } from '../../en/cli/views.ts';

export const views: ViewWords = {
  help: {
    dialects: '方言，或 all',
    try: '用这句话能否找到该技能（可重复）',
    model: '按哪个模型的编码计数',
  },
  usage: {
    needs: (option, other) => `${option} 需要 ${other}。`,
  },
  places: { tools: '工具', system: '系统' },
  manifest: '按模型阅读的顺序列出每一部分：',
  pinned: '已固定',
  leftOut: '未放入：',
  kept: (tokens, total) => `保留的前缀：${total} 词元中的 ${tokens} 个`,
  broke: (part, seq) => (seq === undefined ? `最先中断于 ${part}` : `最先中断于 ${part}，由事件 ${seq} 引起`),
  oneOnly: (dialect) => `方言 ${dialect} 只有一种放置方式：加载的内容总在工具结果中。`,
  counted: (model, encoding) => `按 ${model} 的编码（${encoding}）计数。`,
  cannotLoad: (where, why) => `${where}：被拒绝。${why}`,
  rank: (rank, of) => (rank === 0 ? `– / ${of}` : `${rank} / ${of}`),
};

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
