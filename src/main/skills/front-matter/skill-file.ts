/** One SKILL.md: its head at discovery, the whole of it when it is loaded. */
import { isUtf8 } from 'node:buffer';
import { SkilldeckError } from '../../../shared/errors.ts';
import { type FileFault, type Opened, readInto, withFileInside, withSeenFile } from '../discovery/contained-file.ts';
import type { Hashed, StampedCache } from '../discovery/stamped-cache.ts';
import { type FieldsResult, type Finding, readSkillFields } from './fields.ts';
import { findFrontMatter, missingFrontMatter } from './front-matter.ts';

/** Bytes; one read is enough for nearly every skill. */
const HEAD_BYTES = 4 * 1024;
/** Bytes; what is longer is no front matter. */
const MAX_FRONT_MATTER_BYTES = 64 * 1024;
/** Bytes; far above what any context holds. */
export const MAX_SKILL_BYTES = 4 * 1024 * 1024;

/** Blank lines, and as much of a fence as was given. */
const CUT_OPENING = /^\s*-{0,3}[ \t]*$/;

const broken = (rule: string, message: string, remedy: string, line = 1): FieldsResult => ({
  kind: 'broken',
  findings: [{ severity: 'error', line, rule, message, remedy }],
});

export function faultFinding(fault: FileFault): Finding {
  const of = (rule: string, message: string, remedy: string): Finding => ({ severity: 'error', rule, message, remedy });
  switch (fault) {
    case 'absent':
      return of('file-gone', 'The file is not there any more', 'Put it back, or remove the folder.');
    case 'outside':
      return of('link-outside', 'The file is a link that leads out of the skill root', 'Copy the file here instead.');
    case 'not-a-file':
      return of('not-a-file', 'This is no regular file', 'Replace it by a text file.');
    case 'unreadable':
      return of('unreadable', 'The file cannot be read', 'Give yourself read access to it.');
  }
}

/** @param complete whether `bytes` reach the end of the file. Undefined: more of it is needed. */
function readHead(bytes: Buffer, complete: boolean): FieldsResult | undefined {
  const span = findFrontMatter(bytes.toString('latin1'), complete);
  if (span.kind === 'missing') {
    if (!complete && bytes.length < MAX_FRONT_MATTER_BYTES && CUT_OPENING.test(bytes.toString('utf8')))
      return undefined;
    const { message, remedy } = missingFrontMatter(span.language);
    return broken('front-matter-missing', message, remedy, span.firstLine);
  }
  if (span.kind === 'unclosed' || span.yamlEnd > MAX_FRONT_MATTER_BYTES) {
    if (!complete && bytes.length < MAX_FRONT_MATTER_BYTES) return undefined;
    const message =
      complete && span.kind === 'unclosed'
        ? 'The front matter has no closing "---"'
        : `The front matter does not end within its first ${MAX_FRONT_MATTER_BYTES / 1024} KiB`;
    return broken('front-matter-unclosed', message, 'Close it with a line that is only "---".', span.firstLine);
  }
  const yaml = bytes.subarray(span.yamlStart, span.yamlEnd);
  if (!isUtf8(yaml))
    return broken('not-utf8', 'The front matter is not UTF-8', 'Save the file as UTF-8.', span.firstLine);
  const result = readSkillFields(yaml.toString('utf8'), span.firstLine);
  if (span.firstLine === 2 || result.kind === 'broken') return result;
  const finding: Finding = {
    severity: 'info',
    line: 1,
    rule: 'blank-before-front-matter',
    message: 'Blank lines stand before the front matter; other programs will not find it',
    remedy: 'Remove them.',
  };
  return { ...result, findings: [...result.findings, finding] };
}

/** Shared: heads are read one at a time, and nothing kept refers to it. */
const headBuffer = Buffer.allocUnsafeSlow(HEAD_BYTES);
/** Its begin, where most front matter ends: a text of 4 KiB for each of thousands of files is work for the collector. */
const headBegin = headBuffer.subarray(0, HEAD_BYTES / 8);

