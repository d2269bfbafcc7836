/**
 * The one contract between the screen and the core, over a message port under Electron and a WebSocket in the
 * browser host. Both sides validate by these schemas. Expected failures are the `errors` below; nothing else throws.
 */

import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { featureContracts } from '../features-contract.ts';
import {
  manifestSchema,
  postSchema,
  priceSchema,
  requestAddressSchema,
  requestDiffSchema,
  sentRequestSchema,
  whatIfResultSchema,
  whatIfSchema,
} from './context-views.ts';
import { appContract } from './contract/app.ts';
import { chatContract } from './contract/chat.ts';
import { artifactsContract, workspaceContract } from './contract/files.ts';
import { grantsContract } from './contract/grants.ts';
import { inSession, nothing, procedure, sessionId } from './contract/procedure.ts';
import { sessionsContract } from './contract/sessions.ts';
import { skillsContract } from './contract/skills.ts';
import { updatesContract } from './contract/updates.ts';
import { failureFields, prefixSchema, tokenTableSchema, usageSchema, WIRES } from './events.ts';
import { abilitiesSchema, modelOptionsSchema } from './models/model-options.ts';
import { modelTableSchema } from './models/model-row.ts';
import { limitSettingsSchema } from './settings/limits.ts';
import { configShape } from './settings/schema.ts';

export * from './contract/app.ts';
export * from './contract/chat.ts';
export * from './contract/sessions.ts';
export * from './contract/skills.ts';

// Requests taken apart: the next one, those that were sent, and those that would be.

const contextViewSchema = z.object({
  /** The body as it would be posted, or was. */
  json: z.string(),
  /** `json` is empty: so many characters of it are sent where they are asked for. */
  withoutBody: z.int().optional(),
  /** `json` has hashes for pictures and PDFs; `sha256` is of the body as posted. */
  withoutMedia: z.boolean().optional(),
  sha256: z.string(),
  tokens: tokenTableSchema,
  /** Past requests only: true if the rebuilt body has the hash recorded when it was sent. */
  verified: z.boolean().optional(),
  manifest: manifestSchema,
  /** Against the request before it; absent for the first. */
  prefix: prefixSchema.optional(),
  /** Absent where the request cannot be rebuilt. */
  post: postSchema.optional(),
  /** Past requests only: usage reported by the provider. */
  usage: usageSchema.optional(),
  /** US dollars for `usage` by the price table; absent for a model without a price. */
  cost: z.number().min(0).optional(),
});
export type ContextView = z.infer<typeof contextViewSchema>;

export const contextContract = {
  /** The next request, or with `at` the request sent at that event; without a session, what one made now would send. */
  show: procedure
    // With `part`, an id of the manifest, the part includes its text.
    .input(
      z.object({
        sessionId: sessionId.optional(),
        /** Agent for a session not created yet. */
        agent: z.string().max(100).optional(),
        at: z.int().min(1).optional(),
        part: z.string().max(1_000).optional(),
        /** Includes the bytes of pictures and PDFs instead of their hashes. */
        media: z.boolean().optional(),
        /** Leaves out a body of millions of characters. */
        brief: z.boolean().optional(),
      }),
    )
    .output(contextViewSchema),
  /** Every request that was sent, the failed tries and the summaries too. */
  requests: procedure.input(inSession).output(z.array(sentRequestSchema)),
  /** Compacts old results and turns now, however full the context is. `instruction` says what a summary must keep. */
  compact: procedure
    .input(inSession.extend({ instruction: z.string().trim().max(2_000).optional() }))
    // `messages` 0: it was stopped. `compactions`: `seq` of each, for an undo.
    .output(z.object({ before: z.int(), after: z.int(), messages: z.int(), compactions: z.array(z.int()).optional() })),
  /** `seq` of the compaction. */
  undoCompaction: procedure.input(inSession.extend({ seq: z.int().min(1) })).output(nothing),
  /** A pinned message stays whole under every compaction. */
  pinMessage: procedure.input(inSession.extend({ seq: z.int().min(1), pinned: z.boolean() })).output(nothing),
  /** Two requests, of one session or of two, part by part. */
  diff: procedure
    .input(z.object({ from: requestAddressSchema, to: requestAddressSchema, texts: z.boolean().optional() }))
    .output(requestDiffSchema),
  /** The request that would result, with no model call and nothing written. */
  whatIf: procedure
    // Without a session as for `show`.
    .input(
      z.object({
        sessionId: sessionId.optional(),
        agent: z.string().max(100).optional(),
        at: z.int().min(1).optional(),
        steps: z.array(whatIfSchema).min(1).max(50),
      }),
    )
    .output(whatIfResultSchema),
};

// The person's settings, and the test of a model.

