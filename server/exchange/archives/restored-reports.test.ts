import { expect, test } from 'vitest'
import { restoreRow } from './restored-rows.ts'

const report = { review_id: 'r', id: 'i', reason: 'spam', text: '', at: '2026-03-20T12:00:00.000Z' }
const from = { email: 'Rui@Correio.example', address: 'somebody.else@correio.example', language: 'pt' }
const restoring = { pictures: new Map<string, string>(), newId: (id: string) => id, at: new Date(0) }

test('a report loses its address unless authors are notified here, and never keeps a wrong one', () => {
  const restored = (notifyAuthors: boolean) =>
    restoreRow('review_reports', { ...report, ...from }, { ...restoring, notifyAuthors })
  expect(restored(false)).toEqual({ ...report, email: null, address: null, language: null })
  expect(restored(true)).toEqual({ ...report, ...from, address: 'rui@correio.example' })
})

test('a report of an earlier archive has no address, and one that is too long is refused', () => {
  expect(restoreRow('review_reports', report, restoring)).toEqual(report)
  const long = { ...report, ...from, email: `${'x'.repeat(250)}@a.example` }
  expect(restoreRow('review_reports', long, restoring)).toBe('email')
})
