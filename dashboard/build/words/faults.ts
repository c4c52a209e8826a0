import { resolve } from 'node:path'
import { programOf } from './sources.ts'
import { findMistranslations } from './translations.ts'
import { findUnloaded } from './unloaded.ts'
import { findUnused } from './unused.ts'

/**
 * Finds the errors in catalogues that their types cannot detect, one line each: a placeholder that the English text
 * lacks, a missing plural, a text that no screen uses, and an area used without being loaded or loaded without being
 * used.
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
