import { describe, expect, test } from 'vitest'
import { composedKinds, isAboutAccess } from '../../../foundation/mailings/kinds.ts'
import { askedProduct, type MailSample, mailCast, mailDataOf } from '../../../test/mail/mail-data.ts'
import { linksIn, render } from '../../../test/mail/rendered-mails.ts'

const languages = ['en', 'pt-BR', 'es']
const every = languages.flatMap(language => composedKinds.map(kind => [kind, language] as const))

/** How many stars, or lines of stars, a mail has. */
const starsOf: Record<string, number> = {
  request: 5,
  reminder: 5,
  review_published: 1,
  review_rejected: 1,
  review_replied: 1,
}

describe('every mail', () => {
  test('matches the recorded text', async () => {
    const mails = every.map(([kind, language]) => {
      const { subject, text } = render(kind, language)
      return `==== ${kind}, ${language}\nSubject: ${subject}\n\n${text}`
    })
    await expect(mails.join('\n')).toMatchFileSnapshot('golden.txt')
  })

  test.each(every)('%s in %s fills every placeholder and declares its language', (kind, language) => {
    const { subject, html, text } = render(kind, language)
    expect(`${subject}${text}`).not.toMatch(/[{}]|undefined|null/)
    expect(html).not.toMatch(/\{\{|\}\}\s|undefined|\bnull\b|\{(name|store|product)\}/)
    expect(html).toContain(`<html lang="${language}" dir="ltr"`)
  })

  test.each(every)('%s in %s has only the links it was given', (kind, language) => {
    const data = mailDataOf(mailCast)
    const given = [...JSON.stringify(data[kind]).matchAll(/"(https:[^"]+)"/g)].map(
      ([, link = '']) => new URL(link).href,
    )
    expect(linksIn(render(kind, language).html).filter(link => !given.includes(link))).toEqual(
      kind === 'question_received' || isAboutAccess(kind) ? [] : ['mailto:hello@cafe.example'],
    )
  })

  // What SpamAssassin and rspamd take for hidden text, or for tags inside words, in requests for ten products, too.
  test.each(every)('%s in %s looks like no text that is hidden from people', (kind, language) => {
    const products = Array.from({ length: 10 }, (_, index) => askedProduct(mailCast.product, index))
    const { html } = render(kind, language, mailDataOf(mailCast, products))
    expect(html).not.toMatch(/font-size:\s*[0-4](?:px)?\s*[;"]|color:#ffffff;line-height:1px|★</i)
  })

  // Roundcube 1.6.5 removes role and every aria attribute, and keeps title.
  test.each(every)('%s in %s names what aria-label names in a title, too', (kind, language) => {
    const { html } = render(kind, language)
    const named = [...html.matchAll(/<(\w+)[^>]* aria-label="([^"]*)"[^>]*>/g)].filter(
      ([tag]) => !tag.includes('role="article"'),
    )
    for (const [tag, , name] of named) expect(tag).toContain(` title="${name}"`)
    expect(named.length).toBe(starsOf[kind] ?? 0)
  })

  test('a missing name leaves no gap', () => {
    for (const [kind, language] of every) {
      const { subject, text } = render(kind, language, mailDataOf({ ...mailCast, name: '' }))
      expect(`${subject}\n${text}`).not.toMatch(/^[\s,!:]*[,!:]| ,|,[?!.]|^\p{Ll}[^:\n]*\.$/mu)
    }
  })
})

describe('languages', () => {
  test.each([
    ['pt', 'pt-BR'],
    ['pt-PT', 'pt-PT'],
    ['zh-Hant-HK', 'zh-TW'],
    ['sr-Latn', 'sr'],
    ['nn', 'nb'],
    ['iw', 'he'],
    ['de-CH', 'de'],
    ['PT-br', 'pt-BR'],
    ['es-MX', 'es'],
    ['en-GB', 'en'],
    ['cy', 'en'],
    ['ptx', 'en'],
    ['', 'en'],
  ])('%j uses %s', (asked, language) => {
    expect(render('request', asked).html).toContain(`<html lang="${language}"`)
  })
})

