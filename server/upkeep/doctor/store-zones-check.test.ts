import { afterAll, expect, test } from 'vitest'
import { markDeleted, updateStore } from '../../tenants/stores/stores.ts'
import { startTestApp } from '../../test/app.ts'
import { aStore } from '../../test/users.ts'
import {
  checkStoreZones,
  differing,
  offsetsInDatabase,
  offsetsInNode,
  offsetsOnMachine,
} from './store-zones-check.ts'

const it = await startTestApp()
afterAll(() => it.close())

// In 2024, whose rules no release will change.
const year = Array.from({ length: 366 }, (_, index) => new Date(Date.UTC(2024, 0, 1 + index, 12)))
const zones = [
  'America/Sao_Paulo',
  'America/St_Johns',
  'Europe/Lisbon',
  'Asia/Kathmandu',
  'UTC',
  'Pacific/Chatham',
]

test('Node, PostgreSQL and the machine have the same clocks for a year that is over', async () => {
  const ours = offsetsInNode(zones, year)
  expect(ours.get('America/Sao_Paulo')).toBe(year.map(() => '-180').join(' '))
  expect(new Set(ours.get('America/St_Johns')?.split(' '))).toEqual(new Set(['-210', '-150']))
  expect(ours.get('UTC')).toBe(year.map(() => '0').join(' '))
  expect(await offsetsInDatabase(it.database, [...zones, 'Nowhere/None'], year)).toEqual(ours)
  const machine = await offsetsOnMachine([...zones, 'Nowhere/None'], year)
  for (const [zone, offsets] of machine) expect(offsets, zone).toBe(ours.get(zone))
})

test('a zone differs if both know it, and with other clocks on one day', () => {
  const ours = new Map([
    ['America/Edmonton', '-360 -360'],
    ['Europe/Lisbon', '0 60'],
    ['Asia/Tokyo', '540 540'],
  ])
  const theirs = new Map([
    ['America/Edmonton', '-360 -420'],
    ['Europe/Lisbon', '0 60'],
  ])
  expect(differing(ours, theirs)).toEqual(['America/Edmonton'])
})

test('the zones of stores are compared, without those of deleted ones', async () => {
  const store = await aStore(it.database, { time_zone: 'UTC' })
  const { storeId } = await aStore(it.database, { time_zone: 'Asia/Tokyo' })
  await it.database.transaction(tx => markDeleted(tx, storeId, new Date()))
  expect(await checkStoreZones(it.database, Date.now)).toEqual({
    status: 'ok',
    detail: expect.stringContaining('agree on the 1 of the stores'),
  })
  // Manitoba changed its law in 2026. A Node that does not know it yet is warned of.
  await updateStore(it.database, store.storeId, { time_zone: 'Canada/Central' })
  const isKnown =
    offsetsInNode(['Canada/Central'], [new Date('2026-12-15T12:00:00Z')]).get('Canada/Central') === '-300'
  const { status, detail } = await checkStoreZones(it.database, () => Date.UTC(2024, 0, 1))
  if (isKnown) expect(status).toBe('ok')
  else expect([status, detail]).toEqual(['warning', expect.stringContaining('Canada/Central (law of 2026f)')])
})
