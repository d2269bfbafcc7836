/** What an exported session says by itself, in both languages. */
import type { DiskState } from '../../../shared/events.ts';
import { ON_DISK } from '../../../shared/on-disk-words.ts';
import { UNLOAD_REASONS, type UnloadReason } from '../../../shared/unload-reasons.ts';

const english = new Intl.NumberFormat('en');
const chinese = new Intl.NumberFormat('zh-CN');
/** UTC: a file is read elsewhere. */
const day = (iso: string): string => iso.replace('T', ' ').replace(/(?:\.\d+)?Z$/, ' UTC');

const en = {
  lang: 'en',
  number: (value: number): string => english.format(value),
  when: day,
  seconds: (ms: number): string => `${(ms / 1000).toFixed(1)} s`,
  untitled: 'Untitled session',
  session: 'Session',
  created: 'Started',
  model: 'Model',
  events: 'Events',
  requests: 'Requests',
  you: 'You',
  agent: 'Agent',
  setAside: 'set aside: the conversation went on from an earlier point',
  ok: 'ok',
  failed: 'failed',
  unfinished: 'no result in the log',
  more: (characters: string): string => `… ${characters} more characters are in the JSON Lines export`,
  estimated: 'estimated',
  tokensOf: (total: string, max: string): string => `${total} of ${max} tokens, estimated`,
  reported: (prompt: string, completion: string): string => `${prompt} in, ${completion} out, reported by the provider`,
  totals: (requests: string, tokens: string): string => `${requests} requests, ${tokens} tokens sent, estimated`,
  conversation: 'Conversation',
  timeline: 'Requests over time',
  timelineText: 'Each column is one request, stacked by kind, against the context limit; lines at 80 % and 90 %.',
  timelineFar: (limit: string): string =>
    `Each column is one request, stacked by kind. The context limit of ${limit} tokens is far above them.`,
  columns: {
    seq: 'Event',
    at: 'At',
    iteration: 'Iteration',
    tokens: 'Estimated',
    limit: 'Limit',
    reported: 'Reported',
    ms: 'Took',
    sha256: 'SHA-256',
  },
  summary: 'summary',
  redacted: (total: string, kinds: string): string =>
    `Redacted: ${total} places were replaced (${kinds}). This is not what was sent; its requests cannot be verified.`,
  redactions: {
    key: 'keys',
    email: 'e-mail addresses',
    phone: 'phone numbers',
    card: 'card, account and ID numbers',
    personal: 'personal details',
    network: 'network addresses',
    home: 'home folders',
    own: 'words of your own',
  },
  terminal: 'What the script printed',
  search: {
    label: 'Search this session',
    next: 'Next place',
    before: 'Place before',
    none: 'Nothing found',
  },
  kinds: {
    base: 'base prompt',
    tools: 'tools',
    catalog: 'catalog',
    skill: 'skills',
    reference: 'references',
    summary: 'summaries',
    user: 'you',
    assistant: 'agent',
    'tool-result': 'tool results',
  },
  note: {
    written: (on: number, text: string): string => `note on #${on}: ${text}`,
    skillLoaded: (skill: string, tokens: string): string => `loaded skill ${skill} (${tokens} tokens)`,
    skillUnloaded: (skill: string, reason: UnloadReason): string =>
      `unloaded skill ${skill} (${UNLOAD_REASONS.en[reason]})`,
    referenceLoaded: (skill: string, path: string, tokens: string): string =>
      `loaded ${path} of ${skill} (${tokens} tokens)`,
    referenceUnloaded: (skill: string, path: string): string => `unloaded ${path} of ${skill}`,
    skillOnDisk: (skill: string, state: DiskState): string => `${skill}: ${ON_DISK.en[state]}`,
    skillSwitched: (skill: string, enabled: boolean | null): string =>
      enabled === null
        ? `skill ${skill} follows the app's settings again`
        : `skill ${skill} switched ${enabled ? 'on' : 'off'} for this session`,
    compacted: {
      turns: (messages: string, before: string, after: string): string =>
        `${messages} messages summarised, ${before} → ${after} tokens`,
      'tool-results': (messages: string, before: string, after: string): string =>
        `${messages} old results shortened, ${before} → ${after} tokens`,
      skills: (_messages: string, before: string, after: string): string =>
        `an unused skill unloaded for room, ${before} → ${after} tokens`,
    },
    compactedBecause: {
      pressure: 'the context was over 80 % full',
      user: 'asked for by the person',
      provider: 'the provider refused the request as too long',
    },
    asWished: (instruction: string): string => `to keep: ${instruction}`,
    compactionUndone: (seq: number): string => `the compaction at event ${seq} was undone`,
    asked: (action: string, what: string): string => `asked for permission (${action}): ${what}`,
    decided: (decision: string): string => `answer: ${decision}`,
    unasked: 'refused, as there was nobody to ask',
    modelFailed: (message: string): string => `the model failed: ${message}`,
    file: (name: string, version: number, bytes: string): string => `file ${name}, version ${version}, ${bytes} bytes`,
    rewound: (seq: number): string => `the conversation goes on from event ${seq}`,
    settings: 'settings changed',
    ended: (state: string, message: string): string => `the run ended: ${state}${message === '' ? '' : `. ${message}`}`,
    unknown: (type: string): string => `an event that this version does not know: ${type}`,
  },
};
export type ExportWords = typeof en;

