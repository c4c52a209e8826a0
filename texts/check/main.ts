import { join } from 'node:path'
import { findUnloaded } from '../../dashboard/build/unloaded.ts'
import { surfacesIn } from '../catalogues.ts'
import { programOf } from './program.ts'
import { findMistranslations } from './translations.ts'
import { findUnmentioned } from './unmentioned.ts'
import { findUnused } from './unused.ts'

// Names every wrong text, and ends with 1 if there is one. The types must be there: `npm run build:types`.

const root = join(import.meta.dirname, '../..')
const types = join(root, 'build/texts/catalogues.ts')

/** Surfaces of the browser, whose sources are a program of their own. */
const programs: Record<string, string> = { widgets: 'widgets', dashboard: 'dashboard' }

const faults = surfacesIn().flatMap(surface => {
  const folder = programs[surface]
  if (!folder) return [...findMistranslations(surface), ...findUnmentioned(surface, root)]
  const program = programOf(join(root, folder))
  return [
    ...findMistranslations(surface),
    ...findUnused(surface, program, types),
    ...(surface === 'dashboard' ? findUnloaded(join(root, folder), program) : []),
  ]
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
