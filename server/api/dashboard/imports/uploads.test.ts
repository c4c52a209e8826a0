import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { partSize } from '../../../foundation/storage/files/kept-files.ts'
import { expectError } from '../../../test/answers.ts'
import { importFile, sendPart } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'

const place = importInEachTest()
const { folder, files, upload } = place

describe('an upload', () => {
  test('arrives in order, in parts that can be repeated', async () => {
    // Long texts fill two parts with few rows. 35,000 short rows took 36 s at a load of 10 and timed out at 25.
    const text = `product_id,rating,body\n${`P-1,5,${'x'.repeat(1_000)}\n`.repeat(1_100)}`
    const bytes = Buffer.from(text)
    expect(bytes.length).toBeGreaterThan(partSize)
    const begun = await place.owner.send('POST', `/stores/${place.storeId}/imports`, {
      ...{ kind: 'review', file_name: 'long.csv', size: bytes.length },
    })
    const send = (number: number | string, part: Buffer) =>
      sendPart(place.service, place.owner, place.storeId, begun.body.id, number, part)
    expect((await send(1, bytes.subarray(partSize))).status).toBe(409)
    expect((await send(0, bytes.subarray(0, 100))).status).toBe(400)
    expect((await send(0, bytes.subarray(0, partSize + 1))).status).toBe(413)
    expect((await send('x', bytes.subarray(0, 9))).status).toBe(404)
    for (let time = 0; time < 2; time++)
      expect((await send(0, bytes.subarray(0, partSize))).body.parts).toBe(1)
    const last = await send(1, bytes.subarray(partSize))
    expect(last.body).toMatchObject({ state: 'ready', parts: 2 })
    expect((await send(1, bytes.subarray(partSize))).status).toBe(409)
    const { done } = await importFile(place.service, place.owner, place.storeId, begun.body.id)
    expect(done).toMatchObject({ imported: 1_100, skipped: 0 })
  })

  test('is stored encrypted next to the pictures, and deleted with its report after a week', async () => {
    const { body } = await upload('product_id,rating,email\nP-1,5,zacarias@correio.example\nP-1,0,\n')
    await importFile(place.service, place.owner, place.storeId, body.id)
    const kept = join(folder, 'pictures', body.id.slice(-2))
    const [name = ''] = readdirSync(kept).filter(one => one.includes(body.id))
    expect(readFileSync(join(kept, name)).includes('zacarias')).toBe(false)
    expect((await fetch(`${place.service.url}/pictures/${name}`)).status).toBe(404)
    const report = `/stores/${place.storeId}/imports/${body.id}/report`
    expect((await place.owner.send('GET', report)).status).toBe(200)
    const later = new Date(Date.now() + 8 * 86_400_000)
    await tidyStores(place.service.database, files, later, (_message, error) => {
      throw error
    })
    expect(readdirSync(kept).filter(one => one.includes(body.id))).toEqual([])
    expect((await place.owner.send('GET', report)).status).toBe(409)
    expect((await place.owner.send('GET', `/stores/${place.storeId}/imports/${body.id}`)).body).toMatchObject(
      {
        ...{ state: 'done', imported: 1, refused: 1, refusals: [] },
      },
    )
  })

  test('that lost a part fails, and is not retried', async () => {
    const { body } = await upload('product_id,rating\nP-1,5\n')
    rmSync(join(folder, 'pictures', body.id.slice(-2)), { recursive: true })
    const { tried } = await importFile(place.service, place.owner, place.storeId, body.id)
    const problem = {
      what: expect.stringMatching('Part 0 of the file is missing'),
      mend: 'Upload the file again.',
    }
    expect(tried).toMatchObject({ state: 'failed', problem })
  })

  test('is refused if it is too large, or has no name or an unknown kind', async () => {
    const right = { kind: 'review', file_name: 'a.csv', size: 10 }
    for (const wrong of [
      { size: 2 ** 40 },
      { size: 0 },
      { file_name: '' },
      { file_name: 'a\0' },
      { kind: 'person' },
    ])
      expect(
        (await place.owner.send('POST', `/stores/${place.storeId}/imports`, { ...right, ...wrong })).status,
      ).toBe(400)
  })

  test.each([
    ['review', 268_435_456],
    ['question', 268_435_456],
    ['order', 268_435_456],
    ['archive', 4_294_967_296],
  ])('of the kind %s has at most %i bytes', async (kind, most) => {
    const begin = (size: number) =>
      place.owner.send('POST', `/stores/${place.storeId}/imports`, { kind, file_name: 'a', size })
    expect(await begin(most)).toMatchObject({ status: 201, body: { state: 'uploading', size: most } })
    const refused = await begin(most + 1)
    expectError(refused, 400, 802030)
    expect(refused.body.user_message.en_us).toMatch(/^size: /)
  })

  test('deletes the oldest of more than five pending ones', async () => {
    const made: string[] = []
    for (let time = 0; time < 6; time++) made.push((await upload('product_id,rating\nP-1,5\n')).body.id)
    const states = await Promise.all(
      made.map(
        async id => (await place.owner.send('GET', `/stores/${place.storeId}/imports/${id}`)).body.state,
      ),
    )
    expect(states).toEqual(['cancelled', 'ready', 'ready', 'ready', 'ready', 'ready'])
  })
})
