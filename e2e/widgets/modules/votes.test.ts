import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { load, ModulePages } from './modules.ts'

type Votes = typeof import('../../../widgets/elements/reviews/cards/votes.ts')
type Visitor = typeof import('../../../widgets/elements/reviews/cards/visitor.ts')
type Review = import('../../../widgets/elements/reviews/wire.ts').Review

const pages = new ModulePages()

const source = {
  api: 'https://api.test/',
  storeId: 'S-1',
  storeKey: 'key',
  product: { name: 'product_id' as const, value: 'P-1' },
}
const madeId = '000102030405060708090a0b0c0d0e0f'
const reviewOf = (id: string, votes: number) => ({ id, votes }) as Review

type Answer = 'accept' | 'refuse' | 'break'

/** A page with the storage's content, whose service answers when the test says so. */
async function open(
  stored: Record<string, string> = {},
  prepare: (page: Page) => Promise<unknown> = async () => {},
) {
  const requests: { method: string; address: string; body: unknown }[] = []
  const waiting: ((answer: Answer) => void)[] = []
  const page = await pages.open('', async page => {
    await page.addInitScript(stored => {
      for (const [key, value] of Object.entries(stored)) localStorage.setItem(key, value)
      crypto.getRandomValues = bytes => {
        for (const at of (bytes as unknown as Uint8Array).keys()) (bytes as unknown as Uint8Array)[at] = at
        return bytes
      }
    }, stored)
    await page.route('https://api.test/**', async route => {
      const request = route.request()
      const answer = new Promise<Answer>(resolve => waiting.push(resolve))
      requests.push({ method: request.method(), address: request.url(), body: request.postDataJSON() })
      const headers = { 'access-control-allow-origin': '*' }
      const given = await answer
      if (given === 'break') return route.abort()
      return route.fulfill({ status: given === 'accept' ? 204 : 429, headers })
    })
    await prepare(page)
  })
  const module = await load<Votes>(page, 'elements/reviews/cards/votes.ts')
  const create = async () => {
    const stage = await module.evaluateHandle(({ createVotes }) => {
      const counts = { changes: 0 }
      return { counts, votes: createVotes(() => void counts.changes++), done: [] as Promise<boolean>[] }
    })
    return {
      seen: (id: string, votes: number) =>
        stage.evaluate(
          ({ votes, counts }, review) => ({
            isVoted: votes.isVoted(review.id),
            votes: votes.votes(review),
            changes: counts.changes,
          }),
          reviewOf(id, votes),
        ),
      /** Clicks, and returns the number of the click. */
      toggle: (id: string, votes: number) =>
        stage.evaluate(({ votes, done }, [source, review]) => done.push(votes.toggle(source, review)) - 1, [
          source,
          reviewOf(id, votes),
        ] as const),
      done: (click: number) => stage.evaluate(({ done }, click) => done[click], click),
    }
  }
  return {
    page,
    create,
    requests,
    answer: async (request: number, answer: Answer) => {
      await expect.poll(() => waiting.length).toBeGreaterThan(request)
      waiting[request]?.(answer)
    },
    stored: (key: string) => page.evaluate(key => localStorage.getItem(key), key),
  }
}

const blockStorage = (page: Page) =>
  page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('forbidden', 'SecurityError')
      },
    }),
  )

test('votes: a vote is shown at once, sent with a random id, and kept when it is accepted', async () => {
  const { create, requests, answer, stored } = await open()
  const { seen, toggle, done } = await create()
  expect(await seen('R-1', 3)).toEqual({ isVoted: false, votes: 3, changes: 0 })
  await toggle('R-1', 3)
  expect(await seen('R-1', 3)).toEqual({ isVoted: true, votes: 4, changes: 1 })
  expect(await seen('R-2', 3)).toMatchObject({ isVoted: false, votes: 3 })
  await answer(0, 'accept')
  expect(await done(0)).toBe(true)
  expect(await seen('R-1', 3)).toEqual({ isVoted: true, votes: 4, changes: 1 })
  expect(requests).toEqual([
    {
      method: 'POST',
      address: 'https://api.test/api/v1/reviews/R-1/votes?store_id=S-1&store_key=key',
      body: { visitor_id: madeId },
    },
  ])
  expect(await stored('rw-visitor')).toBe(madeId)
  expect(JSON.parse((await stored('rw-votes')) ?? '')).toEqual({ 'R-1': 4 })
})

