import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { importsToContinue } from '../../../exchange/imports/uploads/begun-imports.ts'
import { continueImport } from '../../../exchange/imports/uploads/run-import.ts'
import { readImport } from '../../../exchange/imports/uploads/stored-imports.ts'
import { continueUndo, saveBatch, undoImport } from '../../../exchange/imports/uploads/undo.ts'
import type { Database } from '../../../foundation/database/connect.ts'
import { readSecrets } from '../../../foundation/lib/secret.ts'
import { createKeptFiles } from '../../../foundation/storage/files/kept-files.ts'
import { testSecret } from '../../../test/app.ts'
import { besideChange } from '../../../test/database/locks.ts'
import { importFile } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'

const place = importInEachTest()
const { files, upload, reviews } = place
const secrets = readSecrets({ SECRET: testSecret, DATA_DIR: '' })

describe('an imported file', () => {
  test('can be undone as a whole, after a stop too, and then imported again', async () => {
    const rows = Array.from({ length: 1_500 }, (_, row) => `P-${row % 3},${(row % 5) + 1},Text ${row}\n`)
    const file = `product_id,rating,body\n${rows.join('')}`
    const kept = await upload('product_id,rating,body\nP-1,5,Kept\n')
    await importFile(place.service, place.owner, place.storeId, kept.body.id)
    const { body } = await upload(file)
    const path = `/stores/${place.storeId}/imports/${body.id}`
    expect((await place.owner.send('POST', `${path}/undo`)).status).toBe(409)
    const { done } = await importFile(place.service, place.owner, place.storeId, body.id)
    expect(done).toMatchObject({ imported: 1_500, undo_until: expect.any(String) })
    const [answered] = await place.service.database.query<{ id: string }>(sql`
      select id
      from reviews
      where store_id = ${place.storeId} and body = 'Text 7'`)
    await place.owner.send('PUT', `/stores/${place.storeId}/reviews/${answered?.id}/reply`, {
      body: 'Thanks!',
    })
    expect((await place.owner.send('GET', `${path}/undo`)).body).toEqual({ records: 1_500, changed: 1 })
    expect((await place.owner.send('POST', `${path}/undo`)).body).toMatchObject({
      state: 'undoing',
      whole: 1_500,
    })
    // The first worker stops after one batch.
    let checks = 0
    const signal = {
      get aborted() {
        return checks++ > 0
      },
    } as AbortSignal
    const work = {
      address: () => 'https://reviews.example',
      ...place.service,
      clock: Date.now,
      pictures: files,
      kept: createKeptFiles(files, secrets),
      secrets,
    }
    await continueImport(work, place.storeId, body.id, signal)
    expect((await place.owner.send('GET', path)).body).toMatchObject({ state: 'undoing', done: 500 })
    expect(await importsToContinue(place.service.database, new Date())).toContainEqual({
      store_id: place.storeId,
      id: body.id,
    })
    expect(await reviews()).toHaveLength(1_001)
    await place.service.runDue()
    expect((await place.owner.send('GET', path)).body).toMatchObject({
      state: 'undone',
      done: 1_500,
      undo_until: null,
    })
    expect(await reviews()).toEqual([{ rating: 5, body: 'Kept', display_name: '' }])
    const wrong = await place.service.database.query(sql`
      select product_id, one, two, three, four, five
      from rating_summaries
      where store_id = ${place.storeId} and one + two + three + four + five > 0`)
    expect(wrong).toEqual([{ product_id: 'P-1', one: 0, two: 0, three: 0, four: 0, five: 1 }])
    const again = await importFile(place.service, place.owner, place.storeId, (await upload(file)).body.id)
    expect(again.done).toMatchObject({ imported: 1_500, skipped: 0 })
    expect((await place.owner.send('GET', `/stores/${place.storeId}/history`)).body.result).toContainEqual(
      expect.objectContaining({ action: 'undo import', name: 'The owner' }),
    )
  })

  test('that comes to the same rows again, after a stop, can be undone as a whole', async () => {
    const { body } = await upload('product_id,rating,body\nP-1,5,One\nP-1,4,Two\n')
    const path = `/stores/${place.storeId}/imports/${body.id}`
    await importFile(place.service, place.owner, place.storeId, body.id)
    const later = await upload('product_id,rating,body\nP-1,3,Three\n')
    await importFile(place.service, place.owner, place.storeId, later.body.id)
    const batches = await place.service.database.query<{
      import_id: string
      last_row: number
      record_ids: string[]
    }>(sql`
      select import_id, last_row, record_ids
      from import_batches
      where store_id = ${place.storeId}`)
    const of = (id: string) => batches.find(({ import_id }) => import_id === id)
    const [recordId = ''] = of(later.body.id)?.record_ids ?? []
    const again = {
      lastRow: of(body.id)?.last_row ?? 0,
      written: [{ recordId, keys: ['ab'] }],
      at: new Date(),
    }
    await place.service.database.transaction(tx => saveBatch(tx, place.storeId, body.id, again))
    expect((await place.owner.send('GET', `${path}/undo`)).body).toEqual({ records: 3, changed: 0 })
    expect((await place.owner.send('POST', `${path}/undo`)).body).toMatchObject({ whole: 3 })
    await place.service.runDue()
    expect((await place.owner.send('GET', path)).body).toMatchObject({ state: 'undone', done: 3 })
    expect(await reviews()).toEqual([])
  })

  test('is undone and reported once by two workers', async () => {
    const { database } = place.service
    const { body } = await upload('product_id,rating,body\nP-1,5,One\n')
    await importFile(place.service, place.owner, place.storeId, body.id)
    await undoImport(database, place.storeId, body.id, { at: new Date(), actor: 'command' })
    const undo = async (db: Database) => {
      const one = await readImport(database, place.storeId, body.id)
      await continueUndo(db, place.storeId, one, () => new Date(), new AbortController().signal)
    }
    await besideChange(
      database,
      tx => undo({ ...database, transaction: act => act(tx) }),
      () => undo(database),
    )
    expect(await readImport(database, place.storeId, body.id)).toMatchObject({ state: 'undone', done: 1 })
    const logged = await database.query(sql`
      select
      from audit_log
      where store_id = ${place.storeId} and action = 'undo import' and record_type = 'store'`)
    expect(logged).toHaveLength(1)
  })

  test('can be undone for 30 days', async () => {
    const { body } = await upload('product_id,body\nP-1,Does it leak?\n', 'question')
    await importFile(place.service, place.owner, place.storeId, body.id)
    const undo = () => place.owner.send('POST', `/stores/${place.storeId}/imports/${body.id}/undo`)
    const later = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    await tidyStores(place.service.database, files, later, () => {})
    expect((await undo()).status).toBe(409)
    const left = await place.service.database.query(
      sql`select from import_batches where store_id = ${place.storeId}`,
    )
    expect(left).toEqual([])
  })
})
