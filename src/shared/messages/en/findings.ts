/** Faults in a skill's other files. */
export const files = {
  'absolute-path': {
    what: '"{{path}}" may not exist on other machines',
    fix: 'Use a path inside the skill, or take it as an option.',
  },
  'binary-left-over': { what: '{{path}} is left over from a run', fix: 'Remove it.' },
  'binary-script': { what: "{{path}} is a binary file, which can't be reviewed", fix: 'Ship its source instead.' },
  'client-folder': {
    what: '"{{path}}" is a folder of {{client}} and may not exist elsewhere',
    fix: 'Use a path inside the skill.',
  },
  'evals-field': {
    what: '"{{field}}" is missing or can\'t be read',
    fix: 'A case needs "id" and "prompt", a sentence "query" and "should_trigger".',
  },
  'evals-file-missing': {
    what: 'The case "{{id}}" names {{path}}, which isn\'t in the skill\'s folder',
    fix: 'Add the file, or correct its path.',
  },
  'evals-not-json': { what: "{{path}} isn't valid JSON", fix: 'Correct it here.' },
  'evals-pattern': {
    what: 'The case "{{id}}" has a pattern that isn\'t a regular expression: {{pattern}}',
    fix: 'Correct it, or escape its special characters.',
  },
  'evals-pattern-kind': {
    what: 'The case "{{id}}" has a pattern that isn\'t supported: {{pattern}}',
    fix: 'Write it without look-ahead, look-behind and back-references, and with counts of at most 1,000.',
  },
  'evals-twice': { what: 'Two cases are called "{{id}}"', fix: 'Rename one of them.' },
  'file-gone': { what: "The file isn't there, or is a link to nothing", fix: 'Put it back, or remove the folder.' },
  'file-not-regular': { what: "This isn't a regular file", fix: 'Replace it with a text file.' },
  'file-outside': { what: 'The file is a link that leads out of the skill root', fix: 'Copy the file here instead.' },
  'file-too-large': {
    what: "The file is larger than {{most}} MiB, so it isn't read",
    fix: 'Move parts of it to references.',
  },
  'file-unreadable': { what: "The file can't be read", fix: 'Give yourself read access to it.' },
  'folder-unreadable': { what: "The folder can't be read", fix: 'Give yourself read access to it.' },
  'hidden-bidirectional': { what: 'Hidden characters (bidirectional): {{characters}}', fix: 'Remove them.' },
  'hidden-control': { what: 'Hidden characters (control): {{characters}}', fix: 'Remove them.' },
  'hidden-invisible': { what: 'Hidden characters (invisible): {{characters}}', fix: 'Remove them.' },
  'hidden-name': { what: 'The name "{{name}}" has hidden characters', fix: 'Rename it.' },
  'hidden-tags': { what: 'Hidden characters (tags): {{characters}}', fix: 'Remove them.' },
  'hidden-tags-decoded': {
    what: 'Hidden characters (tags): {{characters}}; decoded, they say "{{decoded}}"',
    fix: 'Remove them.',
  },
  'hidden-variation': { what: 'Hidden characters (variation selectors): {{characters}}', fix: 'Remove them.' },
  'hidden-variation-decoded': {
    what: 'Hidden characters (variation selectors): {{characters}}; decoded, they say "{{decoded}}"',
    fix: 'Remove them.',
  },
  'link-broken': { what: '{{path}} is a link to nothing', fix: 'Remove it.' },
  'link-outside': {
    what: "{{path}} is a link that leads out of the skill's folder, so it isn't followed",
    fix: 'Copy what it leads to.',
  },
  placeholder: {
    what: 'A placeholder is left in the instructions: "{{words}}"',
    fix: 'Write what belongs there, or remove it.',
  },
  'hidden-code': {
    what: '"{{code}}" runs code that no one can read here',
    fix: 'Write the code out in the skill.',
  },
  'reads-keys': {
    what: '"{{path}}" holds keys or passwords of the person',
    fix: 'Ask for a secret of the skill by "requires-env" instead.',
  },
  'pipe-to-shell': {
    what: '"{{command}}" runs what a server sends, unseen',
    fix: 'Download it, check it, then run it.',
  },
  'reference-bytes': { what: '{{path}} has {{n}} bytes, too many to be loaded', fix: 'Split it.' },
  'reference-missing': {
    what: '"{{path}}" is named here but isn\'t in the skill\'s folder',
    fix: 'Add the file, or correct its name.',
  },
  'reference-named-once': { what: '{{path}} is named only in {{by}}', fix: 'Name it in the SKILL.md too.' },
  'reference-not-utf8': { what: "The file isn't UTF-8, so it can't be loaded", fix: 'Save it as UTF-8.' },
  'reference-outside': {
    what: '"{{path}}" is outside the skill\'s folder, so it can\'t be loaded',
    fix: 'Copy it into the folder.',
  },
  'reference-over-budget': {
    what: '{{path}} has {{n}} tokens and the skill budget is {{most}}, so it can only be read in parts',
    fix: 'Split it.',
  },
  'reference-too-deep': { what: '{{path}} is more than one level deep', fix: 'Move it right into references/.' },
  'reference-elsewhere': {
    what: '"{{path}}" is {{there}}',
    fix: 'Write that path.',
  },
  'reference-miscased': {
    what: '{{path}} is written "{{written}}"; where upper and lower case differ, that file isn\'t found',
    fix: 'Write it as the file is named.',
  },
  'reference-unnamed': {
    what: "{{path}} isn't named anywhere in the skill",
    fix: 'Say in the instructions when to read it, or remove it.',
  },
  'root-link-broken': { what: 'The link leads nowhere', fix: 'Remove it.' },
  'root-link-outside': {
    what: "The link leads out of the skill root, to {{dir}}, so it isn't followed",
    fix: 'Copy the folder here, or add it as another root: --skills {{dir}}',
  },
  'root-passed-over': {
    what: "The skill isn't used: it is over eight folders down, or among packages or caches",
    fix: 'Name its folder: {{dir}}',
  },
  'root-too-many-folders': { what: 'Only the first {{most}} folders were searched', fix: 'Choose a smaller root.' },
  'script-deletes': {
    what: '{{path}} deletes more than one file: "{{call}}"',
    fix: 'Write into a fresh folder instead.',
  },
  'script-missing': {
    what: '"{{path}}" is named here but isn\'t in the skill\'s folder',
    fix: 'Add the script, or correct its name.',
  },
  'script-network': {
    what: '{{path}} uses the network: "{{call}}"',
    fix: 'Name its hosts in "metadata.network" or in "compatibility".',
  },
  'script-network-denied': {
    what: '{{path}} uses the network: "{{call}}". "compatibility" says that it doesn\'t',
    fix: 'Correct "compatibility", or remove the call.',
  },
  'script-no-help': {
    what: "{{path}} doesn't seem to answer --help",
    fix: 'Let it print its options, with an example.',
  },
  'script-not-executable': {
    what: '{{path}} has a "#!" line but isn\'t executable',
    fix: 'Run chmod +x on it, or remove the line.',
  },
  'script-syntax': { what: "{{path}} can't be parsed: {{detail}}", fix: 'Correct it there or just before.' },
  'script-unchecked-language': { what: "{{path}} wasn't checked for syntax errors: nothing here reads {{program}}" },
  'script-unchecked-missing': {
    what: "{{path}} wasn't checked for syntax errors: {{program}} isn't installed",
    fix: 'Install it to have the script checked.',
  },
  'script-unchecked-silent': { what: "{{path}} wasn't checked for syntax errors: {{program}} didn't answer" },
  'secret-key': {
    what: 'This looks like a key or token of {{service}}: {{start}}… ({{n}} characters)',
    fix: 'Revoke it where it was issued, and read it from the environment.',
  },
  'secret-password': {
    what: 'This looks like a password in an address: {{start}}… ({{n}} characters)',
    fix: 'Change it where it is used, and read it from the environment.',
  },
  'secret-private-key': {
    what: 'This looks like a private key: {{start}}',
    fix: 'Replace it where it is used, and read it from the environment.',
  },
  'skill-file-name': { what: 'The file is called {{name}}; other programs look for SKILL.md', fix: 'Rename it.' },
  'special-file': { what: '{{path}} is a pipe, a socket or a device, so it is never opened', fix: 'Remove it.' },
  'too-many-files': {
    what: "The folder holds more than {{most}} files, and the rest wasn't checked",
    fix: "Move what the skill doesn't need elsewhere.",
  },
};

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
  'confirm-script-missing': {
    what: '"metadata.confirm" names {{script}}, which isn\'t a file of the skill, so every script needs approval',
    fix: 'Write the path from the skill\'s folder, such as "scripts/book.py", with a comma between two.',
  },
  'confirm-unread': {
    what: '"{{key}}" names no script plainly, so every script of this skill needs approval',
    fix: 'Write below "metadata": confirm: "scripts/book.py, scripts/manage.py cancel".',
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
  'description-tags': { what: 'The description has an XML tag: {{tag}}', fix: 'Write it without angle brackets.' },
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
  'metadata-key-not-text': { what: 'A key of "metadata" isn\'t text', fix: 'Write it as text, in double quotes.' },
  'metadata-left-out': { what: '"metadata.{{key}}" isn\'t text, so it was left out', fix: 'Write it as text.' },
  'metadata-not-fields': { what: '"metadata" holds no fields, so it was left out', fix: 'Indent its fields below it.' },
  'metadata-not-text': { what: '"metadata.{{key}}" isn\'t text', fix: 'Write it as text, in double quotes.' },
  'name-capitals': {
    what: 'The name "{{name}}" has capital letters',
    fix: 'Use lowercase letters, digits and single hyphens, such as "{{better}}".',
  },
  'name-characters': {
    what: 'The name "{{name}}" has characters other than lowercase letters, digits and hyphens',
    fix: 'Use only those, such as "{{better}}".',
  },
  'name-reserved': {
    what: 'The name has the word "{{word}}", which Claude’s upload refuses',
    fix: 'Choose another name if it is to be uploaded there.',
  },
  unfilled: {
    what: '{{words}} isn’t run here: the model sees these characters',
    fix: 'Say that the command has to be run first.',
  },
  'tool-name-typo': { what: '"{{name}}" is no known tool', fix: 'Did you mean "{{better}}"?' },
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
  'need-too-broad': { what: '"{{entry}}" is more than can be granted', fix: 'Name what the scripts really use.' },
  'not-a-list': {
    what: '"{{key}}" is neither a list of words nor text, so it was left out',
    fix: 'Write "{{key}}: [a, b]".',
  },
  'not-text': {
    what: '"{{key}}" isn\'t plain text in YAML; it was read as written',
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'not-yes-or-no': {
    what: '"{{key}}" is neither true nor false',
    fix: 'Write "{{key}}: true" or "{{key}}: false".',
  },
  'not-utf8': { what: "The file isn't UTF-8", fix: 'Save it as UTF-8.' },
  'overrides-hides': { what: '"{{words}}" tells the agent to hide something from the person', fix: 'Leave it out.' },
  'overrides-instructions': { what: '"{{words}}" tells the agent to ignore its instructions', fix: 'Leave it out.' },
  'overrides-unasked': { what: '"{{words}}" tells the agent to act without asking', fix: 'Leave it out.' },
  'overrides-unseen': {
    what: '"{{words}}" is an order in a comment, which a person may not see',
    fix: 'Leave it out.',
  },
  'overrides-wish': { what: '"{{words}}" tells the agent to act against the person\'s wish', fix: 'Leave it out.' },
  'records-fields': {
    what: '"metadata.records" can\'t be read: wrong or missing: {{fields}}',
    fix: 'It needs "folder", "kind" and "title".',
  },
  'unknown-field': { what: '"{{key}}" isn\'t a field of the specification', fix: 'Move it below "metadata".' },
  'unknown-field-meant': { what: '"{{key}}" isn\'t a field of the specification', fix: 'Did you mean "{{meant}}"?' },
  'yaml-invalid': { what: 'Not valid YAML: {{detail}}', fix: 'Put the value in double quotes, or fix the line.' },
  'yaml-left-out': {
    what: "An entry was left out because it isn't valid YAML: {{detail}}",
    fix: 'Put the value in double quotes, or fix the line.',
  },
  'yaml-repaired': {
    what: '"{{key}}" isn\'t valid YAML: {{detail}}',
    fix: 'Put the value in double quotes, or fix the line.',
  },
};

/** Faults in the person's settings files, and needs of a skill that this computer does not meet. */
export const settings = {
  'settings-unreadable': {
    what: "The file can't be read ({{why}})",
    fix: 'Correct its permissions, or restore it from a copy.',
  },
  'settings-too-deep': {
    what: 'Brackets are nested more than {{most}} deep, so nothing here was read',
    fix: 'Remove the nesting.',
  },
  'settings-no-object': {
    what: 'Settings belong between { and }; nothing here was read',
    fix: 'Put { before the first setting and } after the last.',
  },
  'settings-twice': { what: '"{{field}}" appears twice; the last one counts', fix: 'Keep one of them.' },
  'settings-unknown': {
    what: '"{{field}}" isn\'t a setting of this version, so it is ignored',
    fix: 'Check the spelling.',
  },
  'settings-wrong': { what: '"{{field}}" is ignored: {{why}}' },
  'settings-wrong-inside': { what: '"{{field}}" is ignored because of "{{place}}": {{why}}' },
  'settings-env-misplaced': { what: '"env" is ignored here', fix: 'Set it in the config.jsonc of the data folder.' },
  'settings-env-missing': {
    what: '"env" names "{{name}}", which doesn\'t exist; "{{used}}" is used',
    fix: 'Use one of: {{names}}.',
  },
  'settings-agent-missing': {
    what: '"agent" is ignored: agents.jsonc has no "{{name}}"',
    fix: 'Use one of: {{names}}.',
  },
  'agent-name': { what: '"{{name}}" can\'t name an agent', fix: 'Use 1 to {{most}} characters, and not "none".' },
  'agent-no-object': { what: 'The agent "{{name}}" is ignored', fix: 'Put its settings between { and }.' },
  'agent-second-default': {
    what: '"{{name}}" is a second default; "{{used}}" stays the default',
    fix: 'Remove "default" from one of them.',
  },
  'agent-limit-unreadable': {
    what: 'The agent "{{name}}" gets none, because its "{{field}}" isn\'t a list of names',
    fix: 'Write a list, such as ["read_*"].',
  },
  'model-no-object': {
    what: 'The model "{{name}}" is ignored',
    fix: 'Write a name and, between { and }, its settings.',
  },
  'model-incomplete': {
    what: 'The model "{{name}}" isn\'t offered, because its "{{field}}" is wrong',
    fix: 'Correct it.',
  },
  'grants-no-list': {
    what: '"grants" isn\'t a list, so no permission in this file counts',
    fix: 'Correct the file, or delete it to start over.',
  },
  'grants-unreadable': {
    what: "{{n}} of {{all}} permissions can't be read, so they don't count",
    fix: 'Correct or delete them.',
  },
  'grants-file-unreadable': {
    what: "The file can't be read ({{why}}), so no permission in it counts",
    fix: 'Correct the file, or delete it to start over.',
  },
  'json-comma': { what: 'A comma is missing here', fix: 'Add it.' },
  'json-colon': { what: 'A colon is missing here', fix: 'Add it after the name.' },
  'json-name': { what: 'The name of a setting is missing here', fix: 'Write it in double quotes.' },
  'json-value': { what: 'A value is missing here', fix: 'Add it.' },
  'json-brace': { what: 'A } is missing here', fix: 'Add it.' },
  'json-bracket': { what: 'A ] is missing here', fix: 'Add it.' },
  'json-end': { what: 'The file should end here', fix: 'Remove what follows.' },
  'json-invalid': { what: "This isn't valid JSON ({{why}})", fix: 'Correct it.' },
  'root-missing': { what: 'There is no folder {{dir}}', fix: 'Check the path that follows --skills.' },
  'database-wal-gone': {
    what: 'Skilldeck ended unexpectedly last time, and this file, which held the latest events, is missing. The end of the last conversations may be lost',
  },
  'database-disk-full': {
    what: 'The disk is full. You can read conversations, but nothing new is stored',
    fix: "Delete what you don't need, then start Skilldeck again.",
  },
  'unmet-system': { what: 'The skill is made for {{names}}, and this computer runs {{here}}' },
  'unmet-secret': {
    what: "The skill needs the secret {{name}}, which isn't set",
    fix: "Enter it on the skill's page, or run: skilldeck secrets set {{skill}} {{name}}.",
  },
  'unmet-program': { what: "The skill needs the program {{names}}, which isn't installed", fix: 'Install it.' },
  'unmet-perhaps': { what: "The skill's compatibility note mentions {{names}}, which isn't installed" },
  'unmet-left-out': {
    what: "The model doesn't see this skill, because it can't work on this computer",
    fix: 'To use it anyway, run: skilldeck skills enable {{skill}}.',
  },
};

/** Faults in a `tools.yaml`. */
export const toolsFile = {
  'tool-confirmed': {
    what: 'The tool "{{name}}" was left out: {{script}} needs approval for some of its arguments, and a file would hide them',
    fix: 'Use "pass: flags".',
  },
  'tool-description-long': {
    what: 'The tool "{{name}}" was left out: its description has more than {{most}} characters',
    fix: 'Shorten it.',
  },
  'tool-description-missing': {
    what: 'The tool "{{name}}" was left out: it has no "description", and without one a model can\'t tell when to call it',
    fix: 'Describe in words what the tool does.',
  },
  'tool-duplicate': {
    what: 'This tool was left out: line {{line}} already defines "{{name}}"',
    fix: 'Rename or remove one of the two.',
  },
  'tool-not-fields': {
    what: 'This entry was left out: it isn\'t "name: …" and further fields',
    fix: 'Write each field as "key: value".',
  },
  'tool-key-unusable': {
    what: 'This tool was left out: a key of "parameters" can\'t be used',
    fix: 'Use text for each key.',
  },
  'tool-name': {
    what: 'This tool was left out: "name" must be 1 to 64 letters, digits, "_" or "-"',
    fix: 'Put a name that is a number in quotes.',
  },
  'tool-not-a-number': {
    what: "This tool was left out: {{value}} isn't a number in JSON",
    fix: 'Use a finite number.',
  },
  'tool-parameters': {
    what: 'The tool "{{name}}" was left out: "parameters" isn\'t a usable JSON Schema: {{detail}}',
    fix: 'Correct the schema.',
  },
  'tool-parameters-no-object': {
    what: 'The tool "{{name}}" was left out: "parameters" must be the JSON Schema of an object',
    fix: 'Write "type: object", with "properties".',
  },
  'tool-pass': { what: 'The tool "{{name}}" was left out: "pass" is unknown', fix: 'Use one of: {{allowed}}.' },
  'tool-script-gone': {
    what: 'The tool "{{name}}" was left out: its script {{script}} isn\'t there',
    fix: 'Add the script, or correct its path.',
  },
  'tool-script-large': {
    what: 'The tool "{{name}}" was left out: its script {{script}} has more than {{most}} MiB',
    fix: 'Make it smaller.',
  },
  'tool-script-missing': {
    what: 'The tool "{{name}}" runs "{{script}}", which isn\'t in the skill\'s folder',
    fix: 'Add the script, or correct its path.',
  },
  'tool-script-none': {
    what: 'The tool "{{name}}" was left out: it names no "script"',
    fix: "Name a script in the skill's folder.",
  },
  'tool-script-not-regular': {
    what: 'The tool "{{name}}" was left out: its script {{script}} isn\'t a regular file',
    fix: 'Replace it with a file.',
  },
  'tool-script-outside': {
    what: 'The tool "{{name}}" was left out: its script {{script}} leads out of the skill\'s folder',
    fix: 'Copy the script into the folder.',
  },
  'tool-script-path': {
    what: 'The tool "{{name}}" was left out: its script must be a path inside the skill\'s folder',
    fix: 'Write a path such as scripts/run.py.',
  },
  'tool-script-type': {
    what: 'The tool "{{name}}" was left out: its script must be a .py, .js, .mjs, .cjs or .sh file',
    fix: 'Name a file of one of these types.',
  },
  'tool-script-unreadable': {
    what: 'The tool "{{name}}" was left out: its script {{script}} can\'t be read',
    fix: 'Give yourself read access to it.',
  },
  'tool-values': {
    what: 'This tool was left out: its entry holds more than {{most}} values',
    fix: 'Make its schema smaller.',
  },
  'tools-file-gone': { what: "The skill brings no tools: the file isn't there", fix: 'Put it back.' },
  'tools-file-large': {
    what: 'The skill brings no tools: the file has more than {{most}} KiB',
    fix: 'Make it smaller.',
  },
  'tools-file-not-regular': {
    what: "The skill brings no tools: this isn't a regular file",
    fix: 'Replace it with a text file.',
  },
  'tools-file-not-text': {
    what: "The file can't be read as text, so the skill brings no tools",
    fix: 'Save it as UTF-8.',
  },
  'tools-file-outside': {
    what: "The skill brings no tools: the file leads out of the skill's folder",
    fix: 'Copy the file here instead.',
  },
  'tools-file-unreadable': {
    what: "The skill brings no tools: the file can't be read",
    fix: 'Give yourself read access to it.',
  },
  'tools-not-listed': {
    what: 'There is no list of {{key}}',
    fix: 'Begin each with "- name: …", or write them below "{{key}}:".',
  },
  'tools-other-files': { what: 'Only this file is read; {{files}} is ignored', fix: 'Put all tools into this file.' },
  'tools-too-many': {
    what: 'There are more than {{most}} tools; this one and those after it were left out',
    fix: 'Remove some of them.',
  },
  'tools-unknown-field': { what: 'Unknown fields were ignored: {{keys}}', fix: 'An entry has {{allowed}}.' },
};

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
    what: 'A load takes {{n}} tokens and the skill budget is {{most}}, so this skill loads only by sections',
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
  'unfixed-not-regular': { what: "This wasn't fixed: it isn't a regular file", fix: 'Replace it with a text file.' },
  'unfixed-outside': { what: "This wasn't fixed: the file is outside the skill", fix: 'Copy it into the skill.' },
  'unfixed-taken': {
    what: "This wasn't fixed: a file of that name already exists",
    fix: 'Rename or remove one of the two.',
  },
  'unfixed-unreadable': { what: "This wasn't fixed: the file can't be read", fix: 'Give yourself access to it.' },
};
