import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { aProduct } from '../../test/factories.ts'
import { linkOf, openForm, postFiles, postForm, solve } from '../../test/forms.ts'
import { changeSettings } from '../../test/hearing.ts'
import { aPicture } from '../../test/media/pictures.ts'
import { anOwnerAndOutsider, type Member } from '../../test/users.ts'
import type { Review } from '../reviews/reviews.ts'

let service: TestApp
let owner: Member
let outsider: Member
beforeAll(async () => {
  service = await startTestApp()
  ;({ owner, outsider } = await anOwnerAndOutsider(service.database))
  for (const { headers } of [owner, outsider]) {
    const body = aProduct({ product_id: 'product-1', sku: 'SKU-1' })
    expect((await service.send('POST', '/products', { headers, body })).status).toBe(201)
  }
})
afterAll(() => service.close())
beforeEach(async () => {
  await changeSettings(service, owner.storeId, { open_reviews: true, moderation: 'publish' })
  await service.database.query(sql`delete from reviews`)
})

let written = 0
const aForm = (change: Record<string, string> = {}) => ({
  'product-0': 'product-1',
  'rating-0': '4',
  'recommended-0': 'yes',
  'heading-0': 'Fine',
  'body-0': 'Heats fast.',
  name: 'Bia',
  email: `bia.${++written}@example.com`,
  ...change,
})

function address(change: Record<string, string> = {}): string {
  const query = { store_id: owner.storeId, store_key: owner.storeKey, product_id: 'product-1', locale: 'en' }
  return `${service.url}/write?${new URLSearchParams({ ...query, ...change })}`
}

async function proven(change: Record<string, string> = {}): Promise<Record<string, string>> {
  return { ...aForm(change), proof: await solve(await openForm(address())) }
}

async function stored(): Promise<Review[]> {
  return await service.database.query<Review>(sql`select * from reviews order by created_at, id`)
}

async function confirm(index = 0): Promise<void> {
  const link = await linkOf(service, '/confirm', (await stored())[index]?.id ?? '')
  const answers = [await openForm(link), await postForm(link, {}), await postForm(link, {})]
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
}

