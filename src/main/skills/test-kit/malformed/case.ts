/** One odd SKILL.md and what becomes of it. */
export interface MalformedCase {
  readonly title: string;
  readonly content: string | Uint8Array;
  /** Expected result of discovery: the fields it loads with, or the rule that says why it is broken. */
  readonly outcome:
    | {
        readonly name?: string;
        readonly description?: string;
        /** Byte for byte, when it is read; or the start of the reason why it cannot be. */
        readonly body?: string;
        readonly refused?: string;
        /** Rules of its diagnostics, in order. Default: none. */
        readonly rules?: readonly string[];
      }
    | { readonly broken: string };
}

export const HEAD = '---\nname: x\ndescription: Does x.\n---\n';

export const broken = (title: string, content: string | Uint8Array, rule: string): MalformedCase => ({
  title,
  content,
  outcome: { broken: rule },
});

export const loads = (
  title: string,
  content: string | Uint8Array,
  outcome: Exclude<MalformedCase['outcome'], { readonly broken: string }> = {},
): MalformedCase => ({ title, content, outcome });
