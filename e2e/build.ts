import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { checkout } from './service.ts'

/** Builds the widgets, unless they are newer than their sources, as after `npm ci`. */
export async function buildWidgets(): Promise<void> {
  await buildOnce('build/widgets/v1')
}

/** Builds the dashboard in the same way. */
export async function buildDashboard(): Promise<void> {
  await buildOnce('build/dashboard', 'vite.dashboard.config.ts')
}

async function buildOnce(folder: string, configFile?: string): Promise<void> {
  if (isWhole(folder) && changedAt(folder) > Math.max(...sources().map(changedAt))) return
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production' // otherwise Lit includes its warnings for developers, which weigh 3 kB
  await build({ ...(configFile && { configFile }) })
  process.env.NODE_ENV = before
}

/** A build empties its folder first, and ends with a compressed copy of each file. */
function isWhole(folder: string): boolean {
  if (!existsSync(join(checkout, folder))) return false
  const names = namesIn(folder)
  const all = names.filter(name => /\.(js|css)$/.test(name))
  return all.length > 0 && all.every(name => names.includes(`${name}.gz`))
}

const changedAt = (path: string) => statSync(join(checkout, path)).mtimeMs

const folders = ['dashboard', 'locales', 'server', 'texts', 'widgets']
const files = ['package-lock.json', 'tsconfig.json', 'vite.config.ts', 'vite.dashboard.config.ts']

/** All they may be made of. Folders are listed too, because their time tells that a file was removed. */
function sources(): string[] {
  return [...folders, ...files, ...folders.flatMap(folder => namesIn(folder).map(name => join(folder, name)))]
}

function namesIn(folder: string): string[] {
  return readdirSync(join(checkout, folder), { recursive: true, encoding: 'utf8' })
}
