import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aMember } from '../../test/admin.ts'
import { expectError } from '../../test/answers.ts'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aQuestion, aReview, times } from '../../test/factories.ts'
import { addProducts, addQuestions, addReviews, readAs } from '../../test/reading.ts'
import { aStore, type Member } from '../../test/users.ts'

let service: TestApp
let second: TestApp
let store: Member
let twin: Member
let owner: Awaited<ReturnType<typeof aMember>>
let moderator: typeof owner
let outsider: typeof owner
beforeAll(async () => {
  service = await startTestApp({ SIGN_IN_RATE_LIMIT: '1000' })
  second = await startTestApp({}, service.target)
  store = await aStore(service.database)
  twin = await aStore(service.database)
  for (const each of [store, twin]) {
    await addProducts(service, each, { P: 'SKU' })
    await addReviews(service, each, ...times(12, () => aReview({ product_id: 'P' })))
    await addQuestions(service, each, aQuestion({ product_id: 'P' }))
  }
  owner = await aMember(service, store.storeId, 'owner')
  moderator = await aMember(service, store.storeId, 'moderator')
  outsider = await aMember(service, twin.storeId, 'owner')
})
afterAll(async () => {
  await second.close()
  await service.close()
})

const path = () => `/stores/${store.storeId}/widget-design`
const reads = ['ratings.json', 'reviews.json', 'questions.json']
const designs = (one: TestApp, of: Member) =>
  Promise.all(reads.map(async what => (await readAs(one, of, what, { product_id: 'P' })).body.meta?.design))

test('a saved design is in every read of its store on every instance, and of no other', async () => {
  for (const one of [service, second])
    expect(await designs(one, store)).toEqual([undefined, undefined, undefined])
  const design = {
    variables: { '--rw-star-color': '#c2410c', '--rw-font-family': 'Georgia, "Times New Roman", serif' },
    attributes: { 'rw-reviews': { 'data-header-type': 'histogram' } },
  }
  const saved = await owner.send('PATCH', path(), design)
  expect([saved.status, saved.body]).toEqual([200, design])
  for (const one of [service, second]) {
    await expect.poll(() => designs(one, store), { interval: 10 }).toEqual([design, design, design])
    expect(await designs(one, twin)).toEqual([undefined, undefined, undefined])
  }
})

test('a change of one value keeps the others, and null removes one', async () => {
  await owner.send('PATCH', path(), {
    variables: { '--rw-star-color': '#111111', '--rw-border-radius': '4px', '--rw-font-family': null },
    attributes: { 'rw-reviews': { 'data-header-type': null }, 'rw-rating': { 'data-theme': 'compact' } },
  })
  expect((await owner.send('GET', path())).body).toEqual({
    variables: { '--rw-star-color': '#111111', '--rw-border-radius': '4px' },
    attributes: { 'rw-rating': { 'data-theme': 'compact' } },
  })
  await owner.send('PATCH', path(), {
    variables: { '--rw-star-color': null, '--rw-border-radius': null },
    attributes: { 'rw-rating': { 'data-theme': null } },
  })
  expect((await owner.send('GET', path())).body).toEqual({})
  await expect.poll(() => designs(service, store)).toEqual([undefined, undefined, undefined])
})

test('limit=design is the number of reviews on a page of the design', async () => {
  const limits = async () => {
    const { body } = await readAs(service, store, 'reviews.json', { product_id: 'P', limit: 'design' })
    return [body.result.length, body.meta.limit]
  }
  expect(await limits()).toEqual([10, 10])
  await owner.send('PATCH', path(), { attributes: { 'rw-reviews': { 'data-items-per-page': '3' } } })
  await expect.poll(limits).toEqual([3, 3])
  await owner.send('PATCH', path(), { attributes: { 'rw-reviews': { 'data-items-per-page': null } } })
  await expect.poll(limits).toEqual([10, 10])
})

