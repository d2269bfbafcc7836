/** Every type of event, made up: for properties that must hold of any log. */
import fc, { type Arbitrary } from 'fast-check';
import type { EventBody, EventType } from '../events.ts';
import { DEFAULT_LIMITS } from '../settings/defaults.ts';

type Bodies = { readonly [T in EventType]: Arbitrary<Omit<Extract<EventBody, { type: T }>, 'type'>> };

const HASH = '0'.repeat(64);
export const MAX_EVENTS = 40;
const seq = fc.integer({ min: 1, max: MAX_EVENTS });
const word = fc.constantFrom('', 'one', '二');
/** A model may call its calls anything. */
const callId = fc.constantFrom('c1', 'c2', 'constructor', '__proto__');
const skill = fc.constantFrom('pdf', 'book-flight');
const file = fc.constantFrom('a.md', 'b.md');
const tokens = fc.nat(9);
const ms = fc.constant(1);
const purpose = fc.constantFrom('turn' as const, 'summary' as const);
const state = fc.constantFrom('idle' as const, 'thinking' as const, 'tool-calling' as const, 'completed' as const);
const by = fc.constantFrom('agent' as const, 'user' as const);
const settings = {
  environment: word,
  dialect: fc.constantFrom('omni' as const, 'trpc' as const),
  model: word,
  limits: fc.constant(DEFAULT_LIMITS),
  loadMode: fc.constantFrom('session' as const, 'once' as const),
  placement: fc.constantFrom('system' as const, 'tool-result' as const),
  approve: fc.constantFrom('ask' as const, 'never' as const),
};

