/** A server's list of models, or the reason why there is none. */
import { below } from './address.ts';
import { createExchange, type Exchange } from './exchange.ts';

export interface ListedModel {
  readonly id: string;
  /** The server's own entry: limits have many names. */
  readonly entry: unknown;
}

export type Listing =
  | { readonly kind: 'models'; readonly models: readonly ListedModel[] }
  /** An answer, but not a list of models. */
  | { readonly kind: 'answered'; readonly exchange: Exchange }
  | { readonly kind: 'failed'; readonly exchange: Exchange; readonly error: unknown; readonly timedOut: boolean };

/** `{data:[{id}]}`, or the bare list that some gateways give. */
function readList(body: string): ListedModel[] | undefined {
  try {
    const parsed: unknown = JSON.parse(body);
    const data: unknown =
      typeof parsed === 'object' && parsed !== null && 'data' in parsed && parsed.data !== undefined
        ? parsed.data
        : parsed;
    // A server without models says `null`.
    if (data === null && parsed !== null) return [];
    if (!Array.isArray(data)) return undefined;
    return data.flatMap((entry: unknown) => {
      const id: unknown = typeof entry === 'object' && entry !== null && 'id' in entry ? entry.id : entry;
      return typeof id === 'string' ? [{ id, entry }] : [];
    });
  } catch {
    return undefined;
  }
}

/** Never throws. @param headers with the key. */
export async function listModels(
  baseUrl: string,
  headers: Readonly<Record<string, string>>,
  timeoutMs: number,
): Promise<Listing> {
  const exchange = createExchange({ headers, onHeaders: () => {} });
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    await (await exchange.send(below(baseUrl, '/models'), signal)).text();
  } catch (error) {
    if (exchange.status === undefined || exchange.redirectedTo !== undefined) {
      return { kind: 'failed', exchange, error, timedOut: signal.aborted };
    }
  }
  const models = exchange.status === 200 ? readList(exchange.body) : undefined;
  return models === undefined ? { kind: 'answered', exchange } : { kind: 'models', models };
}
