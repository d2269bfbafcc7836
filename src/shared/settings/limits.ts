/** Limits of a session: one row each. Log, files, command line, settings screen and docs read them from here. */
import { z } from 'zod';

interface LimitWords {
  /** In `--help`, before the default. */
  readonly help: string;
  /** On the settings screen. */
  readonly label: string;
  readonly hint: string;
}

interface LimitRow {
  /** A default of 0 means that there is no limit. */
  readonly default: number;
  /** Bounds are inclusive. */
  readonly min: number;
  readonly max: number;
  readonly option: `--${string} <N>`;
  /** Logs have it since the first version. Any other limit is absent from a log until it is set. */
  readonly inEveryLog: boolean;
  /** Files that accept it besides `config.jsonc`. */
  readonly in?: readonly ['models'];
  /** For `docs/settings.md`. */
  readonly docs: string;
  readonly en: LimitWords;
  readonly zh: LimitWords;
}

export const LIMITS = {
  maxContext: {
    default: 128_000,
    min: 1,
    max: 10_000_000,
    option: '--max-context <N>',
    inEveryLog: true,
    in: ['models'],
    docs: "tokens: the context window; less where the table of models or the model's server says so",
    en: {
      help: 'context window, in tokens',
      label: 'Context window',
      hint: 'Max tokens per request. Use your model’s limit.',
    },
    zh: { help: '上下文窗口，单位为词元', label: '上下文窗口', hint: '一次请求最多的词元数，请按模型的上限填写。' },
  },
  skillBudget: {
    default: 8_000,
    min: 0,
    max: 10_000_000,
    option: '--skill-budget <N>',
    inEveryLog: true,
    docs: 'tokens: the most that one skill or reference may take',
    en: {
      help: 'max tokens of one skill',
      label: 'Budget for one skill',
      hint: 'Max tokens for one skill’s instructions or one reference.',
    },
    zh: {
      help: '单个技能最多的词元数',
      label: '单个技能的预算',
      hint: '一个技能的说明或一份参考资料最多可用的词元数。',
    },
  },
  catalogBudget: {
    default: 4_000,
    min: 0,
    max: 10_000_000,
    option: '--catalog-budget <N>',
    inEveryLog: false,
    docs: 'tokens: the most that the list of skills may take; the model finds the others by `search_skills`; 0: no limit',
    en: {
      help: 'max tokens of the list of skills, the rest found by search; 0: no limit',
      label: 'Budget for the list of skills',
      hint: 'Max tokens for names and descriptions. The model can search for skills that don’t fit.',
    },
    zh: {
      help: '技能目录最多的词元数，其余技能可搜索；0 表示不限',
      label: '技能目录的预算',
      hint: '名称和描述最多可用的词元数。放不下的技能，模型可以搜索。',
    },
  },
  maxIterations: {
    default: 50,
    min: 1,
    max: 10_000,
    option: '--max-iterations <N>',
    inEveryLog: true,
    docs: 'answers with tool calls in one run',
    en: {
      help: 'max tool-calling answers in one run',
      label: 'Steps for one message',
      hint: 'Max model calls per run.',
    },
    zh: { help: '一次运行中最多的工具调用轮数', label: '每条消息的步数', hint: '一次运行中最多询问模型的次数。' },
  },
  idleTurns: {
    default: 0,
    min: 0,
    max: 1_000,
    option: '--idle-turns <N>',
    inEveryLog: false,
    docs: 'messages after which an unused skill is unloaded; 0: never',
    en: {
      help: 'unload skills unused for N user messages; 0 disables',
      label: 'Unload unused skills after',
      hint: 'Number of your messages without using the skill. Pinned skills stay.',
    },
    zh: {
      help: '卸载连续 N 条消息未用到的技能；0 表示从不',
      label: '未使用多久后卸载技能',
      hint: '按你发送的消息数计算。固定的技能不会卸载。',
    },
  },
  maxLoadedSkills: {
    default: 0,
    min: 0,
    max: 1_000,
    option: '--max-loaded <N>',
    inEveryLog: false,
    docs: 'skills loaded at a time; 0: no limit',
    en: {
      help: 'max skills loaded at a time, least recently used unloaded first; 0: no limit',
      label: 'Skills loaded at a time',
      hint: 'Beyond this, Skilldeck unloads the least recently used skill. Pinned skills stay.',
    },
    zh: {
      help: '同时最多加载的技能数，最久未用的先卸载；0 表示不限',
      label: '同时加载的技能数',
      hint: '超出时卸载最久未用的技能。固定的技能不会卸载。',
    },
  },
} as const satisfies Record<string, LimitRow>;

export type LimitName = keyof typeof LIMITS;
export const LIMIT_NAMES = Object.keys(LIMITS) as readonly LimitName[];

export type FirstLimit = { [K in LimitName]: (typeof LIMITS)[K]['inEveryLog'] extends true ? K : never }[LimitName];

/** Limits as a log holds them, without upper bounds: an older program may have written any figure. */
export const limitsSchema = schemaOf(({ min }) => z.int().min(min));
export type Limits = z.infer<typeof limitsSchema>;

/** Each limit with the schema of what a person may set it to. */
export const limitRows = mapLimits((row) => ({ ...row, schema: z.int().min(row.min).max(row.max) })) as {
  readonly [K in LimitName]: (typeof LIMITS)[K] & { readonly schema: z.ZodInt };
};

export const limitSettingsSchema = schemaOf((_, name) => limitRows[name].schema);

type Gaps<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** For each limit the figure of the first source that has one; absent where none has. */
export function firstLimits(last: Limits, ...sources: readonly (Gaps<Limits> | undefined)[]): Limits {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const source = [...sources, last].find((one) => one?.[name] !== undefined);
      return source === undefined ? [] : [[name, source[name]]];
    }),
  ) as Limits;
}

function schemaOf(schema: (row: LimitRow, name: LimitName) => z.ZodInt) {
  return z.object(
    mapLimits((row, name) => (row.inEveryLog ? schema(row, name) : schema(row, name).optional())) as {
      [K in LimitName]: K extends FirstLimit ? z.ZodInt : z.ZodOptional<z.ZodInt>;
    },
  );
}

function mapLimits<T>(map: (row: LimitRow, name: LimitName) => T): Record<string, T> {
  return Object.fromEntries(LIMIT_NAMES.map((name) => [name, map(LIMITS[name], name)]));
}

/** Bounds of the files that sessions keep. */
export const workspaceLimitsSchema = z.object({
  /** Days after its last use for which a session's files are kept; 0: forever. */
  keepDays: z.int().min(0).max(36_500),
  /** Total for all sessions' files; 0: no limit. */
  maxBytes: z.int().min(0),
});
export type WorkspaceLimits = z.infer<typeof workspaceLimitsSchema>;
