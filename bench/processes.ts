import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { setPriority } from 'node:os'
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

export function median(numbers: number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
