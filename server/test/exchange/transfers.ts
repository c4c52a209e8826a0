import { partSize } from '../../foundation/storage/files/kept-files.ts'
import type { AdminClient } from '../admin.ts'
import type { Answer, TestApp } from '../app.ts'

/** Uploads a file as the dashboard does. Resolves with the last response. */
export async function uploadFile(
  it: TestApp,
  client: AdminClient,
  storeId: string,
  kind: string,
  bytes: Buffer | string,
  name = 'reviews.csv',
): Promise<Answer> {
  const whole = Buffer.from(bytes)
  const begun = await client.send('POST', `/stores/${storeId}/imports`, {
    kind,
    file_name: name,
    size: whole.length,
  })
  if (begun.status !== 201) return begun
  let last = begun
  for (let number = 0; number * partSize < whole.length; number++) {
    const part = whole.subarray(number * partSize, (number + 1) * partSize)
    last = await sendPart(it, client, storeId, begun.body.id, number, part)
    if (last.status !== 200) return last
  }
  return last
}

export function sendPart(
  it: TestApp,
  client: AdminClient,
  storeId: string,
  id: string,
  number: number | string,
  bytes: Buffer,
): Promise<Answer> {
  return it.send('PUT', `/admin/api/stores/${storeId}/imports/${id}/parts/${number}`, {
    headers: { cookie: client.cookies(), origin: it.url, 'x-realword-page': '1' },
    body: bytes,
  })
}

/** Reads the file with its own format's columns. */
export const asItIs = { columns: {}, dates: null }

/** Tries and imports a file. Resolves with both results. */
export async function importFile(
  it: TestApp,
  client: AdminClient,
  storeId: string,
  id: string,
  reading: object = asItIs,
): Promise<{ tried: Answer['body']; done: Answer['body'] }> {
  const path = `/stores/${storeId}/imports/${id}`
  const asked = await client.send('POST', `${path}/trial`, reading)
  if (asked.status !== 200) throw new Error(JSON.stringify(asked.body))
  await it.runDue()
  const tried = (await client.send('GET', path)).body
  await client.send('POST', `${path}/run`)
  await it.runDue()
  return { tried, done: (await client.send('GET', path)).body }
}
