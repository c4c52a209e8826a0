import { expect, test } from 'vitest'
import { namesEtag } from './etag.ts'

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
