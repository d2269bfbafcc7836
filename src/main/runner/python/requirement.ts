/** Requirements of Python packages, as PEP 508 writes them, and the versions that fit. */

export interface Requirement {
  /** Name in the index; of Python in its normal form. */
  readonly name: string;
  /** Extras of Python and versions that would do, as written: `[http2]>=1`; '' for any. */
  readonly spec: string;
}

/** PEP 503. */
export const pythonName = (name: string): string => name.toLowerCase().replaceAll(/[-_.]+/g, '-');

/** Undefined for an option, a comment, or what no index can give. */
export function readRequirement(line: string): Requirement | undefined {
  const [, name, extras, versions = ''] =
    /^\s*([A-Za-z0-9](?:[\w.-]*[A-Za-z0-9])?)\s*(\[[^\]]*\])?\s*\(?([^;#@)]*)\)?\s*(?:[;#].*)?$/.exec(line) ?? [];
  if (name === undefined || !/^(?:(?:[<>=!~]=?|===)\s*[\w.*+!-]+\s*,?\s*)*$/.test(versions)) return undefined;
  return { name: pythonName(name), spec: bothSpecs(extras ?? '', versions.replaceAll(/\s+/g, '')) };
}

const EXTRAS = /^\[([^\]]*)\]/;
/** Names in their normal form. */
export const extrasOf = (spec: string): readonly string[] =>
  (EXTRAS.exec(spec)?.[1]?.match(/[\w.-]+/g) ?? []).map(pythonName);
const versionsOf = (spec: string): string => spec.replace(EXTRAS, '');

/** Asks for what either asks for. */
export function bothSpecs(a: string, b: string): string {
  const extras = [...new Set([...extrasOf(a), ...extrasOf(b)])].sort().join(',');
  const versions = [...new Set([versionsOf(a), versionsOf(b)])].filter((one) => one !== '').join(',');
  return `${extras === '' ? '' : `[${extras}]`}${versions}`;
}

/** Numbers of a version; a letter ends them, so that a pre-release counts as its release. */
export const numbersOf = (version: string): readonly number[] =>
  version
    .split(/[^\d]+/)
    .filter((part) => part !== '')
    .map(Number);

export function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.max(a.length, b.length); at += 1) {
    const difference = (a[at] ?? 0) - (b[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/** True if there is a version, and it fits what PEP 440 calls a specifier set. */
export function fits(version: string | undefined, spec: string): boolean {
  if (version === undefined) return false;
  return versionsOf(spec)
    .split(',')
    .every((one) => {
      const [, operator, wanted = ''] = /^(===|[<>=!~]=|[<>])(.+)$/.exec(one.trim()) ?? [];
      if (operator === undefined) return true;
      const [has, wants] = [numbersOf(version), numbersOf(wanted)];
      const isPrefix = wanted.endsWith('.*');
      const order = compareNumbers(isPrefix ? has.slice(0, wants.length) : has, wants);
      if (operator === '!=') return order !== 0;
      if (operator === '~=')
        return order >= 0 && compareNumbers(has.slice(0, wants.length - 1), wants.slice(0, -1)) === 0;
      if (order === 0) return operator !== '<' && operator !== '>';
      return operator.startsWith(order > 0 ? '>' : '<');
    });
}
