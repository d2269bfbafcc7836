/** Wordings that a native technical writer would not use, each with what to write instead (docs/glossary.md). */
export type Voice = readonly { readonly pattern: RegExp; readonly instead: string }[];

export const OLD_ENGLISH: Voice = [
  { pattern: /\banew\b/i, instead: 'again, re-…' },
  { pattern: /\bwhoever\b/i, instead: 'anyone who, the user' },
  { pattern: /\bmend(s|ed|ing)?\b/i, instead: 'fix' },
  { pattern: /\b(is|are|was|were|be) told\b/i, instead: 'sees, gets, is notified' },
  { pattern: /\b(a|the|your|no) yes(es)?\b/i, instead: 'approval' },
  { pattern: /\bput(s|ting)? (it |them )?away\b/i, instead: 'unload' },
  { pattern: /\b(go|goes|going|went|gone) on\b/i, instead: 'continue' },
  { pattern: /\bstands?\b/i, instead: 'is, appears, replaces' },
  { pattern: /\bof (its|their|your) own\b/i, instead: 'own, separate' },
  { pattern: /\ball the same\b/i, instead: 'anyway' },
  { pattern: /\b(is|are|was) given\b/i, instead: 'gets, sees' },
  { pattern: /\btak(e|es|en) back\b/i, instead: 'undo, cancel, revoke' },
  { pattern: /\btak(e|es|en) (it |them )?out\b/i, instead: 'remove, redact' },
  { pattern: /\bset aside\b/i, instead: 'replaced' },
  { pattern: /\bnobody\b/i, instead: 'no one, or the passive voice' },
  { pattern: /\bwithdr(aw|awn|ew)\b/i, instead: 'revoke' },
  { pattern: /\bkept (whole|aside)\b/i, instead: 'kept in full; archived' },
  { pattern: /\bswitch(ed)? (on|off)\b/i, instead: 'turn on, turn off' },
  { pattern: /\bgive (it|one)\b/i, instead: 'enter, use' },
  { pattern: /\b(brought|bring) (in|back)\b/i, instead: 'import; restore' },
  { pattern: /\bas it (is|was|stands)\b/i, instead: 'unchanged' },
  { pattern: /\bat the moment\b/i, instead: 'now' },
];

/** The window, and what it shares with the terminal, contracts; the terminal's own words, exports and docs do not. */
export const UNCONTRACTED: Voice = [
  {
    pattern:
      /\b(cannot|could not|do not|does not|did not|is not|are not|was not|were not|will not|has not|have not)\b/i,
    instead: 'can’t, don’t, isn’t, …',
  },
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
];

/** One line for each wording in `text` that is not to be used. */
export const faultsOfVoice = (text: string, voice: Voice): string[] =>
  voice.flatMap(({ pattern, instead }) => {
    const found = pattern.exec(text)?.[0];
    return found === undefined ? [] : [`“${found}” (write: ${instead}) in: ${text.trim()}`];
  });
