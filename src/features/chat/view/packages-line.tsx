import { useLanguage } from '../../../renderer/i18n.ts';
import { useWords } from '../../../renderer/shared/words.tsx';
import { useLive } from '../../../renderer/store/index.ts';
import { refusalText } from '../../../shared/messages/failure.ts';
import { packagesStep } from '../../../shared/skills/skill-packages.ts';
import type { Step } from './transcript/transcript-items.ts';

/** A step's packages while they are looked up or fetched; undefined otherwise. */
export function usePackages({ call, status }: Step) {
  const words = useWords();
  const packages = useLive((live) => live.packages?.find(({ callId }) => callId === call.callId));
  if (packages === undefined || status !== 'running' || call.script !== undefined) return undefined;
  const { what, come, figures } = packagesStep(packages);
  const { skill, bytes, total } = packages;
  return {
    text: words.t(`step.packages.${what}`, { skill }),
    far: come && words.t(`step.packages.${come}`, figures),
    bytes,
    total,
  };
}

/** Progress of the packages that a step waits for, or the reason why they cannot be had. */
export function PackagesLine({ step }: { readonly step: Step }) {
  const language = useLanguage();
  const doing = usePackages(step);
  const { refusal } = step.call;
  const why = refusal?.code.startsWith('packages-') === true ? refusalText(language, refusal) : undefined;
  if (why !== undefined) return <p className="mt-0.5 ml-5.5 text-pretty text-ink-soft text-sm">{why}</p>;
  if (doing === undefined) return null;
  return (
    <p className="my-1 ml-5.5 flex items-center gap-2 text-ink-soft text-sm tabular-nums">
      <progress
        aria-label={doing.text}
        className="h-1.5 w-48"
        {...(doing.total === undefined ? {} : { max: doing.total, value: doing.bytes })}
      />
      {doing.far}
    </p>
  );
}
