import { expect, test } from 'vitest'
import { knownEtag, namesEtag } from './etag.ts'

// A tag in base64url may end in a hyphen, and in what looks like a coding.
test.each([
  '"a"',
  'W/"a"',
  '"a-"',
  '"a--"',
  '"a-br"',
  '"a;gzip"',
])('%s is named as proxies return it', etag => {
  const bare = etag.slice(0, -1)
  for (const coding of ['', '-gzip', '--gzip', ';gzip', '-br', '-df'])
    for (const sent of [
      `${bare}${coding}"`,
      `W/${bare.replace('W/', '')}${coding}"`,
      `"b", ${bare}${coding}"`,
    ])
      expect([sent, namesEtag(sent, etag)]).toEqual([sent, true])
  for (const other of [
    `${bare}b"`,
    `${bare}-gzip-gzip"`,
    `${bare}-b"`,
    `${bare.slice(0, -1)}"`,
    bare,
    '""',
    '',
  ])
    expect([other, namesEtag(other, etag)]).toEqual([other, false])
  expect([namesEtag('*', etag), namesEtag(undefined, etag)]).toEqual([true, false])
})

test.each([
  // What the client has, what it accepts, and the ETag of the 304.
  ['"a-br"', 'br', '"a-br"'],
  ['"a-br"', 'gzip', '"a-br"'],
  ['"a"', 'br', '"a"'],
  ['W/"a-gzip"', 'identity', '"a-gzip"'],
  ['"a-gzip", "a-br"', 'br', '"a-br"'],
  ['"a-gzip", "a-br"', 'gzip', '"a-gzip"'],
  ['"a-df"', 'gzip', '"a-gzip"'],
  ['"a-gzip-br"', 'gzip', '"a-gzip"'],
  ['"a;gzip"', 'identity', '"a"'],
  ['*', 'br', '"a-br"'],
  ['"a-gzip-br-br"', 'br', undefined],
  ['"b-br"', 'br', undefined],
  ['"a-b"', 'br', undefined],
  ['', 'br', undefined],
  [undefined, 'br', undefined],
] as const)('a client that has %s and accepts %s has %s', (list, coding, known) => {
  expect(knownEtag(list, coding, 'a')).toBe(known)
})
