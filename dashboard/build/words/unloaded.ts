import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { importsOf } from './sources.ts'

/** Screens whose list in screens.tsx names other texts than those that they and what they import use. */
export function findUnloaded(folder: string, program: ts.Program): string[] {
  const everywhere = { name: 'main.tsx', loaded: ['common'], isTop: true }
  return [everywhere, ...readScreens(folder)].flatMap(({ name, loaded, isTop }) => {
    const used = areasUsed(join(folder, name), program, isTop)
    return [
      ...used.filter(one => ![...loaded, 'common'].includes(one)).map(one => `${name}: does not load ${one}`),
      ...loaded.filter(one => !used.includes(one)).map(one => `${name}: loads ${one}, and does not use it`),
    ]
  })
}

type Screen = { name: string; loaded: string[]; isTop?: boolean }

/** Of each `screen(['reviews'], () => import('./reviews/page.tsx'))` of screens.tsx, the file and its texts. */
export function readScreens(folder: string): Screen[] {
  const found: Screen[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'screen') {
      const [list, load] = node.arguments
      const [, name = ''] = /import\('\.\/(.+)'\)/.exec(load?.getText() ?? '') ?? []
      found.push({ name, loaded: list ? textsIn(list) : [] })
    }
    ts.forEachChild(node, visit)
  }
  const top = join(folder, 'screens.tsx')
  visit(ts.createSourceFile(top, readFileSync(top, 'utf8'), ts.ScriptTarget.Latest, true))
  return found
}

const textsIn = (list: ts.Expression) =>
  ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text) : []

// What the top imports later has lists of its own.
function areasUsed(file: string, program: ts.Program, isTop = false): string[] {
  const seen = new Set<string>()
  const areas = new Set<string>()
  const read = (name: string): void => {
    const source = program.getSourceFile(name)
    if (!source || seen.has(name) || name.includes('/words/')) return
    seen.add(name)
    for (const [, area] of source.text.matchAll(/\buseTexts\('([^']+)'\)/g)) areas.add(area as string)
    if (/\buse(CommonTexts|Language)\(\)/.test(source.text)) areas.add('common')
    const { now, later } = importsOf(source)
    for (const one of isTop ? now : [...now, ...later]) read(one)
  }
  read(file)
  return [...areas]
}
