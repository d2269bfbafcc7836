/** The parts of a request as the map shows them: in order, the list of skills taken apart, each with its share of the prompt cache. */
import type { Manifest, ManifestPart } from '../../shared/context-views.ts';
import type { PartFacts } from '../../shared/events.ts';
import type { useT } from '../i18n.ts';

export interface MapPart {
  /** The manifest's id; of a line of the skill list, with the skill's id behind it. */
  readonly id: string;
  readonly of: ManifestPart;
  /** For a line: the skill it describes. */
  readonly line?: string;
  /** Range of its text in that of `of`; absent: all of it. */
  readonly span?: readonly [from: number, length: number];
  readonly tokens: number;
  /** Leading tokens among these that a provider's cache can reuse. */
  readonly cached: number;
}

/** @param cached leading tokens that the request before had too. */
export function mapParts({ parts }: Pick<Manifest, 'parts'>, cached = 0): readonly MapPart[] {
  let from = 0;
  return parts.flatMap(piecesOf).map((piece) => {
    const taken = Math.min(Math.max(cached - from, 0), piece.tokens);
    from += piece.tokens;
    return { ...piece, cached: taken };
  });
}

type Piece = Omit<MapPart, 'cached'>;

/** Lines are counted separately: the rest of the whole goes to its heading, never less than zero. */
function piecesOf(part: ManifestPart): readonly Piece[] {
  const { id, tokens, lines = [] } = part;
  if (lines.length === 0) return [{ id, of: part, tokens }];
  const all = lines.reduce((sum, line) => sum + line.tokens, 0);
  const scale = Math.min(1, tokens / Math.max(1, all));
  let left = tokens;
  const pieces = lines.map((line): Piece => {
    const own = Math.min(left, Math.round(line.tokens * scale));
    left -= own;
    return { id: `${id}/${line.skill}`, of: part, line: line.skill, span: [line.from, line.length], tokens: own };
  });
  return [{ id, of: part, tokens: left, span: [0, lines[0]?.from ?? part.length] }, ...pieces];
}

/** Sum of the parts' tokens. */
export const totalOf = (parts: readonly { readonly tokens: number }[]): number =>
  parts.reduce((sum, { tokens }) => sum + tokens, 0);

export interface PartName {
  readonly name: string;
  /** Second part of the label: the owner, or the beginning of the text. */
  readonly detail: string;
}

export type NamedPart = PartFacts & Pick<ManifestPart, 'lines'>;

/** A part's name in words. @param said how a message begins. */
export function partName(
  t: ReturnType<typeof useT>,
  { kind, label, reason, skill = '', path = label, lines }: NamedPart,
  said: string,
): PartName {
  switch (reason) {
    case 'workspace':
      return { name: t('map.name.workspace'), detail: '' };
    case 'heading':
      return { name: label, detail: t('map.name.heading') };
    case 'tool-list':
      return { name: t('map.name.toolList'), detail: '' };
    case 'image':
    case 'pdf':
      return { name: label, detail: t('map.name.media') };
    case 'other-model':
      return { name: t('map.whatIf.step.model', { model: label }), detail: '' };
  }
  const own = t(`gauge.kind.${kind}`);
  switch (kind) {
    case 'catalog':
      return { name: own, detail: lines === undefined ? '' : t('map.name.catalogHead') };
    case 'tools':
      return { name: label, detail: skill || t('map.name.tool') };
    case 'skill':
      return { name: label, detail: own };
    case 'reference':
      return { name: path, detail: skill };
    case 'tool-result':
      return { name: label, detail: said };
    case 'user':
    case 'assistant':
      return { name: t(`map.name.${kind}`), detail: said };
    default:
      return { name: own, detail: '' };
  }
}
