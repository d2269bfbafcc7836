import { z } from 'zod';
import { keylessText } from './models/keyless-address.ts';

/**
 * The closed list of expected failures. A command that cannot do what it was asked answers `{ code, message }`
 * with one of these; anything else that throws is a bug and is caught once, at the host.
 */
export const ERROR_CODES = [
  'bad-input',
  'session-not-found',
  'session-busy',
  'message-not-found',
  'nothing-to-retry',
  'nothing-running',
  'nothing-to-compact',
  'compaction-not-found',
  'approval-not-found',
  'form-closed',
  'skill-not-found',
  'skill-broken',
  'skill-disabled',
  'skill-unusable',
  'skill-not-loaded',
  'reference-not-found',
  'skill-exists',
  'file-changed',
  'file-not-found',
  'over-skill-budget',
  'context-full',
  'too-many-skills',
  'artifact-not-found',
  'event-not-found',
  'import-refused',
  'source-unreachable',
  'repository-refused',
  'not-redacted',
  'home-in-use',
  'home-unusable',
  'database-newer',
  'database-damaged',
  'app-closing',
  'config-invalid',
  'model-unreachable',
  'model-refused',
  'terminal-unusable',
  'packages-unavailable',
  'not-supported',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

interface SkilldeckErrorOptions extends ErrorOptions {
  readonly figures?: Readonly<Record<string, number>> | undefined;
  readonly detail?: ErrorDetail | undefined;
}

/** An expected failure. `message` says what happened, to what, and what to do next, in words for a person; no key of an address is in it. */
export class SkilldeckError extends Error {
  override readonly name = 'SkilldeckError';
  readonly code: ErrorCode;
  /** Those of the message, by name: for a screen that says it in other words. */
  readonly figures: Readonly<Record<string, number>> | undefined;
  /** The content of the message, as a code and figures. */
  readonly detail: ErrorDetail | undefined;

  constructor(code: ErrorCode, message: string, options?: SkilldeckErrorOptions) {
    super(keylessText(message), options);
    this.code = code;
    this.figures = options?.figures;
    this.detail = options?.detail && keylessDetail(options.detail);
  }
}

/** For a reason that is no error yet, too. */
export const keylessDetail = <D extends ErrorDetail>(detail: D): D => ({
  ...detail,
  figures: Object.fromEntries(
    Object.entries(detail.figures).map(([name, value]) => [
      name,
      typeof value === 'string' ? keylessText(value) : value,
    ]),
  ),
});

export const isSkilldeckError = (error: unknown): error is SkilldeckError => error instanceof SkilldeckError;

/** The system's word for a full disk or a used-up quota. */
export function isOutOfSpace(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** For the `default` of a switch over a closed union: a compile error if it is reachable. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`);
}

export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The exact reason, beside an error's code; `messages/LANGUAGE/details.ts` has the words. */

export const errorDetailSchema = z.object({
  code: z.string(),
  /** Keyed by the names that its words use. */
  figures: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type ErrorDetail = Readonly<z.infer<typeof errorDetailSchema>>;
