import type { ServerResponse } from 'node:http'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { storedBytes } from '../../../foundation/storage/pictures/stored-bytes.ts'
import { markDeleted } from '../../../tenants/stores/stores.ts'
import { aFile } from '../../../test/exchange/imports.ts'
import { minute, never, neverAsked, start, usePictureCopies } from '../../../test/exchange/picture-copies.ts'
import { asItIs, uploadFile } from '../../../test/exchange/transfers.ts'
import { changeSettings } from '../../../test/hearing.ts'
import { aPicture } from '../../../test/media/pictures.ts'
import { eraseDeletedStores } from '../../../upkeep/housekeeping/deleted-stores.ts'
import { tidyStores } from '../../../upkeep/housekeeping/tidy.ts'
import { planAllCopies } from './copies.ts'
import { copyPictures } from './copy-pictures.ts'

const { stage, bring, stored, counts, idOf, decide, filesOfStore, onDisk, later, work } = usePictureCopies()

describe('a store', () => {
  test('with full storage waits until there is room', async () => {
    await bring(['/a.jpg'])
    await stage.it.runDue()
    const used = await storedBytes(stage.it.database, stage.store.storeId)
    await changeSettings(stage.it, stage.store.storeId, {
      limits: { stored_bytes: Math.round(used * 1.5) },
    })
    await bring([], ['/b.jpg', '/c.jpg'])
    await stage.it.runDue()
    expect(await counts()).toEqual({ waiting: 2, copied: 1, failed: 0, foreign: 0, problems: ['storage'] })
    expect(await storedBytes(stage.it.database, stage.store.storeId)).toBe(used)
    await changeSettings(stage.it, stage.store.storeId, { limits: { stored_bytes: used } })
    const asked = stage.host.asked.length
    await later(61 * minute)
    expect(stage.host.asked).toHaveLength(asked)
    await changeSettings(stage.it, stage.store.storeId, { limits: {} })
    await later(122 * minute)
    expect(await counts()).toMatchObject({ waiting: 0, copied: 3, problems: [] })
  })

  test('with more pictures than a statement may delay waits with all of them', async () => {
    await bring(['/a.jpg', '/b.jpg'])
    await stage.it.database.query(sql`
      insert into picture_copies (store_id, address_hash, address, host, state, due_at)
      select ${stage.store.storeId}, sha256(number::text::bytea), 'http://host.example/' || number, 'host.example', 'waiting',
        ${new Date(start)}
      from generate_series(1, 12000) as number`)
    await changeSettings(stage.it, stage.store.storeId, { limits: { stored_bytes: 0 } })
    await stage.it.database.transaction(async tx => {
      // As an import does that stores another review with the address.
      await tx.query(sql`
        select
        from picture_copies
        where store_id = ${stage.store.storeId} and address = ${`${stage.host.url}/b.jpg`}
        for update`)
      expect(await copyPictures(work(), stage.store.storeId, never)).toBe(false)
    })
    const waiting = await stage.it.database.query<{ problem: string | null; count: number }>(sql`
      select problem, count(*)::integer as count
      from picture_copies
      where store_id = ${stage.store.storeId} and due_at > ${new Date(start)}
      group by problem`)
    expect(waiting).toEqual([{ problem: 'storage', count: 12_001 }])
  })

  test('that was deleted fetches nothing, and leaves no row', async () => {
    await bring(['/a.jpg'])
    await stage.it.database.transaction(tx => markDeleted(tx, stage.store.storeId, new Date(start)))
    await stage.it.runDue()
    expect(stage.host.asked).toEqual([])
    await eraseDeletedStores(
      stage.it.database,
      stage.files,
      new Date(start + 120 * minute),
      (_message, error) => {
        throw error
      },
    )
    const left = await stage.it.database.query(
      sql`select from picture_copies where store_id = ${stage.store.storeId}`,
    )
    expect(left).toHaveLength(0)
  })

  test('that is not active forgets a day later what no review uses any more', async () => {
    await bring(['/1.jpg'], ['/2.jpg'])
    await planAllCopies(stage.it.database, stage.store.storeId, new Date(start))
    await changeSettings(stage.it, stage.store.storeId, { active: false })
    await stage.it.database.query(sql`
      delete from reviews
      where store_id = ${stage.store.storeId} and body = 'Text 0'`)
    const tidyAt = async (at: number) => {
      await tidyStores(stage.it.database, stage.files, new Date(at), (_message, error) => {
        throw error
      })
      return (await counts()).waiting
    }
    expect(await tidyAt(start + minute)).toBe(2)
    expect(await tidyAt(start + 1_500 * minute)).toBe(1)
  })

  test('whose worker was stopped half-way continues, without fetching twice', async () => {
    const paths = Array.from({ length: 12 }, (_, index) => `/${index}.jpg`)
    await bring(...paths.map(path => [path]))
    let checks = 0
    const signal = {
      get aborted() {
        return checks++ > 6
      },
    } as AbortSignal
    await copyPictures(work(), stage.store.storeId, signal)
    const { copied, waiting } = await counts()
    expect([copied > 0, waiting > 0, copied + waiting]).toEqual([true, true, 12])
    await stage.it.runDue()
    expect(await counts()).toMatchObject({ waiting: 0, copied: 12 })
    expect(stage.host.asked).toHaveLength(12)
  })
})

