import type { Connection } from '../../../foundation/database/connect.ts'
import { idsWithZeros } from '../../../tenants/products/ids-with-zeros.ts'
import { note } from './notes.ts'
import type { FilePlan, TableReader } from './read-table.ts'
import { quoted } from './refusals/refused.ts'

const mostNoted = 5

/**
 * The plan of a file, with a warning for its product ids that the store, or another row of the file, has with zeros before
 * them. Spreadsheets drop these, and one product becomes two.
 */
export async function warnOfLostZeros(
  db: Connection,
  storeId: string,
  { plan, factsOf }: TableReader<unknown>,
): Promise<FilePlan> {
  const columns = factsOf(['product_id'])
  const numbers = columns.flatMap(({ plainNumbers }) => [...plainNumbers])
  if (numbers.length === 0) return plan
  const withZeros = await idsWithZeros(db, storeId)
  for (const { zeroed } of columns) for (const [number, id] of zeroed) withZeros.set(number, id)
  const lost = numbers.filter(number => withZeros.has(number)).slice(0, mostNoted)
  const notes = lost.map(id => note('lostZeros', { id: quoted(id), other: quoted(withZeros.get(id) ?? '') }))
  return { ...plan, notes: [...plan.notes, ...notes] }
}
