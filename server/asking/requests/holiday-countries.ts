/** Countries whose national holidays are built in. A file of its own: Temporal is 10 ms of a command that needs no date. */
export const countriesWithHolidays: readonly string[] = ['BR']
