import ts from 'typescript'

/** The type-checked program of a folder with a `tsconfig.json`. */
export function programOf(folder: string): ts.Program {
  const host = {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }: ts.Diagnostic) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'))
    },
  }
  const { fileNames, options } = ts.getParsedCommandLineOfConfigFile(
    `${folder}/tsconfig.json`,
    {},
    host,
  ) as ts.ParsedCommandLine
  return ts.createProgram(fileNames, options)
}
