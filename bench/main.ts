import { styleText } from 'node:util'

type Options = {
  seconds: number
  rounds: number
  reviews: number[]
  orders: number[]
  requests: number[]
  minutes: number
  rows: number
  data: string | undefined
  lists: string
  beside: string | undefined
}

const benches: Record<string, () => Promise<{ run: (options: Options) => Promise<void> }>> = {
  orders: () => import('./orders.ts'),
  reads: () => import('./reads.ts'),
  'slow-reads': () => import('./slow-reads.ts'),
  attributes: () => import('./attributes.ts'),
  transfer: () => import('./transfer.ts'),
  requests: () => import('./requests.ts'),
  dashboard: () => import('./lists/dashboard.ts'),
  abuse: () => import('./abuse.ts'),
  imports: () => import('./imports.ts'),
  migrations: () => import('./migrations/beside-writers.ts'),
  webhooks: () => import('./webhooks.ts'),
  memory: () => import('./memory.ts'),
  start: () => import('./start.ts'),
  phone: () => import('./phone.ts'),
  neighbours: () => import('./neighbours.ts'),
  citus: () => import('./citus.ts'),
}

const standardReviews: Record<string, string> = {
  dashboard: '10000,1000000',
  'slow-reads': '300000',
  attributes: '100000',
}

const [name = 'orders', ...flags] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  process.stderr.write(`There is no benchmark ${name}. Known: ${Object.keys(benches).join(', ')}\n`)
  process.exit(2)
}
process.stdout.write(`${styleText('bold', name)}\n`)
await (await bench()).run({
  seconds: Number(flag('--seconds', '3')),
  rounds: Number(flag('--rounds', '3')),
  reviews: numbers('--reviews', standardReviews[name] ?? '100000,1000000'),
  orders: numbers('--orders', '5000,500000'),
  requests: numbers('--requests', '100000,5000000'),
  minutes: Number(flag('--minutes', name === 'memory' ? '10' : '5')),
  rows: Number(flag('--rows', name === 'migrations' ? '10000000' : '60000')),
  data: flag('--data', '') || undefined,
  lists: flag('--lists', ''),
  beside: flag('--beside', '') || undefined,
})

function flag(name: string, standard: string): string {
  const at = flags.indexOf(name)
  return at < 0 ? standard : (flags[at + 1] ?? standard)
}

function numbers(name: string, standard: string): number[] {
  return flag(name, standard).split(',').map(Number)
}
