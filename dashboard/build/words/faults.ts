import { resolve } from 'node:path'
import { programOf } from './sources.ts'
import { findMistranslations } from './translations.ts'
import { findUnloaded } from './unloaded.ts'
import { findUnused } from './unused.ts'

/**
 * What the types of the catalogues cannot see, a line each: a placeholder that the English text does not have, a
 * missing plural, a text that no screen uses, an area that a screen uses without loading it, or loads without using.
 */
export async function findWordFaults(dashboard: string): Promise<string[]> {
  const folder = resolve(dashboard)
  const program = programOf(folder)
  return [
    ...(await findMistranslations(folder)),
    ...findUnused(folder, program),
    ...findUnloaded(folder, program),
  ]
}