describe('while its picture arrives', () => {
  /** Starts to copy the picture of a review, and lets `act` run before it arrives. */
  async function meanwhile(act: (id: string) => Promise<unknown>): Promise<void> {
    const picture = Buffer.from(await (await aPicture()).arrayBuffer())
    const asked = Promise.withResolvers<ServerResponse>()
    stage.host.on('/held.jpg', response => asked.resolve(response))
    await bring(['/held.jpg'])
    const id = await idOf('Text 0')
    const done = copyPictures(work(), stage.store.storeId, never)
    const response = await Promise.race([asked.promise, done.then(neverAsked)])
    await act(id)
    response.writeHead(200).end(picture)
    await done
  }

  test.each<[string, (id: string) => Promise<{ status: number }>, unknown[]]>([
    [
      'a review that is erased has no picture',
      () =>
        stage.owner.send('POST', `/stores/${stage.store.storeId}/people/erase`, {
          email: 'buyer0@shop.example',
        }),
      [[]],
    ],
    [
      'a review that is removed keeps the address, hidden',
      id => decide({ action: 'remove', reason: 'spam', ids: [id] }),
      [[expect.stringContaining('/held.jpg')]],
    ],
  ])('%s, and no file is left', async (_what, act, expected) => {
    const before = onDisk()
    await meanwhile(async id => expect((await act(id)).status).toBe(200))
    expect(await stored()).toEqual(expected)
    expect([await filesOfStore(), onDisk(), await counts()]).toEqual([
      [],
      before,
      { waiting: 0, copied: 0, failed: 0, foreign: 0, problems: [] },
    ])
  })

  test('an import that is undone leaves no file', async () => {
    const before = onDisk()
    const { body } = await uploadFile(
      stage.it,
      stage.owner,
      stage.store.storeId,
      'review',
      aFile({ body: 'Text', pictures: `${stage.host.url}/held.jpg` }),
    )
    const job = `/stores/${stage.store.storeId}/imports/${body.id}`
    await stage.owner.send('POST', `${job}/trial`, asItIs)
    await stage.it.runDue()
    expect((await stage.owner.send('GET', job)).body).toMatchObject({
      pictures: null,
      notes: expect.arrayContaining([
        { name: 'pictures', values: { count: 1, hosts: `${new URL(stage.host.url).host} (1)` } },
      ]),
    })
    await stage.owner.send('POST', `${job}/run`)
    const asked = Promise.withResolvers<ServerResponse>()
    stage.host.on('/held.jpg', response => asked.resolve(response))
    await stage.it.runDue()
    expect((await stage.owner.send('GET', job)).body).toMatchObject({ pictures: { waiting: 1, copied: 0 } })
    const copying = stage.it.runDue()
    const response = await Promise.race([asked.promise, copying.then(neverAsked)])
    await stage.owner.send('POST', `${job}/undo`)
    response.writeHead(200).end(Buffer.from(await (await aPicture()).arrayBuffer()))
    await copying
    await stage.it.runDue()
    expect([await stored(), (await stage.owner.send('GET', job)).body.pictures]).toEqual([[], null])
    await tidyStores(stage.it.database, stage.files, new Date(start + 1_500 * minute), (_message, error) => {
      throw error
    })
    expect([await filesOfStore(), onDisk()]).toEqual([[], before])
    expect(await counts()).toMatchObject({ waiting: 0, copied: 0 })
  })
})

test('a person who is erased leaves no address of a picture that failed', async () => {
  await bring(['/none', '/shared'], ['/shared'])
  await stage.it.runDue()
  expect(await counts()).toMatchObject({ failed: 2 })
  await stage.owner.send('POST', `/stores/${stage.store.storeId}/people/erase`, {
    email: 'buyer0@shop.example',
  })
  expect(await counts()).toMatchObject({ failed: 1 })
  await stage.owner.send('POST', `/stores/${stage.store.storeId}/people/erase`, {
    email: 'buyer1@shop.example',
  })
  expect(await counts()).toMatchObject({ failed: 0 })
})
