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
] as const)
  writeFileSync(join(folder, `${name}.ts`), typesOf(documents[file] ?? {}, isForPrograms))

/** Mail servers, shops and the older client call the others. */
function isForPrograms(path: string): boolean {
  return !/^\/(mail|connect|v1)\//.test(path)
}
