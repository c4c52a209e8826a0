import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Problem } from '../../foundation/lib/problem.ts'

export const widgetsFolder = fileURLToPath(new URL('../../../build/widgets/v1/', import.meta.url))

/** Throws Problem if the widgets were not built, so that the operator notices before a shopper does. */
export function requireWidgets(): void {
  if (existsSync(join(widgetsFolder, 'widgets.js'))) return
  throw new Problem(
    'The widgets are not built.',
    'Run: npm run build (npm ci does it too, unless told --ignore-scripts or --omit=dev).',
  )
}
