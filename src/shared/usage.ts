/** Usage of the models' answers, as a separate fold: rewound answers were paid for too. */
import type { EventOf, SessionEvent, Usage } from './events.ts';
import type { ModelUsage, SessionState } from './session-state.ts';

type UsageState = Pick<SessionState, 'openRequest' | 'usage'>;

const NOTHING = {
  answers: 0,
  estimated: 0,
  promptTokens: 0,
  cachedPromptTokens: 0,
  completionTokens: 0,
  unreported: 0,
} as const;

/** A retry's request takes the place of the failed one: a provider counts what it answers. */
export const sentRequest = ({ usage }: UsageState, { model, tokens }: EventOf<'request-sent'>): UsageState => ({
  usage,
  openRequest: { model, estimated: tokens.total },
});

export function answeredRequest({ openRequest, usage }: UsageState, reported: Usage | undefined): UsageState {
  if (openRequest === undefined) return { usage };
  const { model, estimated } = openRequest;
  const before = usage.find((one) => one.model === model) ?? { ...NOTHING, model };
  const after = add(before, estimated, reported);
  const known = usage.some((one) => one.model === model);
  return {
    openRequest: undefined,
    usage: known ? usage.map((one) => (one.model === model ? after : one)) : [...usage, after],
  };
}

/** Over all events, including rewound ones. */
export function usageOf(events: readonly SessionEvent[]): UsageState {
  return events.reduce<UsageState>(
    (state, event) => {
      if (event.type === 'request-sent') return sentRequest(state, event);
      return event.type === 'model-responded' ? answeredRequest(state, event.usage) : state;
    },
    { usage: [] },
  );
}

function add(before: ModelUsage, estimated: number, reported: Usage | undefined): ModelUsage {
  const answers = before.answers + 1;
  if (reported === undefined) return { ...before, answers, unreported: before.unreported + 1 };
  return {
    ...before,
    answers,
    estimated: before.estimated + estimated,
    promptTokens: before.promptTokens + reported.promptTokens,
    cachedPromptTokens: before.cachedPromptTokens + (reported.cachedPromptTokens ?? 0),
    completionTokens: before.completionTokens + reported.completionTokens,
    ...more('cacheWriteTokens', before, reported),
    ...more('reasoningTokens', before, reported),
  };
}

/** Few providers report these: absent until one does. */
const more = <K extends 'cacheWriteTokens' | 'reasoningTokens'>(key: K, before: ModelUsage, reported: Usage) =>
  reported[key] === undefined ? {} : { [key]: (before[key] ?? 0) + reported[key] };
