import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'

/** An exported function that takes a `storeId`, with the names of its parameters before it. */
export type Verb = { file: string; name: string; before: string[] }

const server = join(import.meta.dirname, '../..')

/** Every verb of every domain, read from the sources, so that new ones are included. */
export function everyVerb(): Verb[] {
  const files = globSync('**/*.ts', { cwd: server }).filter(
    file => !file.startsWith('test/') && !file.endsWith('.test.ts'),
  )
  return files.sort().flatMap(file => {
    const text = readFileSync(join(server, file), 'utf8')
    if (!/^export .*function/m.test(text) || !text.includes('storeId')) return []
    const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest)
    return statements.filter(isExportedFunction).flatMap(({ name, parameters }) => {
      const names = parameters.map(one => (ts.isIdentifier(one.name) ? one.name.text : 'places'))
      const at = names.indexOf('storeId')
      return at < 0 ? [] : [{ file, name: name.text, before: names.slice(0, at) }]
    })
  })
}

function isExportedFunction(
  statement: ts.Statement,
): statement is ts.FunctionDeclaration & { name: ts.Identifier } {
  return (
    ts.isFunctionDeclaration(statement) &&
    statement.name !== undefined &&
    (statement.modifiers ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)
  )
}
