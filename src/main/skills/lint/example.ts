/** The smallest skill that nothing is wrong with; the rules' examples differ from it in one thing. */
import type { Example, ExampleFile } from './types.ts';

export const EXAMPLE_FOLDER = 'pdf-forms';

const FIELDS = {
  name: 'pdf-forms',
  description: 'Fills PDF forms. Use when the person has a form to fill. 填写 PDF 表单时使用。',
} as const;
const BODY = '# Filling forms\n\nAsk for the file, then fill it.\n';

export interface ExampleParts {
  /** Values as written after `key: `; undefined omits the field. */
  readonly fields?: Readonly<Record<string, string | undefined>>;
  readonly body?: string;
}

export function skillMd({ fields = {}, body = BODY }: ExampleParts = {}): string {
  const lines = Object.entries({ ...FIELDS, ...fields }).flatMap(([key, value]) =>
    value === undefined ? [] : [value.startsWith('\n') ? `${key}:${value}` : `${key}: ${value}`],
  );
  return `---\n${lines.join('\n')}\n---\n${body}`;
}

/** A folder with this `SKILL.md` and these files besides. */
export const example = (parts: ExampleParts = {}, files: Readonly<Record<string, ExampleFile>> = {}): Example => ({
  files: { 'SKILL.md': skillMd(parts), ...files },
});
