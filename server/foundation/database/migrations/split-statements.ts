/**
 * The statements of a migration, without the empty ones. Semicolons in comments, strings, quoted names and
 * dollar-quoted bodies do not end a statement. Does not know strings with backslash escapes (`E'…'`).
 */
export function splitStatements(text: string): string[] {
  const statements = ['']
  for (const [part] of text.matchAll(parts)) {
    if (part === ';') statements.push('')
    else statements[statements.length - 1] += part
  }
  return statements.filter(statement => withoutComments(statement).trim() !== '')
}

/** Also without what looks like a comment in a string. */
export const withoutComments = (statement: string): string => statement.replace(comments, '')

const comments = /--[^\n]*|\/\*.*?\*\//gs

const parts = /--[^\n]*|\/\*.*?\*\/|'[^']*'|"[^"]*"|(\$\w*\$).*?\1|;|./gs
