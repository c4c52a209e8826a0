import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuid } from '../../../foundation/lib/ids/uuid.ts'
import type { Attribute } from '../../../tenants/stores/settings/attribute-rules.ts'
import { expectInvalid } from '../../../test/answers.ts'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { attributesOfEachType } from '../../../test/attributes.ts'
import { aReview, times } from '../../../test/factories.ts'
import { changeSettings, hearAll } from '../../../test/hearing.ts'
import { aManageKey, type ManagementClient } from '../../../test/management.ts'
import { addProducts, addReviews, by, readAs } from '../../../test/reading.ts'
import { checkRatings } from '../../../upkeep/doctor/count-checks.ts'
import { changeReview } from '../reviews.ts'

let it: TestApp
let client: ManagementClient
beforeAll(async () => {
  it = await startTestApp()
})
afterAll(() => it.close())
beforeEach(async () => {
  client = await aManageKey(it)
  await changeSettings(it, client.store.storeId, {
    attributes: attributesOfEachType,
    locale: 'en',
    moderation: 'check',
  })
  await addProducts(it, client.store, { A: 'SKU-A', B: 'SKU-B' })
})

let sent = 0
const send = async (attributes: object, change: object = {}) => {
  const fields = {
    external_id: `r-${++sent}`,
    product_id: 'A',
    rating: 4,
    display_name: 'Ana',
    attributes,
    ...change,
  }
  const answer = await client.send('POST', '/reviews', fields)
  await hearAll(it)
  return answer
}
const read = async (what: string, parameters: Record<string, string | string[]> = {}) =>
  await readAs(it, client.store, what, parameters)
const ids = (body: { result: { id: string }[] }) => body.result.map(({ id }) => id)
/** Of each question of product A: the number of answers, the average, and the count of each value. */
async function summary(product_id = 'A') {
  const { body } = await read('ratings.json', { product_id, expand: 'metrics,attributes' })
  const all: { id: string; count: number; average?: number; distribution: { count: number }[] }[] =
    body.result[0]?.attributes ?? []
  return Object.fromEntries(
    all.map(({ id, count, average, distribution }) => [
      id,
      [count, average, distribution.map(one => one.count).join(' ')]
        .filter(one => one !== undefined)
        .join(' | '),
    ]),
  )
}
const expectDoctor = async (status: string) =>
  expect(await checkRatings(it.database, false)).toMatchObject({ status })

describe('definitions', () => {
  const fit = { id: 'fit', type: 'scale', label: { en: 'Fit' } }
  const size = { id: 'size', type: 'choice', label: { en: 'Size' } }
  const options = [
    { id: 's', label: { en: 'S' } },
    { id: 'm', label: { en: 'M' } },
  ]

  test('are replaced as a whole, with defaults, and read again', async () => {
    const products = { groups: [uuid()], product_ids: ['A'] }
    const answer = await client.send('PUT', '/attributes', {
      attributes: [
        { ...fit, products },
        { ...size, options },
      ],
    })
    const shown = [
      { ...fit, products, required: false, public: true },
      { ...size, options, required: false, public: true },
    ]
    expect([answer.status, answer.body]).toEqual([200, { attributes: shown }])
    expect((await client.send('GET', '/attributes')).body).toEqual({ attributes: shown })
    const stale = { 'if-match': '"another"' }
    expect((await client.send('PUT', '/attributes', { attributes: [] }, stale)).status).toBe(412)
    const [logged] = await it.database.query<{ fields: string[] }>(sql`
      select fields from audit_log
      where store_id = ${client.store.storeId} and record_type = 'store' and actor <> 'command'`)
    expect(logged?.fields).toEqual(['attributes'])
  })

  const wrongDefinitions: [string, unknown, string][] = [
    ['a thirteenth', times(13, n => ({ ...fit, id: `n${n}` })), 'attributes: Array must contain at most 12'],
    ['an id with capitals', [{ ...fit, id: 'Fit' }], 'attributes.0.id: Invalid format'],
    ['a second with an id', [fit, { ...fit, type: 'rating' }], 'attributes.1.id: Not accepted: fit'],
    ['an unknown type', [{ ...fit, type: 'slider' }], 'attributes.0.type: Expected one of'],
    ['a choice without options', [size], 'attributes.0.options: Required'],
    [
      'one option',
      [{ ...size, options: options.slice(1) }],
      'attributes.0.options: Array must contain at least 2',
    ],
    [
      'thirteen options',
      [{ ...size, options: times(13, n => ({ id: `o${n}`, label: { en: 'O' } })) }],
      'attributes.0.options: Array must contain at most 12',
    ],
    [
      'equal options',
      [{ ...size, options: [options[0], options[0]] }],
      'attributes.0.options.1.id: Not accepted: s',
    ],
    ['options of a scale', [{ ...fit, options }], 'attributes.0.options: Unrecognized key'],
    ['ends of a choice', [{ ...size, options, low: { en: 'Low' } }], 'attributes.0.low: Unrecognized key'],
    ['no label', [{ ...fit, label: {} }], 'attributes.0.label: Required'],
    ['an unknown language', [{ ...fit, label: { xx: 'Fit' } }], 'attributes.0.label.xx: Expected one of'],
    ['a label of spaces', [{ ...fit, label: { en: ' ' } }], 'attributes.0.label.en: Expected 1 to 120'],
    [
      'a label in two lines',
      [{ ...fit, label: { en: 'Fit\nok' } }],
      'attributes.0.label.en: Expected a single line',
    ],
    [
      'a long label',
      [{ ...fit, label: { en: 'x'.repeat(121) } }],
      'attributes.0.label.en: String must contain at most 120',
    ],
    ['an unknown field', [{ ...fit, colour: 'red' }], 'attributes.0.colour: Unrecognized key'],
    [
      'a group that is no id',
      [{ ...fit, products: { groups: ['G'] } }],
      'attributes.0.products.groups.0: Invalid format',
    ],
    [
      'too many products',
      [{ ...fit, products: { product_ids: Array(501).fill('A') } }],
      'attributes.0.products.product_ids: Array must contain at most 500',
    ],
    [
      'more than fits',
      times(12, n => ({
        ...size,
        id: `n${n}`,
        options: times(12, m => ({
          id: `o${m}`,
          label: Object.fromEntries(['en', 'de', 'fr', 'it', 'es'].map(tag => [tag, 'x'.repeat(115)])),
        })),
      })),
      'attributes: Expected at most 64 KiB',
    ],
  ]

  test('are refused, each with what is wrong', async () => {
    for (const [what, attributes, message] of wrongDefinitions) {
      const { status, body } = await client.send('PUT', '/attributes', { attributes })
      expect([what, status, body.user_message.en_us]).toEqual([what, 400, expect.stringContaining(message)])
    }
  })
})

