import ts from 'typescript'
import { type Edit, nodesOf, type Rule, type Site } from '../mutant.ts'

// A placeholder for each character of `${…}`, so that positions stay the same and nested templates are parsed on their
// own.
const hole = '\uE000'
const operand = `(?:any\\([^()]*\\)|${hole}+|\\$\\d+|(?:\\w+\\.)?\\w+)(?:::\\w+)?`

/** Conditions on a store's rows. A numbered parameter stays, so that PostgreSQL can infer its type. */
export const tenants: Rule = source =>
  sitesIn(source, 'tenant', sql => [
    ...matches(sql, new RegExp(`(?:\\w+\\.)?store_id = (${operand})`, 'g'))
      .filter(({ start }) => !/\bset\s+$/.test(sql.slice(0, start)))
      .map(found => {
        const parameter = /^\$\d+/.exec(found.groups[0] ?? '')?.[0]
        return { ...found, text: parameter ? `(${parameter}::uuid is not null)` : 'true' }
      }),
    ...matches(sql, /\busing \((store_id, )/g).map(({ start, end, groups: [column = ''] }) => ({
      start: end - column.length,
      end,
      text: '',
      name: sql.slice(start, end).trim(),
    })),
  ])

const time = '(?:at|on|until)'

/**
 * Conditions on what became of a row: its state, whether something happened to it, and until when it counts. Assignments
 * and conditions with a numbered parameter stay.
 */
export const states: Rule = source =>
  sitesIn(source, 'state', sql =>
    matches(
      sql,
      new RegExp(
        `(?<=\\b(?:where|and|or|on|not)\\s+\\(?)(?:\\w+\\.)?(?:state (?:=|<>) (?:'\\w+'|${hole}+)|state (?:not )?in \\([^()]*\\)|\\w+_${time} is (?:not )?null|\\w+_${time} [<>]=? ${hole}+(?:::\\w+)?(?: [-+] make_interval\\([^()]*\\))?)`,
        'g',
      ),
    ).map(found => ({ ...found, text: 'true' })),
  )

/** Row locks, `skip locked` by itself, advisory locks, table locks and isolation levels. */
export const locks: Rule = source =>
  sitesIn(source, 'lock', sql => [
    ...matches(
      sql,
      /\bfor (?:no key update|update|key share|share)\b(?: of \w+)?(?: skip locked| nowait)?/g,
    ).map(gone),
    ...matches(sql, / skip locked\b/g).map(gone),
    // An attempt succeeds, whoever has the lock.
    ...matches(sql, /\bpg_try_advisory_(?:xact_)?lock(?:_shared)?(?=\()/g).map(found => ({
      ...found,
      text: 'null is distinct from int8',
    })),
    // The lock's argument stays, so that its parameters keep their types.
    ...matches(sql, /\bpg_advisory_(?:xact_)?lock(?:_shared)?(?=\()/g).map(found => ({
      ...found,
      text: 'abs',
    })),
    ...matches(sql, /\block table [\w, ]+|\bset transaction isolation level [a-z ]+/g).map(found => ({
      ...found,
      text: 'select 1',
    })),
  ])

/** Limits on rows. `limit 1` is part of a lookup and not a limit. */
export const rowLimits: Rule = source =>
  sitesIn(source, 'limit', sql =>
    matches(sql, /\blimit (?!1\b)(?=\uE000|\$?\d|\()/g).flatMap(({ start, end, name }) => {
      const of = sql[end] === '(' ? balanced(sql, end) : expression(sql, end)
      // Multiplied by zero, parameters keep their place and type; without a number there is still no limit.
      const text = (inner: string) => `limit 1000000000 + 0 * (${inner})`
      return [{ start, end: end + of.length, name: name + of, keep: { from: end, text } }]
    }),
  )

type Found = {
  start: number
  end: number
  name: string
  text?: string
  keep?: { from: number; text: (inner: string) => string }
}

function sitesIn(source: ts.SourceFile, kind: Site['kind'], find: (sql: string) => Found[]): Site[] {
  const whole = source.getFullText()
  return [...nodesOf(source)].filter(isText).flatMap(node => {
    const from = node.getStart(source)
    const sql = masked(node, whole, from)
    return find(sql).map(({ start, end, text = '', keep }): Site => {
      const edit: Edit = { start: from + start, end: from + end, text }
      if (keep) edit.text = keep.text(whole.slice(from + keep.from, edit.end))
      const before = whole.slice(edit.start, edit.end).replace(/\s+/g, ' ').trim()
      return { kind, statement: node, edits: [edit], what: `${before} → ${edit.text || 'nothing'}` }
    })
  })
}

type Text = ts.StringLiteral | ts.NoSubstitutionTemplateLiteral | ts.TemplateExpression

function isText(node: ts.Node): node is Text {
  if (ts.isStringLiteral(node)) return !ts.isImportDeclaration(node.parent)
  return ts.isNoSubstitutionTemplateLiteral(node) || ts.isTemplateExpression(node)
}

function masked(node: Text, whole: string, from: number): string {
  let text = whole.slice(from, node.getEnd())
  if (!ts.isTemplateExpression(node)) return text
  for (const { expression } of node.templateSpans) {
    const start = expression.getFullStart() - 2 - from // with `${`
    const end = whole.indexOf('}', expression.getEnd()) + 1 - from
    text = text.slice(0, start) + hole.repeat(end - start) + text.slice(end)
  }
  return text
}

function matches(text: string, pattern: RegExp) {
  return [...text.matchAll(pattern)].map(found => ({
    start: found.index,
    end: found.index + found[0].length,
    name: found[0],
    groups: found.slice(1),
  }))
}

function gone({ start, end, name }: Found): Found {
  return { start, end, name, text: '' }
}

function expression(sql: string, from: number): string {
  const one = `(?:${hole}+|\\$?\\d+)(?:::\\w+)?`
  return new RegExp(`^${one}(?: \\+ ${one})*`).exec(sql.slice(from))?.[0] ?? ''
}

function balanced(sql: string, from: number): string {
  let depth = 0
  for (let at = from; at < sql.length; at++) {
    if (sql[at] === '(') depth++
    if (sql[at] === ')' && --depth === 0) return sql.slice(from, at + 1)
  }
  return sql.slice(from)
}
