/** Parts of a request that a provider's words name as the fault: an optional field, or a tool. Pure. */
import { OWN_BODY_FIELDS } from '../../shared/models/model-options.ts';
import type { PreparedRequest, RefusedParts } from '../agent/ports.ts';

const REFUSED =
  /not (be )?(supported|permitted|allowed|accepted)|unsupported|unrecogni[sz]ed|unknown|unexpected|unavailable|extra[_ ]?(inputs?|fields?|forbidden)|does(n't| not) (support|accept)|invalid (field|parameter|argument)|不支持|未知|不允许/i;
const OF_TOOLS = /schema|parameters?|propert|function|tools?\b|declaration|\$ref|\$defs/i;

export function toolNames(json: string): readonly string[] {
  try {
    const { tools = [] } = JSON.parse(json) as { tools?: readonly { name?: string; function?: { name?: string } }[] };
    return tools.map((tool) => tool.function?.name ?? tool.name ?? '');
  } catch {
    return [];
  }
}

const names = (said: string, name: string): boolean =>
  name !== '' && new RegExp(`(?<![\\w-])${name.replaceAll(/[^\w-]/g, '\\$&')}(?![\\w-])`).test(said);

/** `tools[3]`, `tools.3.custom`, `tools[0].function_declarations[3]` */
const PLACE = /tools(?:\[0\]\.function_?declarations)?[[./](\d+)/gi;

export function refusedIn(
  said: string,
  { json, wire }: Pick<PreparedRequest, 'json' | 'wire'>,
): RefusedParts | undefined {
  const all = toolNames(json);
  const placed = [...said.matchAll(PLACE)].flatMap(([, at]) => all[Number(at)] ?? []);
  const tools = OF_TOOLS.test(said) ? all.filter((name) => placed.includes(name) || names(said, name)) : [];
  const needed = wire === 'anthropic' ? ['stream', 'max_tokens'] : ['stream'];
  const optional = Object.keys(JSON.parse(json) as object).filter(
    (name) => ![...OWN_BODY_FIELDS, ...needed].includes(name),
  );
  const fields = REFUSED.test(said) ? optional.filter((name) => names(said, name)) : [];
  return tools.length + fields.length === 0 ? undefined : { fields, tools: [...new Set(tools)] };
}
