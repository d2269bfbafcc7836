/** Texts of the commands about requests, in English. */
import { count } from './count.ts';

export const views = {
  help: {
    manifest: 'every part of the request with the reason why it is in, and what was left out',
    part: 'the exact text of one part, by its id in the manifest',
    requests: 'every request that was sent: what was reported, what of it was in the one before, what it cost',
    placements: 'the whole conversation under both placements of skills: tokens, prefix kept, money',
    diff: 'compare with another request',
    texts: 'with the texts of what changed',
    whatIf: 'what the request would be after this step; writes nothing and calls no model (repeatable)',
    skillsPreview: 'what a skill costs in each phase, in every dialect and placement, with no model call',
    dialects: 'dialect, or all',
    try: 'how well these words match the skill (repeatable)',
    model: 'the model whose encoding is used',
  },
  usage: {
    onlyOne: (options: readonly string[]): string => `Use only one of ${options.join(' and ')}.`,
    without: (option: string, other: string): string =>
      `${option} takes no ${other}: it is about the whole conversation.`,
    needs: (option: string, other: string): string => `${option} needs ${other}.`,
    diff: (value: string): string =>
      `--diff takes the number of an event, or SESSION:NUMBER, or next in place of the number, not "${value}".`,
    whatIf: (value: string, steps: readonly string[]): string => `--what-if takes ${steps.join(', ')}, not "${value}".`,
  },
  places: { tools: 'tools', system: 'system' },
  changes: { added: 'added', removed: 'removed', changed: 'changed', moved: 'moved' },
  manifest: 'Every part, in the order in which the model reads it:',
  pinned: 'pinned',
  leftOut: 'Left out:',
  kept: (tokens: string, total: string): string => `prefix kept: ${tokens} of ${total} tokens`,
  broke: (part: string, seq: number | undefined): string =>
    seq === undefined ? `broken first by ${part}` : `broken first by ${part}, changed by event ${seq}`,
  cause: (type: string, seq: number): string => `${type} #${seq}`,
  noRequests: 'No requests in this conversation yet.',
  failed: 'failed',
  summary: 'summary',
  same: 'The requests are identical.',
  difference: (changes: number, unchanged: number): string =>
    `Parts that differ: ${count.format(changes)}; the same: ${count.format(unchanged)}.`,
  totals: (before: string, after: string): string => `${before} → ${after} tokens`,
  ok: 'ok',
  refused: 'refused',
  notSent: (why: string): string => `This request would not be sent: ${why}`,
  current: 'in use',
  onePlacement: "This conversation's dialect has only one placement: tool results.",
  oneOnly: (dialect: string): string => `Dialect ${dialect} has only one placement: tool results.`,
  counted: (model: string, encoding: string): string => `Tokens as ${model} counts them (${encoding}).`,
  sampleNote:
    'SAMPLE is a sample conversation: a request, the load, each reference, a script, an answer, a second turn; all its requests together.',
  cannotLoad: (where: string, why: string): string => `${where}: refused. ${why}`,
  rank: (rank: number, of: number): string => (rank === 0 ? `– of ${of}` : `${rank} of ${of}`),
};

export type ViewWords = typeof views;
