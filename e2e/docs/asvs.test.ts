import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readPage } from './pages.ts'

const page = readPage('docs/explanation/asvs.md')
const verdicts = ['met', 'deployment', 'n/a', 'open']

/** The numbers of the items of levels 1 and 2, each with its level. */
const items = readFileSync(new URL('asvs-items.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')

/** Item, level, what it asks, verdict, where. */
const rows = [...page.matchAll(/^\| (V\d+\.\d+\.\d+) \| (\d) \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/gm)].map(
  ([, item = '', level = '', asks = '', verdict = '', where = '']) => ({ item, level, asks, verdict, where }),
)

test('the page has each item once, with its level and a verdict', () => {
  expect(items).toHaveLength(253)
  expect(rows.map(({ item, level }) => `${item} ${level}`)).toEqual(items)
  expect(rows.filter(({ verdict }) => !verdicts.includes(verdict))).toEqual([])
})

test('an item that is met names a test or a source file, and one for the operator a page', () => {
  const shows = {
    met: /\.test\.ts\)|`[\w./-]+\/[\w.-]+`|`Dockerfile`|`SECURITY.md`/,
    deployment: /\]\([\w./-]+\.md/,
  }
  const bare = rows.filter(
    ({ verdict, where }) => verdict in shows && !shows[verdict as keyof typeof shows].test(where),
  )
  expect(bare).toEqual([])
})

test('the counts at the top are right', () => {
  const count = (levels: string[]) => {
    const ofLevels = rows.filter(({ level }) => levels.includes(level))
    return [
      ...verdicts.map(one => ofLevels.filter(({ verdict }) => verdict === one).length),
      ofLevels.length,
    ].join(' | ')
  }
  for (const [name, levels] of [
    ['1', ['1']],
    ['2', ['2']],
    ['both', ['1', '2']],
  ] as const)
    expect(page).toContain(`| ${name} | ${count([...levels])} |`)
})

test('each open item is among those that are missing, and no other', () => {
  const missing = page.slice(page.indexOf('\n## Open\n'))
  const named = [...missing.matchAll(/V\d+\.\d+\.\d+/g)].map(([item]) => item)
  const open = rows.filter(({ verdict }) => verdict === 'open').map(({ item }) => item)
  expect(named.toSorted()).toEqual(open.toSorted())
})
