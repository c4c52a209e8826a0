import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { freePort } from '../../server/test/network/listen.ts'
import { answerOf, launchProgram, signal } from '../programs/processes.ts'
import { findProgram } from '../programs/programs.ts'
import { temporaryFolder, waitFor } from '../service.ts'
import { type Node, settingsFolder } from './cluster.ts'

/** An HAProxy beside an instance of Realword. */
export type Balancer = {
  /** Leads to ready instances. */
  url: string
  /** Leads to the primary. */
  postgresql: string
  isRunning: () => boolean
  /** Resolves when it listens. */
  start: () => Promise<void>
  /** Kills it with SIGKILL. */
  kill: () => Promise<void>
}

/** Starts HAProxy twice with `deploy/high-availability/haproxy.cfg`. `instances`: addresses of Realword. */
export async function startBalancers(
  nodes: Node[],
  instances: [string, string],
): Promise<[Balancer, Balancer]> {
  const [one, two] = [await newBalancer(nodes, instances), await newBalancer(nodes, instances)]
  await one.start()
  await two.start()
  return [one, two]
}

async function newBalancer(nodes: Node[], instances: [string, string]): Promise<Balancer> {
  const log = join(temporaryFolder(), 'haproxy.log')
  const [reviews, postgresql] = [await freePort(), await freePort()]
  const env = {
    ERRORS: settingsFolder,
    REVIEWS: `127.0.0.1:${reviews}`,
    POSTGRESQL: `127.0.0.1:${postgresql}`,
    REALWORD_1: instances[0],
    REALWORD_2: instances[1],
    ...Object.fromEntries(nodes.map((node, at) => [`POSTGRESQL_${at + 1}`, `${node.host}:${node.port}`])),
    ...Object.fromEntries(nodes.map((node, at) => [`PATRONI_PORT_${at + 1}`, String(node.api)])),
  }
  const url = `http://${env.REVIEWS}`
  let haproxy: ChildProcess | undefined
  let isListening = false
  return {
    url,
    postgresql: env.POSTGRESQL,
    isRunning: () => isListening,
    start: async () => {
      const args = ['-db', '-f', join(settingsFolder, 'haproxy.cfg')]
      haproxy = launchProgram(findProgram('haproxy') as string, args, { log, env })
      await waitFor('HAProxy', () => answerOf(url))
      isListening = true
    },
    kill: async () => {
      signal([haproxy?.pid as number], 'SIGKILL')
      await waitFor('HAProxy to end', () => haproxy?.exitCode !== null || haproxy?.signalCode !== null)
      isListening = false
    },
  }
}
