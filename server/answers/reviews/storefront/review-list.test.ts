import { afterEach, expect, test } from 'vitest'
import { formatLongDate } from '../../../foundation/lib/time/formatters.ts'
import { type ReviewList, renderReviewList } from './review-list.ts'

const { DateTimeFormat, NumberFormat, PluralRules } = Intl
afterEach(() => {
  Object.assign(Intl, { DateTimeFormat, NumberFormat, PluralRules })
})

test('a page of 100 reviews makes at most one formatter of each kind', async () => {
  const made = countFormatters()
  await renderReviewList(aPage('America/Sao_Paulo'))
  expect(made()).toBeLessThanOrEqual(5) // dates, the average, the count, plurals, numbers of the widgets' texts
})

test('pages of one language and time zone share their formatters', async () => {
  await renderReviewList(aPage('America/Manaus'))
  const made = countFormatters()
  for (let page = 0; page < 20; page++) await renderReviewList(aPage('America/Manaus'))
  expect(made()).toBe(0)
})

test('formatters of more time zones than stores use are dropped, the longest unused first', () => {
  const at = new Date('2026-03-10T12:00:00Z')
  const zones = Intl.supportedValuesOf('timeZone').slice(0, 300)
  for (const zone of zones) formatLongDate(at, 'en', zone)
  const made = countFormatters()
  formatLongDate(at, 'en', zones[299] as string)
  expect(made()).toBe(0)
  formatLongDate(at, 'en', zones[0] as string)
  expect(made()).toBe(1)
})

/** Returns a function that counts the formatters made since this call. */
function countFormatters(): () => number {
  let made = 0
  const counting = <Class extends object>(original: Class) =>
    new Proxy(original, {
      construct: (target, args) => {
        made++
        return Reflect.construct(target as never, args)
      },
    })
  Object.assign(Intl, {
    DateTimeFormat: counting(DateTimeFormat),
    NumberFormat: counting(NumberFormat),
    PluralRules: counting(PluralRules),
  })
  return () => made
}

function aPage(timeZone: string): ReviewList {
  const review: ReviewList['reviews'][number] = {
    id: '01999c53-5a4f-7c7e-9d57-0e3a6d2f8b11',
    display_name: 'Ana M.',
    rating: 5,
    title: '',
    body: 'Heats fast.',
    created_at: '2026-03-10T12:00:00.000Z',
    verified_purchase: true,
    is_recommended: true,
    pictures: [],
    reply: { body: 'Thank you!', created_at: '2026-03-11T12:00:00.000Z' },
    votes: 0,
    origin: 'import',
    origin_name: 'Okendo',
    incentivized: true,
    insider: true,
    purchased_on: '2026-02-24',
    pinned: true,
  }
  return {
    language: 'pt-BR',
    store: { name: 'Shop', time_zone: timeZone, about: 'https://reviews.example/transparency/1' },
    reviews: Array.from({ length: 100 }, () => review),
    rating: { average: 4.5, total: 100 },
    previous: null,
    next: null,
  }
}
