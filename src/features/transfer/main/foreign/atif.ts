/** ATIF, Harbor's Agent Trajectory Interchange Format. https://github.com/laude-institute/harbor (docs/rfcs/0001-trajectory-format.md) */
import { refuse } from '../../../../main/store/log-intake.ts';
import {
  type ForeignAgent,
  type ForeignTranscript,
  type Format,
  isObject,
  listIn,
  objectIn,
  objectsIn,
  type Raw,
  textIn,
  timeOf,
} from './format.ts';
import { Story } from './story.ts';
import { opened, whole } from './unread.ts';

const isTrajectory = (value: unknown): value is Raw =>
  isObject(value) && /^ATIF-v1\.\d+$/.test(String(value.schema_version)) && Array.isArray(value.steps);

function readOne(trajectory: Raw): ForeignTranscript {
  const story = new Story();
  const agent = objectIn(trajectory.agent);
  const nested = new Map(objectsIn(trajectory.subagent_trajectories).map((one) => [String(one.session_id), one]));
  const agents: ForeignAgent[] = [];
  for (const [index, step] of listIn(trajectory.steps).entries()) {
    if (!isObject(step)) return refuse('foreign-step', { n: index + 1 });
    const at = timeOf(step);
    if (!story.say(step, { role: roleOf(step.source), content: step.message, at })) {
      story.skip(step, String(step.source ?? 'step'));
      continue;
    }
    for (const result of objectsIn(objectIn(step.observation).results)) {
      const callId = textIn(result.source_call_id) ?? '';
      story.list.push({ role: 'tool', callId, name: '', text: story.words(result.content), at });
      for (const { session_id } of objectsIn(result.subagent_trajectory_ref)) {
        const child = nested.get(String(session_id));
        if (child !== undefined) agents.push({ callId, transcript: readNested(child) });
        nested.delete(String(session_id));
      }
    }
  }
  for (const child of nested.values()) agents.push({ callId: undefined, transcript: readNested(child) });
  return {
    messages: story.list,
    tools: listIn(agent.tool_definitions),
    model: textIn(agent.model_name),
    source: [trajectory],
    leftOut: story.leftOut,
    agents,
  };
}

/** Counted with its own session, and not with the one that it is nested in. */
function readNested(child: Raw): ForeignTranscript {
  const own = opened({ ...child });
  whole(child);
  return readOne(own);
}

const roleOf = (source: unknown) =>
  source === 'agent' ? 'assistant' : source === 'user' || source === 'system' ? source : undefined;

export const atif: Format = {
  name: 'atif',
  recognises: ({ values }) => values.flat().some(isTrajectory),
  read: ({ values }) => values.flat().filter(isTrajectory).map(readOne),
};
