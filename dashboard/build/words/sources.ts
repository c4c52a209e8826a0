import { readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/** The type-checked program of all dashboard sources. */
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

/** The file names of a folder's catalogues, such as `reviews.ts`. */
export const catalogueFiles = (folder: string) => readdirSync(folder).filter(name => name.endsWith('.ts'))

/** The sources that may use texts: all but catalogues, build scripts and tests. */
export function screenFiles(folder: string, program: ts.Program): readonly ts.SourceFile[] {
  return program.getSourceFiles().filter(({ fileName }) => {
    if (!fileName.startsWith(`${folder}/`) || fileName.endsWith('.test.ts')) return false
    return !['words/', 'build/'].some(excluded => fileName.startsWith(join(folder, excluded)))
  })
}

/** The project's own files that a file imports: statically (`eager`) and dynamically (`lazy`), without type imports. */
export function importsOf(source: ts.SourceFile): { eager: string[]; lazy: string[] } {
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
