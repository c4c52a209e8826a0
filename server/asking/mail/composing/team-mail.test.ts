import { expect, test } from 'vitest'
import type { Store } from '../../../tenants/stores/stores.ts'
import { renderTeamMail } from './team-mail.ts'

const store = { name: 'Serra', logo_url: null, site_url: null, color: '#1f6f54' } as Store
const mail = {
  language: 'en' as const,
  subject: 'News of the store',
  button: { label: 'Open', link: 'https://reviews.example/' },
  why: 'You asked for it.',
}

test('a paragraph and a section have at most 4,000 characters', () => {
  const long = (count: number) => {
    const sections = [{ heading: 'Reviews', lines: ['b'.repeat(count)] }]
    return renderTeamMail(store, { ...mail, paragraphs: ['a'.repeat(count)], sections }, null)
  }
  for (const sign of ['a', 'b']) {
    const longest = (count: number) =>
      Math.max(...[...long(count).html.matchAll(new RegExp(`${sign}+`, 'g'))].map(([found]) => found.length))
    expect([longest(4_000), longest(4_001)]).toEqual([4_000, 3_999]) // and an ellipsis
  }
})
