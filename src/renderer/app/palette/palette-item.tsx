import { Command } from 'cmdk';
import type { ReactNode } from 'react';
import { Kbd, platformKeys } from '../../ui/index.ts';

export function PaletteGroup({ heading, children }: { readonly heading: string; readonly children: ReactNode }) {
  return (
    <Command.Group
      heading={heading}
      className="**:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:pt-2 **:[[cmdk-group-heading]]:pb-1 **:[[cmdk-group-heading]]:text-ink-soft **:[[cmdk-group-heading]]:text-xs"
    >
      {children}
    </Command.Group>
  );
}

export function PaletteItem({
  value,
  icon,
  keys,
  onSelect,
  children,
}: {
  readonly value: string;
  readonly icon?: ReactNode;
  readonly keys?: readonly string[] | undefined;
  readonly onSelect: () => void;
  readonly children: ReactNode;
}) {
  return (
    <Command.Item
      value={value}
      onSelect={onSelect}
      className="flex h-9 cursor-default select-none items-center gap-2.5 rounded-control px-2.5 text-base data-[selected=true]:bg-hover [&_svg]:size-4 [&_svg]:text-ink-soft"
    >
      {icon}
      <span className="min-w-0 flex-1 truncate">{children}</span>
      {keys === undefined ? null : <Kbd keys={platformKeys(keys)} />}
    </Command.Item>
  );
}
