import sql from 'sql-template-tag'
import { expect } from 'vitest'
import type { AdminClient } from '../admin.ts'
import type { TestApp } from '../app.ts'
import { uploadFile } from '../exchange/transfers.ts'
import type { Member } from '../users.ts'
import { otherProductId, productId } from './seeded.ts'

/** What members do in the dashboard: invitations, keys, feeds, imports in each state, exports. */
export async function seedThroughService(
  it: TestApp,
  { storeId }: Member,
  owner: AdminClient,
): Promise<void> {
  const send = async (method: string, path: string, body?: unknown) => {
    const answer = await owner.send(method, `/stores/${storeId}${path}`, body)
    expect(answer.status, `${method} ${path} ${JSON.stringify(answer.body)}`).toBeLessThan(300)
    return answer.body
  }
  await send('POST', '/invitations', { email: 'invited@agency.example', role: 'viewer' })
  await send('POST', '/keys', { expires_at: null })
  await send('POST', '/feeds', { format: 'google' })
  await send('POST', '/feeds', { format: 'meta' })
  await send('POST', '/product-groups', { product_ids: [productId, otherProductId], move: false })
  const csv = 'product_id,rating,body,created_at\nP-3,4,Imported,2026-01-02\nP-3,0,Refused,2026-01-02\n'
  const done = (await uploadFile(it, owner, storeId, 'review', csv, 'done.csv')).body.id
  await send('POST', `/imports/${done}/trial`, { columns: {}, dates: null })
  await it.runDue()
  await send('POST', `/imports/${done}/run`)
  await send('POST', '/exports', { kind: 'reviews' })
  await it.runDue()
  await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Ready,2026-01-02\n`, 'ready.csv')
  const tried = (
    await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Tried,2026-01-02\n`, 'tried.csv')
  ).body.id
  await send('POST', `/imports/${tried}/trial`, { columns: {}, dates: null })
  await it.runDue()
  const running = (await uploadFile(it, owner, storeId, 'review', `${csv}P-3,4,Run,2026-01-02\n`, 'run.csv'))
    .body.id
  await send('POST', `/imports/${running}/trial`, { columns: {}, dates: null })
  const failed = (await uploadFile(it, owner, storeId, 'review', csv, 'failed.csv')).body.id
  await it.database.query(sql`
    update imports
    set state = 'failed', problem = '{"what": "What", "mend": "Mend", "again": "trying"}', reading = '{"columns": {}}'
    where store_id = ${storeId} and id = ${failed}`)
  await send('POST', '/imports', { kind: 'question', file_name: 'begun.csv', size: 9 })
  await send('POST', '/exports', { kind: 'archive' })
  await send('GET', '/insights?from=2026-04-01&to=2026-05-06')
}
