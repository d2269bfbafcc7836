import type { SkillView } from '../../../shared/contract.ts';
import { useT } from '../../i18n/index.ts';
import { Collapsible } from '../../ui/index.ts';

/** The author's other front matter, besides name and description. */
export function FrontMatter({ skill }: { readonly skill: SkillView }) {
  const t = useT();
  const { whenToUse, tags, license, compatibility, metadata = {}, allowedTools } = skill;
  const rows = (
    [
      ['whenToUse', whenToUse],
      ['tags', tags?.join(', ')],
      ['license', license],
      ['compatibility', compatibility],
      ['allowedTools', allowedTools?.join(', ')],
    ] as const
  ).flatMap(([name, text]) => (text === undefined ? [] : [[t(`skills.about.${name}`), text] as const]));
  const facts = Object.entries(metadata);
  const limited =
    skill.modelInvocable === false ? 'personOnly' : skill.userInvocable === false ? 'modelOnly' : undefined;
  return (
    <>
      {limited === undefined ? null : <p>{t(`skills.about.${limited}`, { skill: skill.id })}</p>}
      {rows.length + facts.length === 0 ? null : (
        <Collapsible
          summary={<h3 className="font-medium text-ink-soft text-xs">{t('skills.about.title')}</h3>}
          triggerClassName="py-0.5"
        >
          <dl className="flex flex-col gap-1.5 pt-1">
            {[...rows, ...facts].map(([name, text]) => (
              <div key={name}>
                <dt className="text-ink-soft text-xs">{name}</dt>
                <dd className="break-words">{text}</dd>
              </div>
            ))}
          </dl>
          {allowedTools === undefined ? null : (
            <p className="pt-1 text-ink-soft text-xs">{t('skills.about.allowedHint')}</p>
          )}
        </Collapsible>
      )}
    </>
  );
}
