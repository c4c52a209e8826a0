import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { attributesOfEachType } from '../../test/attributes.ts'
import { aFile, importedReviews, importText } from '../../test/exchange/imports.ts'
import { openForTests } from '../../test/for-each-test/open-for-tests.ts'
import { growthOf, growthOfOneReading } from '../../test/growth.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aStore } from '../../test/users.ts'
import { checkRatings } from '../../upkeep/doctor/count-checks.ts'
import { writeTable } from '../archives/write-table.ts'

const it = openForTests(startTestApp)

async function aStoreThatAsks(): Promise<string> {
  const { storeId } = await aStore(it.database)
  await changeSettings(it, storeId, { attributes: attributesOfEachType })
  return storeId
}

const answersIn = async (storeId: string) =>
  (await importedReviews(it, storeId)).map(({ attributes }) => attributes)

async function exported(storeId: string): Promise<string> {
  const out = new PassThrough()
  const [file] = await Promise.all([
    text(out),
    writeTable(it.database, storeId, { table: 'reviews', publicUrl: 'https://reviews.example' }, out),
  ])
  return file
}

test('columns are read by ids and labels, exported, and read again', async () => {
  const storeId = await aStoreThatAsks()
  const file = aFile(
    {
      ...{
        review_id: 'r1',
        body: 'One',
        created_at: '2025-01-02',
        'attribute.fit': 'Runs LARGE',
        'attribute.quality': '4/5',
      },
      ...{
        'attribute.size': 'Large',
        'attribute.uses': 'camping; At home',
        'attribute.tip': '=1+1',
        'attribute.age': 'under_30',
      },
    },
    { review_id: 'r2', body: 'Two', created_at: '2025-01-03', 'attribute.fit': '2.0' },
    { review_id: 'r3', body: 'Three', created_at: '2025-01-04', 'attribute.uses': 'home; the moon' },
  )
  const report = await importText(it, storeId, file)
  expect(report).toMatchObject({ imported: 2, unread: [], columns: { 'attribute.fit': 'attribute.fit' } })
  expect(report.refused).toMatchObject([
    {
      ...{ row: 3, column: 'attribute.uses' },
      problem: '"home; the moon" does not answer the question uses. Correct it, or leave the cell empty.',
    },
  ])
  const stored = [
    { age: 'under_30', fit: 5, quality: 4, size: 'l', tip: { text: '=1+1' }, uses: ['home', 'camping'] },
    { fit: 2 },
  ]
  expect(await answersIn(storeId)).toEqual(stored)
  expect(await checkRatings(it.database, false)).toMatchObject({ status: 'ok' })
  // A removed question stays in exports.
  await changeSettings(it, storeId, { attributes: attributesOfEachType.slice(1) })
  const csv = await exported(storeId)
  expect(csv.split('\n')[0]).toContain('insider,attribute.age,attribute.fit,attribute.quality,')
  const other = await aStoreThatAsks()
  expect(await importText(it, other, csv)).toMatchObject({ imported: 2, unread: [], refused: [] })
  expect(await answersIn(other)).toEqual(stored)
  const without = await aStore(it.database)
  expect((await importText(it, without.storeId, csv)).unread).toContain('attribute.fit')
})

