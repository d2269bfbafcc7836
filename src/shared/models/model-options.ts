/** Model request options, with the same bounds on the command line, in the files and in the settings. */
import { z } from 'zod';
import { priceSchema } from '../context-views.ts';
import { EFFORTS, MEDIA_KINDS, WIRES } from '../events.ts';
import { namesSecret } from './keyless-address.ts';

/** Limits and abilities of a model, as `models.jsonc`, its server or the table of models says; absent: not known. */
export const abilitiesSchema = z.object({
  /** Tokens: the context window; of a server, the one that it holds now. */
  maxContext: z.int().min(1).optional(),
  /** Tokens: the longest answer. */
  maxOutput: z.int().min(1).optional(),
  sees: z.array(z.enum(MEDIA_KINDS)).optional(),
  /** `false`: no request offers tools. */
  tools: z.boolean().optional(),
  /** `false`: no request has an effort. */
  reasons: z.boolean().optional(),
  prices: priceSchema.optional(),
});
export type Abilities = Readonly<z.infer<typeof abilitiesSchema>>;

// Extra parameters of a model: what they may not set, as the session itself decides it.

/** Fields of a request's body, on any wire, that hold the conversation, and the model that the session names. */
export const OWN_BODY_FIELDS: readonly string[] = [
  'model messages input instructions system tools previous_response_id conversation',
].flatMap((line) => line.split(' '));

/** Characters of a pasted key that cannot be sent: keys go into a header, which allows only printable ASCII. */
export type KeyFault = 'line-break' | 'not-ascii';

/** Blanks around a key are taken off before. */
export function keyFault(key: string): KeyFault | undefined {
  const given = key.trim();
  if (/[\r\n\u0085\u2028\u2029]/.test(given)) return 'line-break';
  return /^[\x20-\x7e]*$/.test(given) ? undefined : 'not-ascii';
}

/** Tokens, inclusive. */
export const MAX_OUTPUT_BOUNDS = { min: 1, max: 10_000_000 } as const;
const MOST_HEADERS = 32;
const LONGEST_HEADER = 8_192;
/** Characters of all extra parameters as JSON. */
const LONGEST_PARAMS = 16_384;

/** Headers that the app sets itself, or that would break the request. */
const OWN_HEADERS = new Set(
  [
    'host connection content-length content-type transfer-encoding accept accept-encoding expect keep-alive te',
    'trailer upgrade proxy-connection',
  ].flatMap((line) => line.split(' ')),
);
/** Parameters that the app builds: if replaced, the request would no longer match the conversation. */
const OWN_PARAMS: ReadonlySet<string> = new Set([...OWN_BODY_FIELDS, 'stream']);

const headerName = z
  .string()
  .transform((name) => name.trim().toLowerCase())
  .pipe(
    z
      .string()
      .regex(/^[a-z\d!#$%&'*+.^_`|~-]{1,100}$/, 'header-name')
      .refine((name) => !OWN_HEADERS.has(name), 'header-reserved'),
  );
const headerValue = z
  .string()
  .trim()
  .min(1, 'header-empty')
  .max(LONGEST_HEADER)
  .regex(/^[\t\x20-\x7e\xa0-\xff]*$/, 'header-value');

const boundedHeaders = <V extends z.ZodType>(value: V) =>
  z.record(headerName, value).refine((headers) => Object.keys(headers).length <= MOST_HEADERS, 'headers-many');

/**
 * Lower-case name → value. A value may name environment variables (`$NAME`, `${NAME}`), which are read at every start.
 * `null`: the value is in the key store.
 */
export const headersSchema = boundedHeaders(headerValue.nullable());
export type HeaderTemplates = z.infer<typeof headersSchema>;

/** True for an object that has a text under the name of a secret, at any depth. */
const holdsSecret = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(value).some(
    ([name, inner]) => (typeof inner === 'string' && inner !== '' && namesSecret(name)) || holdsSecret(inner),
  );

export const paramsSchema = z
  .record(z.string().min(1).max(200), z.json())
  .refine((params) => !Object.keys(params).some((key) => OWN_PARAMS.has(key)), 'params-reserved')
  .refine((params) => !holdsSecret(params), 'params-secret')
  .refine((params) => JSON.stringify(params).length <= LONGEST_PARAMS, 'params-long');

export const modelOptionsShape = {
  /** Absent: what the table of models or the endpoint's host says, else `chat`. */
  wire: z.enum(WIRES),
  headers: headersSchema,
  /** Added to the body as they are. The session's log keeps them: a secret is refused. */
  params: paramsSchema,
  effort: z.enum(EFFORTS),
  /** Tokens. */
  maxOutput: z.int().min(MAX_OUTPUT_BOUNDS.min).max(MAX_OUTPUT_BOUNDS.max),
};
export const modelOptionsSchema = z.object(modelOptionsShape).partial();
export type ModelOptions = {
  readonly [K in keyof typeof modelOptionsShape]?: z.infer<(typeof modelOptionsShape)[K]>;
};
export const MODEL_OPTION_NAMES = ['wire', 'headers', 'params', 'effort', 'maxOutput'] as const;

const VARIABLE = /\$(?:\{([A-Za-z_]\w*)\}|([A-Za-z_]\w*))/g;

/** Names of the environment variables in a header's value. */
export const variablesIn = (value: string): string[] =>
  [...value.matchAll(VARIABLE)].map(([, braced, bare]) => braced ?? bare ?? '');

export const expandVariables = (value: string, read: (name: string) => string): string =>
  value.replaceAll(VARIABLE, (_all, braced?: string, bare?: string) => read(braced ?? bare ?? ''));
