/**
 * The one contract between the screen and the core, over a message port under Electron and a WebSocket in the
 * browser host. Both sides validate by these schemas. Expected failures are the `errors` below; nothing else throws.
 */
import { eventIterator } from '@orpc/contract';
import { z } from 'zod';
import { ATTACHMENT_PIECE_BYTES, attachmentSchema, MAX_ATTACHMENTS } from './attachments.ts';
import {
  AUTHOR_ROOTS,
  MAX_EDITED_LENGTH,
  openedFileSchema,
  SKILL_TEMPLATES,
  skillCheckSchema,
  skillPathSchema,
  skillTreeSchema,
  unsavedSchema,
} from './author.ts';
import { commandListsSchema } from './command-lists.ts';
import {
  manifestSchema,
  placementComparisonSchema,
  priceTableSchema,
  requestAddressSchema,
  requestDiffSchema,
  sentRequestSchema,
  skillPreviewSchema,
  whatIfResultSchema,
  whatIfSchema,
} from './context-views.ts';
import { artifactsContract, workspaceContract } from './contract/files.ts';
import { bookingsContract, formsContract } from './contract/forms.ts';
import { grantsContract } from './contract/grants.ts';
import { inSession, nothing, procedure, sessionId } from './contract/procedure.ts';
import { keepContract, reviewContract } from './contract/review.ts';
import { terminalContract } from './contract/workspace.ts';
import { environmentNameSchema, environmentsViewSchema } from './environments.ts';
import {
  APPROVAL_MODES,
  DECISIONS,
  DIALECTS,
  DISK_STATES,
  deltaSchema,
  diagnosticSchema,
  LOAD_MODES,
  limitsSchema,
  PLACEMENTS,
  prefixSchema,
  RUN_STATES,
  SKILL_SOURCES,
  tokenTableSchema,
  usageSchema,
} from './events.ts';
import { PROVEN_KINDS } from './sandbox.ts';
import {
  importPlanSchema,
  importSourceSchema,
  installResultSchema,
  originReportSchema,
  skillExportSchema,
  skillIdSchema,
  trashedSkillSchema,
} from './skill-import.ts';
import { skillUsageSchema } from './skill-usage.ts';

/** UTF-16 units of one message of a person's. */
export const MAX_MESSAGE_LENGTH = 1_000_000;

export const sessionSummarySchema = z.object({
  id: z.string(),
  title: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  runState: z.enum(RUN_STATES),
  /** User messages. */
  turns: z.int(),
  model: z.string(),
  /** Of the latest request. */
  tokens: z.int(),
  deleted: z.boolean(),
  environment: z.string(),
  /** It came from elsewhere, to be read: it never goes on. */
  imported: z.boolean().optional(),
  /** How the person keeps it; absent is false or none. */
  pinned: z.boolean().optional(),
  archived: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
});
export type SessionSummary = z.infer<typeof sessionSummarySchema>;

export const sessionSettingsSchema = z.object({
  environment: z.string().optional(),
  dialect: z.enum(DIALECTS).optional(),
  loadMode: z.enum(LOAD_MODES).optional(),
  placement: z.enum(PLACEMENTS).optional(),
  approve: z.enum(APPROVAL_MODES).optional(),
  limits: limitsSchema.partial().optional(),
  /** These four are held for the session over the app's own settings. */
  skills: z.array(z.string()).max(100).optional(),
  model: z.string().optional(),
  baseUrl: z.string().optional(),
  apiKeyEnv: z.string().optional(),
  /** Of the session's environment; `none` for none. Only on `create` and `configure`: absent is what the settings say. */
  agent: z.string().max(100).optional(),
});
export type SessionSettings = z.infer<typeof sessionSettingsSchema>;

/** One item of a session's stream: stored events in order, deltas in between. `event` is read with `parseEvent`. */
export const streamItemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('events'), events: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ kind: z.literal('delta'), delta: deltaSchema }),
]);
export type StreamItem = z.infer<typeof streamItemSchema>;

