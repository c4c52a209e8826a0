import ts from 'typescript'
import { nodesOf, type Rule, type Site } from '../mutant.ts'

// The index of the maximum among the arguments of our own functions.
const mostOf: Record<string, number> = {
  text: 0,
  list: 2,
  texts: 0,
  wholeNumber: 1,
  wholeNumbers: 1,
  productParameters: 0,
  pLimit: 0,
}

/** Caps in TypeScript: lengths, sizes, counts and rates. Each becomes a number that nothing reaches. */
export const caps: Rule = function* (source) {
  for (const node of nodesOf(source)) {
    if (ts.isCallExpression(node)) yield* ofCall(source, node)
    else if (ts.isVariableDeclaration(node) && isCap(node.name.getText(source)) && node.initializer)
      yield* ofValue(source, node, node.initializer)
    else if (
      ts.isPropertyAssignment(node) &&
      isCapField(node.name.getText(source)) &&
      isNumber(node.initializer)
    )
      yield raised(source, node, node.initializer)
  }
}

function* ofCall(source: ts.SourceFile, call: ts.CallExpression): Generator<Site> {
  const { expression } = call
  if (ts.isPropertyAccessExpression(expression)) {
    const isMath = expression.expression.getText(source) === 'Math'
    if (expression.name.text !== 'max' || isMath || call.arguments.length === 0) return
    const start = expression.expression.getEnd()
    const edits = [{ start, end: call.getEnd(), text: '' }]
    yield { kind: 'limit', statement: call, edits, what: `.max(${argumentsOf(source, call)}) → nothing` }
  }
  if (!ts.isIdentifier(expression)) return
  const most = call.arguments[mostOf[expression.text] ?? -1]
  if (most && isNumber(most)) yield raised(source, call, most)
  if (/^(limit|count)[A-Z]/.test(expression.text)) yield* ofRate(source, call)
}

// limitPerNetwork(counts, 'access', config.SIGN_IN_RATE_LIMIT * 5), limitVisitors(counts, 'visits', { perAddress, perStore })
function* ofRate(source: ts.SourceFile, call: ts.CallExpression): Generator<Site> {
  for (const argument of call.arguments) {
    if (isRate(source, argument)) yield raised(source, call, argument)
    if (!ts.isObjectLiteralExpression(argument)) continue
    for (const field of argument.properties) {
      if (ts.isPropertyAssignment(field) && isRate(source, field.initializer))
        yield raised(source, call, field.initializer)
    }
  }
}

// One is how many are added: `countOf(row, 1)`.
function isRate(source: ts.SourceFile, node: ts.Expression): boolean {
  if (ts.isNumericLiteral(node) && node.text === '1') return false
  return isNumber(node) || /^config\.\w*(LIMIT|QUOTA)\w*/.test(node.getText(source))
}

function* ofValue(source: ts.SourceFile, statement: ts.Node, value: ts.Expression): Generator<Site> {
  const bare = ts.isAsExpression(value) ? value.expression : value
  if (isNumber(bare)) yield raised(source, statement, bare)
  if (!ts.isObjectLiteralExpression(bare)) return
  for (const field of bare.properties) {
    if (ts.isPropertyAssignment(field) && isNumber(field.initializer))
      yield raised(source, statement, field.initializer)
  }
}

// Most limits are PostgreSQL integers of 32 bits, which cannot be larger. Some are the size of a cache, which takes memory
// for each of its places at once.
function raised(source: ts.SourceFile, statement: ts.Node, value: ts.Node): Site {
  const before = value.getText(source)
  const isLarge = /\* (GiB|1024 \*\* 3)|4096|[\d_]{12,}/.test(before)
  const isSmall = /^[\d_]{1,6}$/.test(before)
  const most = isSmall ? '3_000_000' : '2_000_000_000'
  const text = isLarge ? 'Number.MAX_SAFE_INTEGER' : most
  const edits = [{ start: value.getStart(source), end: value.getEnd(), text }]
  return { kind: 'limit', statement, edits, what: `${before.replace(/\s+/g, ' ')} → ${text}` }
}

function isNumber(node: ts.Node): boolean {
  if (ts.isNumericLiteral(node)) return node.text !== '0' // none at all, or no lower bound
  if (ts.isIdentifier(node)) return /^[KMG]iB$/.test(node.text)
  return ts.isBinaryExpression(node) && isNumber(node.left) && isNumber(node.right)
}

function isCap(name: string): boolean {
  return /^(most|longest|largest|heaviest|deepest|max|many|quota)([A-Z]|$)|(Limit|Quota)s?$/.test(name)
}

function isCapField(name: string): boolean {
  return /^(max[A-Z]\w*|most[A-Z]\w*|longest\w*|\w*Limit|fileSize|fields|files|parts|perField)$/.test(name)
}

function argumentsOf(source: ts.SourceFile, call: ts.CallExpression): string {
  return call.arguments.map(one => one.getText(source)).join(', ')
}
