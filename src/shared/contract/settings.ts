/** The person's settings, and the test of a model. */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { commandListsSchema } from '../command-lists.ts';
import { priceTableSchema } from '../context-views.ts';
import { APPROVAL_MODES, limitsSchema } from '../events.ts';
import { nothing, procedure } from './procedure.ts';

export const THEMES = ['system', 'light', 'dark'] as const;

export const LANGUAGES = ['system', 'en', 'zh'] as const;

/** As Electron writes accelerators; `none`: no other program loses a key to this one. */
export const GLOBAL_SHORTCUTS = ['none', 'CommandOrControl+Shift+Space', 'Alt+Shift+Space'] as const;

export const settingsSchema = z.object({
  language: z.enum(LANGUAGES),
  theme: z.enum(THEMES),
  /** Empty: the demo model. */
  baseUrl: z.string(),
  model: z.string(),
  limits: limitsSchema,
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

export const settingsViewSchema = settingsSchema.extend({
  /** That the app is in. */
  environment: z.string(),
  /** A key is stored; its value never leaves the core. */
  hasKey: z.boolean(),
  /** Where the key is kept, for the person: `os` or `file` (with a warning shown). */
  keyStore: z.enum(['os', 'file', 'environment']),
  demo: z.boolean(),
  /** The app's own prices, which `prices` goes over. */
  knownPrices: priceTableSchema,
  /** Seconds for a whole run of the command line; from `config.jsonc` alone. */
  timeout: z.number().positive().optional(),
});
export type SettingsView = z.infer<typeof settingsViewSchema>;

export const modelTestSchema = z.object({
  ok: z.boolean(),
  /** `ok`, or what is wrong, from the closed list of the model client. */
  code: z.string(),
  message: z.string(),
  models: z.array(z.string()),
  ms: z.number(),
});
export type ModelTest = z.infer<typeof modelTestSchema>;

export const settingsContract = {
  get: procedure.input(nothing).output(settingsViewSchema),
  watch: procedure.input(nothing).output(eventIterator(settingsViewSchema)),
  /** `apiKey`: a new key, or '' to forget it. */
  set: procedure
    .input(settingsSchema.partial().extend({ apiKey: z.string().max(10_000).optional() }))
    .output(settingsViewSchema),
  testModel: procedure
    .input(z.object({ baseUrl: z.string(), model: z.string(), apiKey: z.string().optional() }))
    .output(modelTestSchema),
};