const systems: [string, string[], string[]][] = [
  [
    'Judge.me',
    [
      'title',
      'body',
      'rating',
      'review_date',
      'curated',
      'reviewer_name',
      'reviewer_email',
      'product_id',
      'picture_urls',
      'CF_How does it fit?',
      'CF_Colour',
    ],
    [
      '',
      'Good',
      '5',
      '2025-03-02 10:12:00 UTC',
      'ok',
      'Ana',
      'ana@example.com',
      'P-1',
      '',
      'True to size',
      'red',
    ],
  ],
  [
    'Yotpo',
    [
      'Review ID',
      'Review Status',
      'Review Score',
      'Review Content',
      'Review Creation Date',
      'Product ID',
      'Custom Field - Fit',
      'Custom Field - Colour',
    ],
    ['7', 'Approved', '5', 'Good', '2025-03-02', 'P-1', '3', 'red'],
  ],
  [
    'Okendo',
    [
      'name',
      'body',
      'productId',
      'rating',
      'dateCreated',
      'imageUrls',
      'isApproved',
      'Attribute: Fit',
      'Attribute: Colour',
    ],
    ['Ana', 'Good', 'P-1', '5', '2025-03-02', '', 'true', '3', 'red'],
  ],
  [
    'Stamped',
    [
      'product_id',
      'productUrl',
      'productImageUrl',
      'productTitle',
      'rating',
      'author',
      'body',
      'created_at',
      'published',
      'Custom Question: fit',
      'Custom Question: colour',
    ],
    ['P-1', '', '', 'Coat', '5', 'Ana', 'Good', '2025-03-02 10:00:00', 'true', '3', 'red'],
  ],
  [
    'Loox',
    [
      'id',
      'status',
      'rating',
      'nickname',
      'full_name',
      'review',
      'date',
      'productId',
      'img',
      'Fit',
      'Colour',
    ],
    ['9', 'Active', '5', 'Ana', 'Ana M', 'Good', '2025-03-02', 'P-1', '', 'True to size', 'red'],
  ],
]

test('custom fields of other systems answer the questions of their names; others stay unread', async () => {
  for (const [system, header, cells] of systems) {
    const storeId = await aStoreThatAsks()
    const report = await importText(it, storeId, [header, cells].map(line => line.join(',')).join('\n'))
    expect(report).toMatchObject({ format: system, imported: 1 })
    expect(header.slice(-2).filter(name => report.unread.includes(name))).toEqual(header.slice(-1))
    expect([system, await answersIn(storeId)]).toEqual([system, [{ fit: 3 }]])
  }
})

test('columns may be chosen or left out', async () => {
  const storeId = await aStoreThatAsks()
  const file = aFile({
    review_id: 'r1',
    body: 'One',
    created_at: '2025-01-02',
    Caimento: '3',
    'attribute.tip': 'x',
  })
  expect(await importText(it, storeId, file, { columns: { 'attribute.tip': null } })).toMatchObject({
    unread: ['Caimento', 'attribute.tip'],
  })
  expect(await answersIn(storeId)).toEqual([null])
  const other = await aStoreThatAsks()
  await importText(it, other, file, { columns: { 'attribute.fit': 'Caimento', 'attribute.tip': null } })
  expect(await answersIn(other)).toEqual([{ fit: 3 }])
  for (const columns of [{ 'attribute.colour': 'Caimento' }, { 'attribute.fit': 'Colour' }])
    await expect(importText(it, storeId, file, { columns })).rejects.toMatchObject({ name: 'FileError' })
})

test('labels of signs alone differ, and a cell of many parts is read once', async () => {
  const { storeId } = await aStore(it.database)
  const [label, required, isPublic] = [{ en: 'Mood' }, false, true]
  const languages = ['en', 'pt-BR', 'es', 'de', 'fr', 'it', 'nl', 'pl', 'sv', 'da', 'fi', 'cs']
  const options = languages.map((_, index) => ({
    id: `o${index}`,
    label: Object.fromEntries(languages.map(tag => [tag, `${'word '.repeat(20)}${tag} ${index}`])),
  }))
  await changeSettings(it, storeId, {
    attributes: [
      {
        ...{ id: 'mood', type: 'scale', label, required, public: isPublic },
        ...{ low: { en: '👎' }, high: { en: '👍' } },
      },
      { id: 'uses', type: 'choices', label, options, required, public: isPublic },
    ],
  })
  const row = { review_id: 'r1', body: 'One', created_at: '2025-01-02' }
  const read = async (parts: number) => {
    const many = 'o11;'.repeat(parts)
    await importText(it, storeId, aFile({ ...row, 'attribute.mood': '👍', 'attribute.uses': many }))
  }
  expect(await growthOf(read, 25_000)).toBeLessThan(growthOfOneReading)
  expect(await answersIn(storeId)).toEqual([{ mood: 5, uses: ['o11'] }])
})
