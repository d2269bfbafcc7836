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
  'file-gone': { what: 'The file no longer exists', fix: 'Put it back, or remove the folder.' },
  'file-not-regular': { what: "This isn't a regular file", fix: 'Replace it with a text file.' },
  'file-outside': {
    what: 'The file is a link that leads out of the skill root',
    fix: 'Copy the file here instead.',
  },
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
  'reference-not-utf8': {
    what: "The file isn't UTF-8, so it can't be loaded",
    fix: 'Save it as UTF-8.',
  },
  'reference-outside': {
    what: '"{{path}}" is outside the skill\'s folder, so it can\'t be loaded',
    fix: 'Copy it into the folder.',
  },
  'reference-over-budget': {
    what: "{{path}} has {{n}} tokens and the skill budget is {{most}}, so it can't be loaded",
    fix: 'Split it.',
  },
  'reference-too-deep': { what: '{{path}} is more than one level deep', fix: 'Move it right into references/.' },
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
  'root-too-deep': {
    what: "The skill is more than {{most}} folders below {{root}}, so it isn't used",
    fix: 'Move its folder up, or add it as another root: --skills {{dir}}',
  },
  'root-too-many-folders': {
    what: 'Only the first {{most}} folders were searched',
    fix: 'Choose a smaller root.',
  },
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
  'script-syntax': {
    what: "{{path}} can't be parsed: {{detail}}",
    fix: 'Correct it there or just before.',
  },
  'script-unchecked-language': {
    what: "{{path}} wasn't checked for syntax errors: nothing here reads {{program}}",
  },
  'script-unchecked-missing': {
    what: "{{path}} wasn't checked for syntax errors: {{program}} isn't installed",
    fix: 'Install it to have the script checked.',
  },
  'script-unchecked-silent': {
    what: "{{path}} wasn't checked for syntax errors: {{program}} didn't answer",
  },
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
  'skill-file-name': {
    what: 'The file is called {{name}}; other programs look for SKILL.md',
    fix: 'Rename it.',
  },
  'special-file': {
    what: '{{path}} is a pipe, a socket or a device, so it is never opened',
    fix: 'Remove it.',
  },
  'too-many-files': {
    what: "The folder holds more than {{most}} files, and the rest wasn't checked",
    fix: "Move what the skill doesn't need elsewhere.",
  },
};
