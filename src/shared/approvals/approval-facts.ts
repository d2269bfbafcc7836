/** Facts about an approval request; screen and terminal phrase them in their own language. */
import { z } from 'zod';

/** The answers that a question can be given besides no. */
export const GRANT_SPANS = ['once', 'session', 'always'] as const;

export const approvalFactsSchema = z.object({
  /** `typed`: into a program that runs already. */
  subject: z.enum(['script', 'command', 'typed', 'tool']),
  /** MCP server that is asked to run its tool. */
  server: z
    .object({
      name: z.string(),
      /** Absent where a skill wants to use the server at all. */
      tool: z.string().optional(),
      /** Host of a remote server; absent for a program on this computer. */
      host: z.string().optional(),
      /** The server's own word on the tool. */
      claims: z.enum(['none', 'read-only', 'destructive']),
    })
    .optional(),
  /** Trial of a skill: runs of its cases, and the max tokens for them. */
  trial: z.object({ skill: z.string(), runs: z.int(), tokens: z.int() }).optional(),
  /** Skill that owns the script, or whose script the command runs in another form. */
  skill: z.string().optional(),
  /** Relative to the skill's folder. */
  script: z.string().optional(),
  /** The script comes from elsewhere than the app itself. */
  thirdParty: z.boolean(),
  /** Sandbox of the run; `none`: it can do all that the user can. */
  sandbox: z.string(),
  network: z.enum(['none', 'hosts', 'open']),
  hosts: z.array(z.string()),
  /** Folders besides the skill's own and the workspace. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** That the skill brings into the sandbox by name. */
  programs: z.array(z.string()),
  /** Access above that is not allowed yet; approval grants it. */
  asked: z.object({
    hosts: z.array(z.string()),
    reads: z.array(z.string()),
    writes: z.array(z.string()),
    programs: z.array(z.string()),
  }),
  /** Files of these folders are copied in; approval opens them to the session's runs. */
  inputs: z.array(z.string()),
  /** Names of the skill's secrets that the script finds in its environment; absent where it gets none. */
  secrets: z.array(z.string()).optional(),
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  /** JSON, if the command only says where the arguments are. */
  arguments: z.string().optional(),
  /** The running program that it is typed into. */
  into: z.string().optional(),
  /** Reason why it may be a run that needs a person's approval; for people who read English, and for the log. */
  suspect: z.string().optional(),
  /** Commands in a loaded skill's `allowed-tools`: a lasting approval covers them too, while it is loaded. */
  wished: z.object({ skill: z.string(), commands: z.array(z.string()) }).optional(),
  /** The skill requires approval for every run. */
  everyRun: z.boolean(),
  /** `first`: the run only makes the quote that the next question shows. `none`: no price is known before the run. */
  quote: z.enum(['first', 'none']).optional(),
  offers: z.array(z.enum(GRANT_SPANS)),
  /** Keys of the grants that a lasting approval creates; a revocation names them. */
  keys: z.array(z.string()),
});
export type ApprovalFacts = z.infer<typeof approvalFactsSchema>;
