import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { asItIs, importFile } from '../../../test/exchange/transfers.ts'
import { importInEachTest } from '../../../test/for-each-test/import-place.ts'

const place = importInEachTest()
const { upload } = place

describe('a file', () => {
  test('with odd bytes is inspected, and refused row by row', async () => {
    const bytes = Buffer.concat([
      Buffer.from('product_id,rating,n\0te\nP-1,5,\0\nP-1,5,'),
      Buffer.from([0xff, 0xfe]),
      Buffer.from('\nP-1,x\0\ud800,\n'),
    ])
    const { status, body } = await upload(bytes)
    expect([status, body.state]).toEqual([200, 'ready'])
    const { done } = await importFile(place.service, place.owner, place.storeId, body.id)
    expect(done).toMatchObject({ state: 'done', imported: 2, refused: 1 })
  })

  test.each([
    [
      'is empty but for a line',
      '\n',
      'O arquivo está vazio. Escolha um CSV com os nomes das colunas na primeira linha.',
      'El archivo está vacío. Elige un CSV con los nombres de las columnas en la primera fila.',
    ],
    [
      'is UTF-16',
      Buffer.from('\ufeffrating', 'utf16le'),
      'O arquivo está em UTF-16. Salve-o como “CSV UTF-8” e importe de novo.',
      'El archivo está en UTF-16. Guárdalo como “CSV UTF-8” e impórtalo de nuevo.',
    ],
  ])('that %s fails immediately with its reason, in the languages of the dashboard', async (_what, bytes, pt_br, es_mx) => {
    const { body } = await upload(bytes)
    expect(body).toMatchObject({ state: 'failed', problem: { user_message: { pt_br, es_mx } } })
    expect(
      (await place.owner.send('POST', `/stores/${place.storeId}/imports/${body.id}/trial`, asItIs)).status,
    ).toBe(409)
  })

  test('that is truncated fails, and can be tried with other settings', async () => {
    const { body } = await upload(
      `product_id,rating,body\n${'P-1,5,a long text\n'.repeat(9_999)}P-1,5,"never closed\n`,
    )
    const path = `/stores/${place.storeId}/imports/${body.id}`
    await place.owner.send('POST', `${path}/trial`, asItIs)
    await place.service.runDue()
    const failed = (await place.owner.send('GET', path)).body
    expect(failed).toMatchObject({
      state: 'failed',
      problem: { what: expect.stringContaining('row 10000') },
    })
    expect((await place.owner.send('POST', `${path}/run`)).status).toBe(409)
    expect((await place.owner.send('POST', `${path}/trial`, asItIs)).body.state).toBe('trying')
  })

  test('with more than 10,000 refused rows keeps the first ones for its report, and counts the others', async () => {
    const { body } = await upload(`product_id,rating\n${'P-1,0\n'.repeat(10_001)}P-1,5\n`)
    const { done } = await importFile(place.service, place.owner, place.storeId, body.id)
    expect(done).toMatchObject({ state: 'done', imported: 1, refused: 10_001, rows_done: 10_002 })
    const report = await place.owner.send('GET', `/stores/${place.storeId}/imports/${body.id}/report`)
    const [last = ''] = (report.body as string).trimEnd().split(/\r?\n/).toReversed()
    const kept = await place.service.database.query(sql`
      select
      from import_refusals
      where store_id = ${place.storeId}`)
    expect([done.refusals.length, done.refusals.at(-1).row, kept.length, last.split(',')[2]]).toEqual([
      ...[20, 20, 10_000, '10000'],
    ])
  })

  test('without a required column is reported immediately', async () => {
    const { body } = await upload('a,b\n1,2\n')
    const path = `/stores/${place.storeId}/imports/${body.id}/trial`
    for (const columns of [
      {},
      { rating: 'c', product_id: 'a' },
      { rating: null, product_id: 'a' },
      { stars: 'a' },
    ]) {
      const answer = await place.owner.send('POST', path, { columns, dates: null })
      expect(answer).toMatchObject({ status: 400, body: { error_code: 802030 } })
      expect(answer.body.user_message.en_us).toMatch(/^columns: /)
    }
    const headers = { 'accept-language': 'es' }
    const missing = { columns: { rating: 'c', product_id: 'a' }, dates: null }
    expect((await place.owner.send('POST', path, missing, headers)).body.user_message).toEqual({
      en_us: 'columns: Not accepted: The file has no column c, which was chosen for rating.',
      pt_br: 'columns: Não aceito: O arquivo não tem a coluna c, escolhida para rating.',
      es_mx: 'columns: No se aceptó: El archivo no tiene la columna c, elegida para rating.',
    })
    const columns = { rating: 'b', product_id: 'a' }
    expect((await place.owner.send('POST', path, { columns, dates: null })).status).toBe(200)
  })
})
