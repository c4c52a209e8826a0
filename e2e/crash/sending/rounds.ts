import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../../../server/test/network/listen.ts'
import { readyDataDir, startService, waitFor } from '../../service.ts'
import { fillStore } from '../full-store.ts'
import { type Course, killAndRestart, victims } from '../rounds.ts'
import { fillBack } from './backfills.ts'
import { askEarlierBuyers } from './campaigns.ts'
import { startMailSink } from './mail-sink.ts'
import { sendMessages } from './messages.ts'
import { sendRequests } from './requests.ts'
import { openShop } from './shops.ts'
import type { Site, Work } from './work.ts'

export const works = {
  mails: sendRequests,
  messages: sendMessages,
  campaigns: askEarlierBuyers,
  backfills: fillBack,
} satisfies Record<string, (site: Site) => Promise<Work>>

export type WorkName = keyof typeof works

export type Interrupted = {
  kills: number
  /** Of each work: the kills that found some of it undone, and what was proved. */
  works: Partial<Record<WorkName, { interrupted: number; proved: string }>>
  seconds: number
}

const longestPause = 500 // ms between the progress that a kill waits for, and the kill
const progressWithin = 240_000 // ms: half a minute until a killed job is missed, and a minute until the next check
const endWithin = 900_000

/**
 * Kills Node, PostgreSQL or both with SIGKILL while the service does all of `names`. Each kill waits until every one of
 * them made progress since the last one. Throws unless all of it was done in the end, once and at its time.
 */
export async function killSending(
  kills: number,
  { names, random, orders = 0, isOver = () => false }: Course & { names: WorkName[]; random: () => number },
  onKill: (kill: number) => void = () => {},
): Promise<Interrupted> {
  const mails = await startMailSink()
  const env = {
    ...{ SMTP_URL: mails.url, MAIL_FROM: 'reviews@shop.example', EGRESS_ALLOW: '127.0.0.0/8' },
    // The addresses that providers know stay the same.
    ...{ PORT: `${await freePort()}`, SECRET: 'x'.repeat(40) },
  }
  const dataDir = readyDataDir()
  let service = await startService({ dataDir, env })
  const site: Site = { url: () => service.url, dataDir, env, mails, random }
  const full = await openShop(site, 'noon')
  await fillStore(dataDir, full.storeId, orders)
  const running: { name: WorkName; work: Work; interrupted: number }[] = []
  for (const name of names) running.push({ name, work: await works[name](site), interrupted: 0 })
  const begun = performance.now()
  let killed = 0
  for (; killed < kills && !isOver(); killed++) {
    const before = running.map(({ work }) => work.done())
    for (const { work } of running) await work.feed()
    for (const [at, { name, work }] of running.entries())
      await waitFor(`more ${name}`, () => work.done() > (before[at] ?? 0), progressWithin)
    await pause(random() * longestPause)
    for (const one of running) if ((await one.work.left()) > 0) one.interrupted++
    service = await killAndRestart(victims[killed % victims.length] ?? 'node', service, random, env)
    onKill(killed + 1)
  }
  const tally: Interrupted['works'] = {}
  for (const { name, work, interrupted } of running) {
    await waitFor(`the end of ${name}`, async () => (await work.left()) === 0, endWithin)
    tally[name] = { interrupted, proved: await work.prove() }
  }
  const waiting = await full.rows(
    "select from review_requests where store_id = $1 and state = 'scheduled' and mailing_id is null",
  )
  if (waiting.length !== orders)
    throw new Error(`${waiting.length} of ${orders} requests wait for their day.`)
  return { kills: killed, works: tally, seconds: (performance.now() - begun) / 1000 }
}
