import { files } from './findings/files.ts';
import { frontMatter } from './findings/front-matter.ts';
import { settings } from './findings/settings.ts';
import { toolsFile } from './findings/tools-file.ts';

/** Each finding by its code: the fault, and the fix. `what` has no full stop. */
export const findings = {
  ...files,
  ...frontMatter,
  ...settings,
  ...toolsFile,
  'empty-instructions': {
    what: 'There are no instructions below the front matter',
    fix: 'Say what to do, step by step.',
  },
  'fixed-executable': { what: 'made executable ({{mode}})' },
  'fixed-line': { what: 'line {{line}}: {{before}} → {{after}}' },
  'fixed-renamed': { what: 'renamed to {{name}}' },
  'fixed-rewritten': { what: 'rewritten' },
  'foreign-tool': {
    what: '"{{name}}" is a tool of another framework ({{whose}}). Here it is {{here}}',
    fix: 'Or use --dialect {{dialect}}, which supports it as written.',
  },
  'foreign-tool-near': {
    what: '"{{name}}" is a tool of another framework ({{whose}}). Here it is {{here}}',
    fix: 'Or use --dialect {{dialect}}, the closest to what it was written for.',
  },
  'foreign-tool-script': {
    what: '"{{name}}" is a tool of another framework ({{whose}}), and there is none like it here',
    fix: 'Use a script of the skill; --dialect {{dialect}} is the closest to what it was written for.',
  },
  'foreign-tool-words': {
    what: '"{{name}}" is a tool of another framework ({{whose}}), and there is none like it here',
    fix: 'Say it in plain words; --dialect {{dialect}} is the closest to what it was written for.',
  },
  'form-invalid': { what: "The form can't be shown: {{detail}}", fix: 'Correct it in "forms.md".' },
  'instructions-lines': {
    what: 'The instructions have {{n}} lines; at most {{most}} are recommended',
    fix: 'Move details to references.',
  },
  'instructions-not-utf8': { what: "The instructions aren't UTF-8", fix: 'Save the file as UTF-8.' },
  'instructions-tokens': {
    what: 'The instructions have {{n}} tokens; at most {{most}} are recommended',
    fix: 'Move rarely needed parts to references.',
  },
  more: { what: '… and more of this kind' },
  'over-skill-budget': {
    what: "A load takes {{n}} tokens and the skill budget is {{most}}, so this skill can't be loaded",
    fix: 'Move parts to references.',
  },
  'placeholder-description': {
    what: 'The description still contains a placeholder: "{{words}}"',
    fix: 'Say what the skill does, and when to use it.',
  },
  shadowed: {
    what: 'Another skill called "{{name}}" comes first and is used instead: {{file}}',
    fix: 'Rename or remove one of the two folders.',
  },
  'shadowed-here': {
    what: 'Another skill named "{{name}}" comes first: {{used}} is used, {{unused}} isn\'t',
    fix: 'Rename or remove one of the two folders.',
  },
  'unfixed-changed': { what: "This wasn't fixed: the file has changed in the meantime", fix: 'Check the skill again.' },
  'unfixed-detail': { what: "This wasn't fixed: {{detail}}", fix: 'Fix it by hand.' },
  'unfixed-gone': { what: "This wasn't fixed: the file no longer exists", fix: 'Check the skill again.' },
  'unfixed-not-regular': {
    what: "This wasn't fixed: it isn't a regular file",
    fix: 'Replace it with a text file.',
  },
  'unfixed-outside': { what: "This wasn't fixed: the file is outside the skill", fix: 'Copy it into the skill.' },
  'unfixed-taken': {
    what: "This wasn't fixed: a file of that name already exists",
    fix: 'Rename or remove one of the two.',
  },
  'unfixed-unreadable': {
    what: "This wasn't fixed: the file can't be read",
    fix: 'Give yourself access to it.',
  },
};
