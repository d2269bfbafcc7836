import { isConfusable, lettersOf } from '../../shared/spelled-name.ts';

/** A skill's id. Where it looks like another, its letters that are not ASCII are marked, with their code points as tooltips. */
export function SkillName({ id, found }: { readonly id: string; readonly found: Parameters<typeof isConfusable>[0] }) {
  if (!isConfusable(found)) return id;
  return lettersOf(id).map(({ letter, code }, index) =>
    code === undefined ? (
      letter
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the letters of a name do not move.
      <mark key={index} title={code} className="rounded-sm bg-danger-soft text-danger underline decoration-wavy">
        {letter}
      </mark>
    ),
  );
}
