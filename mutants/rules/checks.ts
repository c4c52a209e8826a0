import ts from 'typescript'
import { nodesOf, type Rule, type Site } from '../mutant.ts'

/**
 * Conditions that refuse: `if (…) throw new ApiError(…)` and other refusals, `return { kind: 'refused' }` for a shop's
 * webhook, `return void (await instead(…))` for a message. Each part of `a || b` becomes false by itself.
 */
export const checks: Rule = function* (source) {
  for (const node of nodesOf(source)) {
    if (!ts.isIfStatement(node) || !refuses(source, node.thenStatement)) continue
    for (const part of partsOf(node.expression, ts.SyntaxKind.BarBarToken))
      yield decided(source, node, part, 'false')
  }
}

/**
 * Functions that decide whether something is allowed, such as `isSignedByMeta` or `fitsLimits`: each part of a returned
 * `a && b` becomes true by itself, and each `if (…) return false` is not taken.
 */
export const verdicts: Rule = function* (source) {
  for (const node of nodesOf(source)) {
    if (!ts.isFunctionDeclaration(node) || !node.body || !decides.test(node.name?.text ?? '')) continue
    for (const inner of nodesOf(node.body)) yield* ofVerdict(source, inner)
  }
}

function* ofVerdict(source: ts.SourceFile, node: ts.Node): Generator<Site> {
  if (ts.isIfStatement(node) && /^\{?\s*return false\b/.test(node.thenStatement.getText(source))) {
    for (const part of partsOf(node.expression, ts.SyntaxKind.BarBarToken))
      yield decided(source, node, part, 'false')
  } else if (ts.isReturnStatement(node) && node.expression && isCondition(node.expression)) {
    for (const part of partsOf(node.expression, ts.SyntaxKind.AmpersandAmpersandToken))
      yield decided(source, node, part, 'true')
  }
}

const decides = /^(is(Sign|Secret|Same|HashOf|Taken|Promised)|may|can|fits)/

const isRefusal =
  /^(throw new (ApiError|\w*Refused)\(|throw \w*([rR]efus(ed|al)|tooMany|tooOften|wrongCursor)\w*\(|return \{ kind: 'refused'|return void \(await instead\()/

function refuses(source: ts.SourceFile, statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return last !== undefined && isRefusal.test(last.getText(source))
}

function decided(
  source: ts.SourceFile,
  statement: ts.Node,
  part: ts.Expression,
  text: 'true' | 'false',
): Site {
  const edits = [{ start: part.getStart(source), end: part.getEnd(), text }]
  return {
    kind: 'check',
    statement,
    edits,
    what: `${part.getText(source).replace(/\s+/g, ' ')} → ${text}`,
  }
}

function isCondition(node: ts.Expression): boolean {
  return (
    ts.isCallExpression(node) ||
    ts.isBinaryExpression(node) ||
    (ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.ExclamationToken)
  )
}

function partsOf(condition: ts.Expression, operator: ts.SyntaxKind): ts.Expression[] {
  if (!ts.isBinaryExpression(condition) || condition.operatorToken.kind !== operator) return [condition]
  return [...partsOf(condition.left, operator), ...partsOf(condition.right, operator)]
}
