import pg from 'pg'

/** The most rows that one `select` from a table returned while `act` ran, over any connection of this process. */
export async function mostRowsRead(table: string, act: () => Promise<unknown>): Promise<number> {
  let most = 0
  const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
  const isRead = (text: string) => /^\s*select\b/i.test(text) && new RegExp(`\\bfrom ${table}\\b`).test(text)
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