test('votes: a vote is withdrawn with the same id', async () => {
  const { create, requests, answer, stored } = await open({ 'rw-votes': '{"R-1":4,"R-2":1}' })
  const { seen, toggle, done } = await create()
  await toggle('R-1', 4)
  expect(await seen('R-1', 4)).toEqual({ isVoted: false, votes: 3, changes: 1 })
  await answer(0, 'accept')
  expect(await done(0)).toBe(true)
  expect(await seen('R-1', 4)).toEqual({ isVoted: false, votes: 3, changes: 1 })
  expect(JSON.parse((await stored('rw-votes')) ?? '')).toEqual({ 'R-2': 1 })
  await toggle('R-1', 4)
  expect(await seen('R-1', 4)).toEqual({ isVoted: true, votes: 4, changes: 2 })
  await answer(1, 'accept')
  await done(1)
  expect(requests).toMatchObject([
    { method: 'DELETE', body: { visitor_id: madeId } },
    { method: 'POST', body: { visitor_id: madeId } },
  ])
})

test.each(['refuse', 'break'] as const)('votes: a vote is reverted if the service would %s', async how => {
  const { create, answer, stored } = await open({ 'rw-votes': '{"R-2":5}' })
  const { seen, toggle, done } = await create()
  await toggle('R-1', 3)
  await answer(0, how)
  expect(await done(0)).toBe(false)
  expect(await seen('R-1', 3)).toEqual({ isVoted: false, votes: 3, changes: 2 })
  await toggle('R-2', 5)
  await answer(1, how)
  expect(await done(1)).toBe(false)
  expect(await seen('R-2', 5)).toEqual({ isVoted: true, votes: 5, changes: 4 })
  expect(await stored('rw-votes')).toBe('{"R-2":5}')
})

test('votes: a second click before the response does nothing, but on another review', async () => {
  const { create, requests, answer } = await open()
  const { seen, toggle, done } = await create()
  await toggle('R-1', 3)
  await toggle('R-1', 3)
  expect(await done(1)).toBe(true)
  expect(await seen('R-1', 3)).toEqual({ isVoted: true, votes: 4, changes: 1 })
  await expect.poll(() => requests.length).toBeGreaterThan(0)
  await toggle('R-2', 0)
  await answer(0, 'accept')
  await answer(1, 'accept')
  await done(0)
  await done(2)
  await toggle('R-1', 3)
  await answer(2, 'accept')
  expect(await done(3)).toBe(true)
  expect(requests.map(({ method, address }) => `${method} ${address.match(/R-\d/)}`)).toEqual([
    'POST R-1',
    'POST R-2',
    'DELETE R-1',
  ])
})

test('votes: a list that is older than a vote has fewer, and never more', async () => {
  const { create } = await open({ 'rw-votes': '{"R-1":7,"R-2":"many"}' })
  const { seen } = await create()
  expect(await seen('R-1', 3)).toEqual({ isVoted: true, votes: 7, changes: 0 })
  expect(await seen('R-1', 9)).toEqual({ isVoted: true, votes: 9, changes: 0 })
  expect(await seen('R-2', 3)).toEqual({ isVoted: true, votes: 3, changes: 0 })
  expect(await seen('R-3', 3)).toEqual({ isVoted: false, votes: 3, changes: 0 })
})

test.each(['{}', '{"R-1":7', 'null'])('votes: a storage that holds %s has none', async stored => {
  const { create } = await open({ 'rw-votes': stored })
  const { seen } = await create()
  expect(await seen('R-1', 3)).toEqual({ isVoted: false, votes: 3, changes: 0 })
})

test('votes: there are never fewer than none', async () => {
  const { create, answer } = await open({ 'rw-votes': '{"R-1":0}' })
  const { seen, toggle, done } = await create()
  await toggle('R-1', 0)
  expect(await seen('R-1', 0)).toMatchObject({ isVoted: false, votes: 0 })
  await answer(0, 'accept')
  await done(0)
})

test('votes: the last 500 are kept', async () => {
  const before = Array.from({ length: 500 }, (_, at) => [`R-old-${at}`, at])
  const { create, answer, stored } = await open({ 'rw-votes': JSON.stringify(Object.fromEntries(before)) })
  const { toggle, done } = await create()
  await toggle('R-new', 1)
  await answer(0, 'accept')
  await done(0)
  const kept = Object.entries(JSON.parse((await stored('rw-votes')) ?? ''))
  expect(kept).toEqual([...before.slice(1), ['R-new', 2]])
})

