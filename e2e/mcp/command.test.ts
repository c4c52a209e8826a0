import { once } from 'node:events'
import { chmodSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanUp, onCleanUp, run, runWithInput, temporaryFolder } from '../service.ts'
import { call, closeClients, type Served, serve } from './serve.ts'

let it: Served

beforeAll(async () => {
  it = await serve()
})
afterEach(closeClients)
afterAll(cleanUp)

describe('trouble is answered in words', () => {
  const refusal = (text: string) => ({ isError: true, texts: [expect.stringContaining(text)] })

  test('a key without the scope', async () => {
    const client = await it.connect(['--allow', 'reviews:write'], {
      secret: await it.createKey('reviews:read'),
    })
    expect((await call(client, 'list_reviews')).isError).toBe(false)
    expect(await call(client, 'list_orders')).toEqual(
      refusal('The key lacks the scope orders:read. Make a key'),
    )
    const { id } = await it.writeReview({})
    expect(await call(client, 'publish_review', { id })).toEqual(refusal('lacks the scope reviews:write.'))
  })

  test('a wrong key, and one of another type', async () => {
    for (const secret of ['wrong', it.store.api_key])
      expect(await call(await it.connect([], { secret }), 'list_reviews')).toEqual(
        refusal('The service refused the key: '),
      )
  })

  test('an address that is not Realword, and one where nothing answers', async () => {
    const seen: (string | undefined)[] = []
    const other = createServer((request, response) => {
      seen.push(request.url)
      if (request.url?.startsWith('/moved')) response.writeHead(302, { location: '/new' }).end()
      else response.writeHead(502).end('<h1>Bad gateway</h1>')
    }).listen(0, '127.0.0.1')
    onCleanUp(() => other.close())
    await once(other, 'listening')
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const client = await it.connect([], { url })
    expect(await call(client, 'list_reviews')).toEqual(refusal('answered 502, and not as Realword does.'))
    const moved = await it.connect([], { url: `${url}/moved` })
    expect(await call(moved, 'read_settings')).toEqual(refusal('Check --url: it leads to /new.'))
    expect(seen).toEqual(['/manage/v1/reviews?limit=20', '/moved/manage/v1/settings'])
    other.closeAllConnections()
    other.close()
    await once(other, 'close')
    expect(await call(client, 'list_reviews')).toEqual(refusal('cannot be reached (ECONNREFUSED)'))
  })

  test('wrong arguments', async () => {
    const client = await it.connect()
    expect((await call(client, 'read_review', { id: '../settings' })).isError).toBe(true)
    expect(await call(client, 'list_reviews', { cursor: 'x' })).toEqual(refusal('cursor'))
    expect((await call(client, 'list_reviews', { product_id: 'P-1', flagged: true })).isError).toBe(true)
  })
})

describe('the command', () => {
  const mcp = (...flags: string[]) => run(['mcp', '--url', it.service.url, ...flags])

  test('takes its key from a file', async () => {
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, `${it.key}\n`)
    const client = await it.connect(['--key-file', file], { secret: '' })
    expect((await call(client, 'list_reviews')).isError).toBe(false)
  })

  test('refuses to start without a usable key, address or scope', async () => {
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, 'two words')
    const starts: [string[], string][] = [
      [[], 'There is no key.'],
      [['--key-file', file], 'This is not a key.'],
      [['--key-file', `${file}-2`], 'cannot be read'],
      [['--allow', 'orders:write'], 'reviews:write, questions:write'],
      [['--url', 'ftp://127.0.0.1'], 'https://reviews.example.com'],
      [['--url', 'http://user:secret@127.0.0.1'], 'https://reviews.example.com'],
      [
        ['--url', 'http://reviews.example.com'],
        'Others on the way to reviews.example.com could read the key',
      ],
      [['--url', 'http://127.0.0.1.example.com'], 'In a network that you trust, add --plain-http'],
    ]
    for (const [flags, words] of starts)
      expect(await mcp(...flags)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: expect.stringContaining(words),
      })
  })

  test('warns of a key file that others can read, and takes http elsewhere where that is wanted', async () => {
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, it.key, { mode: 0o644 })
    const start = async () =>
      (
        await runWithInput(
          ['mcp', '--url', 'http://reviews.example.com', '--plain-http', '--key-file', file],
          '',
        )
      ).stderr
    expect(await start()).toContain(`Other users of this machine can read the key: chmod 600 ${file}`)
    chmodSync(file, 0o600)
    expect(await start()).toBe('')
  })

  test('writes nothing but MCP to stdout, and ends with its input', async () => {
    const opening = {
      ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'old', version: '1' } },
    }
    const input = `no JSON\n${JSON.stringify(opening)}\n`
    const env = { REALWORD_KEY: it.key }
    const { code, stdout, stderr } = await runWithInput(['mcp', '--url', it.service.url], input, { env })
    expect(code).toBe(0)
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line))
    expect(lines.map(({ jsonrpc }) => jsonrpc)).toEqual(lines.map(() => '2.0'))
    expect(lines.at(-1)).toMatchObject({ id: 1, result: { serverInfo: { name: 'realword' } } })
    expect(stdout + stderr).not.toContain(it.key)
  })
})
