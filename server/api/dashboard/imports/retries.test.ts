import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { importsToContinue } from '../../../exchange/imports/uploads/begun-imports.ts'
import { continueImport } from '../../../exchange/imports/uploads/run-import.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { createKeptFiles, partSize } from '../../../foundation/storage/files/kept-files.ts'
import { aMember } from '../../../test/admin.ts'
import { testSecret } from '../../../test/app.ts'
import { asItIs } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'

const place = importInEachTest()
const { folder, files, upload, reviews } = place
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

describe('an import that fails for a reason outside its file', () => {
  const minute = 60_000
  const rows = 4_500
  const text = `product_id,rating,body\n${Array.from({ length: rows }, (_, row) => `P-${row % 30},5,${'Good '.repeat(50)}${row}\n`).join('')}`

  /** Makes the second part unreadable; with `breakFirst` also the first. `fix` makes them readable again. */
  async function withBrokenPlace() {
    expect(text.length).toBeGreaterThan(partSize)
    const { id } = (await upload(text)).body
    const path = `/stores/${place.storeId}/imports/${id}`
    await place.owner.send('POST', `${path}/trial`, asItIs)
    await place.service.runDue()
    const broken = new Map<string, Buffer>()
    const breakPart = (number: number) => {
      const part = join(folder, 'pictures', id.slice(-2), `${id.slice(-2)}-${id}-${number}.part`)
      broken.set(part, readFileSync(part))
      rmSync(part)
      mkdirSync(part)
    }
    breakPart(1)
    const fix = () => {
      for (const [part, bytes] of broken) {
        rmSync(part, { recursive: true })
        writeFileSync(part, bytes)
      }
    }
    return { id: id as string, path, breakFirst: () => breakPart(0), fix }
  }

  const attempts = async () => {
    const [row] = await place.service.database.query<{ attempts: number }>(sql`
      select attempts from imports where store_id = ${place.storeId} order by id desc limit 1`)
    return row?.attempts
  }

  /** One attempt of a worker, at a given time. */
  const turn = async (id: string, at: number, database = place.service.database) => {
    const kept = createKeptFiles(files, secrets)
    const places = {
      address: () => 'https://reviews.example',
      secrets,
      database,
      clock: () => at,
      pictures: files,
      kept,
    }
    await continueImport(places, place.storeId, id, new AbortController().signal)
  }

  test('is tried five times within an hour, fails, and resumes on request', async () => {
    const { id, path, breakFirst, fix } = await withBrokenPlace()
    await place.owner.send('POST', `${path}/run`)
    const start = Date.now()
    await expect(turn(id, start)).rejects.toThrow('picture store')
    breakFirst()
    const there = (await reviews()).length
    expect(await attempts()).toBe(1)
    for (const [minutes, failed] of [
      [1, 2],
      [5, 3],
      [20, 4],
    ] as const) {
      const at = start + minutes * minute
      await turn(id, at - 1)
      expect(
        (await importsToContinue(place.service.database, new Date(at - 1))).map(one => one.id),
      ).not.toContain(id)
      expect((await importsToContinue(place.service.database, new Date(at))).map(one => one.id)).toContain(id)
      await expect(turn(id, at)).rejects.toThrow('picture store')
      expect([await attempts(), (await place.owner.send('GET', path)).body.state]).toEqual([
        failed,
        'running',
      ])
    }
    await expect(turn(id, start + 60 * minute)).rejects.toThrow('picture store')
    const failed = (await place.owner.send('GET', path)).body
    expect(failed).toMatchObject({
      state: 'failed',
      imported: there,
      problem: { what: expect.stringContaining('five times'), again: 'running' },
    })
    await turn(id, start + 120 * minute)
    fix()
    const other = await aMember(place.service, place.storeId, 'owner')
    expect((await other.send('POST', `${path}/again`)).body).toMatchObject({
      state: 'running',
      problem: null,
    })
    expect((await other.send('POST', `${path}/again`)).status).toBe(409)
    await turn(id, start + 120 * minute)
    const done = (await place.owner.send('GET', path)).body
    expect(done).toMatchObject({ state: 'done', imported: rows, skipped: 0, refused: 0 })
    expect((await reviews()).length).toBe(rows)
  })

  test('waits for an unreachable database, and is not retried if its file is the reason', async () => {
    const { id, path, fix } = await withBrokenPlace()
    expect((await place.owner.send('POST', `${path}/again`)).status).toBe(409)
    await place.owner.send('POST', `${path}/run`)
    fix()
    const away = Object.assign(new Error('the database went away'), { code: '57P01' })
    const broken = { ...place.service.database, transaction: () => Promise.reject(away) }
    for (let time = 0; time < 9; time++) await expect(turn(id, Date.now(), broken)).rejects.toBe(away)
    expect([await attempts(), (await place.owner.send('GET', path)).body.state]).toEqual([0, 'running'])
    await place.service.runDue()
    expect((await place.owner.send('GET', path)).body).toMatchObject({ state: 'done', imported: rows })
    const { body: lost } = await upload('\n')
    expect((await place.owner.send('POST', `/stores/${place.storeId}/imports/${lost.id}/again`)).status).toBe(
      409,
    )
  })
})
