/** Texts of skills and references under the headings that say whose they are. */

export interface LoadedText {
  readonly skill: string;
  /** Set for a reference. */
  readonly path?: string;
  readonly text: string;
}

const FILE = '(?:[\\w.-]+/)*[\\w.-]+\\.\\w+';
/** Each begins a text, or ends the one before it. */
const HEADING = new RegExp(
  [
    '^### Skill: (?<under>\\S+)\\n(?!# Skill: )',
    '^(?:### Skill: \\S+\\n)?# Skill: (?<omni>\\S+)[ \\t]*$(?=[\\s\\S]{0,4000}?^## (?:Skill Context|Instructions)$)',
    '^\\[Loaded\\] (?<loaded>\\S+)\\n',
    '^Successfully loaded skill: (?<through>\\S+)\\n',
    `^\\[Doc\\] (?<doc>\\S+) - (?<docPath>${FILE})\\n`,
    `^### (?<of>[\\w.-]+) - (?<ofPath>${FILE})\\n`,
    '^Successfully loaded resource from skill: (?<from>\\S+)\\nResource path: (?<fromPath>\\S+)\\n',
    '^## Loaded Skill (?:Instructions|References)$',
  ].join('|'),
  'gm',
);

export function loadedTexts(text: string): LoadedText[] {
  const heads = [...text.matchAll(HEADING)];
  return heads.flatMap((head, index): LoadedText[] => {
    const { under, omni, loaded, through, doc, docPath, of, ofPath, from, fromPath } = head.groups ?? {};
    const skill = under ?? omni ?? loaded ?? through ?? doc ?? of ?? from;
    if (skill === undefined) return [];
    const path = docPath ?? ofPath ?? fromPath;
    const body = text.slice(head.index + head[0].length, heads[index + 1]?.index ?? text.length);
    return [{ skill, ...(path === undefined ? {} : { path }), text: body }];
  });
}
