/** Faults in the front matter of a `SKILL.md`. */
export const frontMatter = {
  'activity-language-missing': {
    what: '"metadata.activity": the sentence of {{script}} is missing for {{languages}}',
    fix: 'Add it.',
  },
  'activity-no-sentences': {
    what: '"metadata.activity": "{{key}}" has no sentences',
    fix: 'Write "en: …" and "zh: …" on the lines below it.',
  },
  'activity-script-missing': {
    what: '"metadata.activity" names {{script}}, which isn\'t in the skill\'s folder',
    fix: 'Add the script, or correct its path.',
  },
  'activity-sentence': {
    what: '"metadata.activity": "{{key}}", "{{language}}" can\'t be read',
    fix: 'Write a language code and one sentence of at most {{most}} characters.',
  },
  'blank-before-front-matter': {
    what: "Blank lines come before the front matter, so other programs won't find it",
    fix: 'Remove them.',
  },
  'byte-order-mark': { what: 'The file begins with a byte order mark', fix: 'Save it as UTF-8 without one.' },
  'compatibility-length': {
    what: 'The compatibility has {{n}} characters, and at most {{most}} are allowed',
    fix: 'Shorten it.',
  },
  'description-english-only': {
    what: 'The description is in English only; requests in Chinese may miss it',
    fix: 'Add the Chinese words for what it does.',
  },
  'description-length': {
    what: 'The description has {{n}} characters, and at most {{most}} are allowed',
    fix: 'Shorten it.',
  },
  'description-missing': {
    what: 'The front matter has no usable "description"',
    fix: 'Add "description: what it does, and when to use it".',
  },
  'description-tags': {
    what: 'The description has an XML tag: {{tag}}',
    fix: 'Write it without angle brackets.',
  },
  'description-vague': {
    what: "The description doesn't say when to use the skill",
    fix: 'Add "Use when …", with the words that a person would use.',
  },
  'duplicate-field': { what: '"{{key}}" appears twice; the last one counts', fix: 'Keep one of them.' },
  'folder-name': { what: "The folder's name {{name}} has invisible or control characters", fix: 'Rename the folder.' },
  'front-matter-language': {
    what: 'The front matter is marked as "{{language}}". Only YAML is read, and nothing in it was run',
    fix: 'Write "---" alone on the first line, and the fields below it as YAML.',
  },
  'front-matter-long': {
    what: "The front matter doesn't end within its first {{most}} KiB, so it isn't read",
    fix: 'Move what is long to the instructions.',
  },
  'front-matter-missing': {
    what: "The file doesn't begin with front matter",
    fix: 'Begin it with a line "---", then "name: …" and "description: …", then a line "---".',
  },
  'front-matter-not-fields': {
    what: "The front matter doesn't start with a field",
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'front-matter-not-utf8': { what: "The front matter isn't UTF-8", fix: 'Save the file as UTF-8.' },
  'front-matter-unclosed': {
    what: 'The front matter has no closing "---"',
    fix: 'Close it with a line that is only "---".',
  },
  'line-endings': { what: 'Lines end with CRLF or CR', fix: 'Save the file with LF.' },
  'line-endings-start': {
    what: 'The lines of this script end with CRLF, so its "#!" line can\'t start it',
    fix: 'Save it with LF.',
  },
  'metadata-key-not-text': {
    what: 'A key of "metadata" isn\'t text',
    fix: 'Write it as text, in double quotes.',
  },
  'metadata-left-out': { what: '"metadata.{{key}}" isn\'t text, so it was left out', fix: 'Write it as text.' },
  'metadata-not-fields': {
    what: '"metadata" holds no fields, so it was left out',
    fix: 'Indent its fields below it.',
  },
  'metadata-not-text': { what: '"metadata.{{key}}" isn\'t text', fix: 'Write it as text, in double quotes.' },
  'name-capitals': {
    what: 'The name "{{name}}" has capital letters',
    fix: 'Use lowercase letters, digits and single hyphens, such as "{{better}}".',
  },
  'name-characters': {
    what: 'The name "{{name}}" has characters other than lowercase letters, digits and hyphens',
    fix: 'Use only those, such as "{{better}}".',
  },
  'name-confusable': {
    what: 'The name "{{name}}" looks like "{{ascii}}" and has letters of another script',
    fix: 'Write it in one script.',
  },
  'name-confusable-other': {
    what: 'Its name looks like "{{ascii}}" but has letters of another script: it is another skill',
    fix: 'Remove it, or rename its folder, unless you know where it comes from.',
  },
  'name-double-hyphen': {
    what: 'The name "{{name}}" has two hyphens in a row',
    fix: 'Use single hyphens, such as "{{better}}".',
  },
  'name-hyphen-ends': {
    what: 'The name "{{name}}" begins or ends with a hyphen',
    fix: 'Begin and end it with a letter or digit, such as "{{better}}".',
  },
  'name-missing': { what: 'The front matter has no usable "name"', fix: 'Add "name: the-folder-name".' },
  'name-not-folder': {
    what: 'The name "{{name}}" isn\'t the folder\'s name "{{folder}}"',
    fix: 'Rename one of the two.',
  },
  'name-not-nfkc': {
    what: 'The name "{{name}}" isn\'t in the normal form NFKC',
    fix: 'Use lowercase letters, digits and single hyphens, such as "{{better}}".',
  },
  'name-too-long': {
    what: 'The name "{{name}}" has {{n}} characters, and at most {{most}} are allowed',
    fix: 'Shorten it.',
  },
  'need-malformed': {
    what: '"{{entry}}" was left out: it names no host, folder or program',
    fix: 'Write a host such as api.example.com, a folder such as "~/Documents/trips (read)", or the name of a program.',
  },
  'need-too-broad': {
    what: '"{{entry}}" is more than can be granted',
    fix: 'Name what the scripts really use.',
  },
  'not-a-list': {
    what: '"{{key}}" is neither a list of words nor text, so it was left out',
    fix: 'Write "{{key}}: [a, b]".',
  },
  'not-text': {
    what: '"{{key}}" isn\'t plain text in YAML; it was read as written',
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'not-yes-or-no': {
    what: '"{{key}}" is neither true nor false, so it was left out',
    fix: 'Write "{{key}}: true" or "{{key}}: false".',
  },
  'not-utf8': { what: "The file isn't UTF-8", fix: 'Save it as UTF-8.' },
  'overrides-hides': { what: '"{{words}}" tells the agent to hide something from the person', fix: 'Leave it out.' },
  'overrides-instructions': {
    what: '"{{words}}" tells the agent to ignore its instructions',
    fix: 'Leave it out.',
  },
  'overrides-unasked': { what: '"{{words}}" tells the agent to act without asking', fix: 'Leave it out.' },
  'overrides-wish': {
    what: '"{{words}}" tells the agent to act against the person\'s wish',
    fix: 'Leave it out.',
  },
  'records-fields': {
    what: '"metadata.records" can\'t be read: wrong or missing: {{fields}}',
    fix: 'It needs "folder", "kind" and "title".',
  },
  'unknown-field': {
    what: '"{{key}}" isn\'t a field of the specification',
    fix: 'Move it below "metadata".',
  },
  'unknown-field-meant': {
    what: '"{{key}}" isn\'t a field of the specification',
    fix: 'Did you mean "{{meant}}"?',
  },
  'yaml-invalid': {
    what: 'Not valid YAML: {{detail}}',
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'yaml-left-out': {
    what: "An entry was left out because it isn't valid YAML: {{detail}}",
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'yaml-repaired': {
    what: '"{{key}}" isn\'t valid YAML: {{detail}}',
    fix: 'Put the value in double quotes, or fix the line.',
  },
};