export const skillViewSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  source: z.enum(SKILL_SOURCES),
  path: z.string(),
  /**
   * Tokens of its catalog line and of its instructions as loaded; `null` where it was not read: then references,
   * scripts and tools are not there either.
   */
  tokens: z.object({ catalog: z.int(), instructions: z.int() }).nullable(),
  references: z.array(z.object({ path: z.string(), bytes: z.int(), tokens: z.int().nullable() })),
  scripts: z.array(z.object({ path: z.string(), runWith: z.string() })),
  /** That its `tools.yaml` declares and that a load would offer; absent where it has no such file. */
  tools: z.array(z.object({ name: z.string(), description: z.string(), script: z.string() })).optional(),
  diagnostics: z.array(diagnosticSchema),
  /** Whether the model may know of it here; absent: it may. */
  use: z
    .object({
      enabled: z.boolean(),
      /** Who decided: the most particular that says anything. Absent where nobody did. */
      by: z.enum(['session', 'environment', 'everywhere', 'machine']).optional(),
      /** What it needs and this computer has not. `certain` is false where only its text for people says so. */
      unmet: z.array(
        z.object({ kind: z.enum(['program', 'variable', 'system']), names: z.array(z.string()), certain: z.boolean() }),
      ),
    })
    .optional(),
  /** What it says that its scripts need beyond its folder and the workspace; absent where it asks for nothing. */
  needs: z
    .object({
      hosts: z.array(z.string()),
      folders: z.array(z.object({ path: z.string(), write: z.boolean() })),
      programs: z.array(z.string()),
      /** Asked for, and more than can be given or not to be understood. */
      refused: z.array(z.string()),
    })
    .optional(),
  /** Scripts whose every run needs a person's yes, as its front matter names them: a path, perhaps with an argument. */
  confirm: z.array(z.string()).optional(),
  /** Over all sessions of the data folder; absent where it was never used. */
  usage: skillUsageSchema.optional(),
});
export type SkillView = z.infer<typeof skillViewSchema>;

export const lintReportSchema = z.object({
  findings: z.array(
    z.object({
      /** Absolute. */
      file: z.string(),
      /** 1-based; columns are UTF-16 code units. */
      line: z.int(),
      column: z.int(),
      severity: z.enum(['error', 'warning', 'info']),
      rule: z.string(),
      /** With every hidden character shown. */
      message: z.string(),
    }),
  ),
  /** Skills that were looked at. */
  checked: z.int(),
  /** What `fix` changed. */
  fixed: z.array(z.object({ file: z.string(), rule: z.string(), message: z.string() })),
  /** Every rule that was applied. */
  rules: z.array(
    z.object({ id: z.string(), severity: z.enum(['error', 'warning', 'info']), title: z.string(), why: z.string() }),
  ),
});
export type LintReport = z.infer<typeof lintReportSchema>;

export const contextViewSchema = z.object({
  /** The body as it would be posted, or was. */
  json: z.string(),
  sha256: z.string(),
  tokens: tokenTableSchema,
  /** For a past request: whether the rebuilt body has the hash that was recorded when it was sent. */
  verified: z.boolean().optional(),
  manifest: manifestSchema,
  /** Against the request before it; absent for the first. */
  prefix: prefixSchema.optional(),
  /** For a past request: what the provider reported for it. */
  usage: usageSchema.optional(),
  /** US dollars for `usage` by the price table; absent for a model without a price. */
  cost: z.number().min(0).optional(),
});
export type ContextView = z.infer<typeof contextViewSchema>;

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

export const doctorReportSchema = z.object({
  checks: z.array(z.object({ id: z.string(), ok: z.boolean(), found: z.string(), remedy: z.string().optional() })),
  sandbox: z.object({
    available: z.boolean(),
    kind: z.string(),
    /** Each kind that this system could have. `proven`: it was attacked just now, and held. `reason`: why not. */
    kinds: z
      .array(z.object({ kind: z.enum(PROVEN_KINDS), available: z.boolean(), proven: z.boolean(), reason: z.string() }))
      .optional(),
  }),
});
export type DoctorReport = z.infer<typeof doctorReportSchema>;

export const appInfoSchema = z.object({
  version: z.string(),
  host: z.enum(['electron', 'browser', 'cli']),
  platform: z.string(),
  home: z.string(),
  systemLanguage: z.string(),
  /** Sessions whose run a crash before this start had cut off, the latest first. */
  interrupted: z.array(z.object({ sessionId, title: z.string() })).optional(),
});
export type AppInfo = z.infer<typeof appInfoSchema>;

