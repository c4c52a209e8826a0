import { expect, test } from 'vitest'
import { restoreChange } from './restored.ts'

const change = {
  id: '00000000-0000-7000-8000-000000000001',
  at: '2026-03-05T12:00:00.000Z',
  actor: 'command',
  record_type: 'store',
  record_id: 'a store',
  fields: [],
}
const restored = (action: string) =>
  restoreChange({ ...change, action }, id => id, new Date('2026-03-06T12:00:00.000Z'))

test.each([
  'create',
  'import',
  'cancel import',
  'delete export',
])('an archived change is restored: %s', action => expect(restored(action)).toMatchObject({ action }))

test.each(['', ' import', 'cancel  import', 'one two three', 'a\nb', '<b>'])('is refused: %j', action =>
  expect(restored(action)).toBe('action'))

const withField = (field: string) =>
  restoreChange({ ...change, action: 'change', fields: [field] }, id => id, new Date('2026-03-06T12:00:00Z'))

test.each(['url', 'options.shop_id', '…4fZ0', '…'])('an archived field is restored: %s', field =>
  expect(withField(field)).toMatchObject({ fields: [field] }))

test.each(['…4fZ0a', '…a b', 'Key of Ana', '4fZ0'])('a field is refused: %j', field =>
  expect(withField(field)).toBe('fields'))
