/** Orders of an author to the app itself: list skills, load this, unload that, open a reference. */
import { purposeOf } from '../request/toolbox.ts';
import type { SkillOrder } from '../understand/intent.ts';
import type { Answer } from '../wire.ts';
import { type Desk, firstLine, needReference, needSkill, say, searchSkills } from './desk.ts';
import { findFittingSkill } from './find-skill.ts';

export function planSkillOrder(desk: Desk, order: SkillOrder): Answer {
  switch (order.kind) {
    case 'load':
      return load(desk, order.words);
    case 'unload':
      return unload(desk, order.words);
    case 'reference':
      return reference(desk, order.words);
  }
}

export function planSkillList(desk: Desk): Answer {
  return say(desk.words.skills(desk.catalog));
}

/** A skill that fits a request that is none of flights: loaded, and its scripts run where one is named; no more is claimed. */
export function planOtherSkill(desk: Desk, id: string): Answer {
  const skill = needSkill(desk, id);
  return 'answer' in skill ? skill.answer : say(desk.words.cannotFollow(id));
}

function load(desk: Desk, words: string): Answer {
  const id = resolve(desk, words);
  if (id === undefined) return searchSkills(desk, words) ?? say(desk.words.skillUnknown(words, ids(desk)));
  const skill = needSkill(desk, id);
  return 'answer' in skill ? skill.answer : say(desk.words.skillLoaded(id));
}

function unload(desk: Desk, words: string): Answer {
  const id = resolve(desk, words) ?? (desk.loaded.length === 1 ? desk.loaded[0]?.id : undefined);
  const done = desk.turn.uses.find((use) => purposeOf(use, desk.folders).ability === 'unload-skill');
  if (done !== undefined) {
    const skill = purposeOf(done, desk.folders).skill ?? words;
    return say(
      desk.loaded.some((one) => one.id === skill)
        ? desk.words.loadFailed(skill, firstLine(done.result))
        : desk.words.skillUnloaded(skill),
    );
  }
  if (id === undefined) return say(desk.words.skillUnknown(words, ids(desk)));
  if (!desk.loaded.some((skill) => skill.id === id)) return say(desk.words.skillNotLoaded(id));
  const call = desk.toolbox.call('unload-skill', { skill: id });
  return call === undefined ? say(desk.words.noUnloadTool) : { text: '', call };
}

function reference(desk: Desk, path: string): Answer {
  const owner = desk.loaded.find((skill) => skill.references.some((one) => one === path || one.endsWith(`/${path}`)));
  if (owner === undefined) {
    const [only] = desk.loaded;
    const first = only === undefined ? desk.catalog[0] : undefined;
    // Nothing is loaded yet: the only skill there is must be the one that is meant.
    if (first !== undefined && desk.catalog.length === 1) {
      const skill = needSkill(desk, first.id);
      if ('answer' in skill) return skill.answer;
    }
    return say(
      desk.words.referenceUnknown(
        path,
        desk.loaded.flatMap((skill) => skill.references),
      ),
    );
  }
  const full = owner.references.find((one) => one === path || one.endsWith(`/${path}`)) ?? path;
  const loaded = needReference(desk, owner, full);
  if ('answer' in loaded) return loaded.answer;
  const failed = desk.turn.uses.find((use) => purposeOf(use, desk.folders).ability === 'load-reference')?.result ?? '';
  return say(
    loaded.ready === undefined ? desk.words.loadFailed(full, firstLine(failed)) : desk.words.referenceLoaded(full),
  );
}

function resolve(desk: Desk, words: string): string | undefined {
  const known = ids(desk);
  const exact = known.find((id) => id.toLowerCase() === words.toLowerCase());
  return (
    exact ??
    known.find((id) => words !== '' && id.includes(words.toLowerCase())) ??
    findFittingSkill(desk.catalog, words)
  );
}

function ids(desk: Desk): string[] {
  return [...new Set([...desk.catalog.map((skill) => skill.id), ...desk.loaded.map((skill) => skill.id)])];
}
