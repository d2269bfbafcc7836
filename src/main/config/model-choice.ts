/** Chooses the model, where it is, and how it is asked: several places may say it, and the nearest wins. Pure. */
import { MODEL_OPTION_NAMES, type ModelOptions } from '../../shared/models/model-options.ts';
import { rowOf } from '../../shared/models/table.ts';
import { DEFAULT_LIMITS } from '../../shared/settings/defaults.ts';
import type { NamedModel } from './models-file.ts';

/** The id under which the demo model is known, in the app and at its endpoint. */
export const DEMO_MODEL_ID = 'skilldeck-demo';

type Gaps<T> = { readonly [K in keyof T]?: T[K] | undefined };

/** Model fields given in one place. */
export interface ModelWish extends Gaps<ModelOptions> {
  readonly model?: string | undefined;
  readonly baseUrl?: string | undefined;
  readonly apiKeyEnv?: string | undefined;
}

export interface ModelChoice extends ModelOptions {
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
    // With an address, `model` is an id, whatever names exist.
    baseUrl === undefined ? models.find(({ name }) => name === model) : undefined;
  const wishes = said.map((wish, index): ModelWish => {
    const named = nameOf(wish);
    const { model, baseUrl, apiKeyEnv } = { ...wish, ...named };
    // From a named model that is not in use, only fields of its address count.
    const options = index === at ? optionsOf(named ?? {}) : { headers: named?.headers };
    return { model, baseUrl, apiKeyEnv: wish.apiKeyEnv ?? apiKeyEnv, ...options, ...optionsOf(wish) };
  });
  const isElsewhere = said.slice(0, Math.max(at, 0)).some(({ baseUrl }) => baseUrl !== undefined);
  const wish = isElsewhere ? said[at] : wishes[at];
  const maxContext = isElsewhere || at < 0 ? undefined : nameOf(said[at] ?? {})?.maxContext;
  const addressFrom = (from: number) => wishes.slice(from).find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl ?? '';
  const baseUrl = addressFrom(0);
  // Fields given with an address apply to that address; others apply to any.
  const belonging = wishes.filter((_one, index) => ['', baseUrl].includes(addressFrom(index)));
  const nearest = <K extends keyof ModelWish>(key: K): ModelWish[K] =>
    belonging.find((one) => one[key] !== undefined)?.[key];
  const apiKeyEnv = nearest('apiKeyEnv');
  const isDemo = baseUrl === '' && (at < 0 || at >= own.length);
  return {
    model: isDemo ? DEMO_MODEL_ID : (wish?.model ?? ''),
    baseUrl,
    ...(apiKeyEnv === undefined ? {} : { apiKeyEnv }),
    ...(maxContext === undefined ? {} : { maxContext }),
    ...optionsOf(Object.fromEntries(MODEL_OPTION_NAMES.map((name) => [name, nearest(name)]))),
  };
}

/** Only those that say something. */
export function optionsOf(wish: Gaps<ModelOptions>): ModelOptions {
  return Object.fromEntries(
    MODEL_OPTION_NAMES.flatMap((name) => (wish[name] === undefined ? [] : [[name, wish[name]]])),
  );
}

/** Default limit in tokens, at most the model's context by the table. */
export function defaultContext(model: string): number {
  return Math.min(DEFAULT_LIMITS.maxContext, rowOf(model)?.context ?? Number.POSITIVE_INFINITY);
}
