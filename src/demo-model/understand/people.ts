/** Reads who flies: counts, ages and companions, added up only where there is no doubt. */

/** One thing that a sentence says of the party. */
export type PartyWord =
  /** `total`: of people, who may or may not count the children in; `family`: children too. */
  | { readonly says: 'adults' | 'children' | 'total' | 'family' | 'companions'; readonly count: number }
  /** In years; less than 2 for an infant. */
  | { readonly says: 'ages'; readonly ages: readonly number[] }
  | { readonly says: 'infants'; readonly count: number; readonly place?: 'lap' | 'seat' }
  | { readonly says: 'place'; readonly place: 'lap' | 'seat' }
  /** "kids", 孩子: of an age that a fare needs. */
  | { readonly says: 'kids'; readonly count: number };

interface Party {
  readonly adults: number;
  readonly children: number;
  readonly infantsLap?: number;
  readonly infantsSeat?: number;
  /** Children's ages, in the form's format. */
  readonly ages?: string;
}

/** `open`: what has to be asked. */
export type PartyRead = { readonly party: Partial<Party>; readonly open: readonly ('adults' | 'infants')[] };

export function addUp(words: readonly PartyWord[]): PartyRead {
  const sums = (says: 'adults' | 'children' | 'total' | 'family' | 'companions' | 'kids' | 'infants') =>
    words.flatMap((word) => (word.says === says ? [word.count] : []));
  const ages = words.flatMap((word) => (word.says === 'ages' ? word.ages : []));
  const places = words.flatMap((word) => (word.says === 'place' || word.says === 'infants' ? (word.place ?? []) : []));
  const open: ('adults' | 'infants')[] = [];
  const once = (counts: readonly number[]) => (new Set(counts).size > 1 ? undefined : counts[0]);
  const total = once([...sums('total'), ...sums('family')]);
  const adultsSaid = once(sums('adults'));
  const companions = sums('companions')[0];
  if (
    [[...sums('total'), ...sums('family')], sums('adults'), sums('companions')].some(
      (counts) => new Set(counts).size > 1,
    )
  )
    open.push('adults');

  const grown = ages.filter((age) => age >= 12).length;
  const small = ages.filter((age) => age >= 2 && age < 12).length;
  const babies = ages.filter((age) => age < 2).length;
  const kids = sums('kids').reduce((sum, one) => sum + one, 0);
  const named = sums('children').reduce((sum, one) => sum + one, 0);
  const infantsNamed = sums('infants').reduce((sum, one) => sum + one, 0);
  const infants = Math.max(infantsNamed, babies);

  // Each child that is counted has an age, or is called a child; ages without a count are of those children.
  const young = kids + named;
  if (young > 0 && ages.length > 0 && young !== small + grown && young !== ages.length) open.push('adults');
  if ((kids > 0 || sums('family').length > 0) && ages.length === 0) open.push('adults');
  if (sums('total').length > 0 && young + infantsNamed > 0) open.push('adults');
  const children = ages.length > 0 ? small : named;
  const infantsInYoung = young > 0 && young === ages.length ? babies : infants;

  const grownUps =
    total !== undefined
      ? total - small - (infantsInYoung === 0 ? infants : infantsInYoung)
      : companions !== undefined
        ? companions + 1 + grown
        : adultsSaid === undefined
          ? undefined
          : adultsSaid + grown;
  if (total !== undefined && adultsSaid !== undefined && adultsSaid + grown !== grownUps) open.push('adults');
  if (grownUps === undefined ? words.length > 0 : grownUps < 1) open.push('adults');
  const place = new Set(places).size === 1 ? places[0] : undefined;
  if (infants > 0 && (place === undefined || (infants > 1 && places.length !== infants && places.length !== 1)))
    open.push('infants');

  const isOpen = open.includes('adults');
  return {
    party: {
      ...(isOpen || grownUps === undefined ? {} : { adults: grownUps, children }),
      ...(ages.length > 0 && !isOpen && small + babies > 0
        ? {
            ages: ages
              .filter((age) => age >= 1 && age < 12)
              .map(Math.floor)
              .join(', '),
          }
        : {}),
      ...(infants === 0 || open.includes('infants')
        ? {}
        : place === 'seat'
          ? { infantsSeat: infants }
          : { infantsLap: infants }),
    },
    open: [...new Set(open)],
  };
}
