import { connection } from './window.ts';

/** Headlines of the expected failures (`src/shared/errors.ts`); the core's own message is shown below. */
export const errors = {
  'bad-input': 'Invalid input',
  'session-not-found': 'Conversation not found',
  'session-busy': 'Skilldeck is still answering',
  'message-not-found': 'Message not found',
  'nothing-to-retry': 'Nothing to retry',
  'nothing-running': 'Nothing is running',
  'nothing-to-compact': 'Nothing to summarise',
  'compaction-not-found': 'This summary was already replaced',
  'form-closed': 'This form is closed',
  'approval-not-found': 'Already answered',
  'skill-not-found': 'Skill not found',
  'skill-broken': 'This skill can’t be used',
  'skill-disabled': 'This skill is off',
  'skill-unusable': 'This skill can’t run on this computer',
  'skill-not-loaded': 'This skill isn’t loaded',
  'reference-not-found': 'Reference not found',
  'skill-exists': 'A skill with this name already exists',
  'file-changed': 'The file changed on disk',
  'file-not-found': 'File not found',
  'over-skill-budget': 'Over the skill budget',
  'too-many-skills': 'Too many skills loaded: all are pinned',
  'context-full': 'The context is full',
  'artifact-not-found': 'File not found',
  'event-not-found': 'Event not found',
  'import-refused': 'Import failed',
  'source-unreachable': 'The source can’t be reached',
  'repository-refused': 'The repository refused the request',
  'not-redacted': 'Export not written',
  'home-in-use': 'The data folder is in use by another Skilldeck',
  'home-unusable': 'The data folder can’t be used',
  'database-newer': 'The data is from a newer version of Skilldeck',
  'database-damaged': 'The data is damaged',
  'app-closing': 'Skilldeck is closing',
  'config-invalid': 'The settings file has an error',
  'model-unreachable': 'Can’t reach the model',
  'model-refused': 'The model rejected the request',
  'terminal-unusable': 'Scripts can’t start on this computer',
  'packages-unavailable': 'The packages can’t be provided',
  'not-supported': 'Not supported here',
  'not-connected': 'Skilldeck is disconnected',
  unexpected: 'Unexpected error',
};

