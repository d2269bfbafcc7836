/** What a person is asked to allow, as facts: the screen and the terminal put them into words of their own language. */
import { z } from 'zod';

/** The answers that a question can be given besides no. */
export const GRANT_SPANS = ['once', 'session', 'always'] as const;

export const approvalFactsSchema = z.object({
  /** `typed`: into a program that runs already. */
  subject: z.enum(['script', 'command', 'typed']),
  /** The skill whose script it is, or whose script the command runs in another form. */
  skill: z.string().optional(),
  /** Relative to the skill's folder. */
  script: z.string().optional(),
  /** The script comes from elsewhere than the app itself. */
  thirdParty: z.boolean(),
  /** What confines it; `none`: it can do all that the person can. */
  sandbox: z.string(),
  network: z.enum(['none', 'hosts', 'open']),
  hosts: z.array(z.string()),
  /** Folders besides the skill's own and the workspace. */
  reads: z.array(z.string()),
  writes: z.array(z.string()),
  /** That the skill brings into the sandbox by name. */
  programs: z.array(z.string()),
  /** What of the above is not allowed yet, and would be by a yes. */
  asked: z.object({
    hosts: z.array(z.string()),
    reads: z.array(z.string()),
    writes: z.array(z.string()),
    programs: z.array(z.string()),
  }),
  /** Files of these folders are copied in; a yes opens them to the session's runs. */
  inputs: z.array(z.string()),
  /** Names of the skill's secrets that the script finds in its environment; absent where it gets none. */
  secrets: z.array(z.string()).optional(),
  variables: z.array(z.object({ name: z.string(), value: z.string() })),
  /** JSON, where the command only says where they lie. */
  arguments: z.string().optional(),
  /** The running program that it is typed into. */
  into: z.string().optional(),
  /** Why it may be a run that needs a person's yes; for people who read English, and for the log. */
  suspect: z.string().optional(),
  /** The skill itself asks for a yes before every run. */
  everyRun: z.boolean(),
  offers: z.array(z.enum(GRANT_SPANS)),
  /** Of what a yes that goes on would grant: what a withdrawal names. */
  keys: z.array(z.string()),
});
export type ApprovalFacts = z.infer<typeof approvalFactsSchema>;
