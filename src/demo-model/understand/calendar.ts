/** Calendar days as `YYYY-MM-DD`, without zones. */
export type Day = string;

/** Undefined for a day that no calendar has. */
export function dayOf(year: number, month: number, date: number): Day | undefined {
  const value = new Date(Date.UTC(year, month - 1, date)).toISOString().slice(0, 10);
  const { month: readMonth, date: readDate } = parts(value);
  return readMonth === month && readDate === date ? value : undefined;
}

export function parts(value: Day): { year: number; month: number; date: number } {
  const [year = 0, month = 1, date = 1] = value.split('-').map(Number);
  return { year, month, date };
}

export function addDays(value: Day, days: number): Day {
  return new Date(Date.parse(`${value}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** 0 is Monday. */
export function weekday(value: Day): number {
  return (new Date(`${value}T00:00:00Z`).getUTCDay() + 6) % 7;
}
