import { closeSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkDataFolder } from '../../server/upkeep/doctor/folder-checks.ts'
import { recoverWithin } from '../crash/rounds.ts'
import { cleanUp, postmasterOf, run, type Service, startService, waitFor } from '../service.ts'
import { smallDisk } from '../small-disk.ts'
import { createStore, orderText, post, query, type Store } from '../store.ts'

afterEach(cleanUp)

test('a full disk gives 503, and with space again the service continues without loss', async ({ skip }) => {
  const full = await startOverFullDisk()
  if (!full) return skip('a disk cannot be mounted here: only root may')
  await makeRoomAndProve(full)
})

test('a full disk that stops PostgreSQL gives 503, until there is space for its restart', async ({
  skip,
}) => {
  const full = await startOverFullDisk()
  if (!full) return skip('a disk cannot be mounted here: only root may')
  process.kill(postmasterOf(full.service.dataDir) as number, 'SIGKILL')
  await waitFor('PostgreSQL to be gone', () => postmasterOf(full.service.dataDir) === undefined)
  for (let turn = 0; turn < 50; turn++) {
    const { status } = await post(full.service.url, full.store, bigOrder(`dead-${turn}`))
    expect(status).toBe(503)
  }
  const { code, stderr } = await run(['store', 'list'], { dataDir: full.service.dataDir })
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Error: .* the disk of .* is full\.\nMake room/)])
  await makeRoomAndProve(full)
})

type FullDisk = { service: Service; store: Store; ballast: string; accepted: string[] }

/** A service with a full disk that has refused orders; undefined if no disk can be mounted. */
async function startOverFullDisk(): Promise<FullDisk | undefined> {
  const disk = smallDisk(120)
  if (!disk) return undefined
  const service = await startService({ dataDir: join(disk, 'data') })
  const store = await createStore(service)
  expect((await post(service.url, store, orderText('before'))).status).toBe(201)
  const ballast = join(disk, 'ballast')
  fill(ballast)
  const accepted = ['before']
  const refused: unknown[] = []
  for (let turn = 0; refused.length < 100; turn++) {
    const { status, body } = await post(service.url, store, bigOrder(`full-${turn}`))
    if (status === 201) accepted.push(`full-${turn}`)
    else refused.push([status, body.error_code])
  }
  for (const answer of refused) expect(answer).toEqual([503, 805030])
  await waitFor('the service to be not ready', async () => (await ready(service)).status === 503)
  expect((await ready(service)).cause).toBe('disk_full')
  expect(checkDataFolder(service.dataDir, true)).toMatchObject({ status: 'error' })
  return { service, store, ballast, accepted }
}

async function makeRoomAndProve({ service, store, ballast, accepted }: FullDisk): Promise<void> {
  rmSync(ballast)
  const freed = performance.now()
  await waitFor(
    'an order to be taken again',
    async () => {
      const { status } = await post(service.url, store, bigOrder('after'))
      expect([201, 422, 503]).toContain(status)
      return status === 201 || status === 422
    },
    recoverWithin,
  )
  await waitFor('the service to be ready', async () => (await ready(service)).status === 200)
  console.log(`served again ${(performance.now() - freed).toFixed()} ms after room was made`)
  const rows = await query<{ order_id: string }>(service.dataDir, 'select order_id from orders')
  const there = new Set(rows.map(row => row.order_id))
  expect(accepted.filter(orderId => !there.has(orderId))).toEqual([])
  expect(there.has('after')).toBe(true)
}

async function ready({ url }: Service): Promise<{ status: number; cause: unknown }> {
  const answer = await fetch(`${url}/health/ready`)
  const { more_info } = (await answer.json()) as { more_info?: { cause: string } }
  return { status: answer.status, cause: more_info?.cause }
}

/** Writes until the disk is full. */
function fill(file: string): void {
  const descriptor = openSync(file, 'w')
  for (let size = 1024 * 1024; size >= 4096; ) {
    try {
      if (writeSync(descriptor, Buffer.alloc(size)) < size) size /= 2
    } catch {
      size /= 2
    }
  }
  closeSync(descriptor)
}

// Random text does not compress, so the order needs space in the table and in the WAL.
function bigOrder(orderId: string): string {
  const noise = () => Buffer.from(crypto.getRandomValues(new Uint8Array(1500))).toString('base64')
  const product = { product_id: orderId, sku: 's', price: 1, name: noise(), url: noise() }
  return orderText(orderId, { products: Array.from({ length: 20 }, () => ({ ...product, name: noise() })) })
}
