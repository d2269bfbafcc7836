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
  'not-watched': {
    what: 'Changes in this folder appear within a few seconds instead of at once: {{why}}',
    fix: 'Keep the skills in a separate folder.',
  },
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
