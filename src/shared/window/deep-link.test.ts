import { expect, it } from 'vitest';
import { promptOfLink } from './deep-link.ts';

it.each([
  ['skilldeck://new?prompt=Fly%20to%20Oslo', 'Fly to Oslo'],
  ['skilldeck://new?prompt=%E4%B8%8A%E6%B5%B7+%E5%88%B0%E4%B8%9C%E4%BA%AC', '上海 到东京'],
  ['skilldeck://new', ''],
  ['skilldeck://new?prompt=a%0D%0Ab%09c', 'a\nb\tc'],
  ['skilldeck://new?prompt=pay%E2%80%AEtxt%1B%5B2Jend%E2%80%8B', 'paytxt[2Jend'],
  [`skilldeck://new?prompt=${'x'.repeat(20_001)}`, undefined],
  ['skilldeck://open?prompt=x', undefined],
  ['https://new/?prompt=x', undefined],
  ['not an address', undefined],
])('%s', (address, prompt) => {
  expect(promptOfLink(address)).toBe(prompt);
});