const zh: ExportWords = {
  lang: 'zh-CN',
  number: (value) => chinese.format(value),
  when: day,
  seconds: (ms) => `${(ms / 1000).toFixed(1)} 秒`,
  untitled: '无标题对话',
  session: '对话',
  created: '开始于',
  model: '模型',
  events: '事件',
  requests: '请求',
  you: '你',
  agent: '智能体',
  setAside: '已搁置：对话从更早处重新开始',
  ok: '成功',
  failed: '失败',
  unfinished: '记录中没有结果',
  more: (characters) => `……其余 ${characters} 个字符见 JSON Lines 导出`,
  estimated: '估算',
  tokensOf: (total, max) => `${total} / ${max} 词元，估算值`,
  reported: (prompt, completion) => `输入 ${prompt}，输出 ${completion}，由提供方报告`,
  totals: (requests, tokens) => `${requests} 个请求，共发送 ${tokens} 词元，估算值`,
  conversation: '对话',
  timeline: '请求时间线',
  timelineText: '每一列是一个请求，按种类堆叠，对照上下文上限；虚线为 80 % 与 90 %。',
  timelineFar: (limit) => `每一列是一个请求，按种类堆叠。上下文上限 ${limit} 词元，远高于它们。`,
  columns: {
    seq: '事件',
    at: '时间',
    iteration: '轮',
    tokens: '估算',
    limit: '上限',
    reported: '提供方报告',
    ms: '用时',
    sha256: 'SHA-256',
  },
  summary: '摘要',
  redacted: (total, kinds) => `已脱敏：替换了 ${total} 处（${kinds}）。这不是当时发送的内容，其请求无法校验。`,
  redactions: {
    key: '密钥',
    email: '邮箱地址',
    phone: '电话号码',
    card: '卡号、账号和证件号',
    personal: '个人信息',
    network: '网络地址',
    home: '个人文件夹',
    own: '自定义内容',
  },
  terminal: '脚本输出',
  search: { label: '搜索本对话', next: '下一处', before: '上一处', none: '没有找到' },
  kinds: {
    base: '基础提示',
    tools: '工具',
    catalog: '目录',
    skill: '技能',
    reference: '参考资料',
    summary: '摘要',
    user: '你',
    assistant: '智能体',
    'tool-result': '工具结果',
  },
  note: {
    written: (on, text) => `对 #${on} 的批注：${text}`,
    skillLoaded: (skill, tokens) => `已加载技能 ${skill}（${tokens} 词元）`,
    skillUnloaded: (skill, reason) => `已卸载技能 ${skill}（${UNLOAD_REASONS.zh[reason]}）`,
    referenceLoaded: (skill, path, tokens) => `已加载 ${skill} 的 ${path}（${tokens} 词元）`,
    referenceUnloaded: (skill, path) => `已卸载 ${skill} 的 ${path}`,
    skillOnDisk: (skill, state) => `${skill}：${ON_DISK.zh[state]}`,
    skillSwitched: (skill, enabled) =>
      enabled === null ? `技能 ${skill} 恢复跟随应用设置` : `本对话已${enabled ? '启用' : '停用'}技能 ${skill}`,
    compacted: {
      turns: (messages, before, after) => `已将 ${messages} 条消息压缩为摘要，${before} → ${after} 词元`,
      'tool-results': (messages, before, after) => `已缩短 ${messages} 条较早的工具结果，${before} → ${after} 词元`,
      skills: (_messages, before, after) => `为腾出空间卸载了一个未使用的技能，${before} → ${after} 词元`,
    },
    compactedBecause: {
      pressure: '上下文超过 80 %',
      user: '由用户要求',
      provider: '提供方因请求过长而拒绝',
    },
    asWished: (instruction) => `须保留：${instruction}`,
    compactionUndone: (seq) => `已撤销事件 ${seq} 的压缩`,
    asked: (action, what) => `请求许可（${action}）：${what}`,
    decided: (decision) => `答复：${decision}`,
    unasked: '已拒绝，因为没有人可以询问',
    modelFailed: (message) => `模型出错：${message}`,
    file: (name, version, bytes) => `文件 ${name}，第 ${version} 版，${bytes} 字节`,
    rewound: (seq) => `对话从事件 ${seq} 重新开始`,
    settings: '设置已更改',
    ended: (state, message) => `运行结束：${state}${message === '' ? '' : `。${message}`}`,
    unknown: (type) => `此版本不认识的事件：${type}`,
  },
};

export const EXPORT_WORDS = { en, zh } as const;
