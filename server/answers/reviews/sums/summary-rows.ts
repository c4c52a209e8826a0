/** For the catalogue: the table of summaries. The indexes of migrations/0024 sort by the expressions below. */
export const summaryRows = 'rating_summaries'

export const totalSql = '(one + two + three + four + five)'

/** Null without reviews. */
export const averageSql = `(
  (one + 2 * two + 3 * three + 4 * four + 5 * five)::double precision
  / nullif(one + two + three + four + five, 0)
)`