function readFrontMatter(fd: number, size: number): FieldsResult {
  let bytes: Buffer = size < HEAD_BYTES ? headBuffer.subarray(0, size) : headBuffer;
  let filled = readInto(fd, bytes);
  if (filled > headBegin.length) {
    const result = readHead(headBegin, false);
    if (result !== undefined) return result;
  }
  for (;;) {
    const complete = filled < bytes.length || filled >= size;
    const result = readHead(filled < bytes.length ? bytes.subarray(0, filled) : bytes, complete);
    if (result !== undefined) return result;
    const larger = Buffer.allocUnsafe(Math.min(size, bytes.length * 4, MAX_FRONT_MATTER_BYTES));
    bytes.copy(larger, 0, 0, filled);
    bytes = larger;
    filled = readInto(fd, bytes, filled);
  }
}

const orBroken = (opened: Opened<FieldsResult>): FieldsResult =>
  opened.fault === undefined ? opened.value : { kind: 'broken', findings: [faultFinding(opened.fault)] };

/** Reads as little of the file as its front matter takes. @param root absolute and real. */
export function readSkillHead(root: string, file: string): FieldsResult {
  return orBroken(withFileInside(root, file, readFrontMatter));
}

/** The same for what `withSeenFile` may open: a head is read under one fixed name, and the body with all checks. */
export function readSeenSkillHead(root: string, file: string): FieldsResult {
  return orBroken(withSeenFile(root, file, readFrontMatter));
}

export interface WholeSkill {
  readonly head: Extract<FieldsResult, { kind: 'ok' }>;
  readonly body: string;
  /** Text before the body, without a BOM. */
  readonly frontMatter: string;
}

const refusal = (rule: string, message: string, remedy: string): Finding => ({
  severity: 'error',
  rule,
  message,
  remedy,
});

/** @throws SkilldeckError `skill-broken`. */
export function readWholeSkill(
  root: string,
  file: string,
  id: string,
  cache: StampedCache<WholeSkill>,
): Hashed<WholeSkill> {
  const refuse = (finding: Finding): never => {
    const where = finding.line === undefined ? file : `${file}:${finding.line}`;
    const remedy = finding.remedy === undefined ? '' : ` ${finding.remedy}`;
    throw new SkilldeckError(
      'skill-broken',
      `The skill "${id}" cannot be loaded: ${finding.message} (${where}).${remedy}`,
    );
  };
  const parse = (bytes: Buffer): WholeSkill => {
    const whole = parseWholeSkill(bytes);
    return 'rule' in whole ? refuse(whole) : whole;
  };
  const opened = withFileInside(root, file, (fd, size, stat) => {
    if (size > MAX_SKILL_BYTES) {
      const message = `It has ${size} bytes, and at most ${MAX_SKILL_BYTES / 1024 / 1024} MiB are read`;
      return refuse(refusal('too-large', message, 'Move parts to references.'));
    }
    const read = (): Buffer => {
      const bytes = Buffer.alloc(size);
      return bytes.subarray(0, readInto(fd, bytes));
    };
    return cache.get(file, stat, read, parse);
  });
  return opened.fault === undefined ? opened.value : refuse(faultFinding(opened.fault));
}

/** Parses the bytes of a whole file; returns a finding if it cannot be used. */
export function parseWholeSkill(bytes: Buffer): WholeSkill | Finding {
  const head = readHead(bytes, true);
  const span = findFrontMatter(bytes.toString('latin1'), true);
  if (head === undefined || span.kind !== 'found') {
    return head?.kind === 'broken' ? head.findings[0] : faultFinding('unreadable');
  }
  if (head.kind === 'broken') return head.findings[0];
  const body = bytes.subarray(span.bodyStart);
  if (!isUtf8(body)) return refusal('not-utf8', 'The instructions are not UTF-8', 'Save the file as UTF-8.');
  const frontMatter = bytes
    .subarray(0, span.bodyStart)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  return { head, body: body.toString('utf8'), frontMatter };
}
