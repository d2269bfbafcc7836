import { localTime } from '../../shared/messages/format.ts';
import { translatorFor } from '../../shared/messages/translate.ts';
import { count } from '../../shared/messages/zh/cli/count.ts';
import type { ExportWords } from './words.en.ts';

export const exported: ExportWords = {
  t: translatorFor('zh'),
  language: 'zh',
  lang: 'zh-CN',
  number: (value) => count.format(value),
  when: (iso) => localTime(iso),
  seconds: (ms) => `${(ms / 1000).toFixed(1)} 秒`,
  untitled: '无标题对话',
  session: '对话',
  created: '开始于',
  model: '模型',
  events: '事件',
  requests: '请求',
  you: '你',
  agent: '智能体',
  thought: (time) => (time === undefined ? '思考过程' : `思考了 ${time}`),
  setAside: '已被替换：对话从更早处继续',
  ok: '成功',
  failed: '失败',
  unfinished: '记录中没有结果',
  more: (characters) => `……其余 ${characters} 个字符见 JSON Lines 导出`,
  estimated: '估算',
  tokensOf: (total, max) => `${total} / ${max} 词元，估算值`,
  reported: (prompt, completion) => `输入 ${prompt}，输出 ${completion}，由服务商报告`,
  totals: (requests, tokens) => `${requests} 个请求，共发送 ${tokens} 词元，估算值`,
  conversation: '对话',
  verification: '核对',
  verifiedBefore: '核对在隐去个人信息之前进行：此文件不再是当时发送的内容。',
  verifiedAt: (version, when) =>
    `由 Skilldeck ${version} 于 ${when} 生成此文件时核对。网页本身可以被修改：需要证据时，请核对 JSON Lines 导出文件。`,
  columns: {
    seq: '事件',
    at: '时间',
    iteration: '轮',
    tokens: '估算',
    limit: '上限',
    reportedIn: '输入',
    reportedOut: '输出',
    ms: '用时',
    sha256: 'SHA-256',
  },
  summary: '摘要',
  redacted: (total, kinds) => `已脱敏：替换了 ${total} 处（${kinds}）。这不是当时发送的内容，其请求无法校验。`,
};
