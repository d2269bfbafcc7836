/** One fact of a request, as it was asked for and as a quote gives it. In the skill's own words, for every host. */
import { z } from 'zod';
import { type Speech, textIn, textSchema, valueSchema, valueText } from '../cards/card.ts';
import type { Translate } from '../messages/types.ts';

export const comparedSchema = z.object({
  /** Name of the form's field. */
  field: z.string(),
  label: textSchema,
  asked: valueSchema,
  is: valueSchema,
  differs: z.boolean(),
});
export type Compared = z.infer<typeof comparedSchema>;

/** Text with a line for each fact that differs, then the others. */
export function comparedLines(compared: readonly Compared[], speech: Speech, t: Translate): readonly string[] {
  const [different, same] = [true, false].map((differs) => compared.filter((one) => one.differs === differs));
  const lines = (rows: readonly Compared[] = []) =>
    rows.map(({ label, asked, is, differs }) => {
      const [field, wanted, found] = [textIn(label, speech.language), valueText(asked, speech), valueText(is, speech)];
      return differs
        ? `! ${t('request.compared.line', { field, asked: wanted, is: found })}`
        : `  ${field}${t('request.compared.between')}${found}`;
    });
  return [
    ...(different?.length ? [t('request.compared.differs'), ...lines(different)] : []),
    ...(same?.length ? [t('request.compared.same'), ...lines(same)] : []),
  ];
}