/** Failures of a model call or a run by reason, and what to do about them. `what` has no full stop; `note` follows both. */
export const failures = {
  ...connection,
  'answer-endless': {
    what: "The answer from {{address}} hadn't ended after {{minutes}} min, so Skilldeck ended it",
    fix: 'Ask for less at a time, or choose another model.',
  },
  'answer-stalled': {
    what: 'The answer stopped: nothing arrived from {{address}} for {{seconds}} s',
    fix: 'Try again, or choose another model.',
  },
  'answer-too-large': {
    what: 'The answer from {{address}} grew beyond {{most}} MiB, so Skilldeck ended it',
    fix: 'Ask for less at a time, or choose another model.',
  },
  'answer-empty': {
    what: 'The model ended its answer without a word',
    fix: 'Send the message again, or choose another model.',
  },
  'answer-too-long': {
    what: 'The model hit its output limit before it said anything',
    fix: 'Allow a longer answer (--max-output), ask for less reasoning (--effort low), or choose another model.',
  },
  'bad-request': { what: '{{address}} rejected the request', fix: 'It may need other settings than these.' },
  'bad-request-status': {
    what: '{{address}} rejected the request (status {{status}})',
    fix: 'It may need other settings than these.',
  },
  branched: { what: 'This conversation was branched here, mid-run', fix: 'Send a message or try again to continue.' },
  'content-filter': { what: "The provider's content filter stopped the answer", fix: 'Rephrase the request.' },
  'context-full': {
    what: "The request would take {{n}} tokens and the model's limit is {{most}}, so nothing was sent",
    fix: 'Unload a skill, start a new conversation, or raise the limit in Settings.',
  },
  'context-full-of-skills': {
    what: "The request would take {{n}} tokens and the model's limit is {{most}}, so nothing was sent. The list of skills alone takes {{listed}}",
    fix: "Turn off skills you don't need (skilldeck skills disable), or use a folder with fewer (--skills).",
  },
  'context-full-of-tools': {
    what: "The request would take {{n}} tokens and the model's limit is {{most}}, so nothing was sent. The tools of the MCP server {{server}} alone take {{listed}}",
    fix: 'Turn the server off, or some of its tools (Settings → MCP servers, or skilldeck mcp disable {{server}}).',
  },
  'context-too-long': {
    what: 'The conversation is too long for the model "{{model}}"',
    fix: 'Unload skills, start a new conversation, or choose a model with a larger context.',
  },
  'cut-off': { what: 'The answer from {{address}} was cut off before its end' },
  forbidden: {
    what: "The server at {{address}} doesn't allow this request",
    fix: 'Check that the key may use the model "{{model}}".',
  },
  internal: { what: 'Something went wrong inside Skilldeck: {{detail}}', fix: 'The details are in its log file.' },
  interrupted: {
    what: 'Skilldeck closed while the agent was working. What was done is kept',
    fix: 'Send a message or try again to continue.',
  },
  loop: {
    what: 'The model called {{name}} {{times}} times in a row with the same input and result, so Skilldeck ended the run',
    fix: 'Say what it should do instead, or choose another model.',
  },
  'no-endpoint': {
    what: 'There is no chat endpoint at {{address}} (status {{status}})',
    fix: 'Check the address; most end in /v1.',
  },
  'no-model': { what: '{{address}} doesn\'t know the model "{{model}}"', fix: 'Choose another one in Settings.' },
  'not-a-stream': {
    what: "{{address}} didn't answer the way a model does",
    fix: 'Check the address; most end in /v1.',
  },
  'not-a-stream-nothing': { what: '{{address}} answered with nothing', fix: 'Check the address; most end in /v1.' },
  'not-a-stream-page': {
    what: '{{address}} answered with a web page',
    fix: 'Check the address; most end in /v1. If it is right, open it in a browser: your network may want you to sign in, or block it.',
  },
  'rate-limited': { what: 'The model at {{address}} is receiving too many requests from this account' },
  'rate-limited-quota': {
    what: 'The account at {{address}} has no quota or balance left',
    fix: 'Top it up there, or connect another model.',
  },
  redirected: {
    what: 'The server at {{address}} redirects to {{to}}. Nothing was sent there',
    fix: 'If that is right, enter it as the address.',
  },
  'redirected-unnamed': {
    what: 'The server at {{address}} redirects without saying where. Nothing was sent',
    fix: 'Check the address.',
  },
  'server-error': { what: 'The server at {{address}} reported a problem' },
  'server-error-status': { what: 'The server at {{address}} reported a problem (status {{status}})' },
  timeout: {
    what: "The model at {{address}} didn't begin to answer within {{seconds}} s",
    fix: 'It may be overloaded: try again later.',
  },
  'too-long-after-compaction': {
    what: 'The provider of "{{model}}" rejected the request as too long: {{n}} tokens by our count, of {{most}} allowed here. Compaction from {{before}} tokens wasn\'t enough',
    fix: 'Unload a skill, start a new conversation, or choose a model with a larger context.',
  },
  'too-long-to-compact': {
    what: 'The provider of "{{model}}" rejected the request as too long: {{n}} tokens by our count, of {{most}} allowed here. Nothing in it can be compacted further',
    fix: 'Unload a skill, start a new conversation, or choose a model with a larger context.',
  },
  region: {
    what: "{{address}} doesn't serve the region that you come from",
    fix: 'That of your connection, or of your proxy, counts: change it under Network in Settings, or choose another provider.',
  },
  unauthorized: { what: '{{address}} rejected the key', fix: 'Check the key in Settings.' },
  unreachable: {
    what: "The model at {{address}} can't be reached",
    fix: 'Check the address and the network connection.',
  },
  'field-refused': {
    what: 'The server at {{address}} refuses {{names}}',
    fix: 'The request is sent again without.',
  },
  'tool-refused': {
    what: 'The provider refuses the tool {{names}}',
    fix: 'It is off in this conversation, and the request is sent again. Turn it off for all of them in Settings.',
  },
  'unreachable-network': { what: "The model at {{address}} can't be reached: {{why}}" },
  note: {
    counted: 'The provider counts {{counted}} tokens.',
    limit: 'The provider takes at most {{limit}} tokens.',
    lower:
      'Set the context window to {{lower}} in Settings (--max-context {{lower}}), so that Skilldeck compacts in time.',
    said: 'The server said: "{{said}}"',
    attempts: 'Tried {{attempts}} times.',
    asked: 'It asks to wait {{asked}} s; the next try comes after {{wait}} s.',
  },
};