describe('answers', () => {
  const all = {
    fit: 4,
    quality: 5,
    size: 'l',
    uses: ['office', 'home'],
    tip: '  Wash   cold ',
    age: 'under_30',
  }

  test('are taken from programs, and shown to them and, if public, to visitors', async () => {
    const { status, body } = await send(all)
    const tidy = { ...all, uses: ['home', 'office'], tip: 'Wash cold' }
    expect([status, body.attributes]).toEqual([201, tidy])
    expect((await client.send('GET', `/reviews/${body.id}`)).body.attributes).toEqual(tidy)
    const { body: list } = await read('reviews.json', { product_id: 'A', expand: 'attributes', locale: 'pt' })
    expect(list.result[0].attributes).toEqual([
      { id: 'fit', type: 'scale', label: 'Como veste?', value: 4, value_label: '4' },
      { id: 'quality', type: 'rating', label: 'Quality', value: 5, value_label: '5' },
      { id: 'size', type: 'choice', label: 'Size bought', value: 'l', value_label: 'Large' },
      {
        id: 'uses',
        type: 'choices',
        label: 'Used for',
        value: ['home', 'office'],
        value_label: 'At home, At work',
      },
      { id: 'tip', type: 'text', label: 'Your tip', value: 'Wash cold', value_label: 'Wash cold' },
    ])
    expect((await read('reviews.json', { product_id: 'A' })).body.result[0]).not.toHaveProperty('attributes')
    const html = (await read('reviews.html', { product_id: 'A', lang: 'en' })).body
    expect(html).toContain('<dt dir="auto">Used for</dt> <dd dir="auto">At home, At work</dd>')
    expect(html).not.toContain('Under 30')
  })

  const wrongAnswers: [string, object, string][] = [
    ['another question', { colour: 'red' }, 'attributes.colour: Unrecognized key(s) in object'],
    ['a member of every object', { constructor: 3 }, 'attributes.constructor: Unrecognized key(s) in object'],
    ['a value beyond the scale', { fit: 6 }, 'attributes.fit: Expected a whole number from 1 to 5'],
    ['a half', { quality: 2.5 }, 'attributes.quality: Expected a whole number from 1 to 5'],
    ['a number in quotes', { fit: '3' }, 'attributes.fit: Expected a whole number from 1 to 5'],
    ['another option', { size: 'xl' }, 'attributes.size: Expected one of s, l'],
    ['no option', { uses: [] }, 'attributes.uses: Expected one of home, camping, office'],
    ['a long text', { tip: 'x'.repeat(201) }, 'attributes.tip: Expected 1 to 200 characters'],
    [
      'too many',
      Object.fromEntries(times(13, n => [`n${n}`, 1])),
      'attributes: Array must contain at most 12 element(s)',
    ],
  ]

  test('are refused, each with what is wrong', async () => {
    for (const [, attributes, message] of wrongAnswers) expectInvalid(await send(attributes), message)
  })

  test('hold a review whose text a check finds, and mask contacts', async () => {
    const { body } = await send({ tip: 'Mail me: rui@example.com' })
    expect([body.state, body.flags]).toEqual([
      'pending',
      [{ check: 'email', field: null, start: null, end: null }],
    ])
    await client.send('POST', `/reviews/${body.id}/publish`)
    await hearAll(it)
    const { body: list } = await read('reviews.json', { expand: 'reply,attributes' })
    expect(JSON.stringify(list)).not.toContain('rui@')
  })

  test('lose the texts of an erased person, and what others wrote of them', async () => {
    const email = 'zulmira@example.com'
    const own = await send(
      { tip: `Ask zulmira@example.com`, fit: 2 },
      { email, display_name: 'Zulmira Reis' },
    )
    const other = await send({ tip: `${email} knows` })
    expect((await client.send('POST', '/people/erase', { email })).status).toBe(200)
    const rows = await it.database.query<{ attributes: object }>(sql`
      select attributes from reviews where id = any(${[own.body.id, other.body.id]}::uuid[])`)
    expect(JSON.stringify(rows)).not.toMatch(/zulmira/i)
    expect((await client.send('GET', `/reviews/${own.body.id}`)).body.attributes).toMatchObject({ fit: 2 })
    await expectDoctor('ok')
  })
})

