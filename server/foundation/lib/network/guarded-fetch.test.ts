import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { untrusted } from '../../../test/network/certificate.ts'
import { FetchFailure, type GuardedOptions, guardedConnection, guardedFetch } from './guarded-fetch.ts'
import { isPublic } from './networks.ts'

const loopback = ['127.0.0.0/8', '::1/128']
const open: (() => void)[] = []
afterEach(() => {
  for (const close of open.splice(0)) close()
})

/** A server on bare sockets, which can send answers that no HTTP server would. */
async function aServer(answer: (socket: Socket, request: string) => void, server = createServer()) {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const onConnection = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    socket.once('data', data => {
      asked.push(String(data))
      answer(socket, String(data))
    })
  }
  server.on('connection', onConnection)
  await new Promise<void>(done => (server as Server).listen(0, '127.0.0.1', done))
  open.push(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, asked, sockets }
}

const page = (body: string | Buffer, headers: Record<string, string> = {}, status = '200 OK') =>
  Buffer.concat([
    Buffer.from(
      `HTTP/1.1 ${status}\r\n${Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('')}connection: close\r\n\r\n`,
    ),
    Buffer.from(body),
  ])

async function obstacleOf(address: string, options: GuardedOptions = {}): Promise<string> {
  const failure = await guardedFetch(address, options).catch(error => error)
  expect(failure).toBeInstanceOf(FetchFailure)
  return failure.obstacle
}

const at = (address: string) => async () => [{ address, family: address.includes(':') ? 6 : 4 }]

describe('an address that is not public is not connected to', () => {
  test.each([
    ...['127.0.0.1', '2130706433', '0x7f000001', '0177.0.0.1', '127.1', '0', '10.1.2.3', '172.16.0.1'],
    ...['172.31.255.255', '192.168.1.1', '169.254.169.254', '100.64.0.1', '192.0.0.8', '192.0.2.1'],
    ...['198.18.0.1', '198.51.100.7', '203.0.113.9', '192.88.99.1', '224.0.0.1', '240.0.0.1'],
    ...['255.255.255.255', '[::]', '[::1]', '[::ffff:127.0.0.1]', '[::ffff:8.8.8.8]', '[::7f00:1]'],
    ...['[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd12:3456::1]', '[ff02::1]', '[64:ff9b::7f00:1]'],
    ...['[64:ff9b:1::a00:1]', '[2002:7f00:1::]', '[2001:0:4136:e378::]', '[2001:db8::1]', '[3fff::1]'],
    ...['[100::1]', '[4000::1]', '[5f00::1]', '[2001:20::1]'],
  ])('http://%s/', async host => {
    expect(await obstacleOf(`http://${host}/`)).toBe('private')
    expect(await obstacleOf(`https://${host}:8443/`)).toBe('private')
  })

  test.each(['1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111'])('but %s is', address => {
    expect(isPublic(address)).toBe(true)
  })

  test('nor is a name when even one of its addresses is private', async () => {
    expect(await obstacleOf('http://localhost/')).toBe('private')
    const both = async () => [...(await at('1.1.1.1')()), ...(await at('10.0.0.1')())]
    expect(await obstacleOf('http://shop.example/', { lookup: both })).toBe('private')
    expect(await obstacleOf('http://shop.example/', { lookup: at('fe80::1%eth0') })).toBe('private')
  })

  test.each([
    ['ftp://shop.example/', 'address'],
    ['file:///etc/passwd', 'address'],
    ['shop.example', 'address'],
    ['http://ana:secret@shop.example/', 'address'],
    ['http://shop.example:22/', 'port'],
    ['http://shop.example:443/', 'port'],
  ])('%s: %s', async (address, obstacle) => {
    expect(await obstacleOf(address, { lookup: at('1.1.1.1') })).toBe(obstacle)
  })

  test('a name that does not exist', async () => {
    const lookup = async () => {
      throw Object.assign(new Error('none'), { code: 'ENOTFOUND' })
    }
    expect(await obstacleOf('http://shop.example/', { lookup })).toBe('name_unknown')
    expect(await obstacleOf('http://shop.example/', { lookup: async () => [] })).toBe('name_unknown')
  })
})

