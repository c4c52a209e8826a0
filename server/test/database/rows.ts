import pg from 'pg'

/**
 * The most rows that one `select` returned while `act` ran, over any connection of this process. Only those whose text has
 * `from` and then what the pattern `from` matches, such as the name of a table, count.
 */
export async function mostRowsRead(from: RegExp, act: () => Promise<unknown>): Promise<number> {
  let most = 0
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const hasFrom = new RegExp(`\\bfrom ${from.source}\\b`)
  const isRead = (text: string) => /^\s*select\b/i.test(text) && hasFrom.test(text)
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [first] = given
    const text = typeof first === 'string' ? first : String((first as { text?: unknown }).text)
    const note = (result: { rows?: unknown[] } | undefined) => {
      if (isRead(text)) most = Math.max(most, result?.rows?.length ?? 0)
    }
    const last = given.at(-1)
    if (typeof last !== 'function') {
      const answer = query.apply(this, given)
      if (answer instanceof Promise) answer.then(note, () => {})
      return answer
    }
    return query.apply(this, [
      ...given.slice(0, -1),
      (error: unknown, result: { rows?: unknown[] }) => {
        note(result)
        last(error, result)
      },
    ])
  } as typeof pg.Client.prototype.query
  try {
    await act()
    return most
  } finally {
    pg.Client.prototype.query = query as typeof pg.Client.prototype.query
  }
}
