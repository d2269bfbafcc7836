/** The person's settings, and the test of a model. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { commandListsSchema } from '../approvals/command-lists.ts';
import { priceTableSchema } from '../context-views.ts';
import { APPROVAL_MODES, limitsSchema, WIRES } from '../events.ts';
import { maxContextSchema, modelOptionsSchema } from '../models/model-options.ts';
import { modelTableSchema } from '../models/model-row.ts';
import { nothing, procedure } from './procedure.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export const LANGUAGES = ['system', 'en', 'zh'] as const;

/** As Electron writes accelerators; `none`: no other program loses a key to this one. */
export const GLOBAL_SHORTCUTS = ['none', 'CommandOrControl+Shift+Space', 'Alt+Shift+Space'] as const;

const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** Empty: the demo model. */
  baseUrl: z.string(),
  model: z.string(),
  /** How the model is asked; together: what is left out is the default. */
  modelOptions: modelOptionsSchema,
  limits: limitsSchema.extend({ maxContext: maxContextSchema }),
  approve: z.enum(APPROVAL_MODES),
  /** Programs that run unasked, and that never run. */
  commands: commandListsSchema,
  /** Over the prices that the app brings with it. */
  prices: priceTableSchema,
  /** The first steps were taken, or passed over. */
  welcomed: z.boolean(),
  /** Says so when an answer is there, or a question, while the person looks at something else. */
  notify: z.boolean(),
  /** The desktop app stays in the tray when its window is closed. */
  keepRunning: z.boolean(),
  /** Brings the desktop app to the front from anywhere. */
  globalShortcut: z.enum(GLOBAL_SHORTCUTS),
});
export type Settings = z.infer<typeof settingsSchema>;

const settingsViewSchema = settingsSchema.extend({
  /** That the app is in. */
  environment: z.string(),
  /** A key is stored; its value never leaves the core. */
  hasKey: z.boolean(),
  /** Where the key is kept, for the person: `os` or `file` (with a warning shown). */
  keyStore: z.enum(['os', 'file', 'environment']),
  demo: z.boolean(),
  /** The day on which the table of models was last checked. */
  modelTable: z.string(),
  /** The app's own prices, which `prices` goes over. */
  knownPrices: priceTableSchema,
  /** Seconds for a whole run of the command line; from `config.jsonc` alone. */
  timeout: z.number().positive().optional(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

const modelTestSchema = z.object({
  ok: z.boolean(),
  /** `ok`, or what is wrong, from `MODEL_TEST_CODES`. */
  code: z.string(),
  message: z.string(),
  wire: z.enum(WIRES),
  /** What was tried, in order (`MODEL_TEST_STEPS`); the last one is what failed. */
  steps: z.array(
    z.object({ name: z.string(), ok: z.boolean(), code: z.string().optional(), message: z.string().optional() }),
  ),
  /** As the endpoint says; absent where it does not. */
  limits: z.object({ maxContext: z.int().optional(), maxOutput: z.int().optional() }),
  /** With `other-wire`: the one to choose. */
  otherWire: z.enum(WIRES).optional(),
  models: z.array(z.string()),
  ms: z.number(),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

const modelListSchema = z.object({
  endpoint: z.string(),
  model: z.string(),
  /** Of `models.jsonc`. */
  named: z.array(z.object({ name: z.string(), model: z.string(), baseUrl: z.string().optional() })),
  /** Of the endpoint; `error` where it gives no list. */
  offered: z.array(z.object({ id: z.string(), maxContext: z.int().optional(), maxOutput: z.int().optional() })),
  error: z.string().optional(),
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
  /** As a form has it; without `baseUrl` what the settings say. A header's `null` is the value that is stored. */
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
  /** What can be named, what the table knows, what the endpoint in force offers. */
  models: procedure.input(nothing).output(modelListSchema),
};
