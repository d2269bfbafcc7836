/** Reasons for which the settings, the data folder or its database can't be used; without a full stop. */
export const homeDetails = {
  'settings-not-saved': "The settings weren't saved: {{place}}: {{why}}. Fix that file, then try again",
  'key-variable-empty':
    'The environment variable {{variable}} holds no key. Set it, or name another with --api-key-env',
  'header-variable-empty':
    "The environment variable {{variable}}, which the header '{{header}}' needs, isn't set. Set it, or change the header",
  'address-key-missing':
    "The key in the address {{address}} isn't on this computer. Enter the whole address again: in the settings, or with --base-url",
  'header-value-missing':
    "No value is stored for the header '{{header}}' at {{server}}. Enter it again in the settings, or with --header",
  'secrets-in-file':
    "Nothing was changed: the secrets of skills can't be read ({{home}} holds them in skill-secrets.key). Remove them there, then enter them again",
  'secrets-in-system':
    "Nothing was changed: the secrets of skills can't be read (the system holds them). Remove them there, then enter them again",
  'key-store-locked':
    "The system's key store didn't open {{file}}. Unlock the keychain or keyring, then try again. To enter the key again instead, delete that file",
  'server-field': 'The MCP server "{{server}}" can\'t be used: "{{place}}": {{why}}',
  'server-whole': 'The MCP server "{{server}}" can\'t be used: {{why}}',
  'home-not-made': "The data folder {{home}} can't be made ({{why}}). Choose another with --home or SKILLDECK_HOME",
  'home-not-writable': "The data folder {{home}} can't be written to ({{why}}). Check its permissions and the disk",
  'home-held': 'The data folder {{home}} is in use by process {{pid}}. Close it, or choose another folder with --home',
  'home-held-elsewhere':
    'The data folder {{home}} is in use by another process. Close it, or choose another folder with --home',
  'lock-not-regular': "The lock file {{file}} isn't a regular file. It holds no data: delete it, then start again",
  'lock-damaged': 'The lock file {{file}} is damaged. It holds no data: delete it, then start again',
  'sign-in-unreadable': "The stored sign-in can't be read ({{why}}). Move {{file}} away, then start again",
  'folder-replaced':
    'The folder {{folder}} was replaced, or has become a link to elsewhere. Nothing was read or written there. Remove the link, then try again',
  'disk-refused': 'The disk refused ({{code}}). Nothing was changed',
  'disk-refused-at': 'The disk refused ({{code}} at {{place}}). Nothing was changed',
  'disk-refused-why': 'The disk refused: {{why}} ({{code}}). Nothing was changed',
  'disk-refused-why-at': 'The disk refused: {{why}} ({{code}} at {{place}}). Nothing was changed',
  'disk-no-room': 'there is no room left',
  'disk-quota': 'the quota is used up',
  'disk-file-size': 'a file is larger than it allows',
  'disk-read-only': 'it is read-only',
  'disk-no-right': 'you have no right to write there',
  'disk-full': 'The disk is full: nothing more can be stored in {{file}}. Free some space, then continue',
  'trash-later':
    "The skills were installed, but what they replaced couldn't be moved to the trash ({{why}}). It is kept, and the next import or start of Skilldeck moves it there",
  'database-not-regular': "{{file}} isn't a regular file. Move it away, then start again",
  'database-unusable': "The database {{file}} can't be used ({{why}}). Check the folder, its permissions and the disk",
  'database-held': 'The database {{file}} is in use by another program. Close it, then try again',
  'database-replaced':
    '{{file}} was deleted or replaced while Skilldeck was using it. Nothing more can be stored. Close Skilldeck, put the data folder back, then start again',
  'database-newer':
    'The database {{file}} was written by a newer Skilldeck (its format is {{format}}, this one knows {{known}}). Nothing was changed. Update Skilldeck, or go back to a copy: skilldeck doctor --repair lists them',
  'database-damaged': 'The database {{file}} is damaged ({{why}}). Nothing was written to it. {{how}}',
  'database-missing':
    'The database {{file}} is missing, but the folder was in use: {{why}}. Nothing was changed. {{how}}',
  'database-empty': 'The database {{file}} is empty, but the folder was in use: {{why}}. Nothing was changed. {{how}}',
  'damage-foreign': "it isn't a Skilldeck database",
  'damage-no-database': "the file isn't a database",
  'damage-content': 'its content is malformed',
  'damage-format': 'its format is {{format}}',
  'damage-tables': 'its tables are missing',
  'damage-other-tables': "its tables aren't those of its format {{format}}",
  'used-workspaces': 'it has files of conversations ({{n}})',
  'used-log': 'its write-ahead log skilldeck.db-wal is still there',
  'used-repair': 'a repair of it was interrupted',
  'used-backups': 'it has backups',
  'repair-fresh': 'To start with an empty database and keep the old file: {{fresh}}',
  'repair-save':
    'To save all that can be read: {{save}}. To start with an empty database and keep the old file: {{fresh}}',
  'repair-restore':
    'To save all that can be read: {{save}}. To restore a backup, the latest first: {{restore}}. To start with an empty database and keep the old file: {{fresh}}',
};
