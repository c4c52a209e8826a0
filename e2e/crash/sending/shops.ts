import { setTimeout as pause } from 'node:timers/promises'
import { runJson } from '../../service.ts'
import { createStore, query } from '../../store.ts'
import { recoverWithin } from '../rounds.ts'
import type { Site } from './work.ts'

/** A store, and requests to the management API for it. */
export type Shop = {
  storeId: string
  /** Repeats a request until it is answered; as its Idempotency-Key says, it is done once. */
  ask: <T>(method: string, path: string, body?: object) => Promise<T>
  /** Sends orders, and requires that all of them are stored. */
  order: (orders: object[]) => Promise<void>
  rows: <Row>(text: string, ...values: unknown[]) => Promise<Row[]>
}

const scopes = ['orders:read', 'orders:write', 'people:write']

/** A store in a time zone where it is so late now: `noon`, when mails are sent, or `night`, when they are not. */
export async function openShop(site: Site, time: 'noon' | 'night', flags: string[] = []): Promise<Shop> {
  const { dataDir, env } = site
  const clock = time === 'noon' ? ['--send-at', '00:00'] : ['--send-at', '10:00']
  const days = ['--avoid-weekends', 'false', '--avoid-holidays', 'false']
  const { store_id: storeId } = await createStore(site, [
    ...['--time-zone', zoneAt(time === 'noon' ? 12 : 0), ...clock, ...days, ...flags],
  ])
  const key = ['key', 'create', '--store', storeId, '--type', 'manage']
  const { api_key } = await runJson<{ api_key: string }>(
    [...key, ...scopes.flatMap(scope => ['--scope', scope])],
    { dataDir, env },
  )
  let sent = 0
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const options = {
      method,
      headers: {
        ...{ authorization: `Bearer ${api_key}`, 'idempotency-key': `${storeId}-${++sent}` },
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    }
    for (const since = Date.now(); ; ) {
      const answer = await fetch(`${site.url()}/manage/v1${path}`, options)
        .then(async response => ({ status: response.status, body: await response.json() }))
        .catch(() => undefined)
      if (answer && answer.status < 300) return answer.body as T
      if (answer && (![409, 429, 503].includes(answer.status) || Date.now() - since > recoverWithin))
        throw new Error(
          `${method} ${path} was answered with ${answer.status}: ${JSON.stringify(answer.body)}`,
        )
      await pause(200)
    }
  }
  return {
    storeId,
    ask,
    order: async orders => {
      const { results } = await ask<{ results: { status: number }[] }>('POST', '/orders/batch', { orders })
      const refused = results.find(({ status }) => status !== 201)
      if (refused) throw new Error(`An order was refused: ${JSON.stringify(refused)}`)
    },
    rows: (text, ...values) => query(dataDir, text, [storeId, ...values]),
  }
}

/** A time zone in which this hour of the day has begun. */
function zoneAt(hour: number): string {
  const ahead = ((hour - new Date().getUTCHours() + 36) % 24) - 12
  return ahead === 0 ? 'UTC' : `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`
}
