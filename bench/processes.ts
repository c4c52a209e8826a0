import { execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * Runs a file of the benchmarks with one JSON argument until it exits. Resolves with the JSON it prints. `nice`: the priority of
 * its process, from 0 to 19, the lowest.
 */
export async function runToEnd<T>(file: string, argument: unknown, nice = 0): Promise<T> {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const running = run(process.execPath, [path, JSON.stringify(argument)])
  if (nice > 0 && running.child.pid) setPriority(running.child.pid, nice)
  return JSON.parse((await running).stdout) as T
}

/** Starts a server, a file of the benchmarks or an absolute path. Resolves with its port and process id. */
export async function startServer(
  file: string,
  env: NodeJS.ProcessEnv = {},
): Promise<{ port: number; pid: number; stop: () => Promise<void> }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { env: { ...process.env, ...env } })
  const [port] = await once(child, 'message')
  const stop = async () => {
    child.disconnect()
    await once(child, 'exit')
  }
  return { port: Number(port), pid: child.pid as number, stop }
}

/** A checkout with its packages installed, and the environment in which its command runs. */
export type Checkout = { folder: string; env: NodeJS.ProcessEnv }

/** Runs `./realword` of a checkout until it exits. Resolves with what it prints, and rejects unless the command succeeds. */
export async function runCommand({ folder, env }: Checkout, args: string[]): Promise<string> {
  return (await run(join(folder, 'realword'), args, { cwd: folder, env })).stdout
}

export type BenchStore = { store_id: string; store_key: string; api_key: string }

/** Creates a store by the command of a checkout. */
export async function createStore(checkout: Checkout): Promise<BenchStore> {
  const printed = await runCommand(checkout, ['store', 'create', '--name', 'Bench', '--json'])
  return JSON.parse(printed) as BenchStore
}

/**
 * Starts the service by the command of a checkout, and waits until it has printed its address and, with `--demo`, all of
 * the demo store.
 */
export async function startService(
  { folder, env }: Checkout,
  flags: string[] = [],
): Promise<{ url: string; pid: number; stop: () => Promise<void> }> {
  const child = spawn(join(folder, 'realword'), ['start', ...flags], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  const ready = flags.includes('--demo') ? `${address.source}[^]*order show` : address
  let printed = ''
  for await (const text of child.stdout.iterator({ destroyOnReturn: false })) {
    printed += text
    if (printed.match(ready)) break
  }
  child.stdout.resume()
  const url = printed.match(ready)?.[1]
  if (!url) throw new Error(`The service ended: ${printed}`)
  const stop = async () => {
    child.kill('SIGINT')
    const [code] = await ended
    if (code !== 0) throw new Error(`The service ended with ${code}.`)
  }
  return { url, pid: child.pid as number, stop }
}

const address = /answers at (https?:[^\s,]+)/

export function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
