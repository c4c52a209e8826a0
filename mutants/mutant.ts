import { createHash } from 'node:crypto'
import ts from 'typescript'

export const kinds = ['tenant', 'guard', 'check', 'state', 'limit', 'lock'] as const
export type Kind = (typeof kinds)[number]

/** Replaces the characters from `start` to `end` of a file. */
export type Edit = { start: number; end: number; text: string }

/** One protection to remove. `statement` is the node around it, `what` describes the removal. */
export type Site = { kind: Kind; statement: ts.Node; edits: Edit[]; what: string }

export type Mutant = {
  /** A hash of the file's name, the statement and its position among equal ones. Edits elsewhere do not change it. */
  id: string
  kind: Kind
  file: string
  line: number
  what: string
  edits: Edit[]
  /** Key of the innermost function around it; null on the top level of a module. */
  inside: string | null
}

export type Rule = (source: ts.SourceFile) => Iterable<Site>

export function parse(file: string, text: string): ts.SourceFile {
  return ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TS)
}

/** The mutants that the rules find in one file, from top to bottom. */
export function mutantsOf(source: ts.SourceFile, rules: Rule[]): Mutant[] {
  const sites = rules.flatMap(rule => [...rule(source)])
  const seen = new Map<string, number>()
  return sites
    .sort((one, other) => startOf(one) - startOf(other))
    .map(site => {
      const { kind, statement, edits, what } = site
      const place = [source.fileName, kind, statement.getText(source).replace(/\s+/g, ' ')].join('\n')
      const ordinal = seen.get(place) ?? 0
      seen.set(place, ordinal + 1)
      return {
        id: hash(`${place}\n${ordinal}`),
        kind,
        file: source.fileName,
        line: source.getLineAndCharacterOfPosition(startOf(site)).line + 1,
        what,
        edits,
        inside: keyOfFunction(source, statement),
      }
    })
}

export function apply(text: string, edits: Edit[]): string {
  return [...edits]
    .sort((one, other) => other.start - one.start)
    .reduce((changed, { start, end, text }) => changed.slice(0, start) + text + changed.slice(end), text)
}

export function* nodesOf(node: ts.Node): Generator<ts.Node> {
  const all = [node]
  // Without tokens, which would be most of the nodes.
  for (const one of all) ts.forEachChild(one, child => void all.push(child))
  yield* all
}

/** Functions with a body, by key. Unchanged functions keep their key when others change. */
export function functionsOf(source: ts.SourceFile): Map<string, ts.FunctionLikeDeclaration> {
  const found = [...nodesOf(source)].filter(isFunction)
  return new Map(found.map(one => [keyOf(source, one), one]))
}

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function startOf({ edits }: Site): number {
  return Math.min(...edits.map(({ start }) => start))
}

function keyOfFunction(source: ts.SourceFile, node: ts.Node): string | null {
  for (let around = node.parent; around; around = around.parent) {
    if (isFunction(around)) return keyOf(source, around)
  }
  return null
}

function keyOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}#${hash(node.getText(source))}`
}

function isFunction(node: ts.Node): node is ts.FunctionLikeDeclaration {
  return ts.isFunctionLike(node) && 'body' in node && node.body !== undefined
}
