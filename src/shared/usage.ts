/** Usage of the models' answers, as a separate fold: rewound answers were paid for too. */
import type { EventOf, SessionEvent, Usage } from './events.ts';
import type { ModelUsage, SessionState } from './session-state.ts';

type Answer = Pick<EventOf<'model-responded'>, 'usage' | 'model' | 'cost'>;
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

/** An answer without a request is another program's, and says its model itself. */
export function answeredRequest({ openRequest, usage }: UsageState, answer: Answer): UsageState {
  const { model, estimated } = openRequest ?? { model: answer.model, estimated: 0 };
  if (model === undefined) return { usage };
  const before = usage.find((one) => one.model === model) ?? { ...NOTHING, model };
  const after = add(before, estimated, answer);
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
      return event.type === 'model-responded' ? answeredRequest(state, event) : state;
    },
    { usage: [] },
  );
}

function add(before: ModelUsage, estimated: number, { usage: reported, cost }: Answer): ModelUsage {
  const counted = {
    ...before,
    answers: before.answers + 1,
    ...(cost === undefined ? {} : { cost: (before.cost ?? 0) + cost }),
  };
  if (reported === undefined) return { ...counted, unreported: before.unreported + 1 };
  return {
    ...counted,
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
