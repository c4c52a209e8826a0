import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../lib/problem.ts'
import { openBackupBucket } from './bucket-destination.ts'
import { readParts, writeParts } from './parts.ts'
import { makeBackupKey, openSeal } from './sealing.ts'

const MiB = 1024 * 1024
const folder = mkdtempSync(join(tmpdir(), 'realword-bucket-'))
let s3: S3rver
let proxy: Server
// What the proxy does with the next connections: the bytes of a request after which it is cut.
let cuts: number[] = []
let address: (bucket?: string, secret?: string) => string
beforeAll(async () => {
  s3 = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory: folder,
    configureBuckets: [{ name: 'backups', configs: [] }],
  })
  const { port } = await s3.run()
  proxy = createServer(incoming => {
    const outgoing = connect(port, '127.0.0.1')
    let left = cuts.shift() ?? Number.POSITIVE_INFINITY
    incoming.on('data', bytes => {
      left -= bytes.length
      if (left > 0) return void outgoing.write(bytes)
      incoming.destroy()
      outgoing.destroy()
    })
    outgoing.on('data', bytes => incoming.write(bytes))
    outgoing.on('close', () => incoming.destroy())
    incoming.on('close', () => outgoing.destroy())
    for (const end of [incoming, outgoing]) end.on('error', () => {})
  }).listen(0, '127.0.0.1')
  await once(proxy, 'listening')
  const at = () => (proxy.address() as AddressInfo).port
  address = (bucket = 'backups', secret = 'S3RVER') =>
    `s3://S3RVER:${secret}@127.0.0.1:${at()}/${bucket}/shop?tls=false`
})
beforeEach(() => {
  cuts = []
})
afterAll(async () => {
  proxy.close()
  await s3.close()
  rmSync(folder, { recursive: true })
})

describe('a bucket', () => {
  test('stores, lists and deletes objects below its prefix', async () => {
    const bucket = openBackupBucket(address())
    expect(bucket.address).toMatch(/^s3:\/\/127\.0\.0\.1:\d+\/backups\/shop$/)
    await bucket.put('one/part', Buffer.from('a part'))
    expect(await bucket.get('one/part')).toEqual(Buffer.from('a part'))
    expect(await bucket.get('one/other')).toBeUndefined()
    expect(await Array.fromAsync(bucket.list('one/'))).toMatchObject([{ name: 'one/part', bytes: 6 }])
    expect(await Array.fromAsync(bucket.list('two/'))).toEqual([])
    await bucket.remove('one/part')
    await bucket.remove('one/part')
    expect(await Array.fromAsync(bucket.list(''))).toEqual([])
  })

  test('gets the part again whose connection broke, and no other', async () => {
    const place = { destination: openBackupBucket(address()), seal: openSeal(makeBackupKey()) }
    const content = Buffer.alloc(20 * MiB, 'a line of text\n')
    // The first connection breaks in the first part, the next one at once, the third in the second part.
    cuts = [3 * MiB, 1, 12 * MiB]
    const { parts } = await writeParts(place, 'one', 'database', one(content))
    expect([parts, cuts]).toEqual([3, []])
    cuts = [1, 1]
    const read = await Array.fromAsync(readParts(place, 'one', 'database', parts))
    expect(Buffer.concat(read).equals(content)).toBe(true)
  })

  test('that stays away, or refuses, is reported without its secret', async () => {
    const words = async (
      at: string,
      act = (to: ReturnType<typeof openBackupBucket>) => to.put('a', Buffer.of(1)),
    ) => {
      const problem = await act(openBackupBucket(at, 500)).then(
        () => undefined,
        (error: unknown) => error,
      )
      expect(problem).toBeInstanceOf(Problem)
      const { message, mend } = problem as Problem
      expect(`${message} ${mend}`).not.toMatch(/S3RVER|hunter2/)
      return message
    }
    expect(await words(address('no-such-bucket', 'hunter2'))).toMatch(/refuses this: NoSuchBucket/)
    expect(await words('s3://S3RVER:S3RVER@127.0.0.1:1/backups?tls=false')).toMatch(
      /cannot be reached: .*ECONNREFUSED/,
    )
    const listing = async (to: ReturnType<typeof openBackupBucket>) =>
      void (await Array.fromAsync(to.list('')))
    expect(await words(address('no-such-bucket'), listing)).toMatch(/refuses this: NoSuchBucket/)
    cuts = Array.from({ length: 20 }, () => 1)
    expect(await words(address())).toMatch(/cannot be reached/)
  })
})

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
