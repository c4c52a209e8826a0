import { setTimeout as pause } from 'node:timers/promises'
import { signal } from '../programs/processes.ts'
import { waitFor } from '../service.ts'
import type { Balancer } from './balancers.ts'
import type { Cluster, Node } from './cluster.ts'
import type { Network } from './machines.ts'

export type Disturbed = { cluster: Cluster; balancers: [Balancer, Balancer] }

/** Resolves when orders are answered again, and what nothing else starts again was started. */
type Disturb = (disturbed: Disturbed, answering: () => Promise<void>) => Promise<void>

const patience = 180_000 // ms
const outage = 40_000 // ms: twice the `ttl` of patroni.yml

export const disturbances = {
  /** The operator gives the role to the synchronous standby. */
  switchover: async ({ cluster }, answering) => {
    const { primary, synchronous } = await cluster.roles()
    const body = JSON.stringify({ leader: primary?.name, candidate: synchronous?.name })
    const answer = await fetch(`${primary?.url}/switchover`, { method: 'POST', body })
    if (!answer.ok) throw new Error(`The switchover was refused: ${await answer.text()}`)
    await anotherPrimary(cluster, primary as Node)
    await answering()
  },
  /** PostgreSQL dies, and Patroni starts it again or lets another one take over. */
  postgresql: async ({ cluster }, answering) => {
    signal([(await primaryOf(cluster)).postmaster() as number], 'SIGKILL')
    await answering()
  },
  /** Patroni is stopped, for example for an update: it stops its PostgreSQL, and another one takes over. */
  patroni: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    signal([primary.processes()[0] as number], 'SIGTERM')
    await takeOver(cluster, primary, answering)
    await startAgain(primary)
  },
  /** PostgreSQL and Patroni die together, as when the power fails. */
  both: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    signal(primary.processes(), 'SIGKILL')
    await takeOver(cluster, primary, answering)
    await startAgain(primary)
  },
  /** Both freeze. After another one took over, they are reset, as a watchdog does. */
  freeze: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    signal(primary.processes(), 'SIGSTOP')
    await takeOver(cluster, primary, answering)
    signal(primary.processes(), 'SIGKILL')
    await startAgain(primary)
  },
  /** Both freeze for longer than their lease, and wake without a watchdog. */
  wake: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    signal(primary.processes(), 'SIGSTOP')
    await Promise.all([takeOver(cluster, primary, answering), pause(outage)])
    signal(primary.processes(), 'SIGCONT')
    await answering()
  },
  /** A member of etcd dies, and is started again. */
  member: async ({ cluster }, answering) => {
    const [member] = cluster.etcd
    await member?.kill()
    await pause(outage)
    await answering()
    member?.start()
    await member?.healthy()
  },
  /** All of etcd dies, and is started again. */
  etcd: async ({ cluster }, answering) => {
    await Promise.all(cluster.etcd.map(member => member.kill()))
    await pause(outage)
    for (const member of cluster.etcd) member.start()
    for (const member of cluster.etcd) await member.healthy()
    await answering()
  },
  /** The network loses the primary. Another one takes over, and the network returns while the old one still runs. */
  partition: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    networkOf(cluster).separate([primary.host])
    await Promise.all([takeOver(cluster, primary, answering), pause(outage)])
    networkOf(cluster).join()
    await answering()
  },
  /** The network loses both standbys. They elect a primary, while Realword still reaches the old one alone. */
  minority: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    networkOf(cluster).separate(cluster.nodes.filter(node => node !== primary).map(({ host }) => host))
    await pause(outage)
    networkOf(cluster).join()
    await anotherPrimary(cluster, primary)
    await answering()
  },
  /** The network loses the synchronous standby. The other one takes its place. */
  standby: async ({ cluster }, answering) => {
    const { synchronous } = await cluster.roles()
    networkOf(cluster).separate([(synchronous as Node).host])
    await pause(outage)
    await answering()
    networkOf(cluster).join()
    await answering()
  },
  /** The network loses the primary for three seconds, five times. It may keep its role. */
  flapping: async ({ cluster }, answering) => {
    const primary = await primaryOf(cluster)
    for (let times = 0; times < 5; times++) {
      networkOf(cluster).separate([primary.host])
      await pause(3_000)
      networkOf(cluster).join()
      await pause(3_000)
    }
    await answering()
  },
  /** HAProxy of the floating address dies. The other one has the address until it is started again. */
  haproxy: async ({ balancers }, answering) => {
    await balancers[0].kill()
    await answering()
    await balancers[0].start()
  },
} satisfies Record<string, Disturb>

export type Kind = keyof typeof disturbances

/** Those that divide the network. */
export const partitions: Kind[] = ['partition', 'minority', 'standby', 'flapping']

function networkOf({ network }: Cluster): Network {
  if (!network) throw new Error('Only root on Linux, with iproute2 and setpriv, can divide a network.')
  return network
}

async function primaryOf(cluster: Cluster): Promise<Node> {
  return (await cluster.roles()).primary as Node
}

async function takeOver(cluster: Cluster, from: Node, answering: () => Promise<void>): Promise<void> {
  await anotherPrimary(cluster, from)
  await answering()
}

async function anotherPrimary(cluster: Cluster, than: Node): Promise<void> {
  const isAnother = async () => {
    const now = (await cluster.roles()).primary
    return now && now.name !== than.name
  }
  await waitFor('another primary', isAnother, patience)
}

async function startAgain(node: Node): Promise<void> {
  await node.ended()
  node.start()
}
