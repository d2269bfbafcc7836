import { connection } from './connection.ts';

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
  'answer-too-long': {
    what: 'The model hit its output limit before it said anything',
    fix: 'Allow a longer answer (--max-output), ask for less reasoning (--effort low), or choose another model.',
  },
  'bad-request': {
    what: '{{address}} rejected the request',
    fix: 'It may need other settings than these.',
  },
  'bad-request-status': {
    what: '{{address}} rejected the request (status {{status}})',
    fix: 'It may need other settings than these.',
  },
  branched: {
    what: 'This conversation was branched here, mid-run',
    fix: 'Send a message or try again to continue.',
  },
  'content-filter': {
    what: "The provider's content filter stopped the answer",
    fix: 'Rephrase the request.',
  },
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
  internal: {
    what: 'Something went wrong inside Skilldeck: {{detail}}',
    fix: 'The details are in its log file.',
  },
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
  'no-model': {
    what: '{{address}} doesn\'t know the model "{{model}}"',
    fix: 'Choose another one in Settings.',
  },
  'not-a-stream': {
    what: "{{address}} didn't answer the way a model does",
    fix: 'Check the address; most end in /v1.',
  },
  'not-a-stream-nothing': {
    what: '{{address}} answered with nothing',
    fix: 'Check the address; most end in /v1.',
  },
  'not-a-stream-page': {
    what: '{{address}} answered with a web page',
    fix: 'Check the address; most end in /v1.',
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
  unauthorized: { what: '{{address}} rejected the key', fix: 'Check the key in Settings.' },
  unreachable: {
    what: "The model at {{address}} can't be reached",
    fix: 'Check the address and the network connection.',
  },
  'unreachable-certificate': {
    what: "This computer doesn't trust the certificate of {{address}}",
    fix: 'Check the address, or install the certificate.',
  },
  'unreachable-dns': {
    what: "The name in {{address}} can't be found",
    fix: 'Check the address and the network connection.',
  },
  'unreachable-protocol': {
    what: "The server at {{address}} doesn't speak this protocol",
    fix: 'Check http:// or https:// and the port.',
  },
  'unreachable-refused': {
    what: 'Nothing is listening at {{address}}',
    fix: 'If it is a local server, start it; otherwise check the address.',
  },
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
