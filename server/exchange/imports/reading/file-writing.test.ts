import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMember } from '../../../test/admin.ts'
import { aFile } from '../../../test/exchange/imports.ts'
import { unverified, useReviewImports } from '../../../test/exchange/review-imports.ts'
import { importFile, uploadFile } from '../../../test/exchange/transfers.ts'
import { aStore } from '../../../test/users.ts'
import type { ImportOptions } from '../import-report.ts'

const { stage, faultOf, importedReviews, importIntoNewStore, importText } = useReviewImports()

describe('backslashes', () => {
  const row = (body: string) => `"P-1","5","${body}","2025-01-02"\n`
  const header = '"product_id","rating","body","created_at"\n'

  test('are those of MySQL if every quote then ends a cell', async () => {
    const file = `${header}${row('She said \\"wow, it works\\"')}${row("C:\\\\temp\\nIt\\'s")}"P-1","4",\\N,"2025-01-03"\n`
    const { report, reviews } = await importIntoNewStore(file)
    expect(report).toMatchObject({
      refused: [],
      notes: [expect.stringContaining('as MySQL does'), unverified],
    })
    expect(reviews.map(({ body }) => body)).toEqual(['She said "wow, it works"', "C:\\temp\nIt's", ''])
  })

  test('are text in standard CSV, also before a quote that ends a cell', async () => {
    const { report, reviews } = await importIntoNewStore(`${header}${row('Ends in \\')}${row('""ok""')}`)
    expect(report.notes).toEqual([unverified])
    expect(reviews.map(({ body }) => body)).toEqual(['Ends in \\', '"ok"'])
  })

  test('refuse the file if other rows double their quotes', async () => {
    expect(await faultOf(`${header}${row('a ""b"" c')}${row('a 10\\" pan')}`)).toEqual({
      name: 'quotes_mixed',
      values: [3, 2],
    })
  })
})

describe('what programs did to cells', () => {
  test.each<[string, string]>([
    ['="00071"', '00071'],
    ['Ã“tima cafeteira, nÃ£o vaza â€“ 25Â°C', 'Ótima cafeteira, não vaza – 25°C'],
    ['ÐžÑ‚Ð»Ð¸Ñ‡Ð½Ð¾', 'Отлично'],
    // Words in capitals before a sign.
    ['VEIO DE SÃO JOÃ…', 'VEIO DE SÃO JOÃ…'],
    ['“CAFÉ” É\u00a0!', '“CAFÉ” É\u00a0!'],
    ['null', ''],
    ['NaN', ''],
    ['Null and void', 'Null and void'],
    ['It&#8217;s <b>fine</b><br />Really', 'It’s fine\nReally'],
    ['6" wide <3, a<b &amp; c', '6" wide <3, a<b & c'],
  ])('%j is read as %j', async (cell, body) => {
    const { reviews } = await importIntoNewStore(aFile({ body: cell }))
    expect(reviews).toMatchObject([{ body }])
  })

  test.each([
    ['product_id', '4.5E+12'],
    ['product_id', '1,23456789012346E+019'],
    ['product_sku', '1E+05'],
    ['review_id', '-7.1e12'],
  ])('a %s %j is refused', async (column, id) => {
    const { report } = await importIntoNewStore(aFile({ [column]: id }))
    expect(report.refused).toEqual([
      {
        row: 1,
        column,
        problem: expect.stringMatching(/a spreadsheet has shortened.*Export the file again/),
      },
    ])
  })

  test('an id such as 1E5 is one, and a text that lost its letters is refused', async () => {
    const { report, reviews } = await importIntoNewStore(
      aFile({ product_id: '1E5', body: '2.5E+3 is a number' }, { body: 'vocÃª jÃ foi' }),
    )
    expect(reviews).toMatchObject([{ product_id: '1E5', body: '2.5E+3 is a number' }])
    expect(report.refused).toMatchObject([
      { row: 2, column: 'body', problem: expect.stringContaining('twice') },
    ])
  })

  test('the trial warns of product ids that lost their zeros', async () => {
    const { storeId } = await aStore(stage.it.database)
    await importText(storeId, aFile({ product_id: '0044556' }))
    const file = aFile(...['44556', '771', '00771', '99'].map(product_id => ({ product_id })))
    expect((await importText(storeId, file, { dryRun: true })).notes).toEqual([
      unverified,
      'Product "44556" may be "0044556": spreadsheets drop zeros before a number. If so, correct its ID.',
      'Product "771" may be "00771": spreadsheets drop zeros before a number. If so, correct its ID.',
    ])
  })

  test('our own export says what it says', async () => {
    const { storeId } = await aStore(stage.it.database)
    const owner = await aMember(stage.it, storeId, 'owner')
    await importText(storeId, aFile({ body: 'null', title: 'x' }, { body: 'plain' }))
    await stage.it.database.query(sql`
      update reviews set body = '="1" &amp; JoÃ£o' where store_id = ${storeId} and body = 'plain'`)
    await owner.send('POST', `/stores/${storeId}/exports`, { kind: 'reviews' })
    await stage.it.runDue()
    const [{ id } = { id: '' }] = (await owner.send('GET', `/stores/${storeId}/exports`)).body.result
    const { body } = await owner.send('GET', `/stores/${storeId}/exports/${id}/file`)
    const { reviews } = await importIntoNewStore(body)
    expect(reviews.map(one => one.body).toSorted()).toEqual(['', '="1" &amp; JoÃ£o'])
  })
})