export const contract = {
  app: {
    info: procedure.input(nothing).output(appInfoSchema),
    doctor: procedure.input(nothing).output(doctorReportSchema),
  },
  sessions: {
    list: procedure.input(z.object({ search: z.string().optional() })).output(z.array(sessionSummarySchema)),
    /** The whole list, again at every change. */
    watch: procedure.input(nothing).output(eventIterator(z.array(sessionSummarySchema))),
    create: procedure.input(sessionSettingsSchema).output(z.object({ sessionId })),
    /** Settings given anew for a session; what is not given stays. */
    configure: procedure.input(inSession.extend({ settings: sessionSettingsSchema })).output(nothing),
    /** Stored events, raw, in order; `toSeq` included. */
    events: procedure
      .input(inSession.extend({ afterSeq: z.int().min(0).optional(), toSeq: z.int().min(1).optional() }))
      .output(z.array(z.record(z.string(), z.unknown()))),
    rename: procedure.input(inSession.extend({ title: z.string().trim().min(1).max(200) })).output(nothing),
    remove: procedure.input(inSession).output(nothing),
    restore: procedure.input(inSession).output(nothing),
    ...keepContract,
    /** Events after `afterSeq`, then what is streaming now, then everything as it happens. */
    stream: procedure.input(inSession.extend({ afterSeq: z.int().min(0) })).output(eventIterator(streamItemSchema)),
  },
  chat: {
    /** Adds the message and starts the run; answers when the message is on the disk. */
    send: procedure
      .input(
        inSession.extend({
          text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH),
          /** That `attach` answered. */
          attachments: z
            .array(attachmentSchema.pick({ name: true, path: true }))
            .max(MAX_ATTACHMENTS)
            .optional(),
        }),
      )
      .output(nothing),
    /** One piece of a file, in order; the attachment comes with the last. It is part of the conversation once it is sent. */
    attach: procedure
      .input(
        inSession.extend({
          name: z.string().min(1).max(1_000),
          /** Made by the caller, one for each file. */
          upload: z.string().min(1).max(100),
          /** Bytes that came before. */
          offset: z.int().min(0),
          base64: z.base64().max(Math.ceil((ATTACHMENT_PIECE_BYTES * 4) / 3) + 4),
          last: z.boolean(),
        }),
      )
      .output(z.object({ attachment: attachmentSchema.optional() })),
    stop: procedure.input(inSession).output(nothing),
    /** Runs again from the last message that the person wrote. */
    retry: procedure.input(inSession).output(nothing),
    /** Goes back to before the message `seq` and sends `text` in its place. */
    edit: procedure
      .input(inSession.extend({ seq: z.int().min(1), text: z.string().trim().min(1).max(MAX_MESSAGE_LENGTH) }))
      .output(nothing),
    /** Brings back another version of an edited message, with all that followed it. `seq` is that version's. */
    bringBack: procedure.input(inSession.extend({ seq: z.int().min(1) })).output(nothing),
    /** `unasked`: a host without anybody to ask says no. */
    approve: procedure
      .input(inSession.extend({ callId: z.string(), decision: z.enum(DECISIONS), unasked: z.literal(true).optional() }))
      .output(nothing),
  },
  skills: {
    list: procedure
      .input(
        z.object({
          sessionId: sessionId.optional(),
          /** Of the session that is not made yet. */
          agent: z.string().max(100).optional(),
          /** False: as the catalog has them, without reading a skill. Else all are read, and the first answer waits for the encoding. */
          counted: z.boolean().optional(),
          /** Ids: these alone, of the list that was seen before. */
          only: z.array(z.string()).max(200).optional(),
        }),
      )
      .output(
        z.object({
          skills: z.array(skillViewSchema),
          diagnostics: z.array(diagnosticSchema),
          /** Of the session: its loaded skills beside their folders. `tokens` is what loading one again would add. */
          loaded: z
            .array(
              z.object({
                id: z.string(),
                tokens: z.int(),
                onDisk: z.object({ state: z.enum(DISK_STATES), tokens: z.int().optional() }),
              }),
            )
            .optional(),
        }),
      ),
    /** One skill, read whole. */
    show: procedure
      .input(z.object({ skill: z.string(), sessionId: sessionId.optional(), agent: z.string().max(100).optional() }))
      .output(skillViewSchema),
    /** Counts up at every change of what `list` would answer. */
    watch: procedure.input(nothing).output(eventIterator(z.object({ change: z.int() }))),
    /** A loaded skill as it is on the disk now, with its loaded references. */
    reload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
    /** For a session, for an environment, or where neither is named for everything; `null` takes the switch out. */
    setEnabled: procedure
      .input(
        z.object({
          skill: z.string(),
          enabled: z.boolean().nullable(),
          sessionId: sessionId.optional(),
          environment: z.string().max(100).optional(),
        }),
      )
      .output(nothing),
    /** By every rule; without `dirs`, all roots. `fix` first mends what is mechanical. */
    lint: procedure
      .input(z.object({ dirs: z.array(z.string()).max(1_000).optional(), fix: z.boolean().optional() }))
      .output(lintReportSchema),
    /** What a folder, an archive or a Git address holds; nothing is changed by looking. */
    inspectImport: procedure.input(z.object({ source: importSourceSchema })).output(importPlanSchema),
    /** The same of where an installed skill came from, with the difference to what is here. */
    inspectUpdate: procedure.input(z.object({ id: skillIdSchema })).output(importPlanSchema),
    /** All of a plan or those named, whole or not at all. */
    install: procedure
      .input(z.object({ planId: z.string(), ids: z.array(skillIdSchema).min(1).max(1_000).optional() }))
      .output(installResultSchema),
    /** Forgets a plan that nobody wants. */
    discardImport: procedure.input(z.object({ planId: z.string() })).output(nothing),
    /** As a `.skill` archive: the same files give the same bytes. */
    export: procedure.input(z.object({ id: skillIdSchema })).output(skillExportSchema),
    uninstall: procedure.input(z.object({ id: skillIdSchema })).output(trashedSkillSchema),
    /** `what`: an entry of the trash, or the id of a skill in it. */
    restore: procedure.input(z.object({ what: z.string().min(1).max(500) })).output(trashedSkillSchema),
    /** What can be restored, the latest first. */
    trash: procedure.input(nothing).output(z.object({ skills: z.array(trashedSkillSchema) })),
    /** Where a skill came from, and whether it is still what was imported. */
    origin: procedure.input(z.object({ id: skillIdSchema })).output(originReportSchema),
    load: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
    unload: procedure.input(inSession.extend({ skill: z.string() })).output(nothing),
    loadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
    unloadReference: procedure.input(inSession.extend({ skill: z.string(), path: z.string() })).output(nothing),
    /** A pinned skill is unloaded by the person alone. */
    pin: procedure.input(inSession.extend({ skill: z.string(), pinned: z.boolean() })).output(nothing),
    /** What each phase of a skill costs, in these dialects (all where none is named), with no model call. */
    preview: procedure
      .input(
        z.object({
          skill: z.string(),
          dialects: z.array(z.enum(DIALECTS)).optional(),
          tries: z.array(z.string().max(10_000)).max(100).optional(),
          /** By whose encoding and prices; absent: the one that new sessions get. */
          model: z.string().min(1).max(200).optional(),
        }),
      )
      .output(skillPreviewSchema),
  },
  /** The author's view of a skill's own files. */
  author: {
    tree: procedure.input(z.object({ skill: skillIdSchema })).output(skillTreeSchema),
    read: procedure.input(z.object({ skill: skillIdSchema, path: skillPathSchema })).output(openedFileSchema),
    /** Refused with `file-changed` where the disk no longer holds what `basedOn` names; `null` makes a new file. */
    write: procedure
      .input(
        z.object({
          skill: skillIdSchema,
          path: skillPathSchema,
          text: z.string().max(MAX_EDITED_LENGTH),
          basedOn: z.string().nullable(),
        }),
      )
      .output(openedFileSchema),
    moveFile: procedure
      .input(z.object({ skill: skillIdSchema, from: skillPathSchema, to: skillPathSchema }))
      .output(nothing),
    /** To the trash; `entry` is for `restoreFile`. */
    removeFile: procedure
      .input(z.object({ skill: skillIdSchema, path: skillPathSchema }))
      .output(z.object({ entry: z.string() })),
    restoreFile: procedure
      .input(z.object({ skill: skillIdSchema, entry: z.string().max(200) }))
      .output(z.object({ path: skillPathSchema })),
    /** Findings, tokens and the system message, with what is typed and not yet saved. Nothing is written. */
    check: procedure
      .input(z.object({ skill: skillIdSchema, unsaved: z.array(unsavedSchema).max(20).optional() }))
      .output(skillCheckSchema),
    /** Mends what is mechanical, in the files on the disk. */
    fix: procedure
      // Without `rule`, all that is mechanical.
      .input(z.object({ skill: skillIdSchema, rule: z.string().max(100).optional() }))
      .output(z.object({ fixed: z.int() })),
    create: procedure
      .input(
        z.object({
          name: z.string().max(64),
          description: z.string().max(1_024),
          template: z.enum(SKILL_TEMPLATES),
          root: z.enum(AUTHOR_ROOTS).optional(),
        }),
      )
      .output(z.object({ skill: skillIdSchema })),
    duplicate: procedure
      .input(z.object({ skill: skillIdSchema, name: z.string().max(64) }))
      .output(z.object({ skill: skillIdSchema })),
    /** The folder and the name in the front matter together. */
    rename: procedure
      .input(z.object({ skill: skillIdSchema, name: z.string().max(64) }))
      .output(z.object({ skill: skillIdSchema })),
    /** Shows it in the file manager of the machine that the core runs on; `shown` is false where there is none. */
    reveal: procedure
      .input(z.object({ skill: skillIdSchema, path: skillPathSchema.optional() }))
      .output(z.object({ path: z.string(), shown: z.boolean() })),
    /** A new session with this skill and no other. */
    tryIt: procedure.input(z.object({ skill: skillIdSchema })).output(z.object({ sessionId })),
  },
  context: {
    /** The next request, or with `at` the request sent at that event; without a session, what one made now would send. */
    show: procedure
      // With `part`, an id of the manifest, that part comes with its text.
      .input(
        z.object({
          sessionId: sessionId.optional(),
          /** Of the session that is not made yet. */
          agent: z.string().max(100).optional(),
          at: z.int().min(1).optional(),
          part: z.string().max(1_000).optional(),
        }),
      )
      .output(contextViewSchema),
    /** Every request that was sent, the failed tries and the summaries too. */
    requests: procedure.input(inSession).output(z.array(sentRequestSchema)),
    /** Compacts old results and turns now, whatever the fill. `instruction` says what a summary must keep. */
    compact: procedure
      .input(inSession.extend({ instruction: z.string().trim().max(2_000).optional() }))
      // `messages` 0: it was stopped. `compactions`: `seq` of each, for an undo.
      .output(
        z.object({ before: z.int(), after: z.int(), messages: z.int(), compactions: z.array(z.int()).optional() }),
      ),
    /** `seq` of the compaction. Answers what the next request takes now, and whether that will be compacted again. */
    undoCompaction: procedure
      .input(inSession.extend({ seq: z.int().min(1) }))
      .output(z.object({ tokens: z.int(), max: z.int(), compactsAgain: z.boolean() }).partial()),
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
    /** The session's requests under both placements. */
    placements: procedure.input(inSession).output(placementComparisonSchema),
  },
  forms: formsContract,
  bookings: bookingsContract,
  review: reviewContract,
  grants: grantsContract,
  artifacts: artifactsContract,
  workspace: workspaceContract,
  terminal: terminalContract,
  environments: {
    list: procedure.input(nothing).output(environmentsViewSchema),
    /** The whole of it, again at every change. */
    watch: procedure.input(nothing).output(eventIterator(environmentsViewSchema)),
    create: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
    /** With all that `from` has: settings, agents, models and skills. */
    copy: procedure
      .input(z.object({ from: environmentNameSchema, name: environmentNameSchema }))
      .output(environmentsViewSchema),
    /** New sessions get it; those that are there keep theirs. */
    switch: procedure.input(z.object({ name: environmentNameSchema })).output(environmentsViewSchema),
    /** Into the trash, for 30 days; never the one that the app is in. */
    remove: procedure.input(z.object({ name: environmentNameSchema })).output(z.object({ entry: z.string() })),
    /** `what`: an entry of the trash, or the name of an environment in it. */
    restore: procedure.input(z.object({ what: environmentNameSchema })).output(environmentsViewSchema),
  },
  settings: {
    get: procedure.input(nothing).output(settingsViewSchema),
    watch: procedure.input(nothing).output(eventIterator(settingsViewSchema)),
    /** `apiKey`: a new key, or '' to forget it. */
    set: procedure
      .input(settingsSchema.partial().extend({ apiKey: z.string().max(10_000).optional() }))
      .output(settingsViewSchema),
    testModel: procedure
      .input(z.object({ baseUrl: z.string(), model: z.string(), apiKey: z.string().optional() }))
      .output(modelTestSchema),
  },
};

export type Contract = typeof contract;
