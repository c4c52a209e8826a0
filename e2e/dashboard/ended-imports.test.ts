import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { afterFailure } from '../../server/foundation/storage/files/attempts.ts'
import { PicturesUnavailable } from '../../server/foundation/storage/pictures/picture-store.ts'
import { aMember } from '../../server/test/admin.ts'
import { asItIs, importFile, uploadFile } from '../../server/test/exchange/transfers.ts'
import { startPictureHost } from '../../server/test/media/picture-host.ts'
import { aStore } from '../../server/test/users.ts'
import { closeAfter, findFaults, openDashboard, overflows, type Stage, setStage, type View } from './stage.ts'

const folder = mkdtempSync(join(tmpdir(), 'realword-imports-'))
let stage: Stage
beforeAll(async () => {
  stage = await setStage({ DATA_DIR: folder })
})
afterAll(async () => {
  await stage.close()
  rmSync(folder, { recursive: true })
})

const open = (path: string, view: View = {}, user = stage.owner, storeId = stage.storeId) =>
  openDashboard(stage.browser, stage.service, user, { ...view, path: `/${storeId}/data${path}` })

test('undoes an import after reading what that deletes', async () => {
  const text = 'product_id,rating,body,created_at\nP-8,5,To undo,2024-01-02\n'
  const { body } = await uploadFile(stage.service, stage.owner, stage.storeId, 'review', text, 'to-undo.csv')
  await importFile(stage.service, stage.owner, stage.storeId, body.id)
  const page = await open(`?id=${body.id}`)
  await closeAfter(page, async () => {
    await page.getByRole('button', { name: 'Undo import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
    await dialog.getByText('Deletes the 1 review of this import').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await page.getByText('Undoing the import').waitFor()
    await stage.service.runDue()
    await page.getByText('Import undone').waitFor()
    await page.getByText('Products that it created stay.').waitFor()
    const row = page.getByRole('listitem').filter({ hasText: 'to-undo.csv' })
    await row.getByText('Undone', { exact: true }).waitFor()
    await expect.poll(() => page.locator('.mantine-Stepper-step[data-completed]').count()).toBe(4)
  })
})

test('reads how many pictures of an import are copied, and sees no broken ones', async () => {
  const host = await startPictureHost()
  host.on('/held.jpg', response => void response.writeHead(503).end())
  const pictures = ['/1.jpg', '/gone', '/held.jpg', '/film.mp4'].map(path => host.url + path).join(' ')
  const text = `product_id,rating,body,pictures\nP-7,5,With pictures,${pictures}\n`
  const { body } = await uploadFile(stage.service, stage.owner, stage.storeId, 'review', text, 'pictures.csv')
  const { tried } = await importFile(stage.service, stage.owner, stage.storeId, body.id)
  const from = `${new URL(host.url).host} (3)`
  expect(tried.notes).toContainEqual({ name: 'pictures', values: { count: 3, hosts: from } })
  const page = await open(`?id=${body.id}`, { width: 390 })
  await closeAfter(page, async () => {
    await page.getByText('0 of 3 pictures copied. 3 waiting: copying continues').waitFor()
    await stage.service.runDue()
    await page.getByText('1 of 3 pictures copied. 1 failed').waitFor()
    await page.getByText(`Not found: 1. Example: ${host.url}/gone`).waitFor()
    await page.getByText('The other service was busy: 1.').waitFor()
    await page.getByText('1 video is not copied').waitFor()
    await expect.poll(() => findFaults(page)).toEqual([])
    await expect.poll(() => overflows(page)).toBe(false)
    host.on('/gone', response => host.picture(response))
    await page.getByRole('button', { name: 'Copy failed pictures again' }).click()
    await page.getByText('1 of 3 pictures copied. 2 waiting').waitFor()
    await stage.service.runDue()
    await page.getByText('2 of 3 pictures copied. 1 waiting').waitFor()
  })
  await host.close()
  const reviews = await openDashboard(stage.browser, stage.service, stage.owner, {
    path: `/${stage.storeId}/reviews?state=published`,
  })
  await closeAfter(reviews, async () => {
    await reviews.getByText('With pictures').first().click()
    await reviews.getByRole('link', { name: 'Picture 1' }).waitFor()
    for (const index of [3, 4])
      await reviews.getByRole('img', { name: `Picture ${index} is not available` }).waitFor()
    await expect.poll(() => findFaults(reviews)).toEqual([])
  })
})

describe('a failed import', () => {
  test("of a damaged archive is explained in the user's language", async () => {
    const shop = await aStore(stage.service.database)
    const newOwner = await aMember(stage.service, shop.storeId, 'owner')
    const { body: made } = await stage.owner.send('POST', `/stores/${stage.storeId}/exports`, {
      kind: 'archive',
    })
    await stage.service.runDue()
    const path = `/admin/api/stores/${stage.storeId}/exports/${made.id}/file`
    const answer = await fetch(stage.service.url + path, { headers: { cookie: stage.owner.cookies() } })
    const bytes = Buffer.from((await answer.arrayBuffer()) as ArrayBuffer)
    // Changes one letter of a table's name in the central directory, so that the named file is missing.
    bytes.write('X', bytes.lastIndexOf('tables/orders.ndjson') + 7)
    const { body } = await uploadFile(stage.service, newOwner, shop.storeId, 'archive', bytes, 'store.zip')
    for (const [language, message] of [
      ['en', '"tables/Xrders.ndjson" is not listed in manifest.json'],
      ['pt-BR', '"tables/Xrders.ndjson" não consta em manifest.json'],
      ['es', '"tables/Xrders.ndjson" no figura en manifest.json'],
    ] as const) {
      const page = await open(`?id=${body.id}`, { language }, newOwner, shop.storeId)
      await closeAfter(page, async () => await page.getByText(message).waitFor())
    }
  })

  test('for a reason outside its file resumes on request', async () => {
    const { body } = await uploadFile(
      stage.service,
      stage.owner,
      stage.storeId,
      'review',
      'product_id,rating,body\nP-1,5,Again\n',
    )
    await stage.owner.send('POST', `/stores/${stage.storeId}/imports/${body.id}/trial`, asItIs)
    await stage.service.runDue()
    await stage.owner.send('POST', `/stores/${stage.storeId}/imports/${body.id}/run`)
    const attempts = 5
    const full = Object.assign(new PicturesUnavailable(), { cause: { code: 'ENOSPC' } })
    for (let time = 0; time < attempts; time++)
      await stage.service.database.query(sql`
        update imports
        set ${afterFailure(full, new Date())}
        where store_id = ${stage.storeId} and id = ${body.id}`)
    const page = await open(`?id=${body.id}`)
    await closeAfter(page, async () => {
      await page.getByText('The file storage is full').waitFor()
      await page.getByRole('button', { name: 'Try again' }).click()
      await page.getByText('You can leave this page').waitFor()
      await stage.service.runDue()
      await page.getByRole('heading', { name: 'Import finished', exact: true }).waitFor()
    })
  })
})