export { GLOBAL_SHORTCUTS, LANGUAGES, THEMES, UPDATE_CHANNELS, UPDATE_CHOICES } from './settings/schema.ts';

const { language, theme, view, baseUrl, model, approve, commands, prices, timeout } = configShape;
const { network, welcomed, notify, missedSkills, keepRunning, globalShortcut, updates, updateChannel } = configShape;

/** Settings that the screen may change, of `SETTINGS`. */
const settingsSchema = z.object({
  language,
  theme,
  view,
  baseUrl,
  model,
  /** Model request options, replaced together: an omitted option takes its default. */
  modelOptions: modelOptionsSchema,
  limits: limitSettingsSchema,
  approve,
  commands,
  prices,
  network,
  welcomed,
  notify,
  missedSkills,
  keepRunning,
  globalShortcut,
  updates,
  updateChannel,
});
export type Settings = z.infer<typeof settingsSchema>;

const settingsViewSchema = settingsSchema.extend({
  /** Absent until it was chosen. */
  view: view.optional(),
  /** Absent until the person was asked. */
  updates: updates.optional(),
  /** That the app is in. */
  environment: z.string(),
  /** A key is stored; its value never leaves the core. */
  hasKey: z.boolean(),
  /** Storage of the key, shown to the user: `os` or `file` (with a warning). */
  keyStore: z.enum(['os', 'file', 'environment']),
  demo: z.boolean(),
  /** The day on which the table of models was last checked. */
  modelTable: z.string(),
  /** The app's own prices, which `prices` goes over. */
  knownPrices: prices,
  /** Seconds for a whole run of the command line; only from `config.jsonc`. */
  timeout: timeout.optional(),
  /** A proxy without its password. */
  network: network.optional(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

const modelTestSchema = z.object({
  ok: z.boolean(),
  /** `ok`, or what is wrong, from `MODEL_TEST_CODES`. */
  code: z.string(),
  /** In English; `reason` and `figures` say it in either language (`failureReason`). */
  message: z.string(),
  ...failureFields,
  wire: z.enum(WIRES),
  /** Steps tried, in order (`MODEL_TEST_STEPS`); on failure the last one failed. */
  steps: z.array(
    z.object({
      name: z.string(),
      ok: z.boolean(),
      code: z.string().optional(),
      message: z.string().optional(),
      ...failureFields,
    }),
  ),
  /** Reported by the endpoint; absent if it does not report them. */
  limits: abilitiesSchema.extend({
    /** Optional fields that it refused in a conversation of the last day. */
    refuses: z.array(z.string()).optional(),
  }),
  /** Proxy that was used, without its password. */
  proxy: z.string().optional(),
  /** Wire to choose, for `other-wire`. */
  otherWire: z.enum(WIRES).optional(),
  models: z.array(z.string()),
  ms: z.number(),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

export const namedModelSchema = abilitiesSchema.extend({
  name: z.string(),
  model: z.string(),
  baseUrl: z.string().optional(),
  prices: priceSchema.optional(),
});

const modelListSchema = z.object({
  endpoint: z.string(),
  model: z.string(),
  /** Entries of `models.jsonc`. */
  named: z.array(namedModelSchema),
  /** Models listed by the endpoint; `error` in English, with `reason` and `figures`, if it gives no list. */
  offered: z.array(abilitiesSchema.extend({ id: z.string() })),
  error: z.string().optional(),
  ...failureFields,
  table: modelTableSchema,
});
export type ModelList = z.infer<typeof modelListSchema>;

export const settingsContract = {
  get: procedure.input(nothing).output(settingsViewSchema),
  watch: procedure.input(nothing).output(eventIterator(settingsViewSchema)),
  /** `apiKey`: a new key, or '' to forget it. */
  set: procedure
    .input(settingsSchema.partial().extend({ apiKey: z.string().max(10_000).optional() }))
    .output(settingsViewSchema),
  /** Tests the values of a form; without `baseUrl`, the settings. A header of `null` means the stored value. */
  testModel: procedure
    .input(
      z.object({
        baseUrl: z.string().optional(),
        model: z.string().optional(),
        apiKey: z.string().optional(),
        modelOptions: modelOptionsSchema.optional(),
      }),
    )
    .output(modelTestSchema),
  /** Lists named models, known models, and those of the current endpoint. */
  models: procedure.input(nothing).output(modelListSchema),
};

export const contract = {
  app: appContract,
  sessions: sessionsContract,
  chat: chatContract,
  skills: skillsContract,
  context: contextContract,
  grants: grantsContract,
  artifacts: artifactsContract,
  workspace: workspaceContract,
  settings: settingsContract,
  updates: updatesContract,
  ...featureContracts,
};

export type Contract = typeof contract;