describe('/write', () => {
  test('exists only if the store accepts reviews without an order', async () => {
    expect((await openForm(address())).status).toBe(200)
    await changeSettings(service, owner.storeId, { open_reviews: false })
    expect((await openForm(address())).status).toBe(404)
    expect((await postForm(address(), aForm())).status).toBe(404)
    expect(await stored()).toEqual([])
  })

  test('may be framed as the question form may, and only as the frame of a dialog', async () => {
    const framing = async (change: Record<string, string>) => {
      const { headers } = await openForm(address(change))
      const policy = headers.get('content-security-policy') ?? ''
      return [/frame-ancestors [^;]*/.exec(policy)?.[0], headers.get('x-frame-options')]
    }
    const refused = ["frame-ancestors 'none'", 'DENY']
    for (const change of [{}, { embed: '0' }, { embed: 'true' }])
      expect(await framing(change)).toEqual(refused)
    expect(await framing({ embed: '1' })).toEqual([undefined, null])
    await changeSettings(service, owner.storeId, { origins: ['https://shop.example'] })
    expect(await framing({ embed: '1' })).toEqual(["frame-ancestors 'self' https://shop.example", null])
    expect(await framing({})).toEqual(refused)
    await changeSettings(service, owner.storeId, { origins: [] })
    const sent = await postForm(address({ embed: '1', font: 'Georgia' }), aForm({ name: '' }))
    expect(sent.status).toBe(422)
    expect(sent.html).toMatch(/class="framed in-dialog"[\s\S]*--font:Georgia[\s\S]*embed=1/)
    expect((await openForm(`${service.url}/write?embed=1`)).html).toContain('class="framed')
    expect((await openForm(`${service.url}/confirm/x?embed=1`)).headers.get('x-frame-options')).toBe('DENY')
  })

  test("an outsider's key gives no access to the owner's store", async () => {
    expect((await openForm(address({ store_key: outsider.storeKey }))).status).toBe(401)
    expect((await postForm(address({ store_key: outsider.storeKey }), aForm())).status).toBe(401)
  })

  test('stores a review as unconfirmed until its address is confirmed, and never as verified', async () => {
    const sent = await postForm(address(), await proven())
    expect(sent.status).toBe(200)
    expect(sent.html).toContain('The email was not sent')
    expect(await stored()).toMatchObject([
      {
        product_id: 'product-1',
        rating: 4,
        recommended: true,
        title: 'Fine',
        body: 'Heats fast.',
        display_name: 'Bia',
        state: 'unconfirmed',
        verified_purchase: false,
        order_id: null,
        published_at: null,
      },
    ])
    await confirm()
    expect(await stored()).toMatchObject([{ state: 'published', verified_purchase: false }])
    expect((await stored())[0]?.published_at).not.toBeNull()
  })

  test("the store's rule applies once the address is confirmed", async () => {
    await changeSettings(service, owner.storeId, { moderation: 'hold' })
    await postForm(address(), await proven())
    await confirm()
    expect(await stored()).toMatchObject([{ state: 'pending' }])
  })

  test("an insult in the store's language waits, whatever the language of the form", async () => {
    await changeSettings(service, owner.storeId, { moderation: 'check' })
    const insults = { 'body-0': 'Vendedor filho da puta, um arrombado do caralho' }
    await postForm(address({ locale: 'fi' }), await proven(insults))
    await postForm(address({ locale: 'fi' }), await proven())
    expect(await stored()).toMatchObject([{ language: 'fi' }, { language: 'fi' }])
    await confirm()
    await confirm(1)
    expect(await stored()).toMatchObject([{ state: 'pending' }, { state: 'published' }])
  })

  test('a review without a proof of work stays pending, whatever the rule', async () => {
    await postForm(address(), aForm())
    await confirm()
    expect(await stored()).toMatchObject([{ state: 'pending' }])
  })

  test('a person has one review per product: a new one replaces it', async () => {
    const email = 'bia@example.com'
    await postForm(address(), await proven({ email }))
    await confirm()
    await postForm(address(), await proven({ email: 'Bia@Example.com', 'rating-0': '1' }))
    expect((await stored()).map(({ state }) => state)).toEqual(['published', 'unconfirmed'])
    await confirm(1)
    expect((await stored()).map(({ state }) => state)).toEqual(['removed', 'published'])
  })

  test('stores the same form once, however often it is sent', async () => {
    const form = await proven()
    const answers = await Promise.all([1, 2, 3].map(() => postForm(address(), form)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored()).toHaveLength(1)
  })

  test.each([
    ['name', 80],
    ['heading-0', 150],
    ['body-0', 5_000],
  ])('accepts a %s of %i characters, and refuses a longer one', async (field, most) => {
    const send = async (length: number) =>
      (await postForm(address(), await proven({ [field]: 'é'.repeat(length) }))).status
    expect([await send(most + 1), await send(most)]).toEqual([422, 200])
    expect(await stored()).toHaveLength(1)
  })

  test('keeps the typed text and the pictures, and says what to do', async () => {
    const { proof = '', ...form } = await proven({ name: '', email: 'x', 'rating-0': '' })
    const fields = Object.entries({ ...form, proof }) as [string, string | File][]
    const answer = await postFiles(address(), [...fields, ['pictures-0', await aPicture()]])
    expect(answer.status).toBe(422)
    for (const field of ['rating-0', 'name', 'email']) expect(answer.html).toContain(`href="#${field}"`)
    expect(answer.html).toContain('value="Fine"')
    const [picture = ''] = /[0-9a-f]{40}-1600\.webp/.exec(answer.html) ?? []
    const again = { ...aForm(), 'kept-0': picture, proof: await solve(answer) }
    expect((await postForm(address(), again)).status).toBe(200)
    expect(await stored()).toMatchObject([{ pictures: [picture] }])
  })

  test('rejects pictures with a forged proof', async () => {
    const fields = Object.entries({ ...aForm(), proof: '{}' }) as [string, string | File][]
    const pictures = () => service.database.query(sql`select count(*) from pictures`)
    const before = await pictures()
    expect(
      (await postFiles(address(), [...fields, ['pictures-0', await aPicture({ width: 77 })]])).status,
    ).toBe(422)
    expect(await pictures()).toEqual(before)
    expect(await stored()).toEqual([])
  })

  describe('spends a proof of work on the first form that contains it', () => {
    const countPictures = async () => {
      const [row] = await service.database.query<{ count: number }>(sql`
        select count(*)::integer as count from pictures`)
      return row?.count ?? 0
    }
    const withPicture = async (form: Record<string, string>, width: number) => {
      const { proof = '', ...fields } = form
      const sent = Object.entries({ proof, ...fields }) as [string, string | File][]
      return await postFiles(address(), [...sent, ['pictures-0', await aPicture({ width })]])
    }

    test('a form without stars: the next one with the same proof stores no picture and no review', async () => {
      const form = await proven({ 'rating-0': '' })
      const before = await countPictures()
      const first = await withPicture(form, 101)
      expect(first.status).toBe(422)
      expect(await countPictures()).toBe(before + 1)
      for (const width of [102, 103]) {
        const again = await withPicture({ ...form, 'rating-0': width === 103 ? '4' : '' }, width)
        expect([again.status, again.html.includes('Send it once more')]).toEqual([422, true])
      }
      expect(await countPictures()).toBe(before + 1)
      expect(await stored()).toEqual([])
      // A person can submit again: the page has a new challenge and the typed text.
      expect(first.html).toContain('value="Fine"')
      const [picture = ''] = /[0-9a-f]{40}-1600\.webp/.exec(first.html) ?? []
      const mended = { ...aForm(), 'kept-0': picture, proof: await solve(first) }
      expect((await postForm(address(), mended)).status).toBe(200)
      expect(await stored()).toMatchObject([{ pictures: [picture] }])
    })

    test('two at once: one of them keeps its picture', async () => {
      const form = await proven({ 'rating-0': '' })
      const before = await countPictures()
      const answers = await Promise.all([104, 105].map(width => withPicture(form, width)))
      expect(answers.map(({ status }) => status)).toEqual([422, 422])
      expect(await countPictures()).toBe(before + 1)
    })

    test.each([
      ['without stars', { 'rating-0': '' }, 422],
      ['with a picture that is not there', { 'kept-0': `${'0'.repeat(40)}-1600.webp` }, 422],
    ])('a form %s and without files', async (_what, change, status) => {
      const form = await proven(change)
      expect((await postForm(address(), form)).status).toBe(status)
      const again = await postForm(address(), { ...aForm(), proof: form.proof ?? '' })
      expect([again.status, again.html.includes('Send it once more')]).toEqual([422, true])
      expect(await stored()).toEqual([])
    })

    test('a form to an address that got many mails', async () => {
      const email = 'often@example.com'
      for (const body of ['One.', 'Two.', 'Three.'])
        expect((await postForm(address(), await proven({ email, 'body-0': body }))).status).toBe(200)
      const form = await proven({ email, 'body-0': 'Four.' })
      expect((await postForm(address(), form)).status).toBe(429)
      expect((await postForm(address(), { ...aForm(), proof: form.proof ?? '' })).status).toBe(422)
      expect(await stored()).toHaveLength(3)
    })

    test('a form with a picture gets the same response when it is sent twice', async () => {
      const form = await proven()
      expect((await withPicture(form, 106)).status).toBe(200)
      expect((await withPicture(form, 106)).status).toBe(200)
      expect(await stored()).toHaveLength(1)
    })

    test('files sent before the proof count as sent without one', async () => {
      const { proof = '', ...fields } = await proven()
      const sent = Object.entries(fields) as [string, string | File][]
      const picture = await aPicture({ width: 107 })
      const answer = await postFiles(address(), [...sent, ['pictures-0', picture], ['proof', proof]])
      expect(answer.status).toBe(200)
      await confirm()
      // As without scripts, the review is pending.
      expect(await stored()).toMatchObject([{ state: 'pending' }])
    })

    test('the form names its proof before its pictures', async () => {
      const { html } = await openForm(address())
      expect(html.indexOf('name="proof"')).toBeLessThan(html.indexOf('type="file"'))
    })
  })
})