test('votes: a blocked storage keeps the votes and the id until the page closes', async () => {
  const { create, requests, answer, page } = await open({}, blockStorage)
  const first = await create()
  await first.toggle('R-1', 3)
  await answer(0, 'accept')
  expect(await first.done(0)).toBe(true)
  await page.evaluate(() => {
    crypto.getRandomValues = bytes => bytes
  })
  const second = await create()
  expect(await second.seen('R-1', 3)).toEqual({ isVoted: true, votes: 4, changes: 0 })
  await second.toggle('R-1', 4)
  await answer(1, 'accept')
  expect(await second.done(0)).toBe(true)
  expect(requests.map(({ body }) => body)).toEqual([{ visitor_id: madeId }, { visitor_id: madeId }])
})

test('votes: a full storage keeps a first vote until the page closes', async () => {
  const { create, answer } = await open({}, page =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    }),
  )
  const first = await create()
  await first.toggle('R-1', 3)
  await answer(0, 'accept')
  expect(await first.done(0)).toBe(true)
  expect(await (await create()).seen('R-1', 3)).toMatchObject({ isVoted: true, votes: 4 })
})

// The API takes 8 to 64 characters.
test.each([
  ['of 8 characters', 'Abc_-678', true],
  ['of 64', 'a'.repeat(64), true],
  ['of 7', 'abcdefg', false],
  ['of 65', 'a'.repeat(65), false],
  ['with a space before', ' abcdefgh', false],
  ['with a space after', 'abcdefgh ', false],
  ['that is empty', '', false],
])('visitor: an id %s', async (_, known, isUsed) => {
  const { page, requests, answer, stored } = await open({ 'rw-visitor': known })
  const module = await load<Visitor>(page, 'elements/reviews/cards/visitor.ts')
  const sending = module.evaluate(({ sendVote }, source) => sendVote(source, 'R-1', true, 1), source)
  await answer(0, 'accept')
  await sending
  const id = isUsed ? known : madeId
  expect(requests[0]?.body).toEqual({ visitor_id: id })
  expect(await stored('rw-visitor')).toBe(id)
})

test('visitor: a vote that is not accepted is an error, and not kept', async () => {
  const { page, answer, stored } = await open()
  const module = await load<Visitor>(page, 'elements/reviews/cards/visitor.ts')
  const sending = module.evaluate(
    ({ sendVote }, source) => sendVote(source, 'R-1', true, 1).catch(error => String(error)),
    source,
  )
  await answer(0, 'refuse')
  expect(await sending).toBe('Error: votes: 429')
  expect(await stored('rw-votes')).toBeNull()
})

test('votes: of two elements of a page, each keeps the votes of the other', async () => {
  const { create, answer, stored } = await open()
  const [first, second] = [await create(), await create()]
  await first.toggle('R-1', 0)
  await answer(0, 'accept')
  await first.done(0)
  await second.toggle('R-2', 0)
  await answer(1, 'accept')
  await second.done(0)
  expect(JSON.parse((await stored('rw-votes')) ?? '')).toEqual({ 'R-1': 1, 'R-2': 1 })
})

test('votes: a vote that is refused after another was accepted is not kept', async () => {
  const { create, answer, stored, requests } = await open()
  const { toggle, done } = await create()
  await toggle('R-1', 0)
  await answer(0, 'accept')
  await done(0)
  await toggle('R-2', 0)
  await expect.poll(() => requests.length).toBe(2)
  await toggle('R-3', 0)
  await answer(2, 'accept')
  await done(2)
  await answer(1, 'refuse')
  expect(await done(1)).toBe(false)
  expect(JSON.parse((await stored('rw-votes')) ?? '')).toEqual({ 'R-1': 1, 'R-3': 1 })
})

test('votes: a storage that got full keeps later votes until the page closes', async () => {
  const { create, answer } = await open({ 'rw-votes': '{"R-9":1}' }, page =>
    page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    }),
  )
  const first = await create()
  await first.toggle('R-1', 3)
  await answer(0, 'accept')
  await first.done(0)
  expect(await (await create()).seen('R-1', 3)).toMatchObject({ isVoted: true, votes: 4 })
})
