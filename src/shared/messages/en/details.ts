import { homeDetails } from './home-details.ts';
import { importDetails } from './import-details.ts';
import { inputDetails } from './input-details.ts';
import { refusalDetails } from './refusal-details.ts';

/** The exact reason, beside the headline and remedy of an error; without a full stop. */
export const details = {
  ...homeDetails,
  ...importDetails,
  ...inputDetails,
  ...refusalDetails,
  'event-too-long':
    "Line {{line}} is longer than any event ({{length}} characters). Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'terminal-unusable': "No script can start: the terminal part for {{system}} (node-pty) can't be loaded ({{why}})",
  'event-not-json':
    "Line {{line}} isn't an event: it isn't JSON ({{why}}). Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'event-fields':
    "Line {{line}} isn't an event: it needs v, seq, at, session and type. Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'event-time':
    "Line {{line}} isn't an event: its time (at) isn't an ISO 8601 time in UTC. Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'event-session':
    "Line {{line}} has an invalid conversation ID: it may contain only letters, digits, '.', '_' and '-'. Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'event-other-session':
    "Line {{line}} belongs to conversation '{{session}}', the lines before it to '{{before}}'. Use a file with one conversation",
  'event-gap':
    'Line {{line}} is event {{seq}}, but event {{due}} is due: events are missing. Export the conversation again',
  'event-repeated': 'Line {{line}} is event {{seq}} again, but event {{due}} is due. Export the conversation again',
  'event-first':
    "Line {{line}} is '{{type}}', but a conversation starts with 'session-created'. Export the conversation again",
  'no-events': "The file has no events. Use a file that 'skilldeck sessions export ID' wrote",
  'event-count': 'The file has {{events}} events, but its last line says {{closing}}. Export the conversation again',
  'after-end':
    "Line {{line}} follows the line that ends the export. Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'review-other': "Line {{line}} reviews conversation '{{session}}', but the file contains another conversation",
  'after-reviews':
    "Line {{line}} follows the reviews, where only the end of the export may be. Use a file that 'skilldeck sessions export ID' wrote, unchanged",
  'too-many-events': 'The file has more than {{most}} events, the limit for a conversation',
  'stored-differs':
    "The conversation '{{session}}' already exists with other content: event {{at}} differs. Import it into another data folder with --home",
  'stored-shorter':
    "The conversation '{{session}}' already exists up to event {{stored}}, and the file goes up to {{given}}. Import it into another data folder with --home",
  'stored-meanwhile':
    "The conversation '{{session}}' was stored in the meantime. Import the file again to compare the two",
  'import-running': "The conversation '{{session}}' is already being imported. Wait until that import ends",
  'import-cancelled': 'The import was cancelled',
  'import-over': 'The import has ended',
  'import-memory': 'Reading the file takes more than {{mib}} MiB of memory. Split it into files with fewer messages',
  'transcript-too-long':
    "The file isn't a Skilldeck log, and it is longer than {{most}} characters, the limit for logs of other programs",
  'reviews-not-json': "Line {{line}} has reviews that can't be read: it isn't JSON",
  'reviews-field': 'Line {{line}} has reviews that can\'t be read: "{{place}}": {{why}}',
  'no-reviews':
    "The file has no reviews. Use one that 'skilldeck review export' or 'skilldeck sessions export' wrote after the conversations were reviewed",
  'foreign-list': "A JSON list isn't a conversation in a supported format: {{formats}}",
  'foreign-object': "A JSON object with {{fields}} isn't a conversation in a supported format: {{formats}}",
  'foreign-value': "JSON of type {{type}} isn't a conversation in a supported format: {{formats}}",
  'foreign-lines':
    "JSON Lines ({{lines}}), the first with {{fields}}, aren't conversations in a supported format: {{formats}}",
  'foreign-empty': 'The file has no messages from a person or a model',
  'foreign-not-json': "The file isn't JSON: line {{line}}, column {{column}} ({{why}})",
  'foreign-broken': "The file isn't JSON: {{why}}",
  'foreign-line-not-json': "Line {{line}} isn't JSON ({{why}})",
  'foreign-line': "Line {{n}} isn't an object",
  'foreign-entry': "Entry {{n}} isn't an object",
  'foreign-step': "Step {{n}} isn't an object",
  'foreign-message':
    "Message {{n}} (messages[{{index}}]) isn't a message: it needs a 'role', and 'content' or 'tool_calls'",
  'foreign-anthropic': "Message {{n}} (messages[{{index}}]) isn't a message of the Messages API",
  'foreign-no-messages': "The file is JSON, but has no 'messages'",
  'foreign-request': "The 'request' has no 'messages'",
  'foreign-no-spans': 'The traces have no model spans (gen_ai.*)',
  'foreign-no-contents': 'The traces were recorded without message contents',
  'foreign-runs': 'The runs have no messages',
  'export-cut': 'Its end is missing: events may have been removed',
  'export-altered': 'Event {{at}} was altered',
  'export-signature': "Its signature doesn't match its content",
  'export-too-large': 'It is larger than {{mib}} MiB',
  'export-packed': "Its content can't be unpacked",
  'export-digest': "Its content doesn't match its digest",
  'export-part': 'Part {{part}} of {{digest}} has no content',
  'export-session': 'It contains the conversation {{session}}',
  'share-altered': "The conversation '{{session}}' was altered at event {{at}}, so it wasn't shared",
  'share-key':
    "{{by}} shared the conversation '{{session}}' first, with another key. Only that key can share a newer version. Branch from the conversation to share it as yours",
  'rubric-missing': "The rubric {{file}} can't be used: there is no such file",
  'rubric-unreadable': "The rubric {{file}} can't be used: {{why}}",
  'rubric-yaml': "The rubric {{file}} can't be used: line {{line}}, column {{column}}: {{why}}",
  'rubric-field': 'The rubric {{file}} can\'t be used: "{{place}}": {{why}}',
  'rubric-whole': "The rubric {{file}} can't be used: {{why}}",
  'rubric-version':
    'The rubric {{file}} can\'t be used: this version already exists with other content; raise its "version"',
  'cases-missing': "The cases in {{file}} can't be used: there is no such file; write the cases first",
  'cases-unreadable': "The cases in {{file}} can't be used: {{why}}",
  'cases-json': "The cases in {{file}} can't be used: the file isn't valid JSON at line {{line}}, column {{column}}",
  'cases-field': 'The cases in {{file}} can\'t be used: "{{place}}": {{why}}',
  'cases-whole': "The cases in {{file}} can't be used: {{why}}",
  'cases-repeated': 'The cases in {{file}} can\'t be used: the ID "{{id}}" appears more than once',
  'cases-pattern': 'The cases in {{file}} can\'t be used: case "{{id}}": /{{pattern}}/ isn\'t a regular expression',
  'cases-pattern-kind':
    'The cases in {{file}} can\'t be used: case "{{id}}": /{{pattern}}/ has a look-ahead, look-behind, back-reference or Unicode property that isn\'t supported, or is too large; write it without',
  'cases-file-missing': 'The cases in {{file}} can\'t be used: case "{{id}}": there is no file {{path}}',
  'cases-file-outside': 'The cases in {{file}} can\'t be used: case "{{id}}": {{path}} is outside the skill',
};