describe('a product without a picture', () => {
  test.each([
    ['Moka pot', 'M'],
    ['  “árvore” <b>', 'Á'],
    ['3 cups', '3'],
    ['<script>', 'S'],
    ['☕️ !', undefined],
  ])('has a plate with its initial: %s', (name, initial) => {
    const product = askedProduct({ ...mailCast.product, name, picture: null }, 0)
    const { html } = render('request', 'en', mailDataOf(mailCast, [product]))
    const plates = [...html.matchAll(/<td class="initial"[^>]*>\s*<span aria-hidden="true">([^<]*)</g)]
    expect(plates.map(([, letter]) => letter)).toEqual(initial === undefined ? [] : [initial])
  })

  test('one with a picture has none', () => {
    const { html } = render('request', 'en')
    expect(html).not.toContain('<td class="initial"')
    expect(html).toContain('class="plate"')
  })
})

describe('size', () => {
  const many = (count: number, name: string) =>
    Array.from({ length: count }, (_, index) => askedProduct({ ...mailCast.product, name }, index))

  test('ten products stay far below the size at which Gmail clips', () => {
    const { html } = render(
      'request',
      'pt-BR',
      mailDataOf(mailCast, many(10, 'Cafeteira italiana '.repeat(100))),
    )
    expect(html.match(/class="star"/g)).toHaveLength(50)
    expect(Buffer.byteLength(html)).toBeLessThan(70_000)
  })

  test('products beyond ten are counted', () => {
    const { html, text } = render('request', 'en', mailDataOf(mailCast, many(13, 'Moka pot')))
    expect(html.match(/class="star"/g)).toHaveLength(50)
    expect(html).toContain('And 3 more on the page.')
    expect(text).toContain('And 3 more on the page.')
  })

  test('very long links reduce the number of products, so that the mail is not clipped', () => {
    const long = `https://cafe.example/${'a'.repeat(2000)}`
    const products = many(10, 'Moka pot').map(product => ({
      ...product,
      url: long,
      stars: [long, long, long, long, long] as const,
    }))
    const { html } = render('request', 'en', mailDataOf(mailCast, products))
    expect(Buffer.byteLength(html)).toBeLessThan(100_000)
    expect(html).toMatch(/class="star".*more on the page\..*Unsubscribe/s)
  })
})

describe("the store's own words", () => {
  const saying = (mail_words: MailSample['store']['mail_words']) =>
    mailDataOf({ ...mailCast, store: { ...mailCast.store, mail_words } })

  test('replace ours, paragraph by paragraph, with the placeholders filled', () => {
    const own = { subject: '{store}: {name}?', words: 'Dear {name},\n\nhow is your {product}?\nTell us.' }
    const { subject, html, text } = render('request', 'en', saying({ request: { en: own } }))
    expect(subject).toBe('Café da Serra: Ana?')
    expect(text).toContain('Dear Ana,\n\nhow is your Moka pot, 6 cups?\nTell us.')
    expect(html).toContain('how is your Moka pot, 6 cups?<br>Tell us.</p>')
    expect(text).not.toContain('Thank you for buying')
  })

  test('a subject that consists of a missing name is replaced by ours', () => {
    const { store } = mailCast
    const cast = { ...mailCast, store: { ...store, mail_words: { request: { en: { subject: '{name}' } } } } }
    expect(render('request', 'en', mailDataOf(cast)).subject).toBe('Ana')
    expect(render('request', 'en', mailDataOf({ ...cast, name: '' })).subject).toBe(
      'How do you like Moka pot, 6 cups?',
    )
  })

  test('are found by the exact language, then by the nearest one, and not by another one', () => {
    const words = saying({
      request: { 'pt-PT': { subject: 'um' }, pt: { subject: 'dois' }, fr: { subject: 'un' } },
    })
    expect(render('request', 'pt', words).subject).toBe('dois')
    expect(render('request', 'pt-pt', words).subject).toBe('um')
    expect(render('request', 'pt-BR', words).subject).toBe('dois')
    expect(render('request', 'pt-AO', words).subject).toBe('um')
    expect(render('request', 'fr-CA', words).subject).toBe('un')
    expect(render('request', 'es', words).subject).toBe('Ana, ¿qué te pareció Moka pot, 6 cups?')
    expect(render('reminder', 'pt', words).subject).toBe('Ana, ainda dá tempo de avaliar Moka pot, 6 cups')
  })
})
