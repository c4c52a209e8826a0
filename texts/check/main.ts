import { join } from 'node:path'
import { surfacesIn } from '../catalogues.ts'
import { programOf } from './program.ts'
import { findMistranslations } from './translations.ts'
import { findUnmentioned } from './unmentioned.ts'
import { findUnused } from './unused.ts'

// Names every wrong text, and ends with 1 if there is one. The types must be there: `npm run build:types`.

const root = join(import.meta.dirname, '../..')
const types = join(root, 'build/texts/catalogues.ts')

/** Surfaces of the browser, whose sources are a program of their own. */
const programs: Record<string, string> = { widgets: 'widgets' }

const faults = surfacesIn().flatMap(surface => {
  const folder = programs[surface]
  return [
    ...findMistranslations(surface),
    ...(folder ? findUnused(surface, programOf(join(root, folder)), types) : findUnmentioned(surface, root)),
  ]
})
for (const fault of faults) console.error(fault)
if (faults.length > 0) process.exit(1)
