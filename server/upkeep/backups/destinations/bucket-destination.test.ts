import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Problem } from '../../../foundation/lib/problem.ts'
import { type LossyBucket, startLossyBucket } from '../../../test/network/lossy-bucket.ts'
import { readParts, writeParts } from '../sealed-stream.ts'
import { makeBackupKey, openSeal } from '../sealing.ts'
import { openBackupBucket } from './bucket-destination.ts'

const MiB = 1024 * 1024
let s3: LossyBucket
const address = (bucket?: string, secret?: string) => s3.address(bucket, secret)
beforeAll(async () => {
  s3 = await startLossyBucket()
})
beforeEach(() => {
  s3.cutNext([])
})
afterAll(() => s3.close())

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
    s3.cutNext([3 * MiB, 1, 12 * MiB])
    const { parts } = await writeParts(place, 'one', 'database', one(content))
    expect([parts, s3.cutsLeft()]).toEqual([3, 0])
    s3.cutNext([1, 1])
    const read = await Array.fromAsync(readParts(place, 'one', 'database', parts))
    expect(Buffer.concat(read).equals(content)).toBe(true)
  })

  test('is listed again when the connection broke', async () => {
    const bucket = openBackupBucket(address())
    await bucket.put('listed/part', Buffer.of(1))
    s3.cutOpen()
    s3.cutNext([1, 1])
    expect(await Array.fromAsync(bucket.list('listed/'))).toMatchObject([{ name: 'listed/part', bytes: 1 }])
    expect(s3.cutsLeft()).toBe(0)
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
      const { message, fix } = problem as Problem
      expect(`${message} ${fix}`).not.toMatch(/S3RVER|hunter2/)
      return message
    }
    expect(await words(address('no-such-bucket', 'hunter2'))).toMatch(/refuses this: NoSuchBucket/)
    expect(await words('s3://S3RVER:S3RVER@127.0.0.1:1/backups?tls=false')).toMatch(
      /cannot be reached: .*ECONNREFUSED/,
    )
    const listing = async (to: ReturnType<typeof openBackupBucket>) =>
      void (await Array.fromAsync(to.list('')))
    expect(await words(address('no-such-bucket'), listing)).toMatch(/refuses this: NoSuchBucket/)
    s3.cutNext(Array.from({ length: 20 }, () => 1))
    expect(await words(address())).toMatch(/cannot be reached/)
  })
})

async function* one(content: Buffer): AsyncGenerator<Buffer> {
  yield content
}
