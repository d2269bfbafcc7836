/** Masks the app's keys in everything stored and shown, whether from a model, provider, script or user. */
import type { ModelPort } from '../agent/ports.ts';
import type { Mask } from '../lib/mask-secrets.ts';
import type { Store } from '../store/store.ts';

/** The answer as it streams and as a whole, and the calls in it: what runs is what the log says. */
export function maskedModel(model: ModelPort, mask: Mask): ModelPort {
  return {
    ...model,
    async stream(request, attempt, onDelta, signal) {
      const streams = { text: mask.stream(), reasoning: mask.stream() };
      const give = (type: keyof typeof streams, shown: string): void => {
        if (shown !== '') onDelta({ type, text: shown });
      };
      const outcome = await model.stream(
        request,
        attempt,
        (delta) => {
          if (delta.type === 'tool-call') onDelta(mask.within(delta));
          else give(delta.type, streams[delta.type].take(delta.text));
        },
        signal,
      );
      if (outcome.kind === 'answer') {
        give('reasoning', streams.reasoning.end());
        give('text', streams.text.end());
      }
      return mask.within(outcome);
    },
  };
}

/** Events and drafts, before they are stored and published. */
export function maskedStore(store: Store, mask: Mask): Store {
  return {
    ...store,
    append: (session, bodies) => store.append(session, mask.within(bodies)),
    saveDraft: (session, draft) => store.saveDraft(session, mask.within(draft)),
  };
}
