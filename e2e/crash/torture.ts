import { parseArgs } from 'node:util'
import { missingPackages } from '../high-availability/cluster.ts'
import { disturbances, type Kind, partitions } from '../high-availability/disturbances.ts'
import { failOver, summaryOf } from '../high-availability/failovers.ts'
import { mayDivide } from '../high-availability/machines.ts'
import { cases, observeDevices } from '../high-availability/watchdogs/devices.ts'
import { missingForDevices } from '../high-availability/watchdogs/small-machine.ts'
import { killSenders } from '../mail/kills.ts'
import { killMoves } from '../moving/kill-moves.ts'
import { cleanUp } from '../service.ts'
import { fillBackFrom } from './backfill-rounds.ts'
import { killAfterBackup } from './backup-rounds.ts'
import { killReceivers } from './connection-rounds.ts'
import { anySeed, seededRandom } from './random.ts'
import { killInRounds, type Tally } from './rounds.ts'
import { killSending, type WorkName, works } from './sending/rounds.ts'
import { summary } from './summary.ts'
import { killAfterMoment } from './wal-rounds.ts'
import { killSendersOfWebhooks } from './webhook-rounds.ts'

// npm run torture -- --rounds 2000 [--seed N]
// npm run torture -- --orders 1000000 --minutes 30: over a store that has a million; all kinds of sending take both options
// npm run torture -- sending [--rounds 100] [--works mails,messages,campaigns,backfills]: all of it in the background, or
// these; a kill a round
// npm run torture -- backup [--rounds 30]: a backup under load, kill -9, a restore
// npm run torture -- backup --wal [--rounds 10]: the same with the WAL archive, restored to a moment
// npm run torture -- mail [--rounds 40]: 500 mails and five kills a round
// npm run torture -- backfill [--rounds 2]: 50,000 orders of shops that fail a fifth of all requests
// npm run torture -- connections [--rounds 1]: 10,000 webhooks of two shops and 100 kills a round
// npm run torture -- webhooks [--rounds 100]: kill -9 of what sends webhooks, as often as rounds
// npm run torture -- move [--rounds 20]: kill -9 of a move at random moments, while orders arrive
// npm run torture -- failovers [--rounds 100] [--kinds etcd,haproxy]: with Debian's postgresql, patroni, etcd-server and
// haproxy; all kinds of e2e/high-availability/disturbances.ts in turn, or those. Root on Linux also divides the network
// npm run torture -- watchdogs [--kinds paused]: what softdog and i6300esb of QEMU do to one machine that freezes, panics or
// is paused
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string' },
    seed: { type: 'string' },
    wal: { type: 'boolean' },
    kinds: { type: 'string' },
    works: { type: 'string' },
    orders: { type: 'string' },
    minutes: { type: 'string' },
  },
})
const standard: Record<string, number> = {
  ...{
    mail: 40,
    failovers: 100,
    backup: 30,
    move: 20,
    webhooks: 100,
    backfill: 2,
    connections: 1,
    sending: 100,
  },
}
const rounds = Number(values.rounds ?? standard[positionals[0] ?? ''] ?? 200)
const seed = values.seed === undefined ? anySeed() : Number(values.seed)
const orders = Number(values.orders ?? 0)
const minutes = Number(values.minutes ?? Number.POSITIVE_INFINITY)
if (![rounds, seed, orders].every(Number.isInteger) || rounds < 1 || orders < 0 || !(minutes > 0)) {
  process.stderr.write('Usage: npm run torture -- [--rounds N] [--seed N] [--orders N] [--minutes N]\n')
  process.exit(2)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void cleanUp().finally(() => process.exit(1)))
}
process.stdout.write(`seed ${seed}\n`)
const begun = performance.now()
const course = { orders, isOver: () => performance.now() - begun > minutes * 60_000 }
try {
  if (positionals[0] === 'backup') await (values.wal ? tortureWal() : tortureBackups())
  else if (positionals[0] === 'mail') await tortureMail()
  else if (positionals[0] === 'move') await tortureMoves()
  else if (positionals[0] === 'backfill') await tortureBackfills()
  else if (positionals[0] === 'connections') await tortureConnections()
  else if (positionals[0] === 'webhooks') await tortureWebhooks()
  else if (positionals[0] === 'sending') await tortureSending()
  else if (positionals[0] === 'failovers') await tortureFailovers()
  else if (positionals[0] === 'watchdogs') await observeWatchdogs()
  else await tortureOrders()
} catch (error) {
  process.stderr.write(`Failed; the seed was ${seed}.\n${(error as Error).stack}\n`)
  process.exitCode = 1
} finally {
  await cleanUp()
}

async function tortureOrders(): Promise<void> {
  const tally = await killInRounds(rounds, seed, printProgress, course)
  process.stdout.write(`${summary(tally, performance.now() - begun)}\n`)
}

async function tortureSending(): Promise<void> {
  const names = (values.works?.split(',') ?? Object.keys(works)) as WorkName[]
  const unknown = names.filter(name => !(name in works))
  if (unknown.length > 0) throw new Error(`There is no work ${unknown.join(', ')}.`)
  const random = seededRandom(seed)
  const {
    kills,
    works: proved,
    seconds,
  } = await killSending(rounds, { names, random, ...course }, kill => {
    if (kill % 10 === 0)
      process.stdout.write(`${kill} kills, ${Math.round((performance.now() - begun) / 1000)} s\n`)
  })
  const lines = Object.entries(proved).map(
    ([name, { interrupted, proved }]) => `  ${name}: interrupted by ${interrupted} of them; ${proved}`,
  )
  process.stdout.write(
    `${kills} kills in ${Math.round(seconds)} s beside ${orders} orders\n${lines.join('\n')}\n`,
  )
}

