import { defined } from '../../../shared/defined.ts';
import type { ErrorDetail } from '../../../shared/error-detail.ts';
import { isSkilldeckError, messageOf, SkilldeckError } from '../../../shared/errors.ts';
import { type DetailCode, detailed, detailIn } from '../../../shared/messages/detail.ts';
import type { Figures } from '../../../shared/messages/format.ts';
import { keylessText } from '../../../shared/models/keyless-address.ts';
import type { RepositoryFault } from '../../../shared/skills/repositories.ts';

/** Ends each refusal: the first thing the user wants to know. */
const NOTHING = 'Nothing was imported.';

/** Reason why a source could not be taken, for those who say it in their own words. */
export type RefusalReason = RepositoryFault['code'];

/** `import-refused`. */
export class ImportRefusal extends SkilldeckError {
  readonly reason: RefusalReason;
  /** The message without its remark that nothing was imported. */
  readonly why: string;

  /** @param why a sentence without its full stop. */
  constructor(reason: RefusalReason, why: string, options?: ConstructorParameters<typeof SkilldeckError>[2]) {
    super('import-refused', `${why}. ${NOTHING}`, options);
    this.reason = reason;
    this.why = keylessText(`${why}.`);
  }
}

/** A refusal of one of the source's items, for which the others do not answer. */
export class ItemRefusal extends ImportRefusal {
  constructor(of: ImportRefusal) {
    super(of.reason, of.why.slice(0, -1), { cause: of, ...defined({ detail: of.detail }) });
  }
}

/** The same in both languages. */
export const refusedFor = (
  reason: RefusalReason,
  code: DetailCode,
  figures: Figures = {},
  cause?: unknown,
): ImportRefusal =>
  new ImportRefusal(reason, detailIn('en', { code, figures }), {
    detail: { code, figures },
    ...(cause === undefined ? {} : { cause }),
  });

/** For an archive of sessions whose content does not match its claims. */
export const damagedExport = (code: DetailCode, figures?: Figures, cause?: unknown): ImportRefusal =>
  refusedFor('damaged', code, figures, cause);

/** For what is in the source. */
export const refused = (code: DetailCode, figures?: Figures, cause?: unknown): ImportRefusal =>
  refusedFor('refused', code, figures, cause);

/** Reason why something listed with others cannot be used. */
export const reasonIn = (error: unknown): { reason: string; detail?: ErrorDetail } => ({
  reason: error instanceof ImportRefusal ? error.why : messageOf(error),
  ...defined({ detail: isSkilldeckError(error) ? error.detail : undefined }),
});

/** A name of someone else's, in a message. */
const quoted = (name: string): string => JSON.stringify(name.length > 200 ? `${name.slice(0, 200)}…` : name);
/** The same as a figure of words that have the quotation marks. */
export const escaped = (name: string): string => quoted(name).slice(1, -1);

const SAYS: Readonly<Record<string, DetailCode>> = {
  ENOSPC: 'disk-no-room',
  EDQUOT: 'disk-quota',
  EFBIG: 'disk-file-size',
  EROFS: 'disk-read-only',
  EACCES: 'disk-no-right',
  EPERM: 'disk-no-right',
};

/** Turns the disk's refusals (disk full, no permission) into errors for the user; returns other errors unchanged. */
export function ofTheDisk(error: unknown): unknown {
  if (!(error instanceof Error && 'syscall' in error && 'code' in error)) return error;
  const code = String(error.code);
  // When a copy fails, `path` is its source; the target is what was refused.
  const place = 'dest' in error ? error.dest : 'path' in error ? error.path : undefined;
  const because = SAYS[code];
  const words = because === undefined ? 'disk-refused' : 'disk-refused-why';
  const figures = { code, ...defined({ because }) };
  return typeof place === 'string'
    ? detailed('home-unusable', `${words}-at`, { ...figures, place }, { cause: error })
    : detailed('home-unusable', words, figures, { cause: error });
}
