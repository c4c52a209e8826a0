import type { Prepared } from './pipeline.ts'

/** A column of a row, in JavaScript. */
export type Column = string | number | boolean | object | null

/** `most`: the number of keys that share a statement, if its rows are many or long. */
type KeyedStatement = Prepared & { most?: number }

/**
 * Runs a statement that looks up rows by keys, its last parameter. Its first column is the key. Calls with equal other
 * values, such as the store, share a statement: those of one iteration of the event loop, and those that arrive while two
 * are in flight. Returns the rows of the caller's own keys, in the statement's order. An error is that of all who shared.
 */
export type LookUp = (statement: KeyedStatement, keys: string[]) => Promise<Column[][]>

type Caller = {
  keys: string[]
  resolve: (rows: Column[][]) => void
  reject: (error: unknown) => void
}

type Group = { statement: KeyedStatement; waiting: Caller[]; inFlight: number; isGathering: boolean }

// One is read while the other is answered.
const mostInFlight = 2

const mostKeys = 200

/**
 * Look-ups that share a statement share its cost: messages, snapshot, locks, the start of the executor. Of eight pages of
 * ten reviews, each takes 30 µs of PostgreSQL instead of 44 (docs/decisions/0096-share-look-ups.md).
 */
export function shareLookUps(
  query: (statement: Prepared & { rowMode: 'array' }) => Promise<Column[][]>,
): LookUp {
  const groups = new Map<string, Group>()

  function gather(id: string, group: Group): void {
    if (group.isGathering || group.inFlight === mostInFlight) return
    group.isGathering = true
    setImmediate(() => {
      group.isGathering = false
      void send(id, group)
    })
  }

  async function send(id: string, group: Group): Promise<void> {
    const { most = mostKeys, name, text, values } = group.statement
    const callers = take(group.waiting, most)
    const keys = [...new Set(callers.flatMap(caller => caller.keys))]
    group.inFlight++
    try {
      const rows = await query({ name, text, values: [...values, keys], rowMode: 'array' })
      const places = placesByKey(rows)
      for (const { keys: own, resolve } of callers) resolve(rowsOf(own, rows, places))
    } catch (error) {
      for (const { reject } of callers) reject(error)
    }
    group.inFlight--
    if (group.waiting.length > 0) gather(id, group)
    else if (group.inFlight === 0 && !group.isGathering) groups.delete(id)
  }

  return (statement, keys) => {
    const id = JSON.stringify([statement.name, statement.values])
    const group = groups.get(id) ?? { statement, waiting: [], inFlight: 0, isGathering: false }
    groups.set(id, group)
    return new Promise((resolve, reject) => {
      group.waiting.push({ keys, resolve, reject })
      gather(id, group)
    })
  }
}

/** The next callers, with as many keys as fit, and at least one. */
function take(waiting: Caller[], most: number): Caller[] {
  let count = 0
  const end = waiting.findIndex(({ keys }, index) => {
    count += keys.length
    return index > 0 && count > most
  })
  return waiting.splice(0, end < 0 ? waiting.length : end)
}

function placesByKey(rows: Column[][]): Map<Column, number[]> {
  const places = new Map<Column, number[]>()
  for (const [place, [key = null]] of rows.entries()) {
    const known = places.get(key)
    if (known) known.push(place)
    else places.set(key, [place])
  }
  return places
}

function rowsOf(keys: string[], rows: Column[][], places: Map<Column, number[]>): Column[][] {
  const own = keys.flatMap(key => places.get(key) ?? [])
  return own.sort((a, b) => a - b).map(place => rows[place] as Column[])
}
