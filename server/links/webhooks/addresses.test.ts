import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ApiError } from '../../foundation/errors/errors.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aStore, type Member } from '../../test/users.ts'
import { type Receiver, startReceiver } from '../../test/webhooks/receiver.ts'
import { subscribe, webhookContext } from '../../test/webhooks/subscribe.ts'
import { listDeliveries, testWebhook } from './deliveries.ts'
import { createWebhook } from './webhooks.ts'

const now = Date.parse('2026-03-09T12:00:00Z')
let service: TestApp
let named: TestApp
let answers: string[]
let lookups: string[]
let store: Member
let receiver: Receiver
beforeAll(async () => {
  service = await startTestApp()
  const lookup = async (name: string) => {
    lookups.push(name)
    return answers.map(address => ({ address, family: address.includes(':') ? 6 : 4 }))
  }
  named = await startTestApp({}, service.target, { lookup })
  named.setNow(now)
  receiver = await startReceiver()
})
afterAll(async () => {
  await named.close()
  await service.close()
  await receiver.close()
})
beforeEach(async () => {
  store = await aStore(service.database)
  lookups = []
  receiver.received.splice(0)
})

const create = (url: string, allow: string[] = []) =>
  service.database.transaction(tx => {
    const context = { ...webhookContext(), egress: { allow } }
    return createWebhook(tx, store.storeId, { url }, context)
  })

const port = () => new URL(receiver.url).port

async function send(webhookId: string) {
  await service.database.transaction(tx => testWebhook(tx, store.storeId, webhookId, new Date(now)))
  await named.runDue()
  return (await listDeliveries(service.database, store.storeId, webhookId)).deliveries[0]
}

const sendTo = async (url: string) =>
  send((await subscribe(service, store.storeId, { url: url.replace('PORT', port()) })).webhook_id)

// Each names an address that is not public; IPv6 ones in brackets.
const spellings = [
  // Loopback, in decimal, octal, hexadecimal and short, and with letters that a URL turns into digits.
  ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '017700000001', '0x7f.1', '127.1', '127.0.1'],
  ...['１２７.0.0.1', '127。0。0。1', '127.0.0.1.', '%31%32%37.0.0.1', '0', '0.0.0.0', '[::]', '[::1]'],
  // IPv4 within IPv6: mapped, compatible, translated, ISATAP, NAT64, 6to4, Teredo.
  ...['[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[0:0:0:0:0:ffff:7f00:1]', '[::127.0.0.1]', '[::7f00:1]'],
  ...['[::ffff:0:7f00:1]', '[::5efe:7f00:1]', '[64:ff9b::7f00:1]', '[64:ff9b:1::7f00:1]'],
  ...['[2002:7f00:1::1]', '[2001:0:4136:e378::1]', '[::ffff:8.8.8.8]'],
  // Private, shared, link-local and the metadata of clouds.
  ...['10.1.2.3', '167772161', '012.0.0.1', '0xa.0.0.1', '10.1', '172.16.0.1', '172.31.255.255'],
  ...['192.168.1.1', '100.64.0.1', '169.254.169.254', '2852039166', '0xa9fea9fe', '[::ffff:169.254.169.254]'],
  ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00::1]', '[fd00:ec2::254]'],
  // For special purposes, documentation and multicast.
  ...['0.1.2.3', '192.0.0.8', '192.0.2.1', '198.51.100.1', '203.0.113.1', '192.88.99.1', '198.18.0.1'],
  ...['224.0.0.1', '240.0.0.1', '255.255.255.255', '[ff02::1]', '[100::1]', '[2001:db8::1]', '[3fff::1]'],
  ...['[5f00::1]', '[4000::1]'],
]

