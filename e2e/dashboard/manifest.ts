import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dashboardFolder } from '../../server/api/dashboard/dashboard-page.ts'

type Manifest = Record<
  string,
  {
    file: string
    css?: string[]
    assets?: string[]
    imports?: string[]
    dynamicImports?: string[]
    isDynamicEntry?: true
  }
>

/** The build manifest: for each source, its built file, and its static (`imports`) and dynamic imports. */
export const manifest = JSON.parse(readFileSync(join(dashboardFolder, 'manifest.json'), 'utf8')) as Manifest
