/** Which model answers, and where: several places may say it, and the nearest wins. Pure. */
import type { Effort, Wire } from '../../shared/events.ts';
import type { JsonObject } from '../../shared/json.ts';
import type { NamedModel } from './models-file.ts';

/** The id under which the demo model is known, in the app and at its endpoint. */
export const DEMO_MODEL_ID = 'skilldeck-demo';

/** What one place says. */
export interface ModelWish {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

/** What `models.jsonc` and the settings say of how a model is asked. */
export interface ModelManner {
  readonly wire?: Wire | undefined;
  readonly effort?: Effort | undefined;
  /** Tokens. */
  readonly maxOutput?: number | undefined;
  readonly params?: JsonObject | undefined;
}

export interface ModelChoice extends ModelManner {
  /** '' where an address is set and no model. */
  readonly model: string;
  /** '' is the demo model. */
  readonly baseUrl: string;
  /** The variable that holds the key; absent: the key ring. */
  readonly apiKeyEnv?: string;
  /** Tokens, where `models.jsonc` says it. */
  readonly maxContext?: number;
}

/**
 * @param own what is said for the session itself, the nearest first.
 * @param app what the app's settings say, likewise. A model named there without any address is the demo model.
 */
export function chooseModel(
  own: readonly ModelWish[],
  app: readonly ModelWish[],
  models: readonly NamedModel[],
): ModelChoice {
  const said = [...own, ...app];
  const at = said.findIndex(({ model }) => model !== undefined);
  const nameOf = ({ model, baseUrl }: ModelWish) =>
    // A model beside an address is an id there, whatever names there are.
    baseUrl === undefined ? models.find(({ name }) => name === model) : undefined;
  const wishes = said.map((wish): ModelWish => {
    const { model, baseUrl, apiKeyEnv } = { ...wish, ...nameOf(wish) };
    return { model, baseUrl, apiKeyEnv: wish.apiKeyEnv ?? apiKeyEnv };
  });
  const isElsewhere = said.slice(0, Math.max(at, 0)).some(({ baseUrl }) => baseUrl !== undefined);
  const wish = isElsewhere ? said[at] : wishes[at];
  const maxContext = isElsewhere || at < 0 ? undefined : nameOf(said[at] ?? {})?.maxContext;
  const addressFrom = (from: number) => wishes.slice(from).find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl ?? '';
  const baseUrl = addressFrom(0);
  // A variable beside an address is for that address; one that stands alone is for any.
  const apiKeyEnv = wishes.find((one, index) => {
    const address = addressFrom(index);
    return one.apiKeyEnv !== undefined && (address === '' || address === baseUrl);
  })?.apiKeyEnv;
  const isDemo = baseUrl === '' && (at < 0 || at >= own.length);
  return {
    model: isDemo ? DEMO_MODEL_ID : (wish?.model ?? ''),
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(maxContext === undefined ? {} : { maxContext }),
  };
}
