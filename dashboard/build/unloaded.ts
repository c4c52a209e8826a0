import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Finds screens whose list in screens.tsx differs from the areas that the screen and its imports use. */
export function findUnloaded(folder: string, program: ts.Program): string[] {
  const entryPoint = { name: 'main.tsx', loaded: ['common'], isTop: true }
  return [entryPoint, ...readScreens(folder)].flatMap(({ name, loaded, isTop }) => {
    const used = areasUsed(join(folder, name), program, isTop)
    return [
      ...used
        .filter(area => ![...loaded, 'common'].includes(area))
        .map(area => `${name}: does not load ${area}`),
      ...loaded
        .filter(area => !used.includes(area))
        .map(area => `${name}: loads ${area}, and does not use it`),
    ]
  })
}

type Screen = { name: string; loaded: string[]; isTop?: boolean }

/** The file and areas of each `screen(['reviews'], () => import('./reviews/page.tsx'))` in screens.tsx. */
export function readScreens(folder: string): Screen[] {
  const screens: Screen[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText() === 'screen') {
      const [list, load] = node.arguments
      const [, name = ''] = /import\('\.\/(.+)'\)/.exec(load?.getText() ?? '') ?? []
      screens.push({ name, loaded: list ? textsIn(list) : [] })
    }
    ts.forEachChild(node, visit)
  }
  const top = join(folder, 'screens.tsx')
  visit(ts.createSourceFile(top, readFileSync(top, 'utf8'), ts.ScriptTarget.Latest, true))
  return screens
}

const textsIn = (list: ts.Expression) =>
  ts.isArrayLiteralExpression(list) ? list.elements.filter(ts.isStringLiteral).map(({ text }) => text) : []

// Files that main.tsx imports dynamically are screens, which have lists of their own.
function areasUsed(file: string, program: ts.Program, isTop = false): string[] {
  const seen = new Set<string>()
  const areas = new Set<string>()
  const read = (name: string): void => {
    const source = program.getSourceFile(name)
    if (!source || seen.has(name) || name.includes('/words/')) return
    seen.add(name)
    for (const [, area] of source.text.matchAll(/\buseTexts\('([^']+)'\)/g)) areas.add(area as string)
    if (/\buse(CommonTexts|Language)\(\)/.test(source.text)) areas.add('common')
    const { eager, lazy } = importsOf(source)
    for (const imported of isTop ? eager : [...eager, ...lazy]) read(imported)
  }
  read(file)
  return [...areas]
}

/** The project's own files that a file imports: statically (`eager`) and dynamically (`lazy`), without type imports. */
function importsOf(source: ts.SourceFile): { eager: string[]; lazy: string[] } {
  const eager: string[] = []
  const lazy: string[] = []
  const add = (list: string[], name: ts.Expression | undefined) => {
    if (!name || !ts.isStringLiteral(name) || !name.text.startsWith('.')) return
    list.push(join(dirname(source.fileName), name.text))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) add(eager, node.moduleSpecifier)
    if (isImportCall(node)) add(lazy, node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { eager, lazy }
}

const isImportCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