/** Made-up events, one for each type: a new event type does not compile until it is here too. */
export const BODIES: Bodies = {
  'session-created': fc.record({ ...settings, workspace: word }),
  'settings-changed': fc.record(settings, { requiredKeys: [] }),
  'prompt-changed': fc.record({ basePrompt: word, workspaceSection: word, tools: fc.constant([]) }),
  'session-renamed': fc.record({ title: word, by: fc.constantFrom('user' as const, 'app' as const) }),
  'session-deleted': fc.constant({}),
  'session-restored': fc.constant({}),
  'session-marked': fc.record(
    { pinned: fc.boolean(), archived: fc.boolean(), tags: fc.array(word, { maxLength: 2 }) },
    { requiredKeys: [] },
  ),
  'note-added': fc.record({ note: skill, on: seq, text: word }),
  'note-changed': fc.record({ note: skill, text: word }),
  'note-removed': fc.record({ note: skill }),
  'grant-withdrawn': fc.record({
    key: word,
    label: word,
    span: fc.constantFrom('session' as const, 'always' as const),
  }),
  'history-rewound': fc.record({
    toSeq: seq,
    reason: fc.constantFrom('edit' as const, 'retry' as const, 'restore' as const),
  }),
  'catalog-changed': fc.constant({ skills: [], added: ['pdf'], removed: [], changed: [], diagnostics: [] }),
  'catalog-listed': fc.record({ of: fc.constant(3), budget: tokens }),
  'user-message-added': fc.record({ text: word }),
  'request-sent': fc.record({
    iteration: fc.constant(1),
    sha256: fc.constant(HASH),
    tokens: fc.record({ total: tokens, max: tokens, parts: fc.constant([]), encoding: word }),
    model: word,
    purpose,
  }),
  'model-responded': fc.record({
    iteration: fc.integer({ min: 1, max: 3 }),
    text: word,
    toolCalls: fc.array(fc.record({ id: callId, name: word, arguments: word }), { maxLength: 2 }),
    finishReason: word,
    ms,
    purpose,
  }),
  'answer-checked': fc.record({
    iteration: fc.integer({ min: 1, max: 3 }),
    unsupported: fc.array(fc.record({ kind: fc.constantFrom('price' as const, 'link' as const), text: word }), {
      maxLength: 2,
    }),
  }),
  'model-failed': fc.record({ iteration: fc.constant(1), code: word, message: word, willRetry: fc.boolean(), purpose }),
  'tool-started': fc.record({ callId, name: word, arguments: word }),
  'tool-finished': fc.record({ callId, name: word, ok: fc.boolean(), content: word, ms }),
  'skill-loaded': fc.record({ skill, tokens, sha256: fc.constant(HASH), instructions: word, by }),
  'skill-unloaded': fc.record({ skill, tokens, reason: fc.constantFrom('agent' as const, 'pressure' as const) }),
  'skill-pin-changed': fc.record({ skill, pinned: fc.boolean() }),
  'loaded-skill-changed': fc.record({
    skill,
    state: fc.constantFrom('changed' as const, 'deleted' as const, 'current' as const),
  }),
  'tool-server-changed': fc.record({ server: word, state: fc.constantFrom('ready' as const, 'failed' as const) }),
  'packages-provided': fc.record({
    skill,
    ecosystem: fc.constantFrom('python' as const, 'node' as const),
    packages: fc.array(fc.record({ name: word, version: word, sha256: fc.constant(HASH) }), { maxLength: 2 }),
    bytes: tokens,
  }),
  'watch-started': fc.record({
    id: word,
    callId,
    skill,
    title: word,
    command: fc.constant(['scripts/a.py']),
    every: fc.constant(60),
    until: fc.constant('2099-01-01T00:00:00Z'),
    value: fc.nat(9),
  }),
  'watch-checked': fc.record({ id: word, changed: fc.boolean(), value: fc.nat(9) }),
  'watch-ended': fc.record({ id: word, reason: fc.constantFrom('stopped' as const, 'over' as const) }),
  'skill-missed': fc.record({ skill, score: fc.double({ min: 0.01, max: 50, noNaN: true }) }),
  'skill-switch-changed': fc.record({ skill, enabled: fc.constantFrom(true, false, null) }),
  'message-pin-changed': fc.record({ message: seq, pinned: fc.boolean() }),
  'reference-loaded': fc.record({ skill, path: file, tokens, sha256: fc.constant(HASH), text: word, by }),
  'reference-unloaded': fc.record({ skill, path: file, reason: word }),
  'context-compacted': fc.record({
    strategy: fc.constantFrom('tool-results' as const, 'turns' as const),
    before: tokens,
    after: tokens,
    coversSeq: fc.tuple(seq, seq),
  }),
  'compaction-undone': fc.record({ undoes: seq }),
  'approval-requested': fc.record({
    callId,
    action: fc.constant('run-command' as const),
    detail: fc.record({ reason: word, needsPerson: fc.boolean() }),
  }),
  'approval-resolved': fc.record({ callId, decision: fc.constantFrom('once' as const, 'denied' as const) }),
  'script-started': fc.record({ callId, command: word, cwd: word, interpreter: word }),
  'script-finished': fc.record({
    callId,
    exitCode: fc.constantFrom(0, null),
    timedOut: fc.boolean(),
    truncated: fc.boolean(),
    ms,
    outputs: fc.constant([]),
  }),
  'terminal-waiting': fc.record({
    callId,
    question: fc.constantFrom(null, { prompt: 'Name:', choices: [], hidden: false }),
  }),
  'terminal-input': fc.record({ callId, by: fc.constant('user' as const), text: fc.constantFrom('a', 'b\n') }),
  'artifact-saved': fc.record({
    name: word,
    version: fc.constant(1),
    mime: word,
    bytes: tokens,
    sha256: fc.constant(HASH),
  }),
  'artifact-deleted': fc.record({ name: word, version: fc.constant(1) }, { requiredKeys: ['name'] }),
  'artifact-restored': fc.record({ name: word, version: fc.constant(1) }, { requiredKeys: ['name'] }),
  'state-changed': fc.record({ from: state, to: state }),
  'run-finished': fc.record({ state, iterations: tokens, text: word }),
};