describe('sums and filters', () => {
  test('count what is published, through every change, and agree with a recount', async () => {
    const one = (await send({ fit: 1, uses: ['home', 'camping'] })).body.id
    await send({ fit: 3, quality: 4, size: 's', tip: 'Cold' })
    await send({ fit: 3, age: 'over_30' }, { product_id: 'B' })
    const held = (await send({ fit: 5, tip: 'https://spam.example' })).body.id
    expect(await summary()).toEqual({
      ...{ fit: '2 | 2 | 1 0 1 0 0', quality: '1 | 4 | 0 0 0 1 0', size: '1 | 1 0' },
      ...{ uses: '1 | 1 1 0', tip: '1 | ' },
    })
    await client.send('POST', `/reviews/${held}/publish`)
    await hearAll(it)
    expect((await summary()).fit).toBe('3 | 3 | 1 0 1 0 1')
    const edit = (set: object) =>
      it.database.transaction(tx =>
        changeReview(tx, client.store.storeId, one, { ...by, action: 'edit' }, () => set),
      )
    await edit({ attributes: { fit: 2, uses: ['home'] } })
    await hearAll(it)
    expect(await summary()).toMatchObject({ fit: '3 | 3.33 | 0 1 1 0 1', uses: '1 | 1 0 0' })
    await edit({ product_id: 'B' })
    await hearAll(it)
    expect([(await summary()).fit, (await summary('B')).fit]).toEqual([
      '2 | 4 | 0 0 1 0 1',
      '2 | 2.5 | 0 1 1 0 0',
    ])
    await client.send('POST', `/reviews/${held}/remove`, { reason: 'spam' })
    await expectDoctor('ok')
    await it.database.query(sql`update attribute_sums set count = count + 1 where value = '3'`)
    await expectDoctor('error')
    expect(await checkRatings(it.database, true)).toMatchObject({ status: 'ok' })
    await hearAll(it)
    expect((await summary()).fit).toBe('1 | 3 | 0 0 1 0 0')
    await expectDoctor('ok')
  })

  test('products of a group share them', async () => {
    await send({ fit: 1 })
    await send({ fit: 5 }, { product_id: 'B' })
    await it.database.query(
      sql`update products set group_id = ${uuid()} where store_id = ${client.store.storeId}`,
    )
    await changeSettings(it, client.store.storeId, { name: 'Dropped from the cache' })
    for (const id of ['A', 'B']) expect((await summary(id)).fit).toBe('2 | 3 | 1 0 0 0 1')
    const { body } = await read('reviews.json', { product_id: 'A', 'attribute.fit': '5' })
    expect(body.count).toBe(1)
  })

  test('filters combine with each other, with stars, words, order and pages', async () => {
    const made = []
    for (const [rating, attributes, body] of [
      [5, { fit: 3, size: 's' }, 'Warm coat'],
      [2, { fit: 3, size: 'l' }, 'Cold coat'],
      [4, { fit: 4, uses: ['home', 'camping'] }, 'Warm'],
    ] as const)
      made.push((await send(attributes, { rating, body })).body.id)
    const [a, b, c] = made
    const found = async (parameters: Record<string, string | string[]>) => {
      const { status, body } = await read('reviews.json', parameters)
      return status === 200 ? [body.count, ...ids(body)] : [status, body.user_message.en_us]
    }
    for (const where of [{}, { product_id: 'A' }] as Record<string, string>[]) {
      expect(await found({ ...where, 'attribute.fit': '3' })).toEqual([2, b, a])
      expect(await found({ ...where, 'attribute.fit': ['3', '4'] })).toEqual([3, c, b, a])
      expect(await found({ ...where, 'attribute.fit': '3', 'attribute.size': 'l' })).toEqual([1, b])
      expect(await found({ ...where, 'attribute.uses': 'camping' })).toEqual([1, c])
      expect(await found({ ...where, 'attribute.fit': '3', rating: '5' })).toEqual([1, a])
      expect(await found({ ...where, 'attribute.fit': '3', terms: 'coat cold' })).toEqual([1, b])
      expect(await found({ ...where, 'attribute.fit': '3', orderBy: 'most_positive' })).toEqual([2, a, b])
      expect(await found({ ...where, 'attribute.fit': '3', limit: '1', offset: '1' })).toEqual([2, a])
      expect(await found({ ...where, terms: 'fit=3' })).toEqual([0])
    }
    for (const id of [a, c]) await client.send('POST', `/reviews/${id}/pin`)
    await hearAll(it)
    expect(await found({ pinned: 'true', 'attribute.fit': '3' })).toEqual([1, a])
    expect(await found({ pinned: 'true', 'attribute.age': 'x' })).toEqual([400, expect.anything()])
    const { body } = await read('reviews.json', { 'attribute.fit': ['4', '3'] })
    expect(body.meta.query).toEqual({ 'attribute.fit': ['3', '4'] })
    for (const [wrong, message] of [
      [{ 'attribute.age': 'over_30' }, 'attribute.age: Unrecognized key'],
      [{ 'attribute.colour': 'red' }, 'attribute.colour: Unrecognized key'],
      [{ 'attribute.tip': 'x' }, 'attribute.tip: Unrecognized key'],
      [{ 'attribute.fit': "3' | 'x" }, 'attribute.fit: Expected one of 1, 2, 3, 4, 5'],
      [
        { 'attribute.fit': ['1', '2', '3', '4', '5'], 'attribute.size': 's' },
        'attribute: Array must contain at most 5',
      ],
    ] as const)
      expect(await found(wrong as never)).toEqual([400, expect.stringContaining(message)])
  })

  test('a removed question is shown nowhere, and its answers return with it', async () => {
    const { id } = (await send({ fit: 3, size: 's' })).body
    const [{ low: _low, mid: _mid, high: _high, ...plain }, ...others] = attributesOfEachType as [
      Attribute,
      ...Attribute[],
    ]
    await changeSettings(it, client.store.storeId, { attributes: others })
    expect(await summary()).toEqual({ size: '1 | 1 0' })
    expect((await client.send('GET', `/reviews/${id}`)).body.attributes).toEqual({ fit: 3, size: 's' })
    await changeSettings(it, client.store.storeId, { attributes: [{ ...plain, type: 'rating' }] })
    expect(await summary()).toEqual({ fit: '1 | 3 | 0 0 1 0 0' })
    await changeSettings(it, client.store.storeId, { attributes: [{ ...plain, type: 'text' }] })
    expect(await summary()).toEqual({})
    const { body } = await read('reviews.json', { expand: 'attributes' })
    expect(body.result[0].attributes).toEqual([])
  })

  test('an answer belongs to the type it was given to, and an option that is gone hides no other', async () => {
    await send({ size: 's', tip: 's', uses: ['home', 'office'] })
    const [fit, quality, size, uses, tip] = attributesOfEachType as [Attribute, ...Attribute[]]
    const { options, ...text } = { ...size, type: 'text' } as Attribute
    const kept = uses?.options?.filter(({ id }) => id !== 'home') as NonNullable<Attribute['options']>
    const attributes = [
      ...[fit, quality, text],
      { ...(uses as Attribute), options: kept },
      { ...(tip as Attribute), type: 'choice' as const, options: options as typeof kept },
    ] as Attribute[]
    await changeSettings(it, client.store.storeId, { attributes })
    const { body } = await read('reviews.json', { expand: 'attributes' })
    const shown = body.result[0].attributes.map(({ id, value }: { id: string; value: unknown }) => [
      id,
      value,
    ])
    expect(shown).toEqual([['uses', ['office']]])
    expect(await summary()).toEqual({ uses: '1 | 0 1' })
    expect((await read('reviews.json', { 'attribute.tip': 's' })).body.count).toBe(0)
  })

  test('reviews that are stored directly are counted', async () => {
    await addReviews(
      it,
      client.store,
      aReview({ product_id: 'A', attributes: { fit: 2 } }),
      aReview({ product_id: 'A' }),
    )
    expect((await summary()).fit).toBe('1 | 2 | 0 1 0 0 0')
  })
})
