/** Each finding by its code: the fault, and the fix. `what` has no full stop. */
export const findings = {
  // Faults in a skill's other files.
  'absolute-path': { what: '"{{path}}" may not exist on other machines', fix: 'Use a path inside the skill.' },
  'binary-left-over': { what: '{{path}} is left over from a run', fix: 'Remove it.' },
  'binary-script': { what: "{{path}} is a binary file, which can't be reviewed", fix: 'Ship its source instead.' },
  'client-folder': { what: '"{{path}}" is a folder of {{client}} alone', fix: 'Use a path inside the skill.' },
  'evals-field': {
    what: '"{{field}}" is missing or can\'t be read',
    fix: 'A case needs "id" and "prompt", a sentence "query" and "should_trigger".',
  },
  'evals-file-missing': { what: 'The case "{{id}}" names {{path}}, which isn\'t there', fix: 'Correct its path.' },
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
  'file-too-large': { what: "The file is larger than {{most}} MiB: it isn't read", fix: 'Move parts to references.' },
  'file-unreadable': { what: "The file can't be read", fix: 'Give yourself read access to it.' },
  'folder-unreadable': { what: "The folder can't be read", fix: 'Give yourself read access to it.' },
  'hidden-bidirectional': { what: 'Hidden characters (bidirectional): {{characters}}', fix: 'Remove them.' },
  'hidden-control': { what: 'Hidden characters (control): {{characters}}', fix: 'Remove them.' },
  'hidden-invisible': { what: 'Hidden characters (invisible): {{characters}}', fix: 'Remove them.' },
  'hidden-name': { what: 'The name "{{name}}" has hidden characters', fix: 'Rename it.' },
  'hidden-tags': { what: 'Hidden characters (tags): {{characters}}', fix: 'Remove them.' },
  'hidden-tags-decoded': { what: 'Hidden characters (tags): {{characters}}, "{{decoded}}"', fix: 'Remove them.' },
  'hidden-variation': { what: 'Hidden characters (variation selectors): {{characters}}', fix: 'Remove them.' },
  'hidden-variation-decoded': {
    what: 'Hidden characters (variation selectors): {{characters}}, "{{decoded}}"',
    fix: 'Remove them.',
  },
  'link-broken': { what: '{{path}} is a link to nothing', fix: 'Remove it.' },
  'link-outside': { what: "{{path}} leads out of the skill's folder: not followed", fix: 'Copy what it leads to.' },
  placeholder: { what: 'A placeholder is left: "{{words}}"', fix: 'Write what belongs there, or remove it.' },
  'hidden-code': {
    what: '"{{code}}" runs code that no one can read here',
    fix: 'Write the code out in the skill.',
  },
  'reads-keys': { what: '"{{path}}" holds keys or passwords of the person', fix: 'Use a secret: "requires-env".' },
  'pipe-to-shell': { what: '"{{command}}" runs what a server sends, unseen', fix: 'Download it, check it, run it.' },
  'reference-bytes': { what: '{{path}} has {{n}} bytes, too many to be loaded', fix: 'Split it.' },
  'reference-missing': { what: '"{{path}}" isn\'t in the skill\'s folder', fix: 'Add the file, or correct its name.' },
  'reference-named-once': { what: '{{path}} is named only in {{by}}', fix: 'Name it in the SKILL.md too.' },
  'reference-not-utf8': { what: "The file isn't UTF-8, so it can't be loaded", fix: 'Save it as UTF-8.' },
  'reference-outside': { what: '"{{path}}" is outside the skill\'s folder', fix: 'Copy it into it to load it.' },
  'reference-over-budget': { what: '{{path}} has {{n}} tokens; over {{most}} it is read in parts', fix: 'Split it.' },
  'reference-too-deep': { what: '{{path}} is more than one level deep', fix: 'Move it right into references/.' },
  'reference-elsewhere': {
    what: '"{{path}}" is {{there}}',
    fix: 'Write that path.',
  },
  'reference-miscased': {
    what: '{{path}} is written "{{written}}"; where upper and lower case differ, that file isn\'t found',
    fix: 'Write it as the file is named.',
  },
  'reference-unnamed': { what: "{{path}} isn't named in the skill", fix: 'Say when to read it, or remove it.' },
  'root-link-broken': { what: 'The link leads nowhere', fix: 'Remove it.' },
  'root-link-outside': {
    what: "The link leads out of the skill root, to {{dir}}, so it isn't followed",
    fix: 'Copy the folder here, or add it as another root: --skills {{dir}}',
  },
  'root-passed-over': { what: 'Not used: over eight folders down, or in packages or caches', fix: 'Name it: {{dir}}' },
  'root-too-many-folders': { what: 'Only the first {{most}} folders were searched', fix: 'Choose a smaller root.' },
  'script-deletes': { what: '{{path}} deletes more than one file: "{{call}}"', fix: 'Write into a fresh folder.' },
  'script-missing': { what: '"{{path}}" isn\'t in the skill\'s folder', fix: 'Add the script, or correct its name.' },
  'script-network': { what: '{{path}} uses the network: "{{call}}"', fix: 'Name its hosts in "metadata.network".' },
  'script-network-denied': {
    what: '{{path}} uses the network: "{{call}}". "compatibility" says that it doesn\'t',
    fix: 'Correct "compatibility", or remove the call.',
  },
  'script-no-help': { what: "{{path}} doesn't seem to answer --help", fix: 'Let it print its options.' },
  'script-not-executable': { what: '{{path}} has "#!" but isn\'t executable', fix: 'Run chmod +x, or remove "#!".' },
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
  'secret-private-key': { what: 'Looks like a private key: {{start}}', fix: 'Replace it; read it from a variable.' },
  'skill-file-name': { what: 'The file is called {{name}}; other programs look for SKILL.md', fix: 'Rename it.' },
  'special-file': { what: '{{path}} is a pipe, a socket or a device, so it is never opened', fix: 'Remove it.' },
  'too-many-files': { what: "Files beyond {{most}} weren't checked", fix: "Keep what isn't needed elsewhere." },
  // Faults in the front matter of a `SKILL.md`.
  'activity-language-missing': { what: '"metadata.activity": {{script}} lacks {{languages}}', fix: 'Add a sentence.' },
  'activity-no-sentences': { what: '"metadata.activity": "{{key}}" has no sentence', fix: 'Write "en: …", "zh: …".' },
  'activity-script-missing': { what: '"metadata.activity" names {{script}}: not there', fix: 'Correct its path.' },
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
  'blank-before-front-matter': { what: 'Other programs miss front matter below blank lines', fix: 'Remove them.' },
  'byte-order-mark': { what: 'The file begins with a byte order mark', fix: 'Save it as UTF-8 without one.' },
  'compatibility-length': { what: 'The compatibility has {{n}} characters, over {{most}}', fix: 'Shorten it.' },
  'description-english-only': { what: 'Requests in Chinese may miss this description', fix: 'Add the Chinese words.' },
  'description-length': { what: 'The description has {{n}} characters, over {{most}}', fix: 'Shorten it.' },
  'description-missing': { what: 'There is no usable "description"', fix: 'Say what it does, and when to use it.' },
  'description-tags': { what: 'The description has an XML tag: {{tag}}', fix: 'Write it without angle brackets.' },
  'description-vague': { what: "The description doesn't say when to use the skill", fix: 'Add "Use when …".' },
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
  'front-matter-not-fields': { what: 'The front matter begins with no field', fix: 'Quote the value, or fix it.' },
  'front-matter-not-utf8': { what: "The front matter isn't UTF-8", fix: 'Save the file as UTF-8.' },
  'front-matter-unclosed': { what: 'The front matter has no closing "---"', fix: 'Close it with such a line.' },
  'line-endings': { what: 'Lines end with CRLF or CR', fix: 'Save the file with LF.' },
  'line-endings-start': { what: 'With lines that end in CRLF, "#!" can\'t start the script', fix: 'Save it with LF.' },
  'metadata-key-not-text': { what: 'A key of "metadata" isn\'t text', fix: 'Write it as text, in double quotes.' },
  'metadata-left-out': { what: '"metadata.{{key}}" isn\'t text, so it was left out', fix: 'Write it as text.' },
  'metadata-not-fields': { what: '"metadata" holds no fields, so it was left out', fix: 'Indent its fields below it.' },
  'metadata-not-text': { what: '"metadata.{{key}}" isn\'t text', fix: 'Write it as text, in double quotes.' },
  'name-capitals': { what: 'The name "{{name}}" has capital letters', fix: 'Use lowercase, such as "{{better}}".' },
  'name-characters': {
    what: 'The name "{{name}}" has characters other than lowercase letters, digits and hyphens',
    fix: 'Use only those, such as "{{better}}".',
  },
  'name-reserved': { what: 'Claude’s upload refuses names with "{{word}}"', fix: 'To upload it, choose another name.' },
  unfilled: { what: '{{words}} isn’t run here: the model sees it so', fix: 'Say that it has to be run first.' },
  'tool-name-typo': { what: '"{{name}}" is no known tool', fix: 'Did you mean "{{better}}"?' },
  'name-confusable': { what: 'The name "{{name}}" looks like "{{ascii}}" but isn\'t', fix: 'Write it in one script.' },
  'name-confusable-other': {
    what: 'Its name looks like "{{ascii}}" but has letters of another script: it is another skill',
    fix: 'Remove it, or rename its folder, unless you know where it comes from.',
  },
  'name-double-hyphen': { what: 'The name "{{name}}" has two hyphens in a row', fix: 'Use "{{better}}".' },
  'name-hyphen-ends': { what: 'The name "{{name}}" begins or ends with a hyphen', fix: 'Use one as "{{better}}".' },
  'name-missing': { what: 'The front matter has no usable "name"', fix: 'Add "name: the-folder-name".' },
  'name-not-folder': { what: 'The name "{{name}}" isn\'t the folder\'s, "{{folder}}"', fix: 'Rename one of the two.' },
  'name-not-nfkc': { what: 'The name "{{name}}" isn\'t in the normal form NFKC', fix: 'Use one such as "{{better}}".' },
  'name-too-long': { what: 'The name "{{name}}" has {{n}} characters, over {{most}}', fix: 'Shorten it.' },
  'need-malformed': {
    what: '"{{entry}}" was left out: it names no host, folder or program',
    fix: 'Write a host such as api.example.com, a folder such as "~/Documents/trips (read)", or the name of a program.',
  },
  'need-too-broad': { what: '"{{entry}}" is more than can be granted', fix: 'Name what the scripts really use.' },
  'not-a-list': { what: '"{{key}}" was left out: neither list nor text', fix: 'Write "{{key}}: [a, b]".' },
  'not-text': { what: '"{{key}}" isn\'t text in YAML: read as written', fix: 'Quote the value, or fix the line.' },
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
  'records-fields': { what: '"metadata.records": wrong or missing: {{fields}}', fix: 'Add "folder", "kind", "title".' },
  'unknown-field': { what: '"{{key}}" isn\'t a field of the specification', fix: 'Move it below "metadata".' },
  'unknown-field-meant': { what: '"{{key}}" isn\'t a field of the specification', fix: 'Did you mean "{{meant}}"?' },
  'yaml-invalid': { what: 'Not valid YAML: {{detail}}', fix: 'Quote the value, or fix the line.' },
  'yaml-left-out': { what: 'Left out, not valid YAML: {{detail}}', fix: 'Quote the value, or fix the line.' },
  'yaml-repaired': { what: '"{{key}}" isn\'t valid YAML: {{detail}}', fix: 'Quote the value, or fix the line.' },
  // Faults in the person's settings files, and needs of a skill that this computer does not meet.
  'settings-unreadable': { what: "The file can't be read ({{why}})", fix: 'Correct its permissions, or restore it.' },
  'settings-too-deep': { what: 'Over {{most}} nested brackets: nothing here was read', fix: 'Remove the nesting.' },
  'settings-no-object': { what: 'Nothing was read: settings belong between { and }', fix: 'Put { first and } last.' },
  'settings-twice': { what: '"{{field}}" appears twice; the last one counts', fix: 'Keep one of them.' },
  'settings-unknown': { what: '"{{field}}" is no setting of this version: ignored', fix: 'Check the spelling.' },
  'settings-wrong': { what: '"{{field}}" is ignored: {{why}}' },
  'settings-wrong-inside': { what: '"{{field}}" is ignored because of "{{place}}": {{why}}' },
  'settings-env-misplaced': { what: '"env" is ignored here', fix: 'Set it in the config.jsonc of the data folder.' },
  'settings-env-missing': { what: '"env": "{{name}}" doesn\'t exist; "{{used}}" is used', fix: 'Use: {{names}}.' },
  'settings-agent-missing': { what: '"agent": agents.jsonc has no "{{name}}": ignored', fix: 'Use one of: {{names}}.' },
  'agent-name': { what: '"{{name}}" can\'t name an agent', fix: 'Use 1 to {{most}} characters, and not "none".' },
  'agent-no-object': { what: 'The agent "{{name}}" is ignored', fix: 'Put its settings between { and }.' },
  'agent-second-default': { what: '"{{name}}" is a second default; "{{used}}" stays it', fix: 'Remove one "default".' },
  'agent-limit-unreadable': {
    what: 'The agent "{{name}}" gets none, because its "{{field}}" isn\'t a list of names',
    fix: 'Write a list, such as ["read_*"].',
  },
  'model-no-object': { what: 'The model "{{name}}" is ignored', fix: 'Put its settings between { and }.' },
  'model-incomplete': { what: 'The model "{{name}}" isn\'t offered: "{{field}}" is wrong', fix: 'Correct it.' },
  'grants-no-list': { what: '"grants" isn\'t a list: no permission here counts', fix: 'Correct or delete the file.' },
  'grants-unreadable': { what: "{{n}} of {{all}} permissions can't be read", fix: "They don't count: correct them." },
  'grants-file-unreadable': {
    what: "It can't be read ({{why}}); no permission in it counts",
    fix: 'Correct it, or delete it to start over.',
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
  // Faults in a `tools.yaml`.
  'tool-confirmed': {
    what: 'The tool "{{name}}" was left out: {{script}} needs approval for some of its arguments, and a file would hide them',
    fix: 'Use "pass: flags".',
  },
  'tool-description-long': {
    what: '"{{name}}" was left out: its description is over {{most}} characters',
    fix: 'Shorten it.',
  },
  'tool-description-missing': {
    what: 'The tool "{{name}}" was left out: it has no "description", and without one a model can\'t tell when to call it',
    fix: 'Describe in words what the tool does.',
  },
  'tool-duplicate': { what: 'Left out: line {{line}} already defines "{{name}}"', fix: 'Rename one of the two.' },
  'tool-not-fields': { what: 'Left out: not "name: …" and further fields', fix: 'Write each field as "key: value".' },
  'tool-key-unusable': { what: 'Left out: a key of "parameters" can\'t be used', fix: 'Use text for each key.' },
  'tool-name': { what: 'Left out: "name" takes 1 to 64 letters, digits, "_" or "-"', fix: 'Put a number in quotes.' },
  'tool-not-a-number': { what: "Left out: {{value}} isn't a number in JSON", fix: 'Use a finite number.' },
  'tool-parameters': { what: '"{{name}}" was left out: not a JSON Schema: {{detail}}', fix: 'Correct "parameters".' },
  'tool-parameters-no-object': {
    what: 'The tool "{{name}}" was left out: "parameters" must be the JSON Schema of an object',
    fix: 'Write "type: object", with "properties".',
  },
  'tool-pass': { what: 'The tool "{{name}}" was left out: "pass" is unknown', fix: 'Use one of: {{allowed}}.' },
  'tool-script-gone': { what: '"{{name}}" was left out: {{script}} isn\'t there', fix: 'Add it, or correct its path.' },
  'tool-script-large': { what: '"{{name}}" was left out: {{script}} is over {{most}} MiB', fix: 'Make it smaller.' },
  'tool-script-missing': { what: '"{{name}}" runs "{{script}}", which isn\'t in the folder', fix: 'Correct its path.' },
  'tool-script-none': { what: '"{{name}}" was left out: it names no "script"', fix: "Name one of the skill's." },
  'tool-script-not-regular': { what: '"{{name}}" was left out: {{script}} isn\'t a regular file', fix: 'Replace it.' },
  'tool-script-outside': { what: '"{{name}}" was left out: {{script}} leads out of the skill', fix: 'Copy it there.' },
  'tool-script-path': { what: '"{{name}}" was left out: no path inside the skill', fix: 'Write it as scripts/run.py.' },
  'tool-script-type': { what: '"{{name}}" was left out: wrong type', fix: 'Name a .py, .js, .mjs, .cjs or .sh file.' },
  'tool-script-unreadable': { what: '"{{name}}" was left out: {{script}} can\'t be read', fix: 'Allow yourself to.' },
  'tool-values': { what: 'Left out: its entry holds more than {{most}} values', fix: 'Make its schema smaller.' },
  'tools-file-gone': { what: "The skill brings no tools: the file isn't there", fix: 'Put it back.' },
  'tools-file-large': { what: 'The skill brings no tools: over {{most}} KiB', fix: 'Make the file smaller.' },
  'tools-file-not-regular': { what: 'The skill brings no tools: no regular file', fix: 'Replace it with a text file.' },
  'tools-file-not-text': { what: "The skill brings no tools: the file isn't text", fix: 'Save it as UTF-8.' },
  'tools-file-outside': { what: 'The skill brings no tools: the file is a link elsewhere', fix: 'Copy the file here.' },
  'tools-file-unreadable': { what: 'The skill brings no tools: unreadable', fix: 'Give yourself access to the file.' },
  'tools-not-listed': { what: 'There is no list of {{key}}', fix: 'Write "- name: …" for each, below "{{key}}:".' },
  'tools-other-files': { what: 'Only this file is read; {{files}} is ignored', fix: 'Put all tools into this file.' },
  'tools-too-many': { what: 'Over {{most}} tools: this one and those after it were left out', fix: 'Remove some.' },
  'tools-unknown-field': { what: 'Unknown fields were ignored: {{keys}}', fix: 'An entry has {{allowed}}.' },
  'empty-instructions': { what: 'There are no instructions', fix: 'Say what to do, step by step.' },
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
  'instructions-lines': { what: 'The instructions have {{n}} lines, over {{most}}', fix: 'Move parts to references.' },
  'instructions-not-utf8': { what: "The instructions aren't UTF-8", fix: 'Save the file as UTF-8.' },
  'instructions-tokens': { what: 'The instructions take {{n}} tokens, over {{most}}', fix: 'Use more references.' },
  more: { what: '… and more of this kind' },
  'over-skill-budget': { what: 'With {{n}} tokens, over {{most}}, it loads by sections', fix: 'Use more references.' },
  'placeholder-description': { what: 'A placeholder is in the description: "{{words}}"', fix: 'Say when to use it.' },
  shadowed: { what: 'Another skill "{{name}}" is used instead: {{file}}', fix: 'Rename or remove one of the two.' },
  'shadowed-here': { what: 'Of two skills "{{name}}", {{used}} is used, {{unused}} isn\'t', fix: 'Rename one.' },
  'unfixed-changed': { what: "This wasn't fixed: the file has changed in the meantime", fix: 'Check the skill again.' },
  'unfixed-detail': { what: "This wasn't fixed: {{detail}}", fix: 'Fix it by hand.' },
  'unfixed-gone': { what: "This wasn't fixed: the file no longer exists", fix: 'Check the skill again.' },
  'unfixed-not-regular': { what: "This wasn't fixed: it isn't a regular file", fix: 'Replace it with a text file.' },
  'unfixed-outside': { what: "This wasn't fixed: the file is outside the skill", fix: 'Copy it into the skill.' },
  'unfixed-taken': { what: "This wasn't fixed: a file of that name is there", fix: 'Rename or remove one of the two.' },
  'unfixed-unreadable': { what: "This wasn't fixed: the file can't be read", fix: 'Give yourself access to it.' },
};

/** The title of each lint rule, by its id. */
export const lint = {
  'absolute-path': 'No machine-specific paths',
  'binary-in-scripts': 'Scripts are text',
  'blank-before-front-matter': 'Nothing comes before the front matter',
  'byte-order-mark': 'Files have no byte order mark',
  'compatibility-length': 'The compatibility has 1 to 500 characters',
  'description-english-only': 'The description also has Chinese words',
  'description-length': 'The description has at most 1,024 characters',
  'description-missing': 'The skill has a description',
  'description-tags': 'The description has no XML tags',
  'description-vague': 'The description says when to use the skill',
  'duplicate-field': 'No field appears twice',
  'empty-instructions': 'The skill has instructions',
  'evals-invalid': 'The cases in "evals" can be run',
  'field-type': 'Fields have the type the specification requires',
  'foreign-tool': 'Instructions name no tools of another framework',
  'form-invalid': 'The forms in "forms.md" can be shown',
  'front-matter-missing': 'SKILL.md starts with front matter',
  'front-matter-unclosed': 'The front matter is closed',
  'instructions-lines': 'Instructions have at most 500 lines',
  'instructions-tokens': 'Instructions have at most 5,000 tokens',
  'invisible-characters': 'Nothing is hidden in the text',
  'line-endings': 'Lines end with LF',
  links: 'The folder contains only its own files',
  'metadata-not-text': 'Metadata maps text to text',
  'name-reserved': 'The name has no word that an upload refuses',
  unfilled: 'Instructions count on nothing that only another program fills in',
  'tool-name-typo': 'Allowed tools are spelled as tools are',
  'name-confusable': 'The name can’t be confused with another',
  'name-format': 'The name is 1 to 64 lowercase letters, digits and single hyphens',
  'name-missing': 'The skill has a name',
  'name-not-folder': "The name is the folder's name",
  'need-malformed': 'Script requirements are well-formed',
  'need-too-broad': 'Scripts ask for no more than they need',
  'confirm-invalid': 'The scripts that need approval can be read',
  'activity-invalid': 'The sentences for steps can be read',
  'records-invalid': 'The store of records can be read',
  'not-utf8': 'Text is UTF-8',
  'over-skill-budget': 'The skill fits the skill budget',
  'hidden-code': 'No code is hidden from a reader',
  'reads-keys': 'No keys or passwords are read',
  'overrides-user': 'Instructions leave the person in charge',
  placeholder: 'No placeholders are left',
  'pipe-to-shell': 'Nothing from the network runs unseen',
  'reference-missing': 'Referenced files exist',
  'reference-over-budget': 'Each reference fits the skill budget',
  'reference-too-deep': 'References are one level deep',
  'reference-unnamed': 'Every reference is mentioned',
  'script-deletes': 'Scripts delete no folders',
  'script-missing': 'Mentioned scripts exist',
  'script-network': 'Scripts that use the network say so',
  'script-no-help': 'Scripts answer --help',
  'script-not-executable': 'Scripts with a "#!" line are executable',
  'script-syntax': 'Scripts parse without errors',
  'script-unchecked': 'Scripts were checked for syntax errors',
  secret: 'No keys or passwords',
  shadowed: 'Skill names are unique',
  'skill-file': 'SKILL.md can be read',
  'skill-file-name': 'The file is named SKILL.md',
  'tool-description-missing': 'Every tool of the skill says what it does',
  'tool-script-missing': 'The script of every tool exists',
  'tools-invalid': '"tools.yaml" declares tools that can be offered',
  'unknown-field': 'Top-level fields are those of the specification',
  'yaml-invalid': 'The front matter is valid YAML',
};

/** Purpose of each rule of the skill check. Read in the editor and by `skills lint --explain`. */
export const rules = {
  'skill-file':
    'A skill is loaded from a regular file of limited size inside its folder. Links to other places are never followed, nor pipes and devices opened: one of them could hold up every other skill.',
  'not-utf8':
    'Skills are read as UTF-8. A SKILL.md in another encoding can’t be loaded, and a reference in another encoding is listed as a binary file that the agent can’t read.',
  'front-matter-missing':
    'The front matter is all that an agent sees of a skill before loading it. Without it the skill has no name and no description, so it is listed as broken and never offered.',
  'front-matter-unclosed':
    'Front matter ends at a line that is only "---", within the first 64 KiB. Without that line no program knows where the instructions begin. An indented "---" belongs to the value above it.',
  'blank-before-front-matter':
    'Skilldeck skips blank lines at the top of a file. Most other programs don’t, and find no front matter.',
  'byte-order-mark':
    'UTF-8 needs none. Skilldeck skips it; other programs read it as a character before the "---" and find no front matter. Before a "#!" it keeps a script from starting.',
  'line-endings':
    'A "#!" line that ends with CRLF names an interpreter that doesn’t exist, so the script doesn’t start. In a SKILL.md the extra characters go to the model with every load, and some programs find no front matter.',
  'skill-file-name':
    'The specification allows one spelling. Skilldeck reads any case, such as `skill.md`; most other programs ignore such a folder.',
  'yaml-invalid':
    'Skilldeck repairs what it can, field by field, and reads a value that isn’t YAML as plain text. Other programs refuse the skill. The usual cause is a colon and a space in a value without quotes: quote the value, or put ">-" on the line above it.',
  'duplicate-field': 'YAML forbids it. Skilldeck uses the last one; other programs use the first, or refuse the skill.',
  'field-type':
    'The name, description, license and compatibility are text, and the metadata is a map. To YAML a value in brackets is a list, and a value that starts with "#" is a comment.',
  'unknown-field':
    'An unknown or misspelled field does nothing, and nothing reports it. Put your own fields under "metadata". Besides the six fields of the specification, Skilldeck reads "when_to_use", "tags", "disable-model-invocation" and "user-invocable".',
  'name-missing':
    'The name is the first of the two required fields. Without it the skill is listed as broken and never offered.',
  'name-format':
    'Names are typed, put into paths and compared. The specification allows lowercase letters (and letters of scripts without case), digits and single hyphens inside the name, in the normal form NFKC.',
  'name-reserved':
    'Claude’s upload refuses names with these words. Everywhere else, this app included, the skill works.',
  unfilled:
    'Claude Code runs !`commands` before the model sees the instructions. Here the model gets the words as written, and no command runs by itself. Each place is reported. $ARGUMENTS and $1 are filled in with the words after /name.',
  'tool-name-typo':
    'The person isn’t spared a question for a tool that doesn’t exist, and no program says so. Only names that are close to a known tool are reported.',
  'name-confusable':
    'Letters of other scripts can look exactly like ASCII ones (Unicode Technical Standard 39). A person who installs, approves or loads a skill with such a name takes it for the one that they know.',
  'name-not-folder':
    'The agent loads a skill by the name of its folder. A different name is shown beside it, and other programs refuse the skill.',
  'description-missing':
    'The description is all that an agent knows of a skill before loading it. Without one the skill is listed as broken and never offered.',
  'description-length':
    'Every request carries the description of every skill. The specification allows 1,024 characters, and some programs refuse more. Say what the skill does and when to use it, and move the rest to the instructions.',
  'description-tags':
    'Every request carries the description, in some frameworks inside XML. A tag in it can end that frame or pass for an instruction of the program, and the validator of Anthropic’s API refuses such a skill.',
  'compatibility-length':
    'The field names what a skill needs: programs, an operating system, network access. The specification allows 500 characters; longer explanations belong in the instructions.',
  'metadata-not-text':
    'The specification allows only text as a value. Skilldeck joins a list with commas and leaves out maps and empty values; other programs refuse the skill.',
  'need-malformed':
    '"metadata.network" lists hosts (api.example.com, *.example.org, with :port unless it is 80 or 443), "metadata.folders" lists folders starting at the root or the home ("~/Documents/trips (read), ~/Downloads (write)"), and "metadata.programs" lists names of programs. The person is asked for them in these words. Anything else is left out, and the script runs without it.',
  'need-too-broad':
    'No one can judge a request for the whole network, the whole disk, a whole home folder or a folder of keys, so it is never granted, and the script runs without it. Name the hosts and folders that the scripts really use.',
  'confirm-invalid':
    '"metadata.confirm" names scripts whose every run needs approval: "scripts/book.py, scripts/manage.py cancel", where "cancel" limits it to runs with that argument. If an entry names no script of the skill, every script of it needs approval.',
  'activity-invalid':
    '"metadata.activity" says what a script does while it runs, when it is done and when it failed ("Filling the form | Filled the form | Filling the form failed"), in English and Chinese, for scripts that exist. A script without a sentence is shown by its file name.',
  'records-invalid':
    '"metadata.records" names the folder in which the skill keeps one file per record, the kind of card that shows a record, and the title of the list. Without it the app has no such list.',
  shadowed:
    'A skill is loaded by the name of its folder. If two folders have the same name, the first by path is used and the other never is.',
  links:
    'A skill is its folder: that is what people copy, share and look at before they trust it. A link out of it works on one machine only, and may share something by accident.',
  'empty-instructions':
    'Loading a skill adds the text below the front matter. With no text there, a load only costs a turn.',
  'instructions-tokens':
    'While a skill is loaded, every request carries all of its instructions. The specification recommends fewer than 5,000 tokens. Move what is needed only now and then to references, which are loaded on demand.',
  'instructions-lines':
    'The specification recommends fewer than 500 lines: models and people read longer files less closely. Move details to references.',
  'over-skill-budget':
    'A skill with more tokens than the skill budget (8,000 by default) is never loaded whole: the agent has to find the sections it needs. Move rarely needed parts to references.',
  'reference-over-budget':
    'Loading a reference with more tokens than the skill budget (8,000 by default) is refused. Split it by what is needed together, or let a script look things up in it.',
  'description-vague':
    'An agent decides by the description alone whether to load a skill. A description that says what the skill is but not when to use it leads to loads that come too rarely or for the wrong request. Use the words that a person would use.',
  'description-english-only':
    'Requests in Chinese match best if the description has the Chinese words: 机票, 表单, 报销. If only English speakers will use the skill, leave it unchanged.',
  'reference-missing':
    'An agent that tries to read a missing file loses a turn and then guesses. Links, calls that load a reference, and paths below `references/` and `assets/` are followed. Paths in fenced blocks count as examples, and a path that its line calls an example is only mentioned.',
  'reference-unnamed':
    'An agent sees the names of all references, but not what they are for. It never loads one that the skill doesn’t mention, or loads it just to see what it is. Say in the instructions when to read it, or remove it.',
  'reference-too-deep':
    'The specification asks for references one level below the SKILL.md that are named in it. Models often read only part of a reference that another reference names, or miss it. Name it in the instructions too.',
  'script-missing':
    'A command that names a missing script fails at once, and the agent may write a script to replace it. A name in a sentence, or in a skill without scripts, may be of a project: that is a warning. One that its line calls an example is only mentioned.',
  'script-not-executable':
    'The first line says that the script can be started by its name, which needs the permission. Commit it too: `git update-index --chmod=+x FILE`. Windows has no such permission, so nothing is reported there.',
  'script-syntax':
    'A script with a syntax error fails at every call. Python, JavaScript and shell scripts are compiled by the programs that run them; nothing is executed.',
  'script-unchecked':
    'The program that runs a script checks its syntax: python3 for Python, bash for shell, Node for JavaScript. If the program is missing, or the script is in another language, nothing was checked.',
  'script-no-help':
    'An agent that is unsure of an option asks the script. A script that takes "--help" for a file name does something else instead. Checked are the scripts directly in `scripts/` and the modules beside them that they use; none is run.',
  'tools-invalid':
    'A skill may bring function tools: a list of `name`, `description`, `parameters` (the JSON Schema of an object), `script` and, if the script takes one JSON file, `pass: json` (see `docs/skills-tools.md`). An entry that breaks this format is left out when the skill is loaded, so the instructions name a tool that isn’t there.',
  'form-invalid':
    'A fenced block `json form` in `forms.md` defines a form that the app shows as a card: `id`, `title` and `fields`, a small JSON Schema with words in one or both languages. A form that can’t be shown is left out: the model sees that and asks in words. Forms never ask for payment data, passwords or codes. `optionsFrom` names a JSON file in the skill’s folder: a list of `value` and `label`.',
  'evals-invalid':
    '`evals/evals.json` holds the cases of a skill and `evals/triggers.json` sentences that should or shouldn’t load it (see `docs/user/evals.md`). With a mistake in one of them no eval begins.',
  'tool-description-missing':
    'The description is all that a model knows of a tool before calling it. A tool without one is left out. Its first sentence also appears in the list of tools.',
  'tool-script-missing':
    'A tool whose script isn’t in the skill’s folder is left out when the skill is loaded, because calling it could only fail. The path is relative to that folder.',
  'foreign-tool':
    'A model that reads of a tool that it doesn’t have calls it anyway, or gives up. Say what to do ("run", "read", "ask") instead of which tool to use, or start the conversation in the dialect for which the skill was written. Each tool is reported once per file.',
  'absolute-path':
    'A path below somebody’s home, a mount or one program’s folder may not exist on other machines. Name the skill’s files by their path inside its folder: the agent knows where that is.',
  'invisible-characters':
    'Tag characters, zero-width characters and variation selectors can carry instructions that a model reads and a person doesn’t see. Bidirectional controls show text in another order than it is read. The finding shows the hidden text decoded. Joiners inside emoji and in scripts that need them, and direction marks beside right-to-left text, are allowed.',
  secret:
    'A skill is copied, shared and sent to a model, and so is a key in it. Revoke the key where it was issued, then let the script read a new one from an environment variable. The finding shows only its first characters.',
  placeholder:
    'A template was filled in only in part. The model reads “TODO” or filler text as if it were meant, and a placeholder in the description is in every request. Text in code blocks and code spans doesn’t count.',
  'pipe-to-shell':
    'Whatever the server sends is run unseen, with all of the agent’s permissions, and may be something else tomorrow. Put the program into the skill, name it in "compatibility", or download it, check it against a known hash, and then run it.',
  'hidden-code':
    'Code that is decoded and run in one go escapes every reviewer and every check. Write it out in the skill.',
  'reads-keys':
    'A skill that takes the keys or passwords of its person can act as them elsewhere. The sandbox shows scripts no such file; name a secret in "requires-env" instead, which the person enters for this skill alone.',
  'overrides-user':
    'A skill works for the person who loads it. Attacks tell the agent to ignore the person or the app, to hide what it does, or to act after a refusal. A line that warns of such instructions is allowed.',
  'script-network':
    'Scripts run in a sandbox that may have no network, and a person should know before a script sends data away. Name the hosts in "metadata.network" (the person is asked for them, and the sandbox lets the script reach them) or in "compatibility": "Needs network access to api.example.com". The first use in each script is reported.',
  'script-deletes':
    'With one wrong path, a script that deletes recursively destroys a person’s files. Write into a new folder below `$RUN_DIR` instead, and leave cleaning up to the app. Deleting a single file, such as a lock or a temporary file, is allowed. The first such call in each script is reported.',
  'binary-in-scripts':
    'No one can review a program in machine code, and it runs on one kind of machine only. Ship the source, or name the program in "compatibility". Leave out `__pycache__` too.',
};

/** Effect of its automatic fix. */
export const fixes = {
  'blank-before-front-matter': 'Removes the blank lines.',
  'byte-order-mark': 'Removes the mark.',
  'line-endings': 'Writes every line end of the SKILL.md and of the scripts as LF.',
  'skill-file-name': 'Renames the file.',
  'yaml-invalid': 'Puts a value on one line into double quotes, with the text that it is read as now.',
  'field-type': 'Puts a value in brackets on one line into double quotes, with the text that it is read as now.',
  'unknown-field':
    'Corrects the name of a misspelled field, unless the field is there under its right name too. Other unknown fields stay.',
  'name-format':
    'Writes the name in lowercase and NFKC, without spaces at its ends and with hyphens for spaces and underscores, where that gives a valid name.',
  'name-not-folder': 'Uses the folder’s name as the name, where it is a valid one.',
  'script-not-executable': 'Makes the script executable for everybody who may read it.',
  'invisible-characters':
    'Removes the hidden characters from the SKILL.md and from references. File names and scripts stay.',
};
