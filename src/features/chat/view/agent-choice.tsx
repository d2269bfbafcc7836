import { useWords } from '../../../renderer/shared/words.tsx';
import { useActions, useApp } from '../../../renderer/store/index.ts';
import { Select } from '../../../renderer/ui/on-demand.ts';

/** Means that no agent is wanted. */
const NONE = 'none';

/** Agent of the next conversation, where there is a choice. */
export function AgentChoice() {
  const words = useWords();
  const view = useApp((data) => data.environments);
  const chosen = useApp((data) => data.newAgent);
  const { chooseAgent } = useActions();
  if (view === undefined) return null;
  const value = chosen ?? view.agent ?? NONE;
  const description = view.agents.find(({ name }) => name === value)?.description;
  return (
    <Select
      className="mt-5 max-w-72"
      label={words.t('welcome.agent')}
      value={value}
      options={[
        { value: NONE, label: words.t('welcome.noAgent') },
        ...view.agents.map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={chooseAgent}
      {...(description === undefined ? {} : { description })}
    />
  );
}
