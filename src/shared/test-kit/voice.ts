/** Wordings that a native technical writer would not use, each with what to write instead (docs/glossary.md). */
export type Voice = readonly { readonly pattern: RegExp; readonly instead: string }[];

/** In texts and in comments. */
const EVERYWHERE: Voice = [
  { pattern: /\banew\b/i, instead: 'again, re-…' },
  { pattern: /\bwhoever\b/i, instead: 'anyone who, the user' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(is|are|was|were|be) told\b/i, instead: 'sees, gets, is notified' },
  { pattern: /\b(a|the|your|no) yes(es)?\b/i, instead: 'approval' },
  { pattern: /\bof (its|their|your) own\b/i, instead: 'own, separate' },
  { pattern: /\ball the same\b/i, instead: 'anyway' },
  { pattern: /\bset aside\b/i, instead: 'replaced' },
  { pattern: /\bnobody\b/i, instead: 'no one, or the passive voice' },
  { pattern: /\bwithdr(aw|awn|ew)\b/i, instead: 'revoke' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime' },
  { pattern: /\bhalf way\b/i, instead: 'halfway' },
  { pattern: /\bseldom\b/i, instead: 'rarely' },
  { pattern: /\d %/, instead: '80%, without a space' },
];

export const OLD_ENGLISH: Voice = [
  ...EVERYWHERE,
  // Not in commands, file formats and names.
  {
    pattern: /(?<!skilldeck |seq, at, |-)\bsessions?\b(?= \w|[.,;:?)])(?! (export|import|and type|…)\b|:)/i,
    instead: 'conversation',
  },
  { pattern: /\bput(s|ting)? (it |them )?away\b/i, instead: 'unload' },
  { pattern: /\b(go|goes|going|went|gone) on\b/i, instead: 'continue' },
  { pattern: /\bstands?\b/i, instead: 'is, appears, replaces' },
  { pattern: /\b(is|are|was) given\b/i, instead: 'gets, sees' },
  { pattern: /\btak(e|es|en) back\b/i, instead: 'undo, cancel, revoke' },
  { pattern: /\btak(e|es|en) (it |them )?out\b/i, instead: 'remove, redact' },
  { pattern: /\bkept (whole|aside)\b/i, instead: 'kept in full; archived' },
  { pattern: /\bswitch(ed)? (on|off)\b/i, instead: 'turn on, turn off' },
  { pattern: /\bgive (it|one)\b/i, instead: 'enter, use' },
  { pattern: /\b(brought|bring) (in|back)\b/i, instead: 'import; restore' },
  { pattern: /\bas it (is|was|stands)\b/i, instead: 'unchanged' },
  { pattern: /\bat the moment\b/i, instead: 'now' },
  { pattern: /\b(take|takes|took) \S+ back\b/i, instead: 'undo, revoke, unpublish' },
  { pattern: /\b(is|are) (there|here|in \S+ \S+) already\b/i, instead: 'already exists, is already in …' },
  { pattern: /\b(has|have) (this|that|it)( \w+)? already\b/i, instead: 'already has' },
  { pattern: /\bwaits? to be\b/i, instead: 'is waiting to be' },
  { pattern: /\bout of sight\b/i, instead: 'hidden' },
  { pattern: /\blower case letters\b/i, instead: 'lowercase' },
  { pattern: /\bMost (tokens|seconds|versions|edits|US)\b/, instead: 'Max …' },
  { pattern: /\b(tokens|sentences|words|runs) in all\b(?! runs)/i, instead: 'in total' },
  { pattern: /\bGive (a|an|one|the|either|--)/, instead: 'Use, enter, name' },
  { pattern: /\blook(s|ing|ed)? for new\b/i, instead: 'check for' },
  { pattern: /\bfit(s)? its content\b/i, instead: 'match' },
];

/** The window, and what it shares with the terminal, contracts; the terminal's own words, exports and docs do not. */
export const UNCONTRACTED: Voice = [
  {
    pattern:
      /\b(cannot|could not|do not|does not|did not|is not|are not|was not|were not|will not|has not|have not)\b/i,
    instead: 'can’t, don’t, isn’t, …',
  },
];

/** A comment opens with the thing itself, or with a verb. */
export const OLD_COMMENTS: Voice = [
  ...EVERYWHERE,
  {
    pattern: /^\/\*\*(?:\s+\*)? (?:And|As|How|Nor|Of|Or|So|What|Where|Whether|Which|Who|Why|With)\b/,
    instead: 'the thing itself, or a verb',
  },
  { pattern: /^\/\/ (?:As (?!a rule\b)|Nor |Of |So that )/, instead: 'the thing itself, or a verb' },
];

export const OLD_CHINESE: Voice = [
  { pattern: /会话/, instead: '对话' },
  { pattern: /(?<![a-z-])tokens?(?![a-z_])/i, instead: '词元' },
  { pattern: /载入/, instead: '加载' },
  { pattern: /收起技能/, instead: '卸载技能' },
  { pattern: /助手/, instead: '智能体' },
  { pattern: /参考文档/, instead: '参考资料' },
  { pattern: /收回/, instead: '撤销授权；移除' },
  { pattern: /搁置/, instead: '被替换' },
  { pattern: /没有人(可以|说话)/, instead: '无人' },
  { pattern: /商务舱/, instead: '公务舱' },
  { pattern: /预订编号/, instead: '订单号' },
  { pattern: /许可(?!证)/, instead: '批准；权限' },
  { pattern: /技能目录|目录(里|中)/, instead: '技能列表' },
  { pattern: /分出/, instead: '新建分支' },
  { pattern: /推理强度/, instead: '思考强度' },
  { pattern: /花费(?!多少)/, instead: '费用' },
  { pattern: /收起来|搁起/, instead: '归档' },
  { pattern: /仅供查看/, instead: '只读' },
  { pattern: /不(会)?知道它/, instead: '看不到它' },
  { pattern: /早已/, instead: '已经' },
  { pattern: /机密/, instead: '密钥' },
  { pattern: /写下时/, instead: '写入时' },
  { pattern: /\d %/, instead: '80%' },
];

/** One line for each wording in `text` that is not to be used. */
export const faultsOfVoice = (text: string, voice: Voice): string[] =>
  voice.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`“${found}” (write: ${instead}) in: ${text.trim()}`];
  });