/** Reasons why Skilldeck refused a tool call. What the model reads about it is the call's result, in English. */
export const refusals = {
  stopped: 'Not run: you stopped the run before this call.',
  ended: 'Not run: the run ended before this call.',
  'too-many': 'Not run: one answer may make {{most}} calls.',
  undecided: 'Not run yet: you wrote something first.',
  denied: 'Not run: you declined.',
  unasked: 'Not run: it needed approval and no one was available.',
  off: 'Not run: commands are turned off in this conversation. Only scripts of built-in skills run.',
  'trials-off': 'Not run: trials of skills are turned off in this conversation.',
  'servers-off': 'Not run: tools of MCP servers are turned off in this conversation.',
  unconfined:
    "Not run: the script belongs to the skill {{skill}}, which didn't come with Skilldeck, and no sandbox can confine it here.",
  'terminal-unusable':
    "Not run: no script can start, because Skilldeck's terminal part for {{system}} can't be loaded ({{why}}). Install Skilldeck again, in the build for this computer's system and processor.",
  listed: 'Not run: your list of blocked commands contains {{rule}}.',
};

/** Remedy for each expected failure (`src/shared/errors.ts`), and the figures of those that have some. */
export const remedies = {
  details: 'Details',
  line: '{{title}}. {{text}} ({{exact}})',
  unreachable: '{{host}} can’t be reached',
  both: '{{figures}} {{help}}',
  help: {
    'bad-input': 'Correct the input and try again.',
    'session-not-found': 'It was deleted, or belongs to another data folder. Choose another conversation.',
    'session-busy': 'Wait for the answer, or stop it.',
    'message-not-found': 'The conversation has changed. Try again from its current state.',
    'nothing-to-retry': 'Write a message first.',
    'nothing-running': 'The answer is complete or was stopped.',
    'nothing-to-compact': 'The conversation is still short. Try again when it is longer.',
    'compaction-not-found': 'It was undone or replaced.',
    'form-closed': 'The conversation continued without it. Send your changes as a message.',
    'approval-not-found': 'The run continued or was stopped. See the end of the conversation.',
    'skill-not-found':
      'Check the name: it may be misspelled, renamed or removed. “skilldeck skills list” and the Skills panel show every skill.',
    'skill-broken': 'Open the skill and fix its findings.',
    'skill-disabled': 'Turn it on in the list of skills, then try again.',
    'skill-unusable': 'Install what the skill requires, or use another skill.',
    'skill-not-loaded': 'Load the skill first.',
    'reference-not-found': 'It was renamed or removed. Check the skill’s list of files.',
    'skill-exists': 'Choose another name, or remove the other skill first.',
    'file-changed': 'Reload it, reapply your changes, and save again.',
    'file-not-found': 'It was renamed or removed. Refresh the list.',
    'over-skill-budget': 'Shorten it, or raise the skill budget in Settings.',
    'too-many-skills': 'Unpin or unload one of them, then load again.',
    'context-full': 'Unload a skill, compact the conversation, or start a new one.',
    'artifact-not-found': 'Create it again, or look for a later version.',
    'event-not-found': 'Choose another event of the conversation.',
    'not-redacted': 'Keep the value (clear it in the list), or remove the part of the conversation that contains it.',
    'source-unreachable': 'Check the address and the network (connection, proxy), then try again.',
    'repository-refused': 'Correct what it reports, then try again.',
    'import-refused': 'Choose a complete, unmodified file in a supported format.',
    'home-in-use': 'Close the other one, then start again.',
    'home-unusable': 'Check that the folder exists, is writable, and has free space.',
    'database-newer':
      'Use the newer Skilldeck, go back to a copy (skilldeck doctor --repair), or use another data folder.',
    'database-damaged': 'Restore a backup of the data folder, or use another one.',
    'app-closing': 'Start Skilldeck again, then try again.',
    'config-invalid': 'Fix the error and save. Skilldeck reloads the file automatically.',
    'model-unreachable': 'Check the network and the model’s address in Settings.',
    'model-refused': 'Check the key and the model’s name in Settings.',
    'terminal-unusable':
      'Install Skilldeck again, in the build for this computer’s system and processor. From source: npm ci.',
    'packages-unavailable': 'Check the network and the address of the package index, or install them on this computer.',
    'not-supported': 'Use the desktop app, or a different way to do this.',
  },
  figures: {
    'over-skill-budget': 'It has {{tokens}} tokens; the limit is {{budget}}.',
    'context-full': 'The context has {{total}} tokens and this adds {{tokens}}; the limit for loading is {{allowed}}.',
    'too-many-skills': '{{loaded}} skills are loaded, {{pinned}} of them pinned; the limit is {{most}}.',
  },
};