describe('an address that is refused', () => {
  test.each(spellings)('https://%s/ when it is added', async host => {
    await expect(create(`https://${host}/`)).rejects.toThrow('Bad-formatted JSON body')
    await expect(create(`https://${host}:8443/`)).rejects.toThrow('Bad-formatted JSON body')
  })

  test.each([
    ...['http://hooks.example/', 'ftp://hooks.example/', 'https://user:pass@hooks.example/', 'hooks.example'],
    ...['https://user@hooks.example/', 'https://:pass@hooks.example/'],
    ...[
      'https://[fe80::1%25eth0]/',
      'https://[::1%lo]/',
      'https:///',
      'file:///etc/passwd',
      'javascript:1',
      '',
    ],
    ...['https://hooks.example:8443/', 'https://1.1.1.1:8443/', 'https://hooks.example:80/'],
    ...['https://localhost/', 'https://localhost./', 'https://shop.LOCALHOST/', 'http://localhost/'],
    ...[`https://hooks.example/${'a'.repeat(2048)}`],
  ])('%s when it is added', async url => {
    await expect(create(url)).rejects.toThrow('Bad-formatted JSON body')
  })

  test('says what to do', async () => {
    const refusalOf = (url: string) => create(url).catch(error => (error as ApiError).problems)
    const named = (what: string) => [
      { path: 'url', problem: 'refused', values: [expect.stringContaining(what)] },
    ]
    expect(await refusalOf('https://hooks.example:8443/')).toEqual(named('it takes port 443'))
    expect(await refusalOf('https://localhost/')).toEqual(named('EGRESS_ALLOW'))
  })

  test('unless an allowed network can be meant', async () => {
    expect(await create('https://hooks.example:443/')).toMatchObject({ url: 'https://hooks.example/' })
    for (const url of ['https://localhost:8443/', 'http://localhost:9/', 'https://hooks.example:8443/'])
      expect(await create(url, ['127.0.0.0/8'])).toMatchObject({ url })
    await expect(create('https://hooks.example:8443/', ['127.0.0.0/8:9'])).rejects.toThrow()
    await expect(create('https://1.1.1.1:8443/', ['127.0.0.0/8'])).rejects.toThrow()
  })

  test('a link-local address even when its network is allowed', async () => {
    await expect(create('http://169.254.169.254/', ['169.254.0.0/16'])).rejects.toThrow()
    await expect(create('http://10.1.2.3:9/', ['10.1.2.3:8'])).rejects.toThrow()
    expect(await create('http://10.1.2.3:8/', ['10.1.2.3:8'])).toMatchObject({ url: 'http://10.1.2.3:8/' })
  })
})

// The loopback network is allowed here, as the receiver is in it.
const isAllowedHere = (host: string) =>
  ['127.0.0.1', '[::ffff:7f00:1]'].includes(new URL(`http://${host}/`).hostname.replace(/\.$/, ''))
const refusedHere = spellings.filter(host => !isAllowedHere(host))

test('most spellings are of networks that are not allowed in these tests', () => {
  expect(refusedHere.length).toBeGreaterThan(45)
})

test.each(refusedHere)('https://%s/ is not connected to, however it came to be stored', async host => {
  const { webhook_id } = await subscribe(service, store.storeId, { url: 'https://hooks.example/' })
  await service.database.query(sql`
    update webhook_endpoints set url = ${`https://${host}/`} where webhook_id = ${webhook_id}`)
  expect(await send(webhook_id)).toMatchObject({ state: 'waiting', last_error: 'private' })
  expect(lookups).toEqual([])
})

describe('a name', () => {
  const hostOf = (host: string) => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '')
  const addresses = [...new Set(refusedHere.map(hostOf))].map(address => [address])

  test.each([
    ...addresses,
    ['fe80::1%eth0'],
    ['127.0.0.1', '10.0.0.1'],
    ['10.0.0.1', '127.0.0.1'],
  ])('of %s is not connected to', async (...resolved) => {
    answers = resolved
    expect(await sendTo('http://hooks.example:PORT/')).toMatchObject({ last_error: 'private' })
    expect(receiver.received).toEqual([])
  })

  test('is resolved once for a connection, and again for the next one', async () => {
    answers = ['127.0.0.1']
    const { webhook_id } = await subscribe(service, store.storeId, {
      url: `http://hooks.example:${port()}/`,
    })
    for (let number = 0; number < 3; number++)
      await service.database.transaction(tx => testWebhook(tx, store.storeId, webhook_id, new Date(now)))
    // Whoever resolved it a second time would get a private address.
    receiver.reply(response => {
      answers = ['10.1.2.3']
      response.writeHead(204).end()
    })
    expect(await send(webhook_id)).toMatchObject({ state: 'delivered' })
    expect([receiver.received.length, lookups]).toEqual([4, ['hooks.example']])
    expect(await send(webhook_id)).toMatchObject({ state: 'waiting', last_error: 'private' })
    expect(receiver.received).toHaveLength(4)
  })

  test('of the service’s own port is not connected to, although its network is allowed', async () => {
    answers = ['127.0.0.1']
    for (const app of [service, named]) {
      const own = new URL(app.url).port
      expect(await sendTo(`http://hooks.example:${own}/`)).toMatchObject({ last_error: 'private' })
      expect(await sendTo(`http://127.0.0.1:${own}/`)).toMatchObject({ last_error: 'private' })
    }
  })

  test('of an allowed address receives', async () => {
    answers = ['127.0.0.1']
    expect(await sendTo('http://hooks.example:PORT/')).toMatchObject({ state: 'delivered' })
  })
})
