import type { en } from '../en.ts';
import type { Words } from '../types.ts';

export const evals: Words<typeof en.evals> = {
  checks: {
    completes: '运行完成',
    loads: '加载 {{id}}',
    avoids: '不加载 {{id}}',
    reference: '加载参考资料 {{path}}',
    calls: '调用 {{name}}',
    callsWith: '以 {{given}} 调用 {{name}}',
    writes: '写入 {{path}}',
    contains: '{{path}} 包含“{{part}}”',
    matches: '{{path}} 匹配 /{{source}}/',
    schema: '{{path}} 符合其模式',
    answer: '回答匹配 /{{source}}/',
    tokens: '最多使用 {{most}} 词元',
    seconds: '最多用时 {{most}} 秒',
  },
};
