import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { aReview } from '../../../test/factories.ts'
import { readBytes } from '../../../test/network/encoded.ts'
import { addProducts, addReviews } from '../../../test/reading.ts'
import { aStore } from '../../../test/users.ts'

let it: TestApp
let url: string
let text: string
beforeAll(async () => {
  it = await startTestApp()
  const store = await aStore(it.database)
  await addProducts(it, store, { 'P-1': '' })
  await addReviews(it, store, ...Array.from({ length: 10 }, () => aReview({ product_id: 'P-1' })))
  url = `${it.url}/api/v1/reviews.json?store_id=${store.storeId}&store_key=${store.storeKey}`
  ;({ text } = await readBytes(url))
})
afterAll(() => it.close())

const accepting = (accepted: string, address = url) => readBytes(address, { 'accept-encoding': accepted })

let addresses = 0

test.each([
  ['br', 'br'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP, BR', 'br'],
  ['gzip;q=1, br;q=0.5', 'gzip'],
  ['br;q=0.5,gzip;q=0.5', 'br'],
  ['br ; q=0.001', 'br'],
  ['br;Q=1.000', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0', undefined],
  ['identity', undefined],
  ['identity, gzip;q=0.9', undefined],
  ['identity;q=0.5, gzip;q=0.9', 'gzip'],
  ['identity, gzip, br', 'br'],
  ['*', 'br'],
  ['*;q=0.1, br;q=0', 'gzip'],
  ['*;q=0, gzip', 'gzip'],
  ['deflate, zstd, dcb', undefined],
  ['', undefined],
  // Nothing is acceptable.
  ['identity;q=0', undefined],
  ['*;q=0', undefined],
  ['identity;q=0, br;q=0, gzip;q=0', undefined],
  ['identity;q=0, *;q=0.5', 'br'],
  // Malformed elements are ignored.
  ['br;q=2', undefined],
  ['br;q=-1, gzip', 'gzip'],
  ['br;q=0.1234, gzip', 'gzip'],
  ['br;q=nonsense', undefined],
  ['br;q=', undefined],
  ['br gzip', undefined],
  ['br;;q=1', undefined],
  ['brotli, gzipped, xbr', undefined],
  [',,;,gzip,', 'gzip'],
  ['__proto__, constructor', undefined],
])('Accept-Encoding "%s" gets %s', async (accepted, coding) => {
  for (const address of [`${url}&_=${++addresses}`, url, url]) {
    const answer = await accepting(accepted, address)
    expect([answer.status, answer.headers['content-encoding'], answer.text]).toEqual([200, coding, text])
  }
})

describe('a hostile Accept-Encoding', () => {
  test.each([
    ['of 15,000 commas', ','.repeat(15_000)],
    ['of 2,000 codings', Array.from({ length: 2_000 }, (_, index) => `c${index}`).join()],
    ['of one long coding', 'b'.repeat(15_000)],
    ['of spaces', `br${' '.repeat(90)};${' '.repeat(90)}q`],
    ['of 201 characters', `br${','.repeat(199)}`],
    ['of weights', `br${';q=1'.repeat(3_000)}`],
  ])('%s is answered without a coding', async (_, accepted) => {
    const { status, headers } = await accepting(accepted)
    expect([status, headers['content-encoding']]).toEqual([200, undefined])
  })

  test('does not change what others get', async () => {
    for (let index = 0; index < 300; index++) await accepting(`br;q=0, c${index}`)
    expect((await accepting('br;q=0, c1')).headers['content-encoding']).toBeUndefined()
    expect((await accepting('br')).headers['content-encoding']).toBe('br')
  })
})
