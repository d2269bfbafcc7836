/** The opening words of a request where an agent works in the session (seeds/003). */
import type { Agent } from '../../../shared/events.ts';

const PROTOCOL = '## Skill Loading Protocol';

/**
 * The agent's own words in the place of the app's, or besides them. How skills are loaded stays either way: it names
 * the dialect's tools, which no author of an agent should have to know.
 * @param opening the app's words in the session's dialect.
 */
export function agentPrompt(opening: string, agent: Agent | undefined): string {
  if (agent === undefined) return opening;
  const own = agent.basePrompt?.trim() ?? '';
  const words = own === '' ? opening : [own, ...protocolOf(opening)].join('\n\n');
  const instructions = agent.instructions?.trim() ?? '';
  return instructions === '' ? words : `${words}\n\n## Your Instructions\n${instructions}`;
}

const protocolOf = (opening: string): string[] =>
  opening.split(/\n\n(?=## )/).filter((section) => section.startsWith(PROTOCOL));
