import { createServer } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Listening, listen } from '../../../test/network/listen.ts'
import { createShopFetch } from './shop-fetch.ts'

let asked = 0
let retryAfter: string | undefined
let length = 0
let shop: Listening
beforeAll(async () => {
  const server = createServer((_request, response) => {
    asked++
    if (retryAfter && asked === 1) response.writeHead(429, { 'retry-after': retryAfter }).end()
    else response.end('{"id":1}'.padEnd(length))
  })
  shop = await listen(server)
})
afterAll(() => shop.close())
beforeEach(() => {
  asked = 0
  retryAfter = undefined
  length = 0
})

/** Asks the shop, and returns what it waited for in ms. */
async function ask(): Promise<{ waits: number[]; answer: unknown }> {
  const waits: number[] = []
  const fetch = createShopFetch({
    allow: ['127.0.0.0/8'],
    wait: async ms => waits.push(ms),
  })
  const answer = await fetch({ url: shop.url }).catch((error: unknown) => error)
  return { waits, answer }
}

test('a shop that asks for half a minute is waited for', async () => {
  retryAfter = '30'
  expect(await ask()).toMatchObject({ waits: [30_000], answer: { status: 200, json: { id: 1 } } })
})

test('a shop that asks for longer is asked again in a later attempt, and no worker waits', async () => {
  retryAfter = '31'
  expect(await ask()).toMatchObject({ waits: [], answer: { isTemporary: true, what: { name: 'fewer' } } })
  expect(asked).toBe(1)
})

test('an answer of 20 MB is read, and no longer one', async () => {
  length = 20_000_000
  expect(await ask()).toMatchObject({ answer: { status: 200, json: { id: 1 } } })
  length = 20_000_001
  expect(await ask()).toMatchObject({ answer: { isTemporary: false, what: { name: 'large' } } })
})
