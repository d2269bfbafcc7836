/** Slips of the keyboard in words for days: a city that is misspelt is for the search itself to mend. */
const SLIPS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:tom+or+r?ow|tommorrow|tomorr?w|tomm?or?row|tmr|tmrw|2mor+ow)\b/gi, 'tomorrow'],
  [/\b(?:mondy|monady|munday)\b/gi, 'Monday'],
  [/\b(?:tuseday|teusday|tusday|tuesady)\b/gi, 'Tuesday'],
  [/\b(?:wensday|wedensday|wednsday|wendsday|wenesday|wednesdy)\b/gi, 'Wednesday'],
  [/\b(?:thrusday|thursady|thurday|thirsday|thusday)\b/gi, 'Thursday'],
  [/\b(?:firday|frday|fridy|fryday|friady)\b/gi, 'Friday'],
  [/\b(?:satuday|saterday|saturdy|satruday|satirday)\b/gi, 'Saturday'],
  [/\b(?:sundy|sunady|snuday)\b/gi, 'Sunday'],
  [/\b(?:febuary|feburary|febrary)\b/gi, 'February'],
  [/\b(?:septmber|setpember)\b/gi, 'September'],
  [/\b(?:novemeber|novmber)\b/gi, 'November'],
  [/\b(?:decemeber|decmber|desember)\b/gi, 'December'],
  [/\b(?:chirstmas|chrismas|christmass|cristmas)\b/gi, 'Christmas'],
];

export function mendSpelling(text: string): string {
  return SLIPS.reduce((mended, [pattern, word]) => mended.replace(pattern, word), text);
}
