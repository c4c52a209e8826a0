import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeDocuments } from './documents.ts'
import { typesOf } from './types.ts'

/** Writes the types of packages/sdk. They are not committed, so that no change of a route leaves them behind. */
const folder = join(import.meta.dirname, '../../packages/sdk/src/apis')
const documents = await makeDocuments()
mkdirSync(folder, { recursive: true })
for (const [name, file] of [
  ['store', 'openapi.json'],
  ['management', 'management-openapi.json'],
  ['operator', 'operator-openapi.json'],
] as const) {
  const types = typesOf(documents[file] ?? {}, isForPrograms)
  writeFileSync(join(folder, `${name}.ts`), name === 'management' ? withOrders(types) : types)
}

/**
 * A batch takes anything as an order, because a wrong one is refused by itself: so the document says. A program sends
 * orders of `POST /orders`. Throws when the document says something else.
 */
function withOrders(types: string): string {
  const untyped = '  orders: unknown[]\n'
  if (types.split(untyped).length !== 2) throw new Error('The orders of OrderBatch have a type now.')
  const order = "import type { NewOrder } from './store.ts'"
  return `${order}\n\n${types.replace(untyped, '  orders: NewOrder[]\n')}`
}

/** Mail servers, shops and the older client call the others. */
function isForPrograms(path: string): boolean {
  return !/^\/(mail|connect|v1)\//.test(path)
}
