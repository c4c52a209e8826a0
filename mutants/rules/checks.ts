import ts from 'typescript'
import { nodesOf, type Rule } from '../mutant.ts'

/**
 * Conditions that refuse: `if (…) throw new ApiError(…)`, and `return { kind: 'refused' }` for a shop's webhook. Each part of
 * `a || b` becomes false by itself.
 */
export const checks: Rule = function* (source) {
  for (const node of nodesOf(source)) {
    if (!ts.isIfStatement(node) || !refuses(source, node.thenStatement)) continue
    for (const part of alternatives(node.expression)) {
      const edits = [{ start: part.getStart(source), end: part.getEnd(), text: 'false' }]
      const what = `${part.getText(source).replace(/\s+/g, ' ')} → false`
      yield { kind: 'check', statement: node, edits, what }
    }
  }
}

function refuses(source: ts.SourceFile, statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement
  return last !== undefined && /^(throw new ApiError\(|return \{ kind: 'refused')/.test(last.getText(source))
}

function alternatives(condition: ts.Expression): ts.Expression[] {
  if (!ts.isBinaryExpression(condition) || condition.operatorToken.kind !== ts.SyntaxKind.BarBarToken)
    return [condition]
  return [...alternatives(condition.left), ...alternatives(condition.right)]
}
