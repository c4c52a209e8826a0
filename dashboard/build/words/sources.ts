import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** Every source of the dashboard, with its types. */
export function programOf(folder: string): ts.Program {
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    join(folder, 'tsconfig.json'),
    {},
    {
      ...ts.sys,
      onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
        throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
      },
    },
  ) as ts.ParsedCommandLine
  return ts.createProgram(fileNames, options)
}

/** The names of a folder's catalogues: `reviews.ts`. */
export const catalogueFiles = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.ts'))

/** The files that show something: all but the words themselves, the build and tests. */
export function screenFiles(folder: string, program: ts.Program): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => {
    if (!fileName.startsWith(`${folder}/`) || fileName.endsWith('.test.ts')) return false
    return !['words/', 'build/'].some(one => fileName.startsWith(join(folder, one)))
  })
}

/** The files of ours that a file imports: at once, and later. Types need no file. */
export function importsOf(source: ts.SourceFile): { now: string[]; later: string[] } {
  const now: string[] = []
  const later: string[] = []
  const add = (list: string[], name: ts.Expression | undefined) => {
    if (!name || !ts.isStringLiteral(name) || !name.text.startsWith('.')) return
    list.push(join(dirname(source.fileName), name.text))
  }
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) add(now, node.moduleSpecifier)
    if (isImportCall(node)) add(later, node.arguments[0])
    ts.forEachChild(node, visit)
  }
  visit(source)
  return { now, later }
}

const isImportCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword
