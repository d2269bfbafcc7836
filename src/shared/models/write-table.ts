/** Writes `models.json`, and updates it from a catalogue in the format of models.dev's `api.json`. Pure. */
import { bareName, type ModelRow, type ModelTable, modelTableSchema } from './model-row.ts';

/** Keyed by the catalogue's names. */
const PROVIDERS: Readonly<Record<string, string>> = { moonshot: 'moonshotai', zhipu: 'zai' };

/** One line a row, sorted: a change shows as one line of a diff. */
export function tableText({ checked, source, models }: ModelTable): string {
  const rows = models.toSorted(
    (a, b) => a.provider.localeCompare(b.provider, 'en') || a.id.localeCompare(b.id, 'en', { numeric: true }),
  );
  const lines = rows.map((row) => `    ${JSON.stringify(row)}`).join(',\n');
  return `{\n  "checked": ${JSON.stringify(checked)},\n  "source": ${JSON.stringify(source)},\n  "models": [\n${lines}\n  ]\n}\n`;
}

/** @throws Error naming what is wrong: a field, a row that is there twice, a price or limit that cannot be right. */
export function readTable(text: string): ModelTable {
  const table = modelTableSchema.parse(JSON.parse(text));
  const seen = new Set<string>();
  for (const { id, context, maxOutput, prices } of table.models) {
    if (seen.has(id)) throw new Error(`The table has two rows for ${id}.`);
    seen.add(id);
    const { input = 0, cachedInput = input, output = input } = prices ?? {};
    if (cachedInput > input || output < input) throw new Error(`The prices of ${id} cannot be right.`);
    // Some count the answer apart from the window, but none has an answer many times as long.
    if (context !== undefined && maxOutput !== undefined && maxOutput > 4 * context)
      throw new Error(`The limits of ${id} cannot be right.`);
  }
  return table;
}

interface CatalogueModel {
  readonly tool_call?: boolean;
  readonly reasoning?: boolean;
  readonly limit?: { readonly context?: number; readonly output?: number };
  readonly cost?: {
    readonly input?: number;
    readonly output?: number;
    readonly cache_read?: number;
    readonly cache_write?: number;
  };
}
export type Catalogue = Readonly<Record<string, { readonly models?: Readonly<Record<string, CatalogueModel>> }>>;

/** Figures of the rows that the catalogue has; every other row, and what the catalogue does not say, stays. */
export function updated(table: ModelTable, catalogue: Catalogue, today: string): ModelTable {
  const models = table.models.map((row): ModelRow => {
    const offered = catalogue[PROVIDERS[row.provider] ?? row.provider]?.models ?? {};
    const found = Object.entries(offered).find(([id]) => bareName(id) === row.id)?.[1];
    if (found === undefined) return row;
    const { limit, cost, tool_call: tools, reasoning } = found;
    const { input, output, cache_read: cachedInput, cache_write: cacheWrite } = cost ?? {};
    const prices =
      input === undefined || output === undefined || input + output === 0
        ? {}
        : { prices: { input, ...over({ cachedInput }), ...over({ cacheWrite }), output } };
    return {
      ...row,
      ...over({ context: limit?.context }),
      ...over({ maxOutput: limit?.output }),
      ...prices,
      ...(tools === undefined ? {} : { tools }),
      ...(reasoning === true ? { reasoning } : {}),
    };
  });
  return { ...table, checked: today, models };
}

/** Catalogues write 0 where they do not know. */
function over<K extends string>(field: { readonly [Key in K]: number | undefined }): { readonly [Key in K]?: number } {
  return Object.fromEntries(Object.entries(field).filter(([, value]) => (value ?? 0) !== 0)) as {
    readonly [Key in K]?: number;
  };
}
