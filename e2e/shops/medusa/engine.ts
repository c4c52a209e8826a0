import { execFile } from 'node:child_process'
import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { installEngine, installPlugin, type Started, startProgram } from '../engines.ts'

const version = '2.21.2'
const packages = ['medusa', 'framework', 'cli'].map(name => `@medusajs/${name}@${version}`)
const execute = promisify(execFile)

/** Installs Medusa, and the plugin as `npm pack` makes it. Returns its folder. */
export async function installMedusa(): Promise<string> {
  const folder = await installEngine(`medusa-${version}`, packages)
  await installPlugin(folder, 'medusa')
  for (const name of ['medusa-config', 'flow'])
    copyFileSync(new URL(`${name}.cjs`, import.meta.url), join(folder, `${name}.js`))
  return folder
}

export type Shop = { folder: string; databaseUrl: string; options: Record<string, string> }

const environment = ({ databaseUrl, options }: Shop) => ({
  DATABASE_URL: databaseUrl,
  REALWORD_OPTIONS: JSON.stringify(options),
  MEDUSA_DISABLE_TELEMETRY: '1', // only loopback addresses are contacted
})

/** Runs `medusa` with `args` until it exits. Returns what it printed. */
export async function runMedusa(shop: Shop, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await execute('node_modules/.bin/medusa', args, {
    cwd: shop.folder,
    env: { ...process.env, NODE_ENV: 'production', NODE_OPTIONS: '', ...environment(shop) },
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}

/** Starts the shop's server. */
export function startMedusa(shop: Shop, port: number): Started {
  const args = ['start', '--port', String(port), '--host', '127.0.0.1']
  return startProgram(shop.folder, ['node_modules/.bin/medusa', ...args], environment(shop))
}