/** Reasons why a value in a file or a form is not accepted, continuing the name of the field. */
export const values = {
  'type-text': 'it must be text',
  'type-number': 'it must be a number',
  'type-whole': 'it must be a whole number',
  'type-switch': 'it must be true or false',
  'type-list': 'it must be a list',
  'type-object': 'it must be an object',
  'number-small': 'it must be at least {{limit}}',
  'number-large': 'it must be at most {{limit}}',
  'text-short': 'it must have {{limit}} or more characters',
  'text-long': 'it must have {{limit}} or fewer characters',
  'list-short': 'it must have {{limit}} or more entries',
  'list-long': 'it must have {{limit}} or fewer entries',
  'one-of': 'it must be one of {{choices}}',
  'unknown-fields': "this version doesn't know its fields {{names}}",
  'wrong-form': "it doesn't have the expected form",
  'net-name': "its name can't be found",
  'net-refused': 'nothing is listening there. A local server may not have been started',
  'net-reset': 'the connection was cut off on the way, which a firewall or a proxy may do',
  'net-protocol': "what answers there doesn't speak this protocol. Check http:// or https:// and the port",
  'net-certificate': "this computer doesn't trust its certificate ({{system}})",
  'net-certificate-issuer':
    'this computer doesn\'t trust its certificate, which "{{issuer}}" signed ({{system}}). If that is your own authority, name its file under Network in Settings or in NODE_EXTRA_CA_CERTS',
  'net-proxy-name': "the name of the proxy {{proxy}} can't be found",
  'net-proxy-refused': 'nothing is listening at the proxy {{proxy}}. Start it, or change it under Network in Settings',
  'net-proxy-password':
    'the proxy {{proxy}} wants a user and a password, or rejects these. Enter them in its address under Network in Settings',
  'net-certificate-name': 'its certificate is for another name ({{system}}). Check the address',
  'net-certificate-date':
    "its certificate has expired or isn't valid yet ({{system}}). If the date of this computer is right, tell who runs the server",
  'net-port': 'web clients refuse this port, which other protocols have. Use another one',
  'net-proxy-said': "the proxy {{proxy}} doesn't connect to it ({{status}})",
  'net-proxy-address':
    '{{proxy}} is no address of a proxy, such as http://host:port or socks5://host:port. In a password write @ as %40, : as %3A, / as %2F, # as %23',
  'net-proxy-protocol':
    "what answers at the proxy {{proxy}} ends the connection, or doesn't speak its protocol. Check http://, https:// or socks5:// in its address",
  'net-proxy-certificate':
    "this computer doesn't trust the certificate of the proxy {{proxy}}. Name the file of its authority under Network in Settings or in NODE_EXTRA_CA_CERTS",
  'net-authorities': "the file of certificates {{file}} can't be used ({{system}})",
  'web-address': 'a web address starts with https:// or http://',
  'header-name': 'the name of a header has letters, digits and hyphens',
  'header-reserved': 'Skilldeck sets this header itself',
  'header-empty': 'a header needs a value',
  'header-value': 'the value of a header is one line of plain text',
  'headers-many': 'there are too many headers',
  'params-reserved': 'Skilldeck sets some of these parameters itself',
  'params-secret': 'the log keeps parameters, so a key or password may not be one: send it as a header',
  'params-long': 'the parameters are too long',
  'rubric-id': 'an ID has lowercase letters, digits, "-" and "_"',
  'rubric-range': '"min" must be less than "max", by at most 100',
  'rubric-integers': '"min" and "max" must be whole numbers',
  'rubric-repeated': 'two criteria have the same ID',
  'server-name': 'the name of a server has letters, digits, spaces, ".", "_" and "-"',
  'variable-name': 'a variable has letters, digits and "_"',
  'server-type': 'its "type" must be "stdio" or "http"',
  'server-kind': 'it needs either a "command" or a "url"',
};
