import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { extract } from 'tar'

/** Medusa 2 from npm, in a folder of its own that later runs use again. */

const version = '2.21.2'
const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const folder = join(checkout, 'node_modules/.cache', `medusa-${version}`)
const packages = ['medusa', 'framework', 'cli'].map(name => `@medusajs/${name}@${version}`)
const execute = promisify(execFile)

/** Installs Medusa, if it is not there yet, and the plugin as `npm pack` makes it. */
export async function installEngine(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const installed = join(folder, 'installed')
  if (!existsSync(installed)) {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'shop', private: true }))
    await execute('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packages], {
      cwd: folder,
    })
    writeFileSync(installed, '')
  }
  const { stdout } = await execute(
    'npm',
    ['pack', '--json', '--pack-destination', folder, './packages/medusa'],
    {
      cwd: checkout,
    },
  ).catch(error => Promise.reject(new Error(error.stderr, { cause: error })))
  const [{ filename }] = JSON.parse(stdout)
  const plugin = join(folder, 'node_modules/@realword/medusa')
  rmSync(plugin, { recursive: true, force: true })
  mkdirSync(plugin, { recursive: true })
  await extract({ file: join(folder, filename), cwd: plugin, strip: 1 })
  for (const name of ['medusa-config', 'flow'])
    copyFileSync(new URL(`${name}.cjs`, import.meta.url), join(folder, `${name}.js`))
}

export type Shop = { databaseUrl: string; options: Record<string, string> }

const environment = ({ databaseUrl, options }: Shop) => ({
  ...process.env,
  NODE_ENV: 'production',
  NODE_OPTIONS: '',
  DATABASE_URL: databaseUrl,
  REALWORD_OPTIONS: JSON.stringify(options),
  MEDUSA_DISABLE_TELEMETRY: '1', // only loopback addresses are contacted
})

/** Runs `medusa` with `args` until it exits. Returns what it printed. */
export async function runMedusa(shop: Shop, ...args: string[]): Promise<string> {
  const { stdout, stderr } = await execute('node_modules/.bin/medusa', args, {
    cwd: folder,
    env: environment(shop),
    maxBuffer: 64 * 1024 * 1024,
  })
  return stdout + stderr
}

/** Starts the shop's server. `printed`: what it has printed so far, and how it ended. */
export function startMedusa(shop: Shop, port: number): { process: ChildProcess; printed: () => string } {
  const args = ['start', '--port', String(port), '--host', '127.0.0.1']
  const medusa = spawn('node_modules/.bin/medusa', args, {
    cwd: folder,
    env: environment(shop),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  const add = (chunk: Buffer) => {
    text += chunk.toString()
  }
  medusa.stdout.on('data', add)
  medusa.stderr.on('data', add)
  medusa.once('exit', (code, signal) => add(Buffer.from(`ended: ${code ?? signal}`)))
  return { process: medusa, printed: () => text }
}

/** Medusa connects by TCP alone, and the embedded server has only a socket: this connects both. */
export async function forwardTo(socket: string): Promise<Server> {
  const server = createServer(client => {
    const postgres = connect(socket)
    client.pipe(postgres).pipe(client)
    client.on('error', () => postgres.destroy())
    postgres.on('error', () => client.destroy())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return server
}
