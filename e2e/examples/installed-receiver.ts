import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { freePort } from '../../server/test/network/listen.ts'
import { checkout, onCleanUp, temporaryFolder, waitFor } from '../service.ts'

/** A program of `examples/`, installed in a folder of its own as its README says. */
export type InstalledReceiver = {
  url: string
  start: (settings: Record<string, string>) => Promise<void>
  kill: () => Promise<void>
  query: (text: string) => Record<string, unknown>[]
}

export async function installReceiver(
  name = 'webhook-receiver',
  program = 'receiver.ts',
): Promise<InstalledReceiver> {
  const folder = join(temporaryFolder(), name)
  cpSync(join(checkout, 'examples', name), folder, { recursive: true })
  const install = ['install', '--offline', '--no-audit', '--no-fund', packSdk()]
  execFileSync('npm', install, { cwd: folder, stdio: 'pipe' })
  const port = await freePort()
  let running: ChildProcess | undefined

  async function start(settings: Record<string, string>): Promise<void> {
    const env = { PATH: process.env.PATH, PORT: String(port), ...settings }
    const child = spawn(process.execPath, [program], { cwd: folder, env })
    running = child
    let printed = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', text => {
        printed += text
      })
    await waitFor('the receiver', () => {
      if (child.exitCode !== null) throw new Error(`The receiver ended:\n${printed}`)
      return /^Re\w+ webhooks on port/m.test(printed)
    })
  }
  async function kill(): Promise<void> {
    const child = running
    child?.kill('SIGKILL')
    await waitFor(
      'the end of the receiver',
      () => !child || child.signalCode !== null || child.exitCode !== null,
    )
  }
  function query(text: string): Record<string, unknown>[] {
    const db = new DatabaseSync(join(folder, 'reviews.db'), { readOnly: true })
    try {
      return db.prepare(text).all()
    } finally {
      db.close()
    }
  }
  onCleanUp(kill)
  return { url: `http://127.0.0.1:${port}/webhooks`, start, kill, query }
}

/** Packs the SDK beside the checkout: other tests build and pack it in its own folder at the same time. */
function packSdk(): string {
  const folder = temporaryFolder()
  const run = (program: string, ...args: string[]) =>
    execFileSync(program, args, { cwd: checkout, encoding: 'utf8' })
  run('npm', 'run', '-s', 'build:types')
  const tsc = join(checkout, 'node_modules/typescript-7/bin/tsc')
  run(process.execPath, tsc, '-p', 'packages/sdk', '--outDir', join(folder, 'dist'))
  for (const file of ['package.json', 'README.md', 'LICENSE'])
    cpSync(join(checkout, 'packages/sdk', file), join(folder, file))
  const [{ filename }] = JSON.parse(run('npm', 'pack', '--json', '--pack-destination', folder, folder))
  return join(folder, filename)
}