async function tortureBackfills(): Promise<void> {
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const platform = round % 2 === 0 ? 'woocommerce' : 'shopify'
    const { orders, repeated, requests, seconds } = await fillBackFrom(platform, 50_000, 0.2, random)
    process.stdout.write(
      `${platform}: ${orders} orders, none missing, ${repeated} read again, in ${requests} requests and ${Math.round(seconds)} s\n`,
    )
  }
}

async function tortureConnections(): Promise<void> {
  const random = seededRandom(seed)
  for (let round = 0; round < rounds; round++) {
    const { sent, accepted, gaps, kills, orders, cancelled, seconds } = await killReceivers(
      10_000,
      100,
      random,
    )
    await cleanUp()
    process.stdout.write(
      `${sent} webhooks, ${kills} kills: ${accepted} answered 200, all applied once; ${gaps} without an answer and not repeated; ${orders} orders, ${cancelled} of them cancelled, none doubled; ${Math.round(seconds)} s\n`,
    )
  }
}

async function tortureWebhooks(): Promise<void> {
  const sent = await killSendersOfWebhooks(rounds, seededRandom(seed))
  const { kills, changes, unanswered, rolledBack, events, requests, failures, repeats, seconds } = sent
  process.stdout.write(
    `${kills} kills, ${changes} changes with ${events} events | ${unanswered} requests for changes without an answer, ${rolledBack} of these changes rolled back: no event of them | two endpoints got all events in order, in ${requests} requests: ${failures} failed, ${repeats} repeated with the same id and body; ${Math.round(seconds)} s\n`,
  )
}

async function tortureMail(): Promise<void> {
  const all = { mails: 0, kills: 0, twice: 0, slowest: 0 }
  for (let round = 1; round <= rounds; round++) {
    const { mails, kills, twice, recovered } = await killSenders(500, 5)
    await cleanUp()
    all.mails += mails
    all.kills += kills
    all.twice += twice
    all.slowest = Math.max(all.slowest, recovered)
    process.stdout.write(
      `${round}: ${all.mails} mails, ${all.kills} kills, none unsent, ${all.twice} twice with the same Message-ID, all there at most ${Math.round(all.slowest / 1000)} s after the last kill\n`,
    )
  }
}

async function tortureBackups(): Promise<void> {
  const all = { accepted: 0, proven: 0, reviews: 0, links: 0 }
  for (let round = 1; round <= rounds; round++) {
    const { accepted, proven, restored, reviews, links, seconds } = await killAfterBackup(round)
    await cleanUp()
    all.accepted += accepted
    all.proven += proven
    all.reviews += reviews
    all.links += links
    process.stdout.write(
      `${round}: the backup took ${seconds.toFixed(1)} s, ${restored} orders restored; so far ${all.accepted} orders answered 201, ${all.proven} orders and ${all.reviews} reviews with pictures before the backup's end and none of these lost, ${all.links} links of sent emails open\n`,
    )
  }
}

async function tortureWal(): Promise<void> {
  for (let round = 1; round <= rounds; round++) {
    const { accepted, before, restored, seconds } = await killAfterMoment(round)
    await cleanUp()
    process.stdout.write(
      `${round}: ${accepted} orders answered 201, ${before} of them before the moment and none of these lost, ${restored} restored and none of them later; the restore took ${seconds.toFixed(1)} s
`,
    )
  }
}

async function tortureMoves(): Promise<void> {
  const { moved, accepted } = await killMoves(rounds, seed, (_, last) => process.stdout.write(`${last}\n`))
  process.stdout.write(
    `${rounds} moves killed, ${moved} of them after their end | ${accepted} orders answered 201: 0 lost, 0 doubled | no slot or publication left\n`,
  )
}

async function tortureFailovers(): Promise<void> {
  const missing = missingPackages()
  if (missing.length > 0)
    throw new Error(`Failovers need packages of Debian: apt-get install ${missing.join(' ')}`)
  const possible = Object.keys(disturbances).filter(kind => mayDivide || !partitions.includes(kind as Kind))
  const kinds = values.kinds?.split(',') ?? possible
  const unknown = kinds.filter(kind => !(kind in disturbances))
  if (unknown.length > 0) throw new Error(`There is no kind ${unknown.join(', ')}.`)
  const say = (_: unknown, last: string) => void process.stdout.write(`${last}\n`)
  const tally = await failOver(rounds, seed, kinds as Kind[], say, course.isOver)
  process.stdout.write(`${summaryOf(tally)}\n`)
}

async function observeWatchdogs(): Promise<void> {
  const missing = missingForDevices()
  if (missing.length > 0)
    throw new Error(`Watchdogs need packages of Debian: apt-get install ${missing.join(' ')}`)
  const kinds = values.kinds?.split(',') ?? Object.keys(cases)
  const unknown = kinds.filter(kind => !(kind in cases))
  if (unknown.length > 0) throw new Error(`There is no kind ${unknown.join(', ')}.`)
  await observeDevices(kinds, line => process.stdout.write(`${line}\n`))
}

function printProgress(tally: Tally): void {
  if (tally.rounds % 50 === 0) process.stdout.write(`${summary(tally, performance.now() - begun)}\n`)
}