describe('how a file is written may be overruled', () => {
  const commas = 'product_id;rating;What, why, how\nP-1;5;Fine, really\nP-1;x;Bad, too\n'
  const mixed = 'product_id,rating,body\nP-1,5,"a \\"b\\" c"\nP-1,4,"a ""d"" c"\nP-1,3,"a \\"e, f\\" c"\n'
  const bytes = (text: string) => Buffer.from(text, 'latin1')
  const marked = bytes('\xef\xbb\xbfproduct_id,rating,body\nP-1,5,Caf\xe9\n')
  const plain = bytes('product_id,rating,body\nP-1,5,Gr\xc5\xb0n\nP-1,4,Caf\xe9\n')

  test.each<[string, string | Buffer, ImportOptions, string[], number[]]>([
    ['separator', commas, { separator: ';', columns: { body: 'What, why, how' } }, ['Fine, really'], [2]],
    ['separator', 'product_id|rating|body\nP-1|5|a|b\n', { separator: '|' }, [], [1]],
    ['quotes', 'product_id,rating,body\nP-1,5,"C:\\\\a"\n', {}, ['C:\\\\a'], []],
    ['quotes', 'product_id,rating,body\nP-1,5,"C:\\\\a"\n', { quotes: 'backslash' }, ['C:\\a'], []],
    ['quotes', mixed, { quotes: 'doubled' }, ['"a \\"b\\" c"', 'a "d" c'], [3]],
    ['encoding', marked, {}, [], [1]],
    ['encoding', marked, { encoding: 'windows-1252' }, ['Café'], []],
    ['encoding', plain, { encoding: 'windows-1252' }, ['GrÅ°n', 'Café'], []],
    ['encoding', plain, { encoding: 'utf-8' }, ['GrŰn'], [2]],
  ])('its %s: %#', async (_, file, options, texts, refused) => {
    const { storeId } = await aStore(stage.it.database)
    const report = await importText(storeId, file, options)
    expect((await importedReviews(storeId)).map(({ body }) => body)).toEqual(texts)
    expect(report.refused.map(({ row }) => row)).toEqual(refused)
  })

  test('over HTTP, where the file is inspected again, and its report is read so too', async () => {
    const { storeId } = await aStore(stage.it.database)
    const owner = await aMember(stage.it, storeId, 'owner')
    const path = (id: string) => `/stores/${storeId}/imports/${id}`
    const inspect = (id: string, chosen: object) => owner.send('POST', `${path(id)}/inspection`, chosen)
    const { body: wrong } = await uploadFile(stage.it, owner, storeId, 'review', commas)
    expect(wrong.table).toMatchObject({
      header: ['product_id;rating;What', 'why', 'how'],
      dialect: { separator: ',', quotes: 'doubled', encoding: null },
    })
    expect((await inspect(wrong.id, { separator: ':' })).body).toMatchObject({
      user_message: { en_us: 'separator: Expected one of ",", ";", tab, "|"' },
    })
    const { body: right } = await inspect(wrong.id, { separator: ';' })
    expect(right).toMatchObject({
      state: 'ready',
      table: { header: ['product_id', 'rating', 'What, why, how'], dialect: { separator: ';' } },
      reading: { separator: ';', quotes: null, encoding: null, columns: {} },
    })
    const reading = { columns: { body: 'What, why, how' }, dates: null, separator: ';' }
    const { tried, done } = await importFile(stage.it, owner, storeId, wrong.id, reading)
    expect(tried.notes).toContainEqual({ name: 'semicolons' })
    expect(done).toMatchObject({ state: 'done', imported: 1, refused: 1 })
    expect((await owner.send('GET', `${path(wrong.id)}/report`)).body).toContain('P-1,x,"Bad, too",2,rating')
    expect((await inspect(wrong.id, {})).status).toBe(409)
    // Without the page of the columns.
    const { body: straight } = await uploadFile(stage.it, owner, storeId, 'review', commas)
    const again = await importFile(stage.it, owner, storeId, straight.id, reading)
    expect(again.tried).toMatchObject({ state: 'tried', skipped: 1, reading })
    expect((await owner.send('POST', `${path(straight.id)}/trial`, reading)).status).toBe(409)
  })

  test('over HTTP, also of a file that could not be read', async () => {
    const { storeId } = await aStore(stage.it.database)
    const owner = await aMember(stage.it, storeId, 'owner')
    const { body: failed } = await uploadFile(stage.it, owner, storeId, 'review', mixed)
    expect(failed).toMatchObject({ state: 'failed', table: null })
    const path = `/stores/${storeId}/imports/${failed.id}`
    const { body } = await owner.send('POST', `${path}/inspection`, { quotes: 'backslash' })
    expect(body).toMatchObject({ state: 'ready', problem: null, table: { dialect: { quotes: 'backslash' } } })
    const other = bytes('product_id,rating,\xc3\x81\nP-1,5,x\n')
    const { body: utf8 } = await uploadFile(stage.it, owner, storeId, 'review', other)
    expect(utf8.table.dialect.encoding).toBe('utf-8')
    const at = `/stores/${storeId}/imports/${utf8.id}`
    const refused = await owner.send('POST', `${at}/inspection`, { encoding: 'windows-1252' })
    expect(refused).toMatchObject({
      status: 400,
      body: { user_message: { pt_br: expect.stringContaining('UTF-8') } },
    })
    expect((await owner.send('GET', at)).body).toEqual(utf8)
    await owner.send('POST', `${at}/cancel`)
    expect((await owner.send('POST', `${at}/inspection`, { separator: ';' })).status).toBe(409)
  })
})
