import { expect, test } from 'vitest'
import { english } from '../../../test/shops/in-english.ts'
import { vtexNotice } from '../../../test/shops/vtex.ts'
import { vtex as platform } from './platform.ts'

const vtex = english(platform)

const secret = 'kaneca-hook-secret'
const settings = { secret, options: { account: 'kaneca' } }
const signed = { 'x-realword-secret': secret }

test('a notification with the secret is an event about its order', () => {
  expect(vtex.authenticate({ headers: signed, body: vtexNotice('12-01') }, settings, 0)).toEqual({
    kind: 'event',
    topic: 'invoiced',
    subject: '12-01',
  })
})

test.each([
  ['without the header', {}],
  ['with an empty header', { 'x-realword-secret': '' }],
  ['with another secret', { 'x-realword-secret': `${secret}x` }],
  ['with a part of the secret', { 'x-realword-secret': secret.slice(0, -1) }],
])('a notification %s is refused', (_, headers) => {
  expect(vtex.authenticate({ headers, body: vtexNotice('12-01') }, settings, 0)).toMatchObject({
    kind: 'refused',
  })
})

test('a notification of another account is refused, in whatever case its name is written', () => {
  const from = (account: string) =>
    vtex.authenticate({ headers: signed, body: vtexNotice('12-01', 'invoiced', account) }, settings, 0).kind
  expect(from('Kaneca')).toBe('event')
  expect(from('other')).toBe('refused')
})

test('the ping of a new hook is answered, and nothing else that only looks like one', () => {
  const kindOf = (body: string) =>
    vtex.authenticate({ headers: {}, body: Buffer.from(body) }, settings, 0).kind
  expect(kindOf('{"hookConfig":"ping"}')).toBe('ping')
  expect(kindOf('{"hookConfig":"ping","OrderId":"12-01"}')).toBe('refused')
  expect(kindOf('')).toBe('refused')
})

test.each([
  '',
  'no JSON',
  '[]',
  '{"OrderId":""}',
  'null',
])('the body %j is kept, and says that it names no order', async text => {
  const body = Buffer.from(text)
  expect(vtex.authenticate({ headers: signed, body }, settings, 0)).toEqual({ kind: 'event', topic: 'order' })
  const shop = { settings, fetch: () => Promise.reject(new Error('asks nobody')), now: 0 }
  expect(await vtex.read({ topic: 'order', body, receivedAt: 0 }, shop)).toEqual([
    { kind: 'nothing', why: 'the notification names no order' },
  ])
})

test.each([
  ['account', 'kaneca', 'evil.example/#'],
  ['account', 'k2-neca', '-kaneca'],
  ['marketplaces', 'yes', 'maybe'],
  ['api_url', 'http://127.0.0.1:80', 'https://evil.example'],
  ['api_url', 'http://localhost:80', 'http://127.0.0.1.evil.example'],
])('the option %s takes %s, and not %s', (name, good, bad) => {
  expect(vtex.options[name]?.(good)).toBeUndefined()
  expect(vtex.options[name]?.(bad)).toEqual(expect.any(String))
})
