import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasXmllint, violationsOf, xmllint } from '../server/test/exchange/feeds/google-feed.ts'
import {
  cleanUp,
  readyDataDir,
  run,
  runJson,
  type Service,
  startService,
  temporaryFolder,
} from './service.ts'
import { createStore } from './store.ts'

let service: Service
beforeAll(async () => {
  service = await startService({ dataDir: readyDataDir() })
})
afterAll(cleanUp)

const json = <T>(...args: string[]) => runJson<T>(args, { dataDir: service.dataDir })
const text = (...args: string[]) => run(args, { dataDir: service.dataDir })

type Made = { feed_id: string; url: string; skipped: number }
type Wrote = { files: string[]; reviews: number; skipped: number; without_text: number }
type Imported = { imported: number; skipped: number; refused: unknown[] }

const pattern = 'https://shop.example/p/{product_id}'
if (!hasXmllint)
  console.log('Skipped: feeds against the schema, as xmllint (libxml2-utils) is not installed.')

function expectValid(file: string): void {
  expect(violationsOf(readFileSync(file, 'utf8'))).toEqual([])
  if (hasXmllint) expect(xmllint(file)).toBe('')
}

describe('feed', () => {
  test('create, list, write and delete', async () => {
    const { store_id } = await createStore(service)
    const folder = temporaryFolder()
    const csv = join(folder, 'reviews.csv')
    writeFileSync(
      csv,
      'product_id,rating,body,incentivized\nP-1,1,Broke at once,no\nP-1,5,Good,yes\nP-2,4,,no\n',
    )
    await json('review', 'import', '--store', store_id, csv)
    const made = await json<Made>('feed', 'create', '--store', store_id, '--format', 'google')
    expect(Object.keys(made).sort()).toEqual(['feed_id', 'skipped', 'url'])
    expect(made.url).toMatch(/\/feeds\/[\w-]{65}\/google-product-reviews\.xml$/)
    expect(made.skipped).toBe(2)
    await text('store', 'update', store_id, '--product-url', pattern)
    expect(await json('feed', 'list', '--store', store_id)).toMatchObject([
      { feed_id: made.feed_id, format: 'google', parts: 1, read_at: null },
    ])
    expect((await text('feed', 'list', '--store', store_id)).stdout).not.toContain(
      made.url.split('/')[4] ?? '',
    )
    // The service chose its port, which the command does not know from its settings.
    const fetched = await (await fetch(made.url)).text()
    const file = join(folder, 'google.xml')
    const args = ['feed', 'write', '--store', store_id, '--format', 'google', file]
    expect(await json<Wrote>(...args)).toEqual({ files: [file], reviews: 2, skipped: 0, without_text: 1 })
    expect(readFileSync(file, 'utf8')).toBe(fetched)
    expectValid(file)
    expect([...fetched.matchAll(/<is_incentivized_review>(\w+)</g)].map(([, flag]) => flag)).toEqual([
      'false',
      'true',
    ])
    await text('feed', 'delete', made.feed_id, '--store', store_id)
    expect((await fetch(made.url)).status).toBe(404)
    expect((await text('feed', 'list', '--store', store_id)).stdout).toContain('No feed yet.')
  })

  test('refuses what it cannot do, and says why', async () => {
    const { store_id } = await createStore(service)
    const none = '01900000-0000-7000-8000-000000000000'
    expect((await text('feed', 'delete', none, '--store', store_id)).code).toBe(1)
    expect((await text('feed', 'create', '--store', none, '--format', 'meta')).code).toBe(1)
    expect((await text('feed', 'create', '--store', store_id, '--format', 'bing')).code).toBe(2)
    const wrong = await text('store', 'update', store_id, '--product-url', 'https://shop.example/p')
    expect(wrong.code).toBe(2)
    expect(wrong.stderr).toContain('{product_id}')
    const taken = join(service.dataDir, 'postgres')
    const args = ['feed', 'write', '--store', store_id, '--format', 'meta']
    expect((await text(...args, taken)).code).toBe(1)
    expect((await text(...args, join(service.dataDir, 'no', 'folder.csv'))).code).toBe(1)
  })
})

// Real buyers' texts are not part of this project. Set their folder, if you have such files.
const real = process.env.REVIEWS_DATA
if (!real) console.log('Skipped: feeds of real reviews, as REVIEWS_DATA names no folder of them.')

describe.skipIf(!real)('real reviews', () => {
  test.each([
    {
      name: 'reviews-pt.csv',
      rows: 4_000,
      map: ['title=review_title', 'body=review_text', 'rating=overall_rating', 'created_at=submission_date'],
    },
    { name: 'reviews-en.csv', rows: 1_000, map: ['product_id=Clothing ID', 'body=Review Text'] },
  ])('$name makes a valid feed of all its reviews', async ({ name, rows, map }) => {
    const file = join(real as string, name)
    expect(existsSync(file)).toBe(true)
    const { store_id } = await createStore(service, ['--product-url', pattern])
    const args = ['review', 'import', '--store', store_id, file, ...map.flatMap(one => ['--map', one])]
    const { imported } = await json<Imported>(...args)
    expect(imported).toBe(rows)
    const folder = temporaryFolder()
    const written = join(folder, 'google.xml')
    const google = await json<Wrote>('feed', 'write', '--store', store_id, '--format', 'google', written)
    expect(google.reviews + google.without_text).toBe(rows)
    expect(google.skipped).toBe(0)
    expectValid(written)
    const meta = await json<Wrote>(
      'feed',
      'write',
      '--store',
      store_id,
      '--format',
      'meta',
      join(folder, 'meta.csv'),
    )
    expect(meta.reviews).toBe(google.reviews)
  })
})
