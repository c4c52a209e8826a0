import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { checkout } from '../service.ts'
import { listPages, readPage } from './pages.ts'

test.each(listPages())('every link and picture of %s exists', page => {
  const broken = linksIn(readPage(page)).filter(link => !exists(page, link))
  expect(broken).toEqual([])
})

test('every page of the documentation is linked from its index', () => {
  const reached = new Set(['docs/README.md'])
  for (const page of reached) {
    for (const link of linksIn(readPage(page))) {
      const target = join(dirname(page), link.split('#')[0] ?? '')
      if (target.endsWith('.md') && existsSync(join(checkout, target))) reached.add(target)
    }
  }
  const notListed = listPages().filter(page => page.startsWith('docs/') && !reached.has(page))
  expect(notListed).toEqual([])
})

test.each(listPages())('every source file that %s names exists', page => {
  const folders =
    'bench|dashboard|deploy|docs|e2e|examples|mails|migrations|mutants|packages|pages|server|supply-chain|widgets'
  const named = readPage(page).matchAll(new RegExp(`\`((?:${folders})/[\\w./-]+\\.[a-z]+)\``, 'g'))
  const gone = [...named].map(([, path = '']) => path).filter(path => !existsSync(join(checkout, path)))
  expect(gone).toEqual([])
})

test.each(listPages())('every test exists that %s names instead of running a command', page => {
  const named = readPage(page).matchAll(/<!-- not run: .*?(e2e\/[\w./-]+\.test\.ts).*-->/g)
  const gone = [...named].map(([, path = '']) => path).filter(path => !existsSync(join(checkout, path)))
  expect(gone).toEqual([])
})

test.each(listPages())('the tests exist that %s links to by their names', page => {
  const named = readPage(page).matchAll(/\[([^\]]+)\]\(([^)\s#]+\.test\.ts)\)/g)
  const gone = [...named].filter(([, name = '', path = '']) => {
    const file = join(checkout, dirname(page), path)
    return name !== basename(path) && !readFileSync(file, 'utf8').includes(name.replace(/\s+/g, ' '))
  })
  expect(gone.map(([link]) => link)).toEqual([])
})

/** Relative links and pictures outside code. */
function linksIn(text: string): string[] {
  const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '').replace(/`[^`\n]*`/g, '')
  return [...prose.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
    .map(([, link, picture]) => link ?? picture ?? '')
    .filter(link => !/^[a-z]+:/.test(link))
}

function exists(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#')
  const target = path ? join(dirname(page), path) : page
  if (!existsSync(join(checkout, target))) return false
  return anchor === undefined || anchorsIn(readPage(target)).includes(anchor)
}

/** Anchors of headings, as GitHub generates them. */
function anchorsIn(text: string): string[] {
  const prose = text.replace(/^( *)```[\s\S]*?^\1```$/gm, '')
  return [...prose.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}