test('only an owner may change it, and an outsider sees nothing', async () => {
  const change = { variables: { '--rw-star-color': '#123456' } }
  expect((await moderator.send('GET', path())).status).toBe(200)
  expectError(await moderator.send('PATCH', path(), change), 403, 8141304)
  expectError(await outsider.send('GET', path()), 404, 804047)
  expectError(await outsider.send('PATCH', path(), change), 404, 804047)
  expect((await owner.send('GET', path())).body).toEqual({})
})

test('the history names the design, and none of its values', async () => {
  await owner.send('PATCH', path(), { variables: { '--rw-star-color': '#abcdef' } })
  const { body } = await owner.send('GET', `/stores/${store.storeId}/history`)
  expect(body.result[0]).toMatchObject({ fields: ['widget_design'] })
  expect(JSON.stringify(body)).not.toContain('abcdef')
  await owner.send('PATCH', path(), { variables: { '--rw-star-color': null } })
})

describe('refused', () => {
  test.each([
    ['--rw-star-color', 'red;}body{display:none'],
    ['--rw-star-color', 'url(https://evil.example/x)'],
    ['--rw-star-color', 'var(--other)'],
    ['--rw-star-color', '#c2410c\n'],
    ['--rw-star-color', '\\75rl(x)'],
    ['--rw-star-color', ''],
    ['--rw-border-radius', '12'],
    ['--rw-border-radius', 'calc(1px)'],
    ['--rw-border-radius', '12345px'],
    ['--rw-font-family', 'Arial;x'],
    ['--rw-font-family', '"a\\"b"'],
    ['--rw-font-family', `A${', A'.repeat(90)}`],
    ['--rw-shadow', '0 0 10px url(x)'],
    ['--rw-other', '#c2410c'],
    ['color', '#c2410c'],
    ['constructor', '#c2410c'],
  ])('the variable %s with %j', async (name, value) => {
    expect((await owner.send('PATCH', path(), { variables: { [name]: value } })).status).toBe(400)
  })

  test.each([
    ['rw-reviews', 'data-header-type', 'other'],
    ['rw-reviews', 'data-items-per-page', '101'],
    ['rw-reviews', 'data-store-id', 'x'],
    ['rw-reviews', 'onclick', 'alert(1)'],
    ['rw-rating', 'data-list-type', 'grid'],
    ['script', 'src', 'x'],
    ['constructor', 'name', 'x'],
  ])('the attribute %s %s=%s', async (element, name, value) => {
    const answer = await owner.send('PATCH', path(), { attributes: { [element]: { [name]: value } } })
    expect(answer.status).toBe(400)
  })

  test('with what to write instead', async () => {
    const { body } = await owner.send('PATCH', path(), {
      variables: { '--rw-star-color': 'rgb(1,2,3)', '--rw-other': '1px' },
      attributes: { 'rw-reviews': { 'data-list-type': 'rows' } },
    })
    expect(body.user_message.en_us.split('; ')).toEqual([
      'widget_design.variables.--rw-star-color: Expected a color such as #1f6f54',
      'widget_design.variables.--rw-other: Unrecognized key(s) in object',
      'widget_design.attributes.rw-reviews.data-list-type: Expected one of grid, list',
    ])
  })

  test('beyond fifty names at once', async () => {
    const names = (count: number) => Object.fromEntries(times(count, at => [`--rw-gone-${at}`, null]))
    const elements = (count: number) => Object.fromEntries(times(count, at => [`rw-gone-${at}`, {}]))
    const change = async (body: object) => (await owner.send('PATCH', path(), body)).status
    expect([await change({ variables: names(50) }), await change({ variables: names(51) })]).toEqual([
      200, 400,
    ])
    expect(await change({ attributes: elements(50) })).toBe(200)
    expect(await change({ attributes: elements(51) })).toBe(400)
  })

  test('nothing of it is saved', async () => {
    const change = { variables: { '--rw-star-color': '#123456', '--rw-shadow': 'x' } }
    expect((await owner.send('PATCH', path(), change)).status).toBe(400)
    expect((await owner.send('PATCH', path(), { css: 'body {}' })).status).toBe(400)
    expect((await owner.send('GET', path())).body).toEqual({})
  })
})