test('the connection uses the checked address, and the request keeps the name', async () => {
  const { port, asked } = await aServer(socket => socket.end(page('hello')))
  const meanings = ['127.0.0.1', '10.0.0.1', '10.0.0.1']
  const lookup = async (name: string) => at(name === 'shop.example' ? (meanings.shift() ?? '') : '')()
  const { status, body } = await guardedFetch(`http://shop.example:${port}/p?q=1`, {
    lookup,
    allow: loopback,
  })
  expect([status, String(body)]).toEqual([200, 'hello'])
  expect(asked[0]).toMatch(new RegExp(`^GET /p\\?q=1 HTTP/1.1\r\n[^]*Host: shop.example:${port}\r\n`))
  expect(asked[0]).not.toMatch(/cookie|authorization/i)
  expect(meanings).toHaveLength(2)
})

test('a kept connection is checked again after 10 s: a name that moved to a private address is not reached', async () => {
  const kept = createHttp((_request, response) => void response.end('hello'))
  const { port } = await aServer(() => {}, kept)
  const meanings = ['127.0.0.1', '10.0.0.1']
  const lookup = async () => at(meanings.shift() ?? '')()
  const connection = guardedConnection(`http://shop.example:${port}/`, { lookup, allow: loopback })
  open.push(connection.close)
  let now = performance.now()
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now)
  open.push(() => clock.mockRestore())
  const send = async () => String((await connection.send({})).body)
  expect(await send()).toBe('hello')
  now += 9_000
  expect(await send()).toBe('hello')
  expect(meanings).toEqual(['10.0.0.1'])
  now += 2_000
  const failure = await send().catch(error => error)
  expect(failure).toMatchObject({ obstacle: 'private' })
})

test('a name is resolved once, and a second result is never used', async () => {
  const { asked, port } = await aServer(socket => socket.end(page('secret')))
  const meanings = ['1.1.1.1', '127.0.0.1']
  const lookup = async () => at(meanings.shift() ?? '')()
  // Only the first resolution counts: 1.1.1.1 has no such port for us.
  expect(await obstacleOf(`http://shop.example:${port}/`, { lookup })).toBe('port')
  expect(asked).toEqual([])
})

test.each([
  ['/elsewhere', (port: number) => `http://127.0.0.1:${port}/elsewhere`],
  ['http://169.254.169.254/', () => 'http://169.254.169.254/'],
])('a redirect to %s is reported and not followed', async (to, expected) => {
  const { port, asked } = await aServer(socket => socket.end(page('', { location: to }, '302 Found')))
  const fetched = await guardedFetch(`http://127.0.0.1:${port}/`, { allow: loopback })
  expect(fetched).toMatchObject({ status: 302, location: expected(port) })
  expect(asked).toHaveLength(1)
})

