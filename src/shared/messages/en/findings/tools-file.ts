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
  'tool-pass': {
    what: 'The tool "{{name}}" was left out: "pass" is unknown',
    fix: 'Use one of: {{allowed}}.',
  },
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
  'tools-other-files': {
    what: 'Only this file is read; {{files}} is ignored',
    fix: 'Put all tools into this file.',
  },
  'tools-too-many': {
    what: 'There are more than {{most}} tools; this one and those after it were left out',
    fix: 'Remove some of them.',
  },
  'tools-unknown-field': {
    what: 'Unknown fields were ignored: {{keys}}',
    fix: 'An entry has {{allowed}}.',
  },
};