describe('a body', () => {
  const fetchFrom = async (answer: Parameters<typeof aServer>[0], options: GuardedOptions = {}) => {
    const { port, sockets } = await aServer(answer)
    const address = `http://127.0.0.1:${port}/`
    return { sockets, fetched: guardedFetch(address, { allow: loopback, ...options }) }
  }
  const failureOf = async (answer: Parameters<typeof aServer>[0], options: GuardedOptions = {}) => {
    const { fetched, sockets } = await fetchFrom(answer, options)
    const failure: FetchFailure = await fetched.catch(error => error)
    await expect.poll(() => sockets.size).toBe(0)
    return failure.obstacle
  }

  test.each([
    ['identity', Buffer.from('hello')],
    ['gzip', gzipSync('hello')],
    ['br', brotliCompressSync('hello')],
  ])('is decompressed: %s', async (coding, bytes) => {
    const { fetched } = await fetchFrom(socket =>
      socket.end(page(bytes, coding === 'identity' ? {} : { 'content-encoding': coding })),
    )
    expect(String((await fetched).body)).toBe('hello')
  })

  test('that never ends is too large', async () => {
    const more = (socket: Socket) => {
      while (!socket.destroyed && socket.write('x'.repeat(65536)));
      if (!socket.destroyed) socket.once('drain', () => more(socket))
    }
    expect(
      await failureOf(socket => {
        socket.write(page(''))
        more(socket)
      }),
    ).toBe('large')
  })

  test('that decompresses beyond the limit is too large', async () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000))
    expect(bomb.length).toBeLessThan(2_000_000)
    const before = process.memoryUsage().arrayBuffers
    expect(await failureOf(socket => socket.end(page(bomb, { 'content-encoding': 'gzip' })))).toBe('large')
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20_000_000)
  })

  test('whose compressed data never yields anything is too large', async () => {
    const nothing = Buffer.from('000000ffff'.repeat(10_000), 'hex') // empty blocks, none marked as the last
    const answer = Buffer.concat([Buffer.from('1f8b0800000000000003', 'hex'), nothing])
    const gzip = { 'content-encoding': 'gzip' }
    const failure = await failureOf(socket => void socket.write(page(answer, gzip)), { maxBytes: 10_000 })
    expect(failure).toBe('large')
  })

  test.each([
    ['hangs', () => {}],
    ['hangs within its headers', (socket: Socket) => void socket.write('HTTP/1.1 200 OK\r\nx: ')],
    ['hangs within its body', (socket: Socket) => void socket.write(page('x', { 'content-length': '9' }))],
    [
      'drips',
      (socket: Socket) => {
        socket.write(page(''))
        const drip = setInterval(() => socket.write('x'), 20)
        socket.on('close', () => clearInterval(drip))
      },
    ],
  ])('of a server that %s is too slow', async (_what, answer) => {
    expect(await failureOf(answer, { timeoutMs: 200 })).toBe('slow')
  })

  test.each([
    ['is reset', 'unreachable', (socket: Socket) => void socket.resetAndDestroy()],
    ['breaks off', 'unreachable', (socket: Socket) => void socket.end(page('x', { 'content-length': '9' }))],
    ['is no HTTP', 'unreadable', (socket: Socket) => void socket.end('SSH-2.0-OpenSSH_9\r\n\r\n')],
    [
      'is badly packed',
      'unreadable',
      (socket: Socket) => void socket.end(page('x'.repeat(99), { 'content-encoding': 'gzip' })),
    ],
    [
      'is badly packed with brotli',
      'unreadable',
      (socket: Socket) => void socket.end(page('x'.repeat(99), { 'content-encoding': 'br' })),
    ],
    [
      'is packed in an unknown way',
      'unreadable',
      (socket: Socket) => void socket.end(page('x', { 'content-encoding': 'zstd' })),
    ],
    [
      'is packed in a way called like a property of objects',
      'unreadable',
      (socket: Socket) => void socket.end(page('x', { 'content-encoding': 'constructor' })),
    ],
    [
      'has endless headers',
      'unreadable',
      (socket: Socket) => void socket.end(page('', { x: 'y'.repeat(99_999) })),
    ],
  ])('that %s is reported: %s', async (_what, obstacle, answer) => {
    expect(await failureOf(answer)).toBe(obstacle)
  })
})

test('a name that never resolves is too slow', async () => {
  const lookup = () => new Promise<never>(() => {})
  expect(await obstacleOf('http://shop.example/', { lookup, timeoutMs: 50 })).toBe('slow')
})

test('a closed port is unreachable', async () => {
  const { port } = await aServer(() => {})
  open.pop()?.()
  expect(await obstacleOf(`http://127.0.0.1:${port}/`, { allow: loopback })).toBe('unreachable')
})

test('an untrusted certificate is reported, and the handshake contains the name', async () => {
  const names: (string | false | undefined)[] = []
  const server = createHttps({ ...untrusted, SNICallback: (name, done) => done(null, void names.push(name)) })
  const { port } = await aServer(() => {}, server as unknown as Server)
  const options = { allow: loopback, lookup: at('127.0.0.1') }
  expect(await obstacleOf(`https://shop.example:${port}/`, options)).toBe('certificate')
  expect(names).toEqual(['shop.example'])
})
